// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import Testing
import TypeRegistry

@Suite struct StringsFileTests {
  private static let texts: [(String, [String: String])] = [
    ("", [:]),
    ("\"a\" = \"b\";", ["a": "b"]),
    ("a = b;", ["a": "b"]),
    ("\"a\" = \"b\";\n\"c\"=\"d\" ;", ["a": "b", "c": "d"]),
    ("/* comment */ \"a\" /* = */ = \"b\"; // c = d;", ["a": "b"]),
    ("\"a\\\"\" = \"\\n\\t\\\\\\U0041\\U00e9\";", ["a\"": "\n\t\\Aé"]),
    ("\"a\" = \"\\UD83D\\UDE00\";", ["a": "😀"]),
    ("\"a\" = \"\\101\";", ["a": "A"]),
    ("\"a\" = \"\\r\\a\\b\\f\\v\\q\";", ["a": "\r\u{7}\u{8}\u{C}\u{B}q"]),
    ("\"a\";", ["a": "a"]),
    ("\"Thực đơn\" = \"//\";", ["Thực đơn": "//"]),
    ("CFBundleName = \"x\";", ["CFBundleName": "x"]),
    ("\"a\" = \"multi\nline\";", ["a": "multi\nline"]),
  ]

  @Test(arguments: texts)
  func reads(_ text: String, _ expected: [String: String]) {
    let (strings, diagnostics) = StringsFile.read(Array(text.utf8), path: "x.strings")
    #expect(strings == expected)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: texts.dropFirst())
  func agreesWithFoundation(_ text: String, _ expected: [String: String]) throws {
    // Foundation's reader treats shortened pairs differently.
    guard text != "\"a\";" else { return }
    let theirs = try unsafe PropertyListSerialization.propertyList(
      from: Data(text.utf8), options: [], format: nil)
    #expect(theirs as? [String: String] == expected)
  }

  @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
  func readsEveryEncodingWithAMark(_ encoding: String.Encoding) throws {
    let data = try #require("\u{FEFF}\"a\" = \"Thực đơn 😀\";".data(using: encoding))
    #expect(StringsFile.read(Array(data), path: "x").strings == ["a": "Thực đơn 😀"])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func readsPropertyLists(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": "b", "plural": ["x": "y"]], format: format, options: 0)
    #expect(StringsFile.read(Array(data), path: "x").strings == ["a": "b"])
  }

  @Test(arguments: [
    ("\"a\" = \"b\"\n\"c\" = \"d\";", 2, 1, "expected ';', found '\"'"),
    ("\"a\" \"b\";", 1, 5, "expected ';', found '\"'"),
    ("\"a\" = ;", 1, 7, "expected a value, found ';'"),
    ("\"a\" = \"b", 1, 9, "text ends inside a string"),
    ("/* a", 1, 5, "text ends inside a comment"),
    ("\"a\" = \"\\U12G4\";", 1, 12, "expected a hexadecimal digit, found 'G'"),
    ("\"a\" = \"\\UD83D\";", 1, 14, "escape sequence is half of a surrogate pair"),
    ("\"a\" = \"\\000\";", 1, 12, "octal escape sequence is NUL or outside ASCII"),
    ("\"a\" = \"\\U0000\";", 1, 14, "string holds the character NUL"),
    ("\"ü\" = \"\u{0}\";", 1, 9, "string holds the character NUL"),
    ("\"a\" ü", 1, 5, "expected ';', found byte 0xC3"),
  ])
  func refusesWithThePosition(_ text: String, _ line: Int, _ column: Int, _ message: String) {
    let (strings, diagnostics) = StringsFile.read(Array(text.utf8), path: "x")
    #expect(strings.isEmpty)
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.map(\.position) == [.location(SourceLocation(line: line, column: column))])
  }

  @Test func takesTheLastOfTwoAndSaysSo() {
    let (strings, diagnostics) = StringsFile.read(
      Array("a = b;\na = c;\na = c;".utf8), path: "x")
    #expect(strings == ["a": "c"])
    #expect(diagnostics.map(\.code) == [.duplicateKey])
    #expect(diagnostics.map(\.position) == [.location(SourceLocation(line: 2, column: 1))])
  }

  @Test func refusesFilesThatAreTooLong() {
    let limit = DeclarationLimits.maximumFileBytes
    let pair = Array("\"a\" = \"b\";".utf8)
    let blanks = [UInt8](repeating: 0x20, count: limit - pair.count)
    let longest = StringsFile.read(pair + blanks, path: "x")
    #expect(longest.strings == ["a": "b"] && longest.diagnostics.isEmpty)
    let longer = StringsFile.read(pair + blanks + [0x20], path: "x")
    #expect(longer.strings.isEmpty)
    #expect(longer.diagnostics.map(\.code) == [.fileTooLong])
    #expect(longer.diagnostics.map(\.message) == ["file is longer than 1048576 bytes"])
  }

  @Test func refusesAPropertyListWithoutNames() {
    let (strings, diagnostics) = StringsFile.read(
      Array("<plist><array><string>a</string></array></plist>".utf8), path: "x")
    #expect(strings.isEmpty)
    #expect(diagnostics.map(\.message) == ["expected a dictionary, found an array"])
    #expect(diagnostics.map(\.code) == [.wrongType])
  }

  @Test func refusesOtherEncodings() {
    #expect(
      StringsFile.read([0x61, 0x3D, 0xE9, 0x3B], path: "x").diagnostics.map(\.code)
        == [.invalidStrings])
    #expect(
      StringsFile.read([0xFF, 0xFE, 0x61], path: "x").diagnostics.map(\.code)
        == [.invalidStrings])
  }

  @Test func survivesEveryTruncation() throws {
    let text = "/* c */ \"a\\U0041\" = \"\\101 ü\\n\"; // d\nb = 'c';"
    for encoding in [String.Encoding.utf8, .utf16LittleEndian] {
      let bytes = Array(try #require(("\u{FEFF}" + text).data(using: encoding)))
      for length in bytes.indices { _ = StringsFile.read(Array(bytes[..<length]), path: "x") }
    }
  }
}
