// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// What packages say in the namespace of an export.
@Suite struct MIMEPackageParserOwnTests {
  private func parse(_ types: String) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    let text =
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\(types)</mime-info>"
    return MIMEPackageParser.parse(Array(text.utf8), path: "/a.xml", origin: .user)
  }

  private func declaration(_ attributes: String, _ content: String = "") -> String {
    "<u:declaration xmlns:u=\"https://typeregistry.org/declaration\" \(attributes)>\(content)</u:declaration>"
  }

  @Test func aDeclarationGivesATypeItsIdentity() throws {
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"a/b\"><sub-class-of type=\"text/plain\"/>"
        + declaration(
          "identifier=\"org.example.b\" version=\"3\" reference=\"https://b\"",
          "<u:conforms-to type=\"public.data\"/><u:tag class=\"com.apple.ostype\" value=\"BBBB\"/>")
        + "</mime-type>")
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let type = try #require(bundle?.declarations.first)
    #expect(type.identifier.text == "org.example.b" && type.kind == .imported)
    #expect(type.parents.map(\.text) == ["public.data"])
    #expect(type.version == "3" && type.referenceURL == "https://b")
    #expect(type.tags.map(\.value) == ["a/b", "BBBB"])
  }

  @Test func aGeneratedMIMETypeIsEnough() throws {
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"image/x-uti.org.example.b\"/><mime-type type=\"text/x-uti.org.example.b\"/>"
    )
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(bundle?.declarations.map(\.identifier.text) == ["org.example.b"])
    #expect(bundle?.declarations[0].tags.count == 2)
  }

  @Test(arguments: [
    ("", "has no 'identifier'"), ("identifier=\"b\"", "'b' has only one part"),
    ("identifier=\"dyn.age8u\"", "cannot be declared"),
    ("identifier=\"org.freedesktop.mime.c.d\"", "is declared twice"),
  ]) func anIdentityThatCannotBeIsNone(_ attributes: String, _ message: String) throws {
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"c/d\"/><mime-type type=\"a/b\">\(declaration(attributes))</mime-type>")
    #expect(bundle?.declarations.last?.identifier.text == "org.freedesktop.mime.a.b")
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics)")
  }

  @Test func theSameIdentityIsGivenOnce() {
    let own = declaration("identifier=\"org.example.b\"")
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"a/b\">\(own)</mime-type><mime-type type=\"a/c\">\(own)</mime-type>")
    #expect(
      bundle?.declarations.map(\.identifier.text) == ["org.example.b", "org.freedesktop.mime.a.c"])
    #expect(diagnostics.count == 1)
  }

  @Test func elementsOfOtherNamespacesAreSkipped() {
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"a/b\"><u:declaration xmlns:u=\"urn:x\" identifier=\"org.example.b\"/></mime-type>"
    )
    #expect(bundle?.declarations[0].identifier.text == "org.freedesktop.mime.a.b")
    #expect(diagnostics.isEmpty)
  }

  @Test func aTagOrSupertypeThatCannotBeIsLeftOutAlone() {
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"a/b\">"
        + declaration(
          "identifier=\"org.example.b\"",
          "<u:tag class=\"com.apple.ostype\" value=\"long\u{E9}x\"/><u:conforms-to type=\"x\"/>"
            + "<u:conforms-to type=\"org.example.b\"/><u:conforms-to type=\"public.data\"/>"
            + "<u:other/><v/>")
        + "</mime-type>")
    #expect(bundle?.declarations[0].parents.map(\.text) == ["public.data"])
    #expect(diagnostics.count == 2, "\(diagnostics)")
  }

  @Test func attributesThatAreEmptyOrTooLongAreNone() throws {
    let most = DeclarationLimits.maximumTextBytes
    let texts = ["", "1", String(repeating: "x", count: most)]
    for text in texts + [String(repeating: "x", count: most + 1)] {
      let (bundle, _) = parse(
        "<mime-type type=\"a/b\">"
          + declaration("identifier=\"org.example.b\" version=\"\(text)\" reference=\"\(text)\"")
          + "</mime-type>")
      let type = try #require(bundle?.declarations.first)
      let expected = 1...most ~= text.utf8.count ? text : nil
      #expect(type.version == expected && type.referenceURL == expected)
    }
  }

  @Test func aTagWithoutItsAttributesIsLeftOut() {
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"a/b\">"
        + declaration(
          "identifier=\"org.example.b\"",
          "<u:tag value=\"AAAA\"/><u:tag class=\"com.apple.ostype\"/>"
            + "<u:tag class=\"com.apple.ostype\" value=\"BBBB\"/>")
        + "</mime-type>")
    #expect(bundle?.declarations[0].tags.map(\.value) == ["a/b", "BBBB"])
    #expect(
      diagnostics.map(\.message) == [
        "element 'tag' has no 'class' and is left out",
        "element 'tag' has no 'value' and is left out",
      ])
  }

  @Test func theNumberOfSupertypesIsLimited() throws {
    let most = DeclarationLimits.maximumParentsPerType
    let parents = (0...most).map { "<u:conforms-to type=\"a.b\($0)\"/>" }.joined()
    let (bundle, diagnostics) = parse(
      "<mime-type type=\"a/b\">" + declaration("identifier=\"org.example.b\"", parents)
        + "</mime-type>")
    let type = try #require(bundle?.declarations.first)
    #expect(type.parents.map(\.text) == (0..<most).map { "a.b\($0)" })
    #expect(diagnostics.map(\.code) == [.tooManySupertypes])
    #expect(
      diagnostics.map(\.message) == [
        "a type conforms to more than 256 types; 'a.b256' is left out"
      ])
  }
}
