// SPDX-License-Identifier: MIT

import TestSupport
import Testing

// Errors are constructed here to compare with them.
@testable import TypeRegistry

@Suite struct TagTests {
  typealias Tag = TypeRegistry.Tag
  typealias Reason = TypeRegistry.Tag.SyntaxError.Reason

  static let long = String(repeating: "x", count: 255)

  static let spellings: [(TagClass, String, String)] = [
    (TagClass.filenameExtension, "jpeg", "jpeg"), (.filenameExtension, "JPEG", "jpeg"),
    (.filenameExtension, "tar.gz", "tar.gz"), (.filenameExtension, "c++", "c++"),
    (.filenameExtension, "Ärger", "Ärger"), (.filenameExtension, "**", "**"),
    (.filenameExtension, "\u{200B}", "\u{200B}"), (.filenameExtension, long, long),
    (.mimeType, "image/JPEG", "image/jpeg"), (.mimeType, "text/plain;charset=utf-8", "text/plain"),
    (.mimeType, "Text/Plain \t; charset=\"a;b/c\"", "text/plain"),
    (.mimeType, "text/plain;", "text/plain"), (.mimeType, "a/b+xml", "a/b+xml"),
    (
      .mimeType, "application/vnd.ms-excel.sheet.macroEnabled.12",
      "application/vnd.ms-excel.sheet.macroenabled.12"
    ),
    (.urlScheme, "HTTPS", "https"), (.urlScheme, "x-a.b+c", "x-a.b+c"),
    (.osType, "JPEG", "JPEG"), (.osType, "jPeG", "jPeG"), (.osType, "TXT ", "TXT "),
    (.osType, "prfƒ", "prfƒ"),
    (.pasteboardType, "Apple PNG pasteboard type", "Apple PNG pasteboard type"),
    (.filenameGlob, "README*", "readme*"), (.filenameGlob, "Makefile", "makefile"),
  ]

  @Test(arguments: spellings)
  func keepsTheComparedSpelling(_ tagClass: TagClass, _ text: String, _ value: String) throws {
    #expect(try Tag(tagClass, text).value == value)
  }

  static let refusals: [(TagClass, String, Reason)] = [
    (TagClass.filenameExtension, "", Reason.empty), (.mimeType, "", .empty), (.osType, "", .empty),
    (.filenameExtension, long + "x", .tooLong(256)), (.pasteboardType, long + "x", .tooLong(256)),
    (.filenameExtension, "a\0", .nul), (.mimeType, "a/b\0", .nul),
    (.pasteboardType, "a\0b", .nul), (.filenameGlob, "a\0*", .nul),
    (.filenameExtension, ".jpeg", .dotAtEnd), (.filenameExtension, "jpeg.", .dotAtEnd),
    (.filenameExtension, ".", .dotAtEnd), (.filenameExtension, ".\u{301}a", .dotAtEnd),
    (.filenameExtension, "*", .wildcard), (.filenameExtension, "a/b", .slash),
    (.filenameExtension, "a b", .blankOrControl), (.filenameExtension, "a\t", .blankOrControl),
    (.filenameExtension, "a\u{7F}", .blankOrControl),
    (.filenameExtension, "a\u{85}", .blankOrControl),
    (.filenameExtension, "a\u{A0}b", .blankOrControl),
    (.filenameExtension, "a\u{2003}b", .blankOrControl),
    (.filenameExtension, "a\u{3000}", .blankOrControl),
    (.mimeType, "text", .notAMIMEType), (.mimeType, "text/", .notAMIMEType),
    (.mimeType, "/plain", .notAMIMEType), (.mimeType, "text/a/b", .notAMIMEType),
    (.mimeType, "text/pl ain", .notAMIMEType), (.mimeType, " text/plain", .notAMIMEType),
    (.mimeType, "text/*", .notAMIMEType), (.mimeType, ";a=b", .empty),
    (.mimeType, "tëxt/plain", .notAMIMEType),
    (.mimeType, "a/" + String(repeating: "b", count: 128), .notAMIMEType),
    (.urlScheme, "https:", .notAScheme), (.urlScheme, "1a", .notAScheme),
    (.urlScheme, "-a", .notAScheme), (.urlScheme, "a_b", .notAScheme),
    (.osType, "TXT", .notFourCharacters(3)), (.osType, "TEXT1", .notFourCharacters(5)),
    (.osType, "éa", .notFourCharacters(2)), (.filenameGlob, "a/*", .slash),
  ]

  @Test(arguments: refusals)
  func refusesABrokenRule(_ tagClass: TagClass, _ text: String, _ reason: Reason) {
    #expect { try Tag(tagClass, text) } throws: { ($0 as? Tag.SyntaxError)?.reason == reason }
  }

  @Test func errorHoldsTheTextAsItWasWritten() {
    #expect { try Tag(.mimeType, "A B;c") } throws: { error in
      (error as? Tag.SyntaxError)?.value == "A B;c"
    }
  }

  @Test(arguments: [
    (Reason.empty, "is empty"), (.tooLong(300), "is 300 bytes long: expected at most 255"),
    (.nul, "holds a NUL character"), (.slash, "holds a '/'"),
    (.dotAtEnd, "begins or ends with a dot"),
    (.wildcard, "matches every extension, so it is not one"),
    (.blankOrControl, "holds white space or a control character"),
    (.notAMIMEType, "is not of the form 'type/subtype'"), (.notAScheme, "is not a URL scheme"),
    (.notFourCharacters(2), "has 2 characters: expected the four of a type code"),
    (.notATagClass, "is a tag of 'com.apple.ostype', which is not the name of a tag class"),
  ])
  func saysWhatIsWrong(_ reason: Reason, _ message: String) {
    let error = Tag.SyntaxError(tagClass: .osType, value: "", reason: reason)
    #expect(error.description == message)
  }

  @Test func spellingsOfDifferentBytesAreDifferentTags() throws {
    #expect(try Tag(.filenameExtension, "\u{E9}") != Tag(.filenameExtension, "e\u{301}"))
  }

  @Test func tagsOfDifferentClassesDiffer() throws {
    #expect(try Tag(.filenameExtension, "http") != Tag(.urlScheme, "http"))
  }

  @Test func isOrderedByClassThenBytes() throws {
    let tags = try [
      Tag(.mimeType, "a/b"), Tag(.filenameExtension, "z"), Tag(.filenameExtension, "a"),
      Tag(.filenameExtension, "é"),
    ]
    #expect(
      tags.sorted().map(\.description) == [
        "public.filename-extension=a", "public.filename-extension=z",
        "public.filename-extension=é", "public.mime-type=a/b",
      ])
  }
}
