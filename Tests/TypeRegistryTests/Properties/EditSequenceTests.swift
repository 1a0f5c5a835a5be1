// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

/// A registry that is compiled from what was kept of earlier ones, and from what changed since, is byte
/// for byte the one that is compiled from nothing.
@Suite struct EditSequenceTests {
  static let seeds = (0..<UInt64(propertyCases(24))).map { $0 &* 6_151 &+ 3 }
  private static let origins = ["system", "local", "user"]

  /// Directories of declarations that are edited at random.
  private struct Edited {
    let directory: TemporaryDirectory
    let locations: RegistryLocations
    var random: SeededRandom
    var files: [String] = []
    /// The number of texts so far: no two files of one name have the same length, because a stamp does
    /// not tell texts of one tick of the clock apart.
    var texts = 0

    init(seed: UInt64) throws {
      directory = try TemporaryDirectory()
      random = SeededRandom(seed: seed)
      let root = directory.path
      for name in ["core"] + origins {
        try FileManager.default.createDirectory(
          atPath: root + "/" + name, withIntermediateDirectories: true)
      }
      locations = RegistryLocations(
        core: root + "/core",
        environment: Environment(
          declarations: origins.map { "\($0)=\(root)/\($0)" }.joined(separator: ":")),
        cache: nil)
      try directory.write(
        "core/10-base.json",
        """
        {"CFBundleIdentifier": "public.core", "UTExportedTypeDeclarations": [
          {"UTTypeIdentifier": "public.data"},
          {"UTTypeIdentifier": "public.text", "UTTypeConformsTo": "public.data",
           "UTTypeDescription": "text",
           "UTTypeTagSpecification": {"public.filename-extension": ["t0", "txt"],
             "public.mime-type": "text/plain"}}]}
        """)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func type() -> String { "org.t\(Int.random(in: 0..<9, using: &random)).type" }

    private mutating func text() -> String {
      texts += 1
      let declarations = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        """
        {"UTTypeIdentifier": "\(type())",
         "UTTypeConformsTo": ["\(type())", "\(pick(["public.text", "public.data", "org.no.such"]))"],
         "UTTypeDescription": "\(pick(["text", "thing"]))",
         "UTTypeTagSpecification": {"public.filename-extension": ["t\(texts % 7)", "a.t\(texts % 3)"],
           "org.freedesktop.filename-glob": ["\(pick(["Makefile", "*.foo.*", "READ*"]))"]}}
        """
      }
      return """
        {"CFBundleIdentifier": "org.t\(Int.random(in: 0..<5, using: &random)).bundle",
         "CFBundleVersion": "1.\(texts)", "CFBundleName": "thing",
         "\(pick(["UTExportedTypeDeclarations", "UTImportedTypeDeclarations"]))":
           [\(declarations.joined(separator: ",\n"))],
         "TRTypeSupplements": [{"UTTypeIdentifier": "\(type())", "UTTypeConformsTo": "\(type())",
           "UTTypeTagSpecification": {"public.mime-type": "text/plain"}}],
         "CFBundleDocumentTypes": [{"LSItemContentTypes": ["\(type())", "public.text"],
           "CFBundleTypeRole": "\(pick(["Editor", "Viewer"]))", "CFBundleTypeName": "thing",
           "LSHandlerRank": "\(pick(["Owner", "Default", "Alternate"]))"},
           {"CFBundleTypeExtensions": ["t1", "*"], "CFBundleTypeMIMETypes": "text/plain"}],
         "CFBundleURLTypes": [{"CFBundleURLSchemes": "x-test"}],
         "TRLaunch": {"Arguments": ["\(pick(["true", "/no/such", "./bad"]))", "%F"]},
         "TRDefaultHandlers": {"\(type())": "org.t1.bundle"},
         "TRLocalizedStrings": {"de": {"thing": "Ding \(texts)", "unused": "u"}},
         "Unknown": "\(String(repeating: "x", count: texts))"}
        """
    }

    /// Makes one change of one file; says what it was.
    mutating func change() throws -> String {
      let root = directory.path + "/"
      let kind = files.isEmpty ? 0 : Int.random(in: 0...6, using: &random)
      let new = "\(pick(EditSequenceTests.origins))/f\(texts).json"
      switch kind {
      case 0, 1:
        try directory.write(new, text())
        files.append(new)
        return "added \(new)"
      case 2:
        let file = pick(files)
        try directory.write(file, text())
        return "changed \(file)"
      case 3:
        let file = pick(files)
        try directory.write(file, String(text().dropLast(20)))
        return "broke \(file)"
      case 4:
        let file = pick(files)
        try FileManager.default.removeItem(atPath: root + file)
        files.removeAll { $0 == file }
        return "removed \(file)"
      case 5:
        // To another name, and often to another directory.
        let file = pick(files)
        texts += 1
        try FileManager.default.moveItem(atPath: root + file, toPath: root + new)
        files.removeAll { $0 == file }
        files.append(new)
        return "moved \(file) to \(new)"
      default:
        // A bundle with a translation beside it.
        let bundle =
          "\(pick(EditSequenceTests.origins))/App\(Int.random(in: 0..<2, using: &random))"
        try directory.write("\(bundle)/Info.json", text())
        try directory.write(
          "\(bundle)/fr.lproj/InfoPlist.strings", "\"thing\" = \"chose \(texts)\";")
        return "wrote \(bundle)"
      }
    }
  }

