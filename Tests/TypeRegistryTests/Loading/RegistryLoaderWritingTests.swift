// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Images and units in files that the caller names.
@Suite struct RegistryLoaderWritingTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory(mode: 0o755)
    for name in ["b", "a"] {
      try directory.write(
        "core/\(name).json",
        """
        {"CFBundleIdentifier": "org.example.\(name)",
         "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.\(name).type"}]}
        """)
    }
    try directory.makeDirectory("empty", mode: 0o755)
  }

  private var core: String { directory.path + "/core" }

  /// What prevents an image of the core in a directory.
  private func refusal(
    _ core: String, _ image: String, units: String? = nil
  ) -> Diagnostic? {
    do throws(Diagnostic) {
      try RegistryLoader.writeImage(ofCore: core, to: image, units: units)
      return nil
    } catch {
      return error
    }
  }

  /// Each file has a unit, under its name and a digest of its bytes.
  @Test func theUnitsOfACoreAreThoseOfItsFiles() throws {
    let (image, units) = (directory.path + "/image", directory.path + "/units")
    #expect(refusal(core, image, units: units) == nil)
    let bytes = try DeclarationReader.read(
      try directory.filePath("units"), limit: 1 << 20
    ).bytes
    let file = try #require(UnitFile(MappedMemory(copying: bytes)))
    let found = file.entries.map { entry in
      (
        name: String(entry.key.text.prefix { $0 != "\0" }),
        type: entry.unit.declarations.count
      )
    }
    #expect(found.map(\.name).sorted() == ["a.json", "b.json"])
    #expect(found.map(\.type) == [1, 1])
    let registry = try RegistryFile(path: image).registry
    #expect(
      registry.declaredTypes.map(\.text).sorted() == ["org.example.a.type", "org.example.b.type"])
  }

  @Test func refusesWhatCannotBeReadOrWritten() {
    let image = directory.path + "/image"
    #expect(refusal("", image)?.message == "no such directory")
    #expect(
      refusal(directory.path + "/empty", image)?.message == "the directory has no declarations")
    let beyond = core + "/a.json/file"
    for problem in [refusal(core, beyond), refusal(core, image, units: beyond)] {
      #expect(problem?.code == .fileUnwritable)
      #expect(problem?.path == beyond)
      #expect(problem?.message == "cannot be written: part of the path is not a directory")
    }
  }

  @Test func aRegistryWithoutTypesIsNotWritten() throws {
    let locations = RegistryLocations(
      core: directory.path + "/empty", environment: Environment(declarations: ""), cache: nil)
    let image = try directory.filePath("image")
    #expect {
      _ = try RegistryLoader.writeImage(of: locations, to: image)
    } throws: {
      ($0 as? Diagnostic)?.message == "there are no declarations"
    }
    #expect(directory.names == ["core", "empty"])
  }
}
