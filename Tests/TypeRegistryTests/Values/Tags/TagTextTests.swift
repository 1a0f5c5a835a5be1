// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct TagTextTests {
  typealias Tag = TypeRegistry.Tag

  @Test(arguments: [
    (TagClass.filenameExtension, "ts", "extension 'ts'", ".ts"),
    (.mimeType, "image/png", "MIME type 'image/png'", "image/png"),
    (.urlScheme, "https", "URL scheme 'https'", "https:"),
    (.osType, "JPEG", "type code 'JPEG'", "com.apple.ostype=JPEG"),
    (.pasteboardType, "Text", "pasteboard type 'Text'", "com.apple.nspboard-type=Text"),
    (
      .filenameGlob, "readme*", "name pattern 'readme*'", "org.freedesktop.filename-glob=readme*"
    ),
  ])
  func aTagHasANounAndASpelling(
    _ tagClass: TagClass, _ value: String, _ phrase: String, _ spelling: String
  ) throws {
    let tag = try Tag(tagClass, value)
    #expect(tag.phrase == phrase)
    #expect(tag.spelling == spelling)
  }

  @Test func aClassOfItsOwnIsNamed() throws {
    let tag = try Tag(TagClass("org.own.class"), "x")
    #expect(tag.phrase == "tag of class 'org.own.class' 'x'")
    #expect(tag.spelling == "org.own.class=x")
  }
}
