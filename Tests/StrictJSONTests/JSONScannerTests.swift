// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONScannerTests {
  private func tokens(_ bytes: [UInt8]) throws -> [JSONToken] {
    var scanner = JSONScanner()
    var tokens: [JSONToken] = []
    repeat { tokens.append(try scanner.next(in: bytes.span)) } while tokens.last?.kind != .endOfText
    return tokens
  }

  static let kinds: [(String, [JSONToken.Kind])] = [
    ("null", [.null, .endOfText]),
    (" true ", [.true, .endOfText]),
    ("false", [.false, .endOfText]),
    ("-1.5e+3", [.number, .endOfText]),
    (#""a""#, [.string, .endOfText]),
    ("[]", [.beginArray, .endArray, .endOfText]),
    ("{}", [.beginObject, .endObject, .endOfText]),
    ("[1,[]]", [.beginArray, .number, .beginArray, .endArray, .endArray, .endOfText]),
    (#"{"a":"b"}"#, [.beginObject, .memberName, .string, .endObject, .endOfText]),
    (
      #"{"a":{},"b":[]}"#,
      [
        .beginObject, .memberName, .beginObject, .endObject, .memberName, .beginArray, .endArray,
        .endObject, .endOfText,
      ]
    ),
  ]

  @Test(arguments: kinds)
  func returnsTheTokensInOrder(_ text: String, _ kinds: [JSONToken.Kind]) throws {
    #expect(try tokens(Array(text.utf8)).map(\.kind) == kinds)
  }

  /// Each token is between two marks.
  @Test(arguments: [
    "  1️⃣12️⃣ ", "1️⃣-1.50e72️⃣", #" 1️⃣"a"2️⃣ "#, #"1️⃣""2️⃣"#, #"1️⃣"é\n\uD83D\uDE00"2️⃣"#, "1️⃣null2️⃣\n",
    "1️⃣[2️⃣ 3️⃣14️⃣ ,\r\n5️⃣26️⃣ 7️⃣]8️⃣", #"1️⃣{2️⃣ 3️⃣"a"4️⃣ : 5️⃣true6️⃣ 7️⃣}8️⃣"#,
  ])
  func reportsTheOffsetsOfTokens(_ text: String) throws {
    let marked = Marked(text)
    let offsets = try tokens(marked.bytes).dropLast().flatMap { [$0.offset, $0.endOffset] }
    #expect(offsets == marked.offsets)
  }

  @Test(arguments: [(#""abc""#, false), (#""é""#, false), (#""a\n""#, true), (#""\u0041""#, true)])
  func reportsWhetherAStringHasEscapes(_ text: String, _ hasEscapes: Bool) throws {
    #expect(try tokens(Array(text.utf8))[0].hasEscapes == hasEscapes)
  }

  @Test func reportsTheTextOfAToken() throws {
    let ranges = try tokens(Array(#"{"ab":12}"#.utf8)).map(\.textRange)
    #expect(ranges == [0..<1, 2..<4, 6..<8, 8..<9, 9..<9])
  }

  @Test func returnsTheEndOfTheTextAgain() throws {
    let bytes = Array("1 ".utf8)
    var scanner = JSONScanner()
    _ = try scanner.next(in: bytes.span)
    let ends = [try scanner.next(in: bytes.span), try scanner.next(in: bytes.span)]
    #expect(ends.map(\.offset) == [2, 2])
  }

  @Test(arguments: ["", "x", "\u{FEFF}", "[1 2", #"{"a" 1"#, "[[", #"["\x"]"#])
  func throwsTheSameErrorAgain(_ text: String) {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner(options: JSONReaderOptions(limits: JSONLimits(maximumDepth: 1)))
    var errors: [JSONError] = []
    for _ in 0..<10 {
      do throws(JSONError) { _ = try scanner.next(in: bytes.span) } catch { errors.append(error) }
    }
    #expect(Set(errors.suffix(4)).count == 1)
  }

  @Test func countsTheOpenContainers() throws {
    let bytes = Array(#"[{"a":[]}]"#.utf8)
    var scanner = JSONScanner()
    var depths: [Int] = []
    while try scanner.next(in: bytes.span).kind != .endOfText { depths.append(scanner.depth) }
    #expect(depths == [1, 2, 2, 3, 2, 1, 0])
  }

  @Test(arguments: [
    #"{"a":1️⃣1}"#, #"{"a":1️⃣[1,[2],{}]}"#, #"{"a": 1️⃣{"b":{"c":1}} ,"d":2}"#, #"{"a":1️⃣"x"}"#,
  ])
  func skipsTheValueOfAMember(_ text: String) throws {
    let marked = Marked(text)
    let document = try JSONDocument(parsing: marked.bytes)
    var scanner = JSONScanner()
    _ = try scanner.next(in: marked.bytes.span)
    let name = try scanner.next(in: marked.bytes.span)
    let end = try scanner.skip(from: name, in: marked.bytes.span)
    #expect(end == document.root["a"]?.endOffset)
  }

  @Test func skipsNothingAfterAScalarOrAnEnd() throws {
    let bytes = Array("[[],1]".utf8)
    var scanner = JSONScanner()
    var ends: [Int] = []
    _ = try scanner.next(in: bytes.span)
    _ = try scanner.next(in: bytes.span)
    for _ in 0..<4 {
      ends.append(try scanner.skip(from: try scanner.next(in: bytes.span), in: bytes.span))
    }
    #expect(ends == [3, 5, 6, 6])
  }

  @Test func checksWhatItSkips() throws {
    let marked = Marked(#"[[1,"\1️⃣x"]]"#)
    var scanner = JSONScanner()
    let token = try scanner.next(in: marked.bytes.span)
    #expect(throws: JSONError(.invalidEscape(0x78), at: marked.offset)) {
      try scanner.skip(from: token, in: marked.bytes.span)
    }
  }

  static let texts: [(String, String)] = [
    (#""""#, ""),
    (#""abc""#, "abc"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""a\nb\nc""#, "a\nb\nc"),
    (#""\u0041\u00e9\u1EA1\uFFFF""#, "A\u{E9}\u{1EA1}\u{FFFF}"),
    (#""\u0000""#, "\0"),
    (#""\uD83D\uDE00""#, "\u{1F600}"),
    (#""\ud800\udc00\udbff\udfff""#, "\u{10000}\u{10FFFF}"),
    (#""é\té""#, "é\té"),
    (#""\\u0041""#, #"\u0041"#),
  ]

  @Test(arguments: texts)
  func replacesEscapes(_ text: String, _ decoded: String) throws {
    let bytes = Array(text.utf8)
    var output = Array(">".utf8)
    JSONScanner.appendText(of: try tokens(bytes)[0], in: bytes.span, to: &output)
    #expect(output == Array((">" + decoded).utf8))
  }

  @Test(arguments: 0...20)
  func findsTheEndOfAPlainRunOfAnyLength(_ length: Int) throws {
    for padding in ["", "        "] {
      let text = padding + "\"" + String(repeating: "x", count: length) + "\"" + padding
      #expect(try tokens(Array(text.utf8))[0].endOffset == padding.utf8.count + length + 2)
    }
  }
}
