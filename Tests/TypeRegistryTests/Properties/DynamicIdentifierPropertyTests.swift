// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// What holds for every dynamic identifier.
@Suite struct DynamicIdentifierPropertyTests {
  typealias Tag = TypeRegistry.Tag

  @Test func decodingUndoesEncoding() throws {
    var random = SeededRandom(seed: 31)
    let classes: [TagClass] = [.filenameExtension, .mimeType, .pasteboardType, .osType]
    let supertypes = [
      "public.data", "public.image", "org.example.x", "dyn.age81e62", "com.apple.package",
    ]
    for round in 0..<propertyCases(5000) {
      let tagClass = classes[round % classes.count]
      let supertype = Bool.random(using: &random) ? supertypes.randomElement(using: &random) : nil
      guard let tag = try? Tag(tagClass, Self.text(&random)),
        let dynamic = DynamicIdentifier(tag, conformingTo: supertype.map(TypeIdentifier.test))
      else { continue }
      let decoded = try DynamicIdentifier(decoding: .test(dynamic.identifier.text))
      #expect(decoded == dynamic, "\(tag)")
      #expect(decoded.tags == [tag])
      #expect(decoded.supertype?.text == supertype)
      #expect(DynamicIdentifier(decoded.items) == dynamic)
    }
  }

  @Test func theWayForManyNamesEqualsTheInitialiser() throws {
    var random = SeededRandom(seed: 32)
    for _ in 0..<propertyCases(5000) {
      let text = Self.text(&random)
      guard let tag = try? Tag(.filenameExtension, text) else { continue }
      let general = DynamicIdentifier(tag, conformingTo: .test("public.data"))
      #expect(DynamicIdentifier.canSpell(filenameExtension: text.utf8.span) == (general != nil))
      guard let general else { continue }
      var streamed: [UInt8] = []
      DynamicIdentifier.append(filenameExtension: text.utf8.span, to: &streamed)
      #expect(String(decoding: streamed, as: UTF8.self) == general.identifier.text, "'\(text)'")
    }
  }

  @Test func whateverIsAcceptedSpellsTheSameAgain() throws {
    var random = SeededRandom(seed: 33)
    let parts = ["?", "0", "1", "=", ":", "\\", "6", "a", "é", "\0", "A", "public.data", "x"]
    for _ in 0..<propertyCases(5000) {
      var specification: [UInt8] = []
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        specification += Array((parts.randomElement(using: &random) ?? "").utf8)
      }
      var text = Array("dyn.a".utf8)
      DynamicIdentifier.appendBase32(specification.span, to: &text)
      let identifier = String(decoding: text, as: UTF8.self)
      guard let given = try? TypeIdentifier(identifier),
        let decoded = try? DynamicIdentifier(decoding: given)
      else { continue }
      let again = try #require(DynamicIdentifier(decoded.items))
      #expect(
        try DynamicIdentifier(decoding: again.identifier).items == decoded.items,
        "'\(String(decoding: specification, as: UTF8.self))'")
    }
  }

  @Test func errorsLieInTheIdentifier() {
    var random = SeededRandom(seed: 34)
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789-")
    for _ in 0..<propertyCases(5000) {
      let count = Int.random(in: 1...60, using: &random)
      let tail = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      guard let identifier = try? TypeIdentifier("dyn.a" + tail) else { continue }
      do throws(DynamicIdentifier.SyntaxError) {
        _ = try DynamicIdentifier(decoding: identifier)
      } catch {
        #expect(0...identifier.text.utf8.count ~= error.offset, "\(identifier)")
      }
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let characters = ["a", "B", "7", ".", "-", ":", "\\", "=", "?", "é", "日", "+", "/", "\u{200B}"]
    let most = Bool.random(using: &random) ? 8 : 160
    let count = Int.random(in: 1...most, using: &random)
    return (0..<count).map { _ in characters.randomElement(using: &random) ?? "a" }.joined()
  }
}
