// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Registries opened from images, whole and damaged.
@Suite struct CompiledRegistryTests {
  static let files = FullBundles.all.map { CompilerInput($0) }
  static let image = RegistryCompiler.compile(
    files, diagnostics: [], inputs: Array("inputs".utf8), builtAt: 1234
  ).image

  static func open(_ bytes: [UInt8]) throws(ImageHeader.Problem) -> CompiledRegistry {
    try CompiledRegistry(MappedMemory(copying: bytes))
  }

  // MARK: - Whole

  @Test func everyPartHasContents() throws {
    let header = try Self.open(Self.image).header
    for part in ImagePart.allCases { #expect(header.counts[part.rawValue] > 0, "\(part)") }
  }

  @Test func theImageGivesTheSameRegistry() throws {
    let registry = try Self.open(Self.image)
    let compiled = RegistryCompiler.compile(FullBundles.all).registry
    #expect(registry.digest == compiled.digest)
    #expect(registry.declaredTypes == compiled.declaredTypes)
    #expect(registry.diagnostics == compiled.diagnostics)
    #expect(registry.header.builtAt == 1234)
    #expect(registry.inputs.text == "inputs")
    #expect(registry.isImageSound)
    for identifier in compiled.declaredTypes {
      #expect(registry.information(on: identifier) == compiled.information(on: identifier))
    }
  }

  @Test func inputsAndTimeAreNotInTheDigest() throws {
    let other = RegistryCompiler.compile(
      Self.files, diagnostics: [], inputs: [1, 2, 3], builtAt: 9)
    #expect(try Self.open(Self.image).digest == other.registry.digest)
    #expect(Self.image != other.image)
  }

  /// The same declarations in two places give the same answers, so that digests can be compared.
  @Test func theDigestDoesNotDependOnWhereTheFilesAre() throws {
    var bundles = FullBundles.all
    for index in bundles.indices { bundles[index].path = "/an/other/place" + bundles[index].path }
    let other = RegistryCompiler.compile(bundles)
    let own = RegistryCompiler.compile(FullBundles.all)
    #expect(other.registry.digest == own.registry.digest)
    #expect(other.image != own.image)
    let paths = { (registry: CompiledRegistry) in
      registry.effectiveBundles.map { registry.identity(ofBundle: $0).path }
    }
    #expect(paths(other.registry) == paths(own.registry).map { "/an/other/place" + $0 })
  }

  @Test func oneDeclarationMoreGivesAnotherDigest() throws {
    var bundles = FullBundles.all
    bundles[1].declarations.append(.test("org.user.more"))
    #expect(try Self.open(Self.image).digest != RegistryCompiler.compile(bundles).registry.digest)
  }

  // MARK: - Damage

  @Test func theChecksumDetectsEveryFlippedByte() throws {
    var bytes = Self.image
    for index in bytes.indices {
      let kept = bytes[index]
      bytes[index] ^= UInt8(1 << (index % 8))
      // A damaged header may be refused at once.
      let registry = try? Self.open(bytes)
      #expect(registry?.isImageSound != true, "byte \(index)")
      bytes[index] = kept
    }
  }

  /// 32-bit words after the header set to values that overflow.
  @Test(arguments: [UInt32.max, UInt32.max - 1, 0x7FFF_FFFF, 0x8000_0000])
  func noWordMakesALookUpTrap(_ value: UInt32) throws {
    var random = SeededRandom(seed: UInt64(value))
    for _ in 0..<propertyCases(40) {
      var bytes = Self.image
      // A fortieth of the words at a time, so that look-ups still reach them.
      for word in (ImageHeader.length / 4)..<(bytes.count / 4)
      where Int.random(in: 0..<40, using: &random) == 0 {
        for index in 0..<4 {
          bytes[4 * word + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
        }
      }
      QuerySweep.run(on: try Self.open(bytes), most: 12)
    }
  }

  /// The groups of patterns, their runs and the patterns themselves, filled with one byte.
  @Test(
    arguments: [
      (ImagePart.patternGroups, MemoryLayout<PatternGroupRecord>.stride),
      (.patternRuns, MemoryLayout<UInt32>.stride), (.globs, MemoryLayout<GlobRecord>.stride),
      (.nameFilter, MemoryLayout<NameFilterRecord>.stride),
    ],
    [0, 1, 0x7F, 0x80, 0xFF] as [UInt8])
  func noPatternsMakeALookUpTrap(
    _ section: (part: ImagePart, stride: Int), _ byte: UInt8
  ) throws {
    var bytes = Self.image
    let header = try Self.open(bytes).header
    let start = header.offsets[section.part.rawValue]
    for index in start..<(start + header.counts[section.part.rawValue] * section.stride) {
      bytes[index] = byte
    }
    QuerySweep.run(on: try Self.open(bytes), most: 12)
  }

  /// Like ``noPatternsMakeALookUpTrap(_:_:)``, but only the start of a group, so that its filter still
  /// lets names pass.
  @Test(arguments: [0, 1, 3, 0xFFFF, 0x7FFF_FFFF, .max] as [UInt32])
  func noStartOfAGroupMakesALookUpTrap(_ value: UInt32) throws {
    let header = try Self.open(Self.image).header
    let start = header.offsets[ImagePart.patternGroups.rawValue]
    for group in 0..<header.counts[ImagePart.patternGroups.rawValue] {
      var bytes = Self.image
      for index in 0..<4 {
        let offset = start + group * MemoryLayout<PatternGroupRecord>.stride + 16 + index
        bytes[offset] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
      }
      let registry = try Self.open(bytes)
      for name in QuerySweep.names { _ = registry.resolve(name: name.span) }
    }
  }

  @Test func noBytesMakeALookUpTrap() {
    var random = SeededRandom(seed: 2024)
    for _ in 0..<propertyCases(150) {
      var bytes = Self.image
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let index = Int.random(in: ImageHeader.length..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        // A part moved, or given another number of records, within the image.
        let part = ImagePart.allCases.randomElement(using: &random) ?? .types
        let most = (bytes.count - ImageHeader.length) / 8
        let value = UInt64(Int.random(in: 0..<most, using: &random))
        let isOffset = Bool.random(using: &random)
        let word = 8 + 2 * part.rawValue + (isOffset ? 0 : 1)
        let field = isOffset ? UInt64(ImageHeader.length) + 8 * value : value
        for index in 0..<8 {
          bytes[8 * word + index] = UInt8(truncatingIfNeeded: field >> UInt64(8 * index))
        }
      }
      if let registry = try? Self.open(bytes) { QuerySweep.run(on: registry, most: 12) }
    }
  }
}