  /// A time after every change so far, so that no file counts as written while it was read.
  private static var later: Int64 { WallClock.nanoseconds + 5_000_000_000 }

  @Test(arguments: seeds)
  func eachStepEqualsACompileFromNothing(seed: UInt64) throws {
    var edited = try Edited(seed: seed)
    var kept: UnitFile?
    var steps: [String] = []
    for _ in 0..<14 {
      steps.append(try edited.change())
      let builtAt = Self.later
      let fresh = RegistryLoader.compile(edited.locations, reusing: nil, builtAt: builtAt)
      let next = RegistryLoader.compile(edited.locations, reusing: kept, builtAt: builtAt)
      let isEqual = next.compilation.image == fresh.compilation.image
      #expect(isEqual, "seed \(seed): \(steps.joined(separator: ", "))")
      #expect(next.compilation.diagnostics == fresh.compilation.diagnostics)
      #expect(next.cache.added.count <= (kept == nil ? next.cache.entries.count : 1), "\(steps)")
      #expect(next.cache.entries.count == fresh.cache.entries.count)
      kept = UnitFile(Self.bytes(of: next.cache))
      #expect(kept != nil)
    }
  }

  private static func bytes(of cache: UnitCache) -> MappedMemory {
    var bytes: [UInt8] = []
    for piece in UnitFile.pieces(cache.entries) { piece.bytes.append(to: &bytes) }
    return MappedMemory(copying: bytes)
  }

  @Test func whatWasWrittenInTheTickOfItsReadingIsReadAgain() throws {
    var edited = try Edited(seed: 1)
    _ = try edited.change()
    // Reading began before the files were written.
    let before = WallClock.nanoseconds - 10_000_000_000
    let first = RegistryLoader.compile(edited.locations, reusing: nil, builtAt: before)
    let kept = try #require(UnitFile(Self.bytes(of: first.cache)))
    let second = RegistryLoader.compile(edited.locations, reusing: kept)
    #expect(second.cache.added.count == first.cache.entries.count)
  }

  // MARK: - Damage

  @Test func aDamagedUnitIsParsedAgain() throws {
    var edited = try Edited(seed: 5)
    for _ in 0..<4 { _ = try edited.change() }
    let builtAt = Self.later
    let fresh = RegistryLoader.compile(edited.locations, reusing: nil, builtAt: builtAt)
    let memory = Self.bytes(of: fresh.cache)
    var bytes: [UInt8] = []
    memory.bytes(at: 0, count: memory.count).append(to: &bytes)
    for position in stride(from: 0, to: bytes.count, by: 37) {
      var damaged = bytes
      damaged[position] ^= 0x41
      check(damaged, edited.locations, fresh.compilation, builtAt)
    }
    for length in stride(from: 0, to: bytes.count, by: 211) {
      check(Array(bytes[..<length]), edited.locations, fresh.compilation, builtAt)
    }
  }

  private func check(
    _ bytes: [UInt8], _ locations: RegistryLocations, _ expected: RegistryCompiler.Compilation,
    _ builtAt: Int64
  ) {
    let units = UnitFile(MappedMemory(copying: bytes))
    let found = RegistryLoader.compile(locations, reusing: units, builtAt: builtAt)
    #expect(found.compilation.registry.digest == expected.registry.digest)
  }

  @Test func aUnitOfWrongNumbersIsNotSound() throws {
    var edited = try Edited(seed: 9)
    for _ in 0..<3 { _ = try edited.change() }
    let fresh = RegistryLoader.compile(edited.locations, reusing: nil)
    let unit = try #require(fresh.cache.entries.last?.unit)
    var bytes: [UInt8] = []
    unit.bytes.append(to: &bytes)
    #expect(DeclarationUnit(bytes).isSound)
    var refused = 0
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x80
      let unit = DeclarationUnit(damaged)
      guard unit.isSound else {
        refused += 1
        continue
      }
      // What passes is compiled to some registry.
      _ = RegistryCompiler.compile(
        [CompilerInput(unit, path: "/a.json")],
        diagnostics: unit.findings(paths: ["/a.json"]), inputs: [], builtAt: 0)
    }
    #expect(refused > 0)
  }
}
