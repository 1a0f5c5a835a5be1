// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct FreedesktopNameTests {
  @Test(arguments: [
    ("text/x-python", "org.freedesktop.mime.text.x-python"),
    ("Text/X-Python", "org.freedesktop.mime.text.x-python"),
    ("text/x-c++src", "org.freedesktop.mime.text.x-c-2b--2b-src"),
    ("application/vnd.ms-excel.sheet.1", "org.freedesktop.mime.application.vnd.ms-excel.sheet.1"),
    ("application/x-ab-", "org.freedesktop.mime.application.x-2d-ab-"),
    ("application/x-ab-c", "org.freedesktop.mime.application.x-2d-ab-c"),
    ("application/x-ab+c", "org.freedesktop.mime.application.x-2d-ab-2b-c"),
    ("application/x-ab.", "org.freedesktop.mime.application.x-2d-ab-2e-"),
    ("application/x-ab.c", "org.freedesktop.mime.application.x-ab.c"),
    ("x-ab/c", "org.freedesktop.mime.x-ab.c"),
    ("x.y/z", "org.freedesktop.mime.x-2e-y.z"),
    ("a/b.", "org.freedesktop.mime.a.b-2e-"),
    ("a/b..c", "org.freedesktop.mime.a.b.-2e-c"),
    ("a/.b", "org.freedesktop.mime.a.-2e-b"),
  ]) func spellsAMIMEType(_ mimeType: String, _ identifier: String) throws {
    let made = try #require(FreedesktopName.identifier(ofMIMEType: mimeType))
    #expect(made.text == identifier)
    #expect((try? TypeIdentifier(made.text)) == made)
    #expect(FreedesktopName.mimeType(of: made) == mimeType.lowercased())
  }

  @Test func everySpellingIsReversible() throws {
    let pieces = ["-", ".", "2d", "2e", "+", "a", "-2d-", "ff-", "-ff+"]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let mimeType = "x-\(first)y/\(second)z\(third)"
          guard (try? Tag(.mimeType, mimeType)) != nil else { continue }
          let identifier = try #require(FreedesktopName.identifier(ofMIMEType: mimeType))
          #expect((try? TypeIdentifier(identifier.text)) == identifier, "\(mimeType)")
          #expect(FreedesktopName.mimeType(of: identifier) == mimeType)
        }
      }
    }
  }

  @Test(arguments: [
    "public.text", "org.freedesktop.mime.text", "org.freedesktop.mime.text.x-2D-y",
    "org.freedesktop.mime.text.x-61-y", "org.freedesktop.mimetext.plain",
  ]) func otherIdentifiersAreNotMIMETypes(_ identifier: String) {
    #expect(FreedesktopName.mimeType(of: TypeIdentifier(trusted: identifier)) == nil)
  }

  @Test(arguments: ["text", "text/", "a/b/c", "", "text/" + String(repeating: "+", count: 100)])
  func whatCannotBeSpeltHasNoName(_ mimeType: String) {
    #expect(FreedesktopName.identifier(ofMIMEType: mimeType) == nil)
  }

  @Test func everyMediaTypeHasAUsualParent() {
    #expect(FreedesktopName.usualParent(ofMIMEType: "text/x-python") == .test("public.plain-text"))
    #expect(FreedesktopName.usualParent(ofMIMEType: "video/x-foo") == .test("public.movie"))
    #expect(FreedesktopName.usualParent(ofMIMEType: "application/x") == .test("public.data"))
  }

  /// Only a type that is declared under a name of its own gets one.
  @Test(arguments: [
    ("org.example.notes", "text/x-uti.org.example.notes"), ("dyn.age81e62", nil),
    ("org.freedesktop.mime.text.x-python", nil),
    ("org." + String(repeating: "x", count: 251), nil),
  ])
  func aTypeWithoutAMIMETypeGetsOne(_ identifier: String, _ mimeType: String?) {
    let made = FreedesktopName.generatedMIMEType(
      for: TypeIdentifier(trusted: identifier), media: "text")
    #expect(made?.value == mimeType)
    #expect(
      made.flatMap(FreedesktopName.identifier(ofGeneratedMIMEType:))?.text
        == (mimeType == nil ? nil : identifier))
  }
}
