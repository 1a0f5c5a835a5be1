// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TypeRegistry

/// A changed list of applications is compiled into the image of before, which is then the one that all files make.
@Suite struct ChangedListsTests {
  private let directory: TemporaryDirectory
  private let locations: RegistryLocations

  private static let package = """
    <?xml version="1.0" encoding="UTF-8"?>
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="text/x-acme"><comment>Acme</comment><alias type="text/acme"/><glob pattern="*.acme"/></mime-type>
      <mime-type type="image/png"><comment>PNG</comment><glob pattern="*.png"/></mime-type>
      <mime-type type="inode/directory"><comment>Folder</comment></mime-type>
      <mime-type type="text/plain"><comment>Text</comment></mime-type>
    </mime-info>
    """

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("data/mime/packages/acme.xml", Self.package)
    try directory.write(
      "data/typed/declarations/own.json",
      exporting("\"UTTypeIdentifier\": \"org.acme.own\"")
    )
    for (place, name) in [("data", "a"), ("data", "b"), ("site", "b"), ("site", "c")] {
      try directory.write(
        "\(place)/applications/\(name).desktop",
        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true %f\n"
          + "MimeType=text/plain;image/png;application/pdf;application/x-claimed;x-scheme-handler/acme;\n"
      )
    }
    try directory.write(
      "site/applications/mimeapps.list", "[Default Applications]\ntext/plain=c.desktop\n")
    try directory.write(
      "settings/mimeapps.list",
      "[Added Associations]\ntext/x-acme=b.desktop;\ntext/plain=d.desktop\n")
    try directory.write(
      "config/gnome-mimeapps.list", "[Default Applications]\nimage/png=b.desktop\n")
    try directory.write("config/mimeapps.list", "[Default Applications]\nimage/png=a.desktop\n")
    var environment = Environment(
      home: directory.path, dataHome: directory.path + "/data",
      dataDirectories: directory.path + "/site")
    environment.configHome = Array("\(directory.path)/config".utf8)
    environment.configDirectories = Array("\(directory.path)/settings".utf8)
    environment.currentDesktop = Array("GNOME".utf8)
    locations = RegistryLocations(
      core: nil, environment: environment, cache: directory.path + "/cache")
  }

  /// The registry of all files in the cache, whose changes are older than it.
  private func settled() throws -> CompiledRegistry {
    for _ in 0..<200 {
      let loaded = RegistryLoader.load(locations)
      if loaded.source == .cachedImage { return loaded.registry }
      usleep(10_000)
    }
    throw CallFailure("RegistryLoader.load", code: EAGAIN)
  }

  /// The bytes of an image but for the time when it was made, and the checksum.
  private func contents(_ registry: CompiledRegistry) -> [UInt8] {
    var image: [UInt8] = []
    registry.memory.bytes(at: 0, count: registry.memory.count).append(to: &image)
    image.replaceSubrange(24..<32, with: [UInt8](repeating: 0, count: 8))
    image.replaceSubrange(56..<64, with: [UInt8](repeating: 0, count: 8))
    return image
  }

  // MARK: - The image of all files

  private static let keys = [
    "IMAGE/png", "text/x-acme", "text/acme", "text/plain", "inode/directory",
    "application/x-claimed", "image/x-unheard-of", "x-scheme-handler/acme",
    "x-scheme-handler/unheard", "application/pdf",
    "not a type", "image/*",
  ]

  private func randomList(_ random: inout SeededRandom) -> String {
    let applications = ["a.desktop", "b.desktop", "c.desktop", "gone.desktop", "B.desktop", "/x"]
    var text = ""
    for group in ["Default Applications", "Added Associations", "Removed Associations"]
    where Bool.random(using: &random) {
      text += "[\(group)]\n"
      var keys = Self.keys.shuffled(using: &random)
      keys.removeLast(Int.random(in: 4...keys.count, using: &random))
      for key in keys {
        let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          applications.randomElement(using: &random) ?? ""
        }
        text += "\(key)=\(names.joined(separator: ";"))\n"
      }
    }
    return text
  }

  @Test func theImageIsThatOfAllFiles() throws {
    var random = SeededRandom(seed: 2611)
    var before = try settled()
    let cases = propertyCases(40)
    var short = 0
    for index in 0..<cases {
      let name = ["mimeapps.list", "mimeapps.list", "gnome-mimeapps.list"][index % 3]
      try directory.write("config/\(name)", randomList(&random))
      let changed = RegistryLoader.readingListsAgain(of: before)
      let whole = RegistryLoader.compile(locations).registry
      if let changed {
        short += 1
        #expect(changed.isImageSound && changed.digest == whole.digest, "case \(index)")
        #expect(contents(changed) == contents(whole), "case \(index)")
        before = changed
      } else {
        before = whole
      }
    }
    #expect(short == cases)
  }

  /// The types of a list that names all MIME types are those that all files give it.
  @Test func everyMIMETypeMeansTheSame() throws {
    let before = try settled()
    let tags = (0..<before.tagSlots.count).compactMap { before.tag(inSlot: UInt32($0)) }
      .filter { $0.tagClass == .mimeType }
    #expect(tags.count > 2_000)
    // Of several types the links of all files choose one.
    let single = tags.filter { before.entry($0)?.single != TypeIndex.none }
    #expect(single.count * 5 > tags.count * 4, "\(single.count) of \(tags.count)")
    let lines = single.map { "\($0.value)=a.desktop\n" }.joined()
    try directory.write("config/mimeapps.list", "[Default Applications]\n\(lines)")
    let changed = try #require(RegistryLoader.readingListsAgain(of: before))
    #expect(contents(changed) == contents(RegistryLoader.compile(locations).registry))
  }

  // MARK: - All files are read again

  enum Change: CaseIterable {
    case declaration, entry, newList, removedList, siteList, ambiguousType, finding, directory,
      damage
  }

  @Test(arguments: Change.allCases)
  func anyOtherChangeIsReadFromAllFiles(change: Change) throws {
    var before = try settled()
    #expect(RegistryLoader.readingListsAgain(of: before) != nil)
    let own = "config/mimeapps.list"
    switch change {
    case .declaration:
      try directory.write(
        "data/typed/declarations/own.json", exporting("\"UTTypeIdentifier\": \"org.acme.other\""))
    case .entry:
      try directory.write("data/applications/d.desktop", "[Desktop Entry]\nType=Application\n")
    case .newList:
      try directory.write("data/applications/mimeapps.list", "[Default Applications]\n")
    case .removedList: TemporaryDirectory.remove("\(directory.path)/config/gnome-mimeapps.list")
    case .siteList:
      try directory.write("settings/mimeapps.list", "[Default Applications]\nimage/png=b.desktop\n")
    case .ambiguousType:
      try directory.write(own, "[Default Applications]\napplication/vnd.ms-excel=a.desktop\n")
    case .finding:
      try directory.write(
        own, "[Default Applications]\nimage/png=a.desktop\nIMAGE/png=b.desktop\n")
    case .directory:
      TemporaryDirectory.remove("\(directory.path)/\(own)")
      try directory.makeDirectory(own)
    case .damage:
      var image: [UInt8] = []
      before.memory.bytes(at: 0, count: before.memory.count).append(to: &image)
      image[image.count / 2] ^= 1
      before = try CompiledRegistry(MappedMemory(copying: image))
    }
    #expect(RegistryLoader.readingListsAgain(of: before) == nil)
  }

  /// One that is missing was no bundle of the image.
  @Test func theFirstListIsReadWithAllFiles() throws {
    TemporaryDirectory.remove("\(directory.path)/config/mimeapps.list")
    let before = try settled()
    try directory.write("config/mimeapps.list", "[Default Applications]\nimage/png=c.desktop\n")
    #expect(RegistryLoader.readingListsAgain(of: before) == nil)
  }

  // MARK: - The cache

  @Test func theNextProgramFindsTheChangedList() throws {
    _ = try settled()
    let names = TestFiles.names(at: directory.path + "/cache")
    try directory.write("config/mimeapps.list", "[Default Applications]\nimage/png=c.desktop\n")
    let loaded = RegistryLoader.load(locations)
    #expect(loaded.source == .declarations && loaded.cacheProblem == nil)
    #expect(
      loaded.registry.answer(.tag(.test(.mimeType, "image/png"))).handlers.first?.bundle == "b")
    try directory.write(
      "config/gnome-mimeapps.list", "[Default Applications]\nimage/png=gone.desktop\n")
    #expect(try settled().answer(.tag(.test(.mimeType, "image/png"))).handlers.first?.bundle == "c")
    #expect(TestFiles.names(at: directory.path + "/cache") == names)
  }
}
