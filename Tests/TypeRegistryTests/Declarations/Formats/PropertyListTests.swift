// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import Testing
import TypeRegistry

@Suite struct PropertyListTests {
  /// The result of Foundation's reader, in a form that can be compared with ours.
  private func canonical(_ value: Any) -> String {
    switch value {
    case let text as String: return "\"\(text)\""
    case let date as Date: return "\"\(date.ISO8601Format())\""
    case let data as Data: return "\"\(data.base64EncodedString())\""
    case let array as [Any]: return "[" + array.map(canonical).joined(separator: ",") + "]"
    case let dictionary as [String: Any]:
      return "{"
        + dictionary.sorted { $0.key < $1.key }.map { "\($0.key)=\(canonical($0.value))" }
        .joined(separator: ",") + "}"
    case let number as NSNumber:
      return "\(number.doubleValue)"
    default: return "?"
    }
  }

  private func canonical(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: return "null"
    case .boolean:
      // Foundation's booleans are numbers.
      return value.boolean == true ? "1.0" : "0.0"
    case .number: return "\(value.double ?? .nan)"
    case .string: return "\"\(value.string ?? "")\""
    case .array: return "[" + value.elements.map(canonical).joined(separator: ",") + "]"
    case .object:
      return "{"
        + value.members.map { ($0.name.string ?? "", canonical($0.value)) }
        .sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: ",") + "}"
    }
  }

  private static var sample: [String: Any] {
    [
      "string": "plain", "umlaut": "Thực đơn 😀", "empty": "",
      "long": String(repeating: "long ", count: 100),
      "integers": [0, 1, 255, 256, 65_536, -1, Int.max, Int.min],
      "real": 3.25, "yes": 1, "array": [["nested"], [], ["a": ["b": "c"]]] as [Any],
      "date": Date(timeIntervalSinceReferenceDate: 700_000_000),
      "early": Date(timeIntervalSinceReferenceDate: -5_000_000_000),
      "data": Data([0, 1, 2, 255]), "data1": Data([7]), "data2": Data([7, 8]), "data0": Data(),
      "many": (0..<300).map { "element \($0)" },
    ]
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func readsWhatFoundationWrites(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: Self.sample, format: format, options: 0)
    let (document, diagnostics) = DeclarationText.read(Array(data), path: "x.plist")
    #expect(diagnostics.isEmpty)
    let read = try #require(document)
    #expect(read.hasOffsets == (format == .xml))
    #expect(canonical(read.root) == canonical(Self.sample))
  }

  @Test func survivesEveryTruncation() throws {
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["CFBundleIdentifier": "org.bistro.app", "ü": [1, true, ["x": Date()]]],
        format: format, options: 0)
      let bytes = Array(data)
      // Foundation ends XML with a line feed, which may be missing.
      for length in 0..<bytes.count - 1 {
        let (document, diagnostics) = DeclarationText.read(Array(bytes[..<length]), path: "x")
        #expect(document == nil)
        #expect(diagnostics.contains { $0.severity == .error })
      }
    }
  }

  @Test func survivesEveryChangedByteOfABinaryPropertyList() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": [1, true, "x", ["b": Data([1])]], "ü": 2.5], format: .binary,
      options: 0)
    let bytes = Array(data)
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x0F, 0x7F, 0x80, 0xFF, bytes[index] ^ 1, bytes[index] &+ 0x10] {
        var changed = bytes
        changed[index] = value
        _ = DeclarationText.read(changed, path: "x")
      }
    }
  }

  @Test(arguments: [
    ("<array><string>x</string></array>", "[\"x\"]"),
    ("<integer> 0x1F </integer>", "31.0"),
    ("<integer>-0x10</integer>", "-16.0"),
    ("<real>1e3</real>", "1000.0"),
    ("<string>a&amp;<![CDATA[<b>]]></string>", "\"a&<b>\""),
    ("<string/>", "\"\""),
    ("<true/>", "1.0"),
    ("<date>2024-01-02T03:04:05Z</date>", "\"2024-01-02T03:04:05Z\""),
    ("<dict/>", "{}"),
    ("<integer>+0x1F</integer>", "31.0"),
    ("<integer>+7</integer>", "7.0"),
    ("\r\n&#x20;<true/>&#9;\r\n", "1.0"),
  ])
  func readsXMLValues(_ value: String, _ expected: String) throws {
    let (document, _) = DeclarationText.read(Array("<plist>\(value)</plist>".utf8), path: "x")
    #expect(canonical(try #require(document).root) == expected)
  }

  @Test(arguments: [
    ("<plist/>", "</plist>"), ("<dict/>", "<dict/>"), ("<plist>x</plist>", "x"),
    ("<plist><dict><string/></dict></plist>", "<string/>"),
    ("<plist><dict><key>a</key></dict></plist>", "</dict>"),
    ("<plist><dict><key>a</key><key>b</key></dict></plist>", "<key>b"),
    ("<plist><array><key>a</key></array></plist>", "<key>"),
    ("<plist><integer>x</integer></plist>", "<integer>"),
    ("<plist><real>inf</real></plist>", "<real>"),
    ("<plist><true>x</true></plist>", "</true>"),
    ("<plist><string/><string/></plist>", "<string/></plist>"),
    ("<plist><string><b/></string></plist>", "<b/>"),
    ("<plist><set/></plist>", "<set/>"),
  ])
  func refusesTextThatIsNotAPropertyList(_ text: String, _ needle: String) throws {
    let (document, diagnostics) = DeclarationText.read(Array(text.utf8), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.invalidPropertyList])
    // An empty element ends where it begins.
    let expected = needle == "</plist>" ? "<plist/>" : needle
    #expect(diagnostics.map(\.position) == [try position(of: expected, in: text)])
  }
}
