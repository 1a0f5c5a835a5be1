// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// The library has no text of its core declarations, and yet all that they say.
@Suite struct BuiltInCoreTests {
  private static let advice: Comment =
    "Sources/CoreData is not what Declarations/ gives: run 'make core-image'"

  /// The text of each file, by its name.
  private let files = TestFiles.names(in: "../Declarations").filter { $0.hasSuffix(".json") }.map {
    (name: $0, bytes: TestFiles.bytes(of: $0, in: "../Declarations"))
  }

  @Test func bundlesSayWhatTheirTextSays() throws {
    let bundles = BuiltInCore.bundles()
    #expect(bundles.map(\.path) == files.map(\.name), Self.advice)
    for (bundle, file) in zip(bundles, files) {
      var parsed = try #require(
        BundleParser.parse(file.bytes, path: file.name, origin: .core).bundle)
      // Units have the translations of the texts that a file has.
      let texts = Set(parsed.declarations.compactMap(\.typeDescription) + [parsed.name ?? ""])
      parsed.localizedStrings = parsed.localizedStrings.compactMapValues { table in
        let used = table.filter { texts.contains($0.key) }
        return used.isEmpty ? nil : used
      }
      #expect(bundle == parsed, Self.advice)
    }
  }

  @Test func aFileIsKnownByItsText() throws {
    for file in files {
      let unit = try #require(BuiltInCore.unit(ofFileWith: file.bytes), Self.advice)
      #expect(unit.bundleIdentifier.hasPrefix("org.typeregistry.core."))
      var changed = file.bytes
      changed[changed.count / 2] ^= 1
      #expect(BuiltInCore.unit(ofFileWith: changed) == nil)
    }
  }
}
