// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

/// A program starts from the core that is part of it, unless there is other text beside it.
@Suite struct InstallationTests {
  private let directory: TemporaryDirectory
  private var core: String { directory.path + "/core" }
  private var applications: String { directory.path + "/applications" }
  private static let declarations = TestFiles.checkout + "/Declarations"
  private static let advice: Comment =
    "Sources/CoreData is not what Declarations/ gives: run 'make core-image'"

  init() throws {
    directory = try TemporaryDirectory()
    for made in [core, applications] {
      try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    }
  }

  private func load(core: String?) -> RegistryLoader.Loaded {
    RegistryLoader.load(
      RegistryLocations(
        core: core, environment: Environment(declarations: "user=" + applications), cache: nil))
  }

  /// Installs the text of the core as `make install` does, the mark last.
  private func install(marked: Bool) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.declarations)
    where name.hasSuffix(".json") {
      try FileManager.default.copyItem(
        atPath: Self.declarations + "/" + name, toPath: core + "/" + name)
    }
    if marked { try directory.write("core/\(load(core: nil).registry.digest).digest", "") }
  }

  @Test func theImageInTheLibraryIsThatOfItsDeclarations() throws {
    let image = directory.path + "/image"
    try RegistryLoader.writeImage(ofCore: Self.declarations, to: image)
    let written = try #require(TestFiles.bytes(at: image))
    let isSame =
      TestFiles.bytes(at: TestFiles.checkout + "/Sources/CoreData/core.image") == written
    #expect(isSame, Self.advice)
    let built = load(core: nil)
    #expect(built.source == .builtInImage)
    #expect(built.registry.isImageSound)
    let isBuiltIn = built.registry.memory.withSpan { span in
      span.byteCount == written.count
        && (0..<written.count).allSatisfy {
          unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == written[$0]
        }
    }
    #expect(isBuiltIn, Self.advice)
  }

  @Test(arguments: [true, false])
  func answersFromTheLibraryBesideTheSameText(_ isMarked: Bool) throws {
    try install(marked: isMarked)
    let installed = load(core: core)
    #expect(installed.source == .builtInImage, Self.advice)
    let jpeg = try TypeIdentifier("public.jpeg")
    // Its supplements are in other files.
    func paths(_ registry: CompiledRegistry) throws -> [String] {
      try #require(registry.information(on: jpeg)).declarations.filter { $0.kind != .supplement }
        .map(\.source.path)
    }
    #expect(try paths(installed.registry) == [core + "/30-images.json"])
    // Also with choices over it.
    let choice = Binding(
      .tag(try Tag(.filenameExtension, "ts")),
      .type(try TypeIdentifier("com.microsoft.typescript")))
    #expect(try paths(installed.registry.choosing([choice])) == [core + "/30-images.json"])
    #expect(try paths(load(core: nil).registry) == ["30-images.json"])
    #expect(RegistryLoader.report(locations(core)).isOtherCore == false)
  }

  private func locations(_ core: String?) -> RegistryLocations {
    RegistryLocations(core: core, environment: Environment(declarations: ""), cache: nil)
  }

  /// A change of the installed text, in any of the ways in which files change.
  @Test(
    arguments: [
      "echo '{\"CFBundleIdentifier\": \"org.test.more\"}' >99-more.json",
      "sed -i 's/JPEG image/Jpeg image/' 30-images.json",
      "sed 's/JPEG image/Jpeg image/' 30-images.json >new && cat new >30-images.json && rm new",
      "sed 's/JPEG image/Jpeg image/' 30-images.json >.new && touch -r 30-images.json .new"
        + " && mv .new 30-images.json",
      "rm 90-devices.json", "mkdir App && echo '{}' >App/Info.json", "chmod 666 30-images.json",
    ], [true, false])
  func aChangeOfTheTextIsNoticed(_ line: String, _ isMarked: Bool) throws {
    try install(marked: isMarked)
    #expect(load(core: core).source == .builtInImage, Self.advice)
    // The clock that stamps files has steps: a change within the step of the mark would not show.
    usleep(20_000)
    let shell = try Process.run(
      URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "cd '\(core)' && \(line)"])
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    let isSameText = line.hasPrefix("chmod")
    let changed = load(core: core)
    #expect((changed.source == .builtInImage) == isSameText)
    #expect((changed.registry.digest == load(core: nil).registry.digest) == isSameText)
    #expect(RegistryLoader.report(locations(core)).isOtherCore == !isSameText)
  }

  @Test func aBundleIsReadBesideTheCoreOfTheLibrary() throws {
    try directory.write("applications/menu.json", json())
    let loaded = load(core: nil)
    #expect(loaded.source == .declarations)
    let core = RegistryLoader.compile(locations(Self.declarations))
    #expect(loaded.registry.typeCount >= core.registry.typeCount)
    #expect(loaded.registry.isDeclared(try TypeIdentifier("public.jpeg")))
    try FileManager.default.removeItem(atPath: applications + "/menu.json")
    #expect(load(core: nil).source == .builtInImage)
  }

  @Test func theDigestIsTheSameWhereverTheCoreIs() throws {
    try install(marked: false)
    var environment = Environment(declarations: "")
    let digests = [core, nil, Self.declarations].map { core in
      RegistryLoader.compile(RegistryLocations(core: core, environment: environment, cache: nil))
        .registry.digest
    }
    #expect(Set(digests).count == 1)
    #expect(load(core: nil).registry.digest == digests[0], Self.advice)
    // The image has freedesktop's names, so without them it is not used.
    environment.usesFreedesktop = false
    let plain = RegistryLoader.load(
      RegistryLocations(core: nil, environment: environment, cache: nil))
    #expect(plain.source == .declarations)
    #expect(plain.registry.digest != digests[0])
    #expect(plain.registry.digest == Shipped.asApple.digest)
  }

  @Test func refusesADirectoryWithoutDeclarations() {
    for name in [applications, directory.path + "/missing", ""] {
      #expect(throws: Diagnostic.self) {
        try RegistryLoader.writeImage(ofCore: name, to: directory.path + "/image")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/image"))
  }

  /// Under sudo, HOME is often still the user's, who could not use a directory that root creates.
  @Test(.enabled(if: geteuid() == 0, "needs root, to give a directory away"))
  func rootCachesNothingInTheHomeOfAnotherUser() throws {
    let files = FileManager.default
    let home = directory.path + "/home"
    let elsewhere = directory.path + "/elsewhere"
    let cache = home + "/.cache/typed"
    let locations = RegistryLocations(
      core: core, environment: Environment(declarations: "user=" + applications), cache: cache)
    for made in [home, elsewhere] {
      try files.createDirectory(atPath: made, withIntermediateDirectories: true)
    }
    // In root's own it is cached, so the answers below are not empty for another reason.
    #expect(RegistryLoader.load(locations).cacheProblem == nil)
    #expect(try !files.contentsOfDirectory(atPath: cache).isEmpty)
    try files.removeItem(atPath: home + "/.cache")
    try #require(unsafe chown(home, 65_534, 65_534) == 0)
    #expect(
      RegistryLoader.load(locations).cacheProblem?.contains("belongs to another user") == true)
    #expect(try files.contentsOfDirectory(atPath: home) == [])
    // Nor behind a link of that user.
    try files.createDirectory(atPath: home + "/.cache", withIntermediateDirectories: true)
    try #require(unsafe symlink(elsewhere, cache) == 0)
    try #require(unsafe lchown(cache, 65_534, 65_534) == 0)
    #expect(RegistryLoader.load(locations).cacheProblem != nil)
    #expect(try files.contentsOfDirectory(atPath: elsewhere) == [])
  }
}
