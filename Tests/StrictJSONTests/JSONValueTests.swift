// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONValueTests {
  // MARK: - Scalars

  static let kinds: [(String, JSONValue.Kind)] = [
    ("null", .null), ("true", .boolean), ("false", .boolean), ("0", .number), (#""""#, .string),
    ("[]", .array), ("{}", .object),
  ]

  @Test(arguments: kinds)
  func reportsItsKind(_ text: String, _ kind: JSONValue.Kind) throws {
    #expect(try parse(text).root.kind == kind)
  }

  @Test(arguments: kinds)
  func isNilForOtherKinds(_ text: String, _ kind: JSONValue.Kind) throws {
    let value = try parse(text).root
    let answered = [
      value.isNull, value.boolean != nil, value.integer != nil, value.string != nil,
    ]
    let kinds: [JSONValue.Kind] = [.null, .boolean, .number, .string]
    #expect(answered == kinds.map { $0 == kind })
  }

  @Test(arguments: kinds.filter { $0.1 != .array && $0.1 != .object })
  func holdsNothingAsAScalar(_ text: String, _: JSONValue.Kind) throws {
    let value = try parse(text).root
    #expect(value.count + value.elements.count + value.members.count == 0)
  }

  static let integers: [(String, Int64?)] = [
    ("0", 0), ("-0", 0), ("7", 7), ("-12", -12),
    ("9223372036854775807", .max), ("9223372036854775808", nil),
    ("-9223372036854775808", .min), ("-9223372036854775809", nil),
    ("10000000000000000000000", nil), ("1.0", nil), ("1e2", nil), ("1E0", nil), ("-1.5", nil),
  ]

  @Test(arguments: integers)
  func readsIntegers(_ text: String, _ integer: Int64?) throws {
    #expect(try parse(text).root.integer == integer)
  }

  static let doubles: [(String, Double?)] = [
    ("0", 0), ("1.5", 1.5), ("-2e3", -2000), ("1E-2", 0.01), ("1e-999", 0),
    ("1.000000000000000005", 1), ("10000000000000000999", 1e19),
    ("1e308", 1e308), ("1e309", nil), ("-1e400", nil), ("5e-324", .leastNonzeroMagnitude),
  ]

  @Test(arguments: doubles)
  func readsDoubles(_ text: String, _ double: Double?) throws {
    #expect(try parse(text).root.double == double)
  }

  @Test(arguments: ["0", "-0", "1.50", "1E+02", "123456789012345678901234567890"])
  func keepsTheTextOfNumbers(_ text: String) throws {
    #expect(try parse("[ \(text) ]").root[0]?.numberText == text)
  }

  @Test(arguments: JSONScannerTests.texts)
  func readsStrings(_ text: String, _ string: String) throws {
    #expect(try parse("[\(text)]").root[0]?.string?.utf8.elementsEqual(string.utf8) == true)
  }

  @Test(arguments: [("12", "12"), (#""a\tb""#, "a\tb"), ("null", ""), ("[1]", "")])
  func passesItsTextToAClosure(_ text: String, _ bytes: String) throws {
    let lent = try parse(text).root.withUTF8 { span in span.indices.map { span[$0] } }
    #expect(lent == Array(bytes.utf8))
  }

  @Test(arguments: [
    (#""public.png""#, true), (#""public\u002epng""#, true), (#""public.pn""#, false),
    (#""public.pnG""#, false), (#""public.png ""#, false), (#""""#, false), ("12", false),
  ])
  func comparesWithAStaticString(_ text: String, _ isEqual: Bool) throws {
    #expect(try parse(text).root.equals("public.png") == isEqual)
  }

  @Test func comparesWithAnEmptyStaticString() throws {
    #expect(try parse(#""""#).root.equals(""))
  }

  @Test func comparesWithoutNormalisation() throws {
    #expect(try !parse(#""e\u0301""#).root.equals("\u{E9}"))
  }

  @Test func doesNotCompareANumberAsAString() throws {
    #expect(try !parse("12").root.equals("12"))
  }

  // MARK: - Positions

  @Test(arguments: [
    "1️⃣12️⃣", " 1️⃣null2️⃣ ", #"1️⃣"a\n"2️⃣"#, "  1️⃣[ 1, [] ]2️⃣ ", #"1️⃣{"a":{}}2️⃣"#,
  ])
  func reportsItsOffsets(_ text: String) throws {
    let marked = Marked(text)
    let root = try JSONDocument(parsing: marked.bytes).root
    #expect([root.offset, root.endOffset] == marked.offsets)
  }

  @Test func reportsTheOffsetsOfElementsAndMembers() throws {
    let marked = Marked(#"{ 1️⃣"a" : 2️⃣[ 3️⃣1, 4️⃣{}, 5️⃣"é" ], 6️⃣"b\n":7️⃣true }"#)
    let root = try JSONDocument(parsing: marked.bytes).root
    let offsets = root.members.flatMap { member in
      [member.name.offset, member.value.offset] + member.value.elements.map(\.offset)
    }
    #expect(offsets == marked.offsets)
  }

  // MARK: - Containers

  @Test(arguments: [("[]", 0), ("[[1,2],3]", 2), ("{}", 0), (#"{"a":[1,2],"b":2,"a":3}"#, 3)])
  func countsElementsOrMembers(_ text: String, _ count: Int) throws {
    #expect(try parse(text).root.count == count)
  }

  @Test func walksElementsPastWhatTheyHold() throws {
    let root = try parse(#"[[1,[2]],{"a":[3]},[],{},4]"#).root
    #expect(root.elements.map(\.kind) == [.array, .object, .array, .object, .number])
  }

  @Test func walksMembersPastWhatTheyHold() throws {
    let root = try parse(#"{"a":{"x":[1]},"b":[],"c":{},"a":0}"#).root
    #expect(root.members.map { $0.name.string } == ["a", "b", "c", "a"])
  }

  @Test func findsTheFirstMemberOfAName() throws {
    #expect(try parse(#"{"b":0,"a":1,"a":2}"#).root["a"]?.integer == 1)
  }

  @Test(arguments: ["b", "", "A", "a ", "ab"])
  func findsNoMemberOfAnotherName(_ name: String) throws {
    #expect(try parse(#"{"a":{"b":1}}"#).root[name] == nil)
  }

  @Test func findsAMemberWhoseNameIsEscaped() throws {
    #expect(try parse(#"{"\u0061\u1EA1":1}"#).root["a\u{1EA1}"]?.integer == 1)
  }

  @Test(arguments: [(-1, nil), (0, 5), (2, 7), (3, nil), (Int.max, nil)] as [(Int, Int64?)])
  func findsElementsByPosition(_ position: Int, _ integer: Int64?) throws {
    #expect(try parse("[5,6,7]").root[position]?.integer == integer)
  }

  @Test func hasNoElementsAsAnObject() throws {
    let root = try parse(#"{"a":1}"#).root
    #expect(root.elements.isEmpty && root[0] == nil)
  }

  @Test func hasNoMembersAsAnArray() throws {
    let root = try parse(#"["a",1]"#).root
    #expect(root.members.isEmpty && root["a"] == nil)
  }

  @Test func goesThroughElementsAsACollection() throws {
    let elements = try parse("[1,2,3]").root.elements
    #expect(elements.dropFirst().first?.integer == 2)
  }

  // MARK: - Key path

  /// The mark is before the value whose path is expected.
  @Test(arguments: [
    ("1️⃣1", ""), ("1️⃣{}", ""), ("[1️⃣1]", "[0]"), ("[0,[1],1️⃣2]", "[2]"), ("[[0],[1,1️⃣2]]", "[1][1]"),
    (#"{"a":1️⃣1}"#, "a"), (#"{"a":[0,{"b-c_D9":1️⃣1}]}"#, "a[1].b-c_D9"),
    (#"[{"x":[]},{"a":{"b":1️⃣{}}}]"#, "[1].a.b"),
    (
      #"{"UTTypeTagSpecification":{"public.mime-type":[1️⃣1]}}"#,
      #"UTTypeTagSpecification["public.mime-type"][0]"#
    ),
    (#"{"":{"a b\n":1️⃣1}}"#, #"[""]["a b\n"]"#),
    (#"{"a":0,1️⃣"b":[1]}"#, "b"),
  ])
  func returnsThePathFromTheRoot(_ text: String, _ path: String) throws {
    let marked = Marked(text)
    func find(_ value: JSONValue) -> JSONValue? {
      if value.offset == marked.offset { return value }
      for member in value.members {
        if let found = find(member.name) ?? find(member.value) { return found }
      }
      return value.elements.lazy.compactMap(find).first
    }
    #expect(find(try JSONDocument(parsing: marked.bytes).root)?.keyPath == path)
  }
}
