// SPDX-License-Identifier: MIT

import Testing

// Errors are constructed here to compare with them.
@testable import TypeRegistry

@Suite struct TypeIdentifierTests {
  typealias Reason = TypeIdentifier.SyntaxError.Reason

  @Test(arguments: [
    "a.b", "public.png", "com.apple.mach-o.binary", "0.1", "-.-", "a.b.c.d.e.f.g.h",
    "a." + String(repeating: "b", count: 253),
  ])
  func acceptsAnIdentifier(_ text: String) throws {
    #expect(try TypeIdentifier(text).text == text)
  }

  @Test(arguments: [
    ("", Reason.empty, 0), ("public", .singleLabel, 0), (".a.b", .emptyLabel, 0),
    ("a..b", .emptyLabel, 2), ("a.b.", .emptyLabel, 4), (".", .emptyLabel, 0),
    ("..", .emptyLabel, 0), ("pub lic.a", .illegalByte(0x20), 3), ("a.b_c", .illegalByte(0x5F), 3),
    ("públic.a", .illegalByte(0xC3), 1), ("a.b\0", .illegalByte(0), 3),
    ("a.b\n", .illegalByte(0x0A), 3), ("a/b", .illegalByte(0x2F), 1),
    ("a.b\u{202E}", .illegalByte(0xE2), 3), ("\u{FEFF}a.b", .illegalByte(0xEF), 0),
    ("a.b*", .illegalByte(0x2A), 3), ("a.", .emptyLabel, 2),
  ])
  func refusesABrokenRuleAtItsPosition(_ text: String, _ reason: Reason, _ offset: Int) {
    #expect(throws: TypeIdentifier.SyntaxError(reason: reason, offset: offset)) {
      try TypeIdentifier(text)
    }
  }

  @Test func refusesTheFirstByteTooMany() {
    let text = "a." + String(repeating: "b", count: 254)
    #expect(throws: TypeIdentifier.SyntaxError(reason: .tooLong(256), offset: 255)) {
      try TypeIdentifier(text)
    }
  }

  @Test(arguments: ["PUBLIC.TIFF", "Public.Tiff", "public.tiff"])
  func isKeptInLowerCase(_ text: String) throws {
    #expect(try TypeIdentifier(text).text == "public.tiff")
  }

  @Test func comparesWithoutCase() throws {
    #expect(try TypeIdentifier("Org.A") == TypeIdentifier("org.a"))
  }

  @Test(arguments: [
    ("a.b", "a.c"), ("a-b.c", "a.b"), ("a.b", "a.b.c"), ("a.0", "a.a"), ("public.a", "public.a-b"),
  ])
  func isOrderedByBytes(_ first: String, _ second: String) throws {
    #expect(try TypeIdentifier(first) < TypeIdentifier(second))
  }

  @Test(arguments: [
    ("org.bistro.restaurantmenu", "org.bistro"), ("public.png", "public.png"),
    ("com.apple.a.b.c", "com.apple"), ("a.b", "a.b"),
  ])
  func ownerIsTheFirstTwoLabels(_ text: String, _ owner: String) throws {
    #expect(try TypeIdentifier(text).owner == owner)
  }

  @Test(arguments: [
    ("public.png", true), ("PUBLIC.png", true), ("com.apple.x", true), ("dyn.ab", true),
    ("publicity.png", false), ("com.applesauce.x", false), ("com.apple", false),
    ("dynamic.a", false), ("org.public.a", false), ("com.example.a", false),
  ])
  func onlyThreePrefixesAreReserved(_ text: String, _ isReserved: Bool) throws {
    #expect(try TypeIdentifier(text).isReserved == isReserved)
  }

  @Test(arguments: [
    ("public.a", true, false), ("dyn.a", false, true), ("com.apple.a", false, false),
  ])
  func distinguishesPublicAndDynamic(_ text: String, _ isPublic: Bool, _ isDynamic: Bool) throws {
    let identifier = try TypeIdentifier(text)
    #expect((identifier.isPublic, identifier.isDynamic) == (isPublic, isDynamic))
  }

  @Test(arguments: [
    ("", "is empty"), ("a", "has only one part: expected two or more, such as 'public.text'"),
    ("public..png", "has an empty label (byte 7)"), ("a. b", "has a space at byte 2"),
    ("a.b_", "has the character '_' at byte 3"),
    ("a.é", "has a character that is not ASCII at byte 2"),
    ("a.\u{1B}", "has a control character at byte 2"),
    ("a.\u{7F}", "has a control character at byte 2"),
    ("a." + String(repeating: "b", count: 300), "is 302 bytes long: expected at most 255"),
  ])
  func saysWhatIsWrong(_ text: String, _ message: String) {
    #expect(throws: TypeIdentifier.SyntaxError.self) { try TypeIdentifier(text) }
    do {
      _ = try TypeIdentifier(text)
    } catch {
      #expect(error.description == message)
    }
  }

  @Test(arguments: [
    ("audio/*", "public.audio"), ("FONT/*", "public.font"), ("image/*", "public.image"),
    ("model/*", "public.3d-content"), ("text/*", "public.text"), ("Video/*", "public.movie"),
    ("application/*", nil), ("image/png", nil), ("image", nil), ("", nil),
  ])
  func theMIMETypesOfAMediumHaveAType(_ text: String, _ type: String?) {
    #expect(TypeIdentifier.ofAll(mimeTypes: text)?.text == type)
  }
}
