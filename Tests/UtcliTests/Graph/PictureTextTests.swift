// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

@Suite("Text from elsewhere in pictures")
struct PictureTextTests {
  @Test(arguments: [
    ("plain", "\"plain\""), ("a\"b", #""a\"b""#), (#"a\nb"#, #""a\\nb""#), (#"\"#, #""\\""#),
    ("&lt;", "\"&amp;lt;\""), ("a\nb", #""a\\u{A}b""#), ("<b>", "\"<b>\""), ("", "\"\""),
    ("\u{202E}", #""\\u{202E}""#),
  ])
  func isQuotedForGraphviz(_ text: String, _ quoted: String) {
    #expect(DotDrawing.quoted(text) == quoted)
    #expect(DotDrawing.label([text]) == quoted)
  }

  @Test func linesOfALabelAreSeparated() {
    #expect(DotDrawing.label(["a", #"b\"#]) == #""a\nb\\""#)
  }

  @Test(arguments: [
    ("<a b='c' d=\"e\">&amp;", "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;"),
    ("\u{0}\u{1B}\u{7F}", #"\u{0}\u{1B}\u{7F}"#), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
    ("]]>", "]]&gt;"), ("\u{2028}", #"\u{2028}"#), ("a\nb", "a\nb"), ("é漢", "é漢"),
  ])
  func isEscapedForXML(_ text: String, _ escaped: String) {
    #expect(SVGDrawing.escaped(text) == escaped)
  }

  @Test func jsonCannotEndItsElement() throws {
    let text = "</script><!--<script>\u{2028}\u{2029}\u{2027}\u{202A}\\u003C\"<"
    let json = try JSONSerialization.data(withJSONObject: [text])
    let embedded = PageData.embeddable(Array(json))
    let written = String(decoding: embedded, as: UTF8.self)
    #expect(!written.contains("<"))
    #expect(!written.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
    let read = try JSONSerialization.jsonObject(with: Data(embedded)) as? [String]
    #expect(read == [text])
  }

  /// Bytes that end within what would be a separator.
  @Test(arguments: [[0xE2], [0xE2, 0x80], [0xE2, 0x80, 0xA7], [0xE2, 0x81, 0xA8]] as [[UInt8]])
  func otherBytesStay(bytes: [UInt8]) {
    #expect(PageData.embeddable(bytes) == bytes)
  }
}

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-2, appendix B, and of the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func hashes(message: String, hash: String) {
    let found = SHA256.hash(Array(message.utf8)).map { String(format: "%02x", $0) }.joined()
    #expect(found == hash)
  }

  /// The lengths at which the padding takes another block, as another program hashes them.
  @Test(arguments: [55, 56, 63, 64, 119, 120])
  func padsAsOthersDo(length: Int) throws {
    let installation = try Installation()
    let line = "head -c \(length) /dev/zero | sha256sum | cut -d' ' -f1"
    let found = SHA256.hash(Array(repeating: 0, count: length))
    #expect(
      try installation.shell(line).lines == [found.map { String(format: "%02x", $0) }.joined()])
  }
}
