// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import TypeRegistry  // Makes a source of its own.

@Suite struct DirectoryScanTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func scan(_ elements: String...) -> DirectoryScan {
    let path = DeclarationSearchPath(
      core: nil, environment: Environment(declarations: elements.joined(separator: ":")))
    return path.scan()
  }

  private func names(_ scan: DirectoryScan) -> [String] {
    scan.sources.map { String($0.path.description.dropFirst(directory.path.utf8.count + 1)) }
  }

  @Test func findsFilesAndBundles() throws {
    for name in [
      "b.json", "a.plist", "Flat/Info.plist", "Flat/vi.lproj/InfoPlist.strings",
      "Flat/de.lproj/InfoPlist.strings", "Flat/fr.lproj/other.strings", "Deep/Contents/Info.plist",
      "Deep/Contents/Resources/pt_BR.lproj/InfoPlist.strings", "Empty/x", "Too/Deep/a.json",
      ".hidden.json", "left.json~", "#left.json#", "#left.json", ".#left.json", "readme.txt",
      ".json", ".Hidden/Info.plist",
    ] {
      try directory.write(name, json())
    }
    let scan = scan("system=" + directory.path)
    #expect(
      names(scan) == ["Deep/Contents/Info.plist", "Flat/Info.plist", "a.plist", "b.json"])
    #expect(scan.sources.allSatisfy { $0.origin == .system })
    #expect(
      scan.sources.map { $0.localizations.map(\.language) } == [["pt_BR"], ["de", "vi"], [], []])
    #expect(scan.diagnostics.isEmpty)
    let listed = scan.directories.map {
      String($0.path.description.dropFirst(directory.path.utf8.count))
    }
    #expect(
      Set(listed) == [
        "", "/Flat", "/Flat/vi.lproj", "/Flat/de.lproj", "/Flat/fr.lproj", "/Deep",
        "/Deep/Contents", "/Deep/Contents/Resources",
        "/Deep/Contents/Resources/pt_BR.lproj", "/Empty", "/Too",
      ])
    #expect(listed.count == Set(listed).count)
  }

  /// A circle of links, because root may list every directory.
  @Test func aDirectoryThatCannotBeListedIsAnError() throws {
    try directory.link("circle", to: "circle")
    let scan = scan("user=" + directory.path + "/circle")
    #expect(scan.sources.isEmpty)
    #expect(scan.diagnostics.map(\.code) == [.directoryUnreadable])
    #expect(scan.directories.map(\.stamp) == [nil], "it may be readable another time")
  }

  @Test func stampsShowAnAddedFile() throws {
    try directory.write("Empty/x", "")
    let before = Set(scan(directory.path).directories)
    try directory.write("Empty/Info.plist", json())
    #expect(before != Set(scan(directory.path).directories))
  }

  @Test func listsADirectoryOnceWithItsBestOrigin() throws {
    try directory.write("real/a.json", json())
    try directory.link("link", to: "real")
    let scan = scan("user=\(directory.path)/link", "local=\(directory.path)/real")
    #expect(scan.sources.map(\.origin) == [.local])
  }

  /// The link may lead elsewhere later.
  @Test func remembersEachWayToADirectory() throws {
    try directory.write("real/a.json", json())
    try directory.link("link", to: "real")
    let scan = scan("\(directory.path)/link", "\(directory.path)/real")
    #expect(scan.sources.count == 1)
    #expect(
      Set(scan.directories.map(\.path.description))
        == ["\(directory.path)/link", "\(directory.path)/real"])
  }

  /// It may come to lead to a directory.
  @Test func remembersALinkThatLeadsToNoDirectory() throws {
    try directory.write("a.json", json())
    try directory.link("link", to: "nowhere")
    let listed = scan(directory.path).directories
    let link = try #require(listed.first { $0.path.description == "\(directory.path)/link" })
    #expect(link.stamp == nil)
  }

  /// Types follow from declarations whatever is found of applications.
  @Test func aDirectoryOfEntriesHidesNoDeclarations() throws {
    try directory.write("applications/a.json", json())
    try directory.write("applications/b.desktop", "[Desktop Entry]\n")
    try directory.write("user/typed/x", "")
    try directory.link("user/typed/declarations", to: "../../applications")
    let path = DeclarationSearchPath(
      core: nil,
      environment: Environment(
        dataHome: "\(directory.path)/user", dataDirectories: directory.path))
    let scan = path.scan()
    #expect(scan.sources.map(\.format) == [.desktopEntry, .declarations])
    #expect(
      scan.directories.contains {
        $0.isOfApplications && $0.path.description == "\(directory.path)/applications"
      })
    #expect(
      scan.directories.contains {
        !$0.isOfApplications && $0.path.description == "\(directory.path)/user/typed/declarations"
      })
  }

  @Test func remembersMissingDirectories() {
    let scan = scan(directory.path + "/not/there")
    #expect(scan.sources.isEmpty)
    #expect(scan.diagnostics.isEmpty)
    #expect(scan.directories.map(\.stamp) == [nil])
  }

  @Test func followsALinkedDirectoryOfOnesOwnOnly() throws {
    try directory.write("elsewhere/App/Info.plist", json())
    try directory.write("elsewhere/Open/Info.plist", json())
    let open = try directory.filePath("elsewhere/Open")
    #expect(unsafe open.withCString { unsafe chmod($0, 0o777) } == 0)
    try directory.write("d/x.txt", "")
    try directory.link("d/App", to: "../elsewhere/App")
    try directory.link("d/Open", to: "../elsewhere/Open")
    try directory.link("d/Loop", to: "Loop")
    let scan = scan(directory.path + "/d")
    #expect(names(scan) == ["d/App/Info.plist"])
    #expect(scan.diagnostics.map(\.code) == [.untrustedLink])
  }

  @Test func loadsTheGoodFilesBesideTheBad() throws {
    try directory.write("good.json", BundleParserTests.restaurant)
    try directory.write("broken.json", "{")
    try directory.write("huge.json", [UInt8](repeating: 0x20, count: 2 << 20))
    try directory.write("dir.json/x", "")
    try directory.link("passwd.plist", to: "/etc/passwd")
    try directory.link("zero.json", to: "/dev/zero")
    try directory.link("dangling.json", to: "nowhere")
    try directory.link("self.json", to: "self.json")
    let pipe = try directory.filePath("pipe.json")
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o644) } == 0)
    let loaded = scan(directory.path).sources.map { ($0, $0.load()) }
    #expect(loaded.compactMap(\.1.bundle?.identifier) == ["org.bistro.restaurant"])
    for (source, result) in loaded where result.bundle == nil {
      #expect(result.diagnostics.map(\.severity) == [.error], "\(source.path)")
    }
    #expect(loaded.count == 9)
  }

  /// As in GLib; a file that is broken, or cannot be read for now, masks nothing.
  @Test func aNameWithoutAnApplicationMasksEntries() throws {
    try directory.write("applications/empty.desktop", "")
    try directory.link("applications/null.desktop", to: "/dev/null")
    try directory.makeDirectory("applications/directory.desktop")
    try directory.write("applications/link.desktop", "[Desktop Entry]\nType=Link\n")
    try directory.write("applications/broken.desktop", "[Desktop")
    try directory.link("applications/dangling.desktop", to: "nowhere")
    let path = DeclarationSearchPath(
      core: nil,
      environment: Environment(
        dataHome: directory.path, dataDirectories: "\(directory.path)/none"))
    let loaded = path.scan().sources.filter { $0.format == .desktopEntry }.map { $0.load() }
    #expect(loaded.count == 6)
    let bundles = loaded.compactMap(\.bundle)
    #expect(bundles.map(\.identifier) == ["directory", "empty", "link", "null"])
    #expect(bundles.allSatisfy { $0.isHidden })
    for result in loaded {
      let severities = result.diagnostics.map(\.severity)
      #expect(result.bundle == nil ? severities != [.note] : severities == [.note])
    }
  }

  @Test func loadsTranslationsWithTheirStamps() throws {
    try directory.write("App/Info.plist", BundleParserTests.restaurant)
    try directory.write("App/de.lproj/InfoPlist.strings", "\"Restaurant Menu\" = \"Speisekarte\";")
    let source = try #require(scan(directory.path).sources.first)
    let loaded = source.load()
    #expect(loaded.bundle?.localizedStrings["de"] == ["Restaurant Menu": "Speisekarte"])
    #expect(loaded.inputs.count == 2)
    #expect(loaded.inputs.allSatisfy { $0.stamp != nil })
  }

  @Test func distrustsAFileThatOthersCanWrite() throws {
    let path = try directory.write("a.json", json())
    #expect(unsafe path.withCString { unsafe chmod($0, 0o666) } == 0)
    // An explicit origin is kept.
    let stated = try #require(scan("system=" + directory.path).sources.first)
    #expect(stated.load().bundle?.origin == .system)
    let named = try #require(
      DirectoryScan(at: directory.filePath(), origin: .system).sources.first)
    #expect(named.load().bundle?.origin == .system)
    let found = DeclarationSource(
      path: path, origin: .system, checksOwner: true, localizations: [])
    let loaded = found.load()
    #expect(loaded.bundle?.origin == .user)
    #expect(loaded.diagnostics.map(\.code).contains(.untrustedDirectory))
  }

  @Test func takesNamesThatAreNotUTF8() throws {
    let path = try directory.filePath().appending([0x61, 0xFF] + Array(".json".utf8))
    let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CREAT, 0o644) }
    #expect(descriptor >= 0)
    let text = Array(json().utf8)
    #expect(
      unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        == text.count)
    close(descriptor)
    let source = try #require(scan(directory.path).sources.first)
    #expect(source.load().bundle?.identifier == "org.bistro.app")
  }

  /// Said once, with the first file that is left out.
  @Test func leavesOutFilesAboveTheLimit() throws {
    for number in 0...DeclarationLimits.maximumFiles {
      try directory.write("many/\(number).json", "")
    }
    try directory.write("others/last.json", json())
    let scan = scan("system=\(directory.path)/many", "user=\(directory.path)/others")
    #expect(scan.sources.count == DeclarationLimits.maximumFiles)
    #expect(scan.diagnostics.map(\.code) == [.tooManyFiles])
    #expect(scan.diagnostics.first?.path == "\(directory.path)/many/9999.json")
  }

  @Test func leavesOutTranslationsAboveTheLimit() throws {
    try directory.write("Flat/Info.plist", json())
    for number in 0...DeclarationLimits.maximumLocalizations {
      try directory.write("Flat/l\(1_000 + number).lproj/InfoPlist.strings", "")
    }
    let scan = scan("system=" + directory.path)
    #expect(
      scan.sources.map { $0.localizations.count } == [DeclarationLimits.maximumLocalizations])
    #expect(scan.diagnostics.map(\.code) == [.tooManyFiles])
    #expect(scan.diagnostics.map(\.severity) == [.warning])
    #expect(scan.diagnostics.first?.message == "bundle has more than 256 translations")
  }

  /// A translation that is removed before it is read is reported, and the bundle is read without it.
  @Test func aTranslationThatIsGoneIsReported() throws {
    try directory.write("App/Info.plist", json())
    for language in ["de", "vi"] {
      try directory.write("App/\(language).lproj/InfoPlist.strings", "\"a\" = \"\(language)\";")
    }
    let source = try #require(scan(directory.path).sources.first)
    TemporaryDirectory.remove(directory.path + "/App/de.lproj")
    let loaded = source.load()
    #expect(loaded.bundle != nil)
    #expect(loaded.diagnostics.map(\.code).contains(.fileMissing))
  }

  @Test func aRegisteredPathThatLeadsNowhereIsExplained() throws {
    let missing = DirectoryScan.registered(at: try directory.filePath("none"), origin: .user)
    #expect(missing.problem == "there is no file at the path")
    #expect(missing.scan.diagnostics.isEmpty && missing.scan.sources.isEmpty)
    let circle = DirectoryScan.registered(
      at: try directory.link("circle", to: "circle"), origin: .user)
    #expect(circle.problem == nil)
    #expect(circle.scan.diagnostics.map(\.code) == [.untrustedLink])
    #expect(circle.scan.sources.isEmpty)
  }
}
