// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// An installed program starts from the image beside the core while there are no other bundles.
@Suite struct InstallationTests {
  private let directory: TemporaryDirectory
  private var core: String { directory.path + "/core" }
  private var applications: String { directory.path + "/applications" }
  private var image: String { core + "/registry.image" }

  init() throws {
    directory = try TemporaryDirectory()
    let files = FileManager.default
    for made in [core, applications] {
      try files.createDirectory(atPath: made, withIntermediateDirectories: true)
    }
    for name in ["10-base.json", "30-images.json"] {
      try files.copyItem(
        atPath: TestFiles.checkout + "/Declarations/" + name, toPath: core + "/" + name)
    }
  }

  private func load() -> RegistryLoader.Loaded {
    RegistryLoader.load(
      RegistryLocations(
        core: core, environment: Environment(declarations: "user=" + applications), cache: nil))
  }

  @Test func startsFromTheImageWhileThereAreNoOtherBundles() throws {
    #expect(load().source == .declarations)
    #expect(try RegistryLoader.writeShippedImage(core: core) == image)
    let installed = load()
    #expect(installed.source == .shippedImage)
    #expect(installed.registry.isImageSound)
    #expect(installed.registry.isDeclared(try TypeIdentifier("public.jpeg")))

    try directory.write("applications/menu.json", json())
    #expect(load().source == .declarations)
  }

  @Test func isTheSameHoweverOftenItIsWritten() throws {
    try RegistryLoader.writeShippedImage(core: core)
    let first = try #require(FileManager.default.contents(atPath: image))
    let later = Date(timeIntervalSinceNow: 60)
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: core + "/10-base.json")
    try RegistryLoader.writeShippedImage(core: core)
    #expect(FileManager.default.contents(atPath: image) == first)
  }

  @Test func namesTheFilesWhereTheyWillBe() throws {
    try RegistryLoader.writeShippedImage(core: core, installedAt: "/usr/share/typed/core")
    let jpeg = try #require(
      load().registry.information(on: TypeIdentifier("public.jpeg")))
    #expect(jpeg.declarations.map(\.source.path) == ["/usr/share/typed/core/30-images.json"])
  }

  @Test func refusesADirectoryWithoutDeclarations() {
    #expect(throws: Diagnostic.self) {
      try RegistryLoader.writeShippedImage(core: applications)
    }
    #expect(throws: Diagnostic.self) {
      try RegistryLoader.writeShippedImage(core: directory.path + "/missing")
    }
    #expect(!FileManager.default.fileExists(atPath: applications + "/registry.image"))
  }
}
