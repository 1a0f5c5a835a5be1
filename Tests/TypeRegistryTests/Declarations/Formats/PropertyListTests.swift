// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import Testing
import TypeRegistry

@Suite struct PropertyListTests {
  /// What Foundation makes of the same bytes, and ours, as one comparable form.
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
      // Foundation ends XML with a line feed, which may go.
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
  func refusesWhatIsNoPropertyList(_ text: String, _ needle: String) throws {
    let (document, diagnostics) = DeclarationText.read(Array(text.utf8), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.invalidPropertyList])
    // An empty element ends where it begins.
    let expected = needle == "</plist>" ? "<plist/>" : needle
    #expect(diagnostics.map(\.position) == [try position(of: expected, in: text)])
  }

  // MARK: - Binary property lists made by hand

  /// A binary property list of these objects, the first one on top.
  private func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
  }

  @Test func refusesACycle() {
    let (document, diagnostics) = DeclarationText.read(
      binary([[0xA1, 1], [0xA1, 0]]), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["value contains itself"])
    #expect(diagnostics.map(\.position) == [.keyPath("[0][0]")])
  }

  @Test func refusesTooDeepNesting() {
    func nested(_ depth: Int) -> [UInt8] {
      binary((1...depth).map { $0 == depth ? [0xA0] : [0xA1, UInt8($0)] })
    }
    #expect(DeclarationText.read(nested(64), path: "x").document != nil)
    let (document, diagnostics) = DeclarationText.read(nested(65), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["values are nested deeper than 64 levels"])
  }

  @Test func boundsWhatSharingComesTo() {
    // 2^40 leaves in 41 objects.
    let doubling = (1...40).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x08]]
    let (document, diagnostics) = DeclarationText.read(binary(doubling), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == ["file holds more than 262144 values"])
    // One long text a thousand times.
    let text: [UInt8] = [0x5F, 0x11, 0xFF, 0x00] + [UInt8](repeating: 0x61, count: 0xFF00)
    let many: [UInt8] = [0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 1, count: 1_000)
    let sharing = DeclarationText.read(binary([many, text]), path: "x")
    #expect(sharing.document == nil)
    #expect(sharing.diagnostics.map(\.message) == ["texts have more than 8388608 bytes in all"])
  }

  @Test(
    arguments: [
      ([0xD1, 1, 2], [0x51, 0x00], "string holds the character NUL"),
      ([0xD1, 2, 1], [0x51, 0x61], "key of a dictionary is not a string"),
      ([0xA1, 9], [0x51, 0x61], "value refers to an object that does not exist"),
      (
        [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [],
        "value extends past the end of the file"
      ),
      (
        [0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [],
        "value extends past the end of the file"
      ),
      (
        [0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [],
        "value extends past the end of the file"
      ),
      ([0x5F, 0x51], [], "length of a value is not a number"),
      ([0x51, 0x80], [], "string is marked as ASCII and is not"),
      ([0x61, 0xD8, 0x00], [], "string is not valid UTF-16"),
      ([0x71, 0xC3], [], "string is not valid UTF-8"),
      ([0xE0], [], "object has the unknown marker 0xE0"),
      ([0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [], "number is not finite"),
      ([0x14, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [], "number is too large"),
    ] as [([UInt8], [UInt8], String)])
  func refusesABrokenObject(_ top: [UInt8], _ second: [UInt8], _ message: String) {
    let (document, diagnostics) = DeclarationText.read(
      binary([top, second.isEmpty ? [0x08] : second, [0x09]]), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.message) == [message])
  }

  @Test func refusesAnotherVersion() {
    let (document, diagnostics) = DeclarationText.read(Array("bplist15…".utf8), path: "x")
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.invalidPropertyList])
  }
}
