// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import Varlink

/// The fast path for plain calls gives the same result as the general scan.
@Suite struct PlainCallScanTests {
  static let plain = #"{"method":"a.b.C","parameters":{"names":["x","","yy z"]}}"#

  @Test(arguments: [
    plain, #"{"method":"","parameters":{"":[]}}"#,
    " {\t\"method\" : \"a.b.C\",\r\n\"parameters\": { \"names\" : [ \"x\" , \"y\" ] } } ",
    #"{"method":"a.b.C","parameters":{"names":[ ]}}"#,
  ])
  func readsPlainCalls(_ text: String) throws {
    let isPlain = PlainCallScan(Array(text.utf8).span, limits: JSONLimits()) != nil
    #expect(isPlain)
    try expectSame(text)
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"method":"a.b.C"}"#, #"{"method":"a.b.C","parameters":{}}"#,
    #"{"parameters":{"names":["x"]},"method":"a.b.C"}"#,
    #"{"method":"a.b.C","parameters":{"names":["x"]},"more":true}"#,
    #"{"method":"a.b.C","parameters":{"names":["x"],"explain":true}}"#,
    #"{"method":"a.b.C","parameters":{"names":["\u0078"]}}"#,
    #"{"method":"a.b.C","parameters":{"names":["x",]}}"#,
    #"{"method":"a.b.C","parameters":{"names":["x" "y"]}}"#,
    #"{"method":"a.b.C","parameters":{"names":[1]}}"#,
    #"{"method":"a.b.C","parameters":{"names":["x"]}}}"#,
    #"{"method":"a.b.C","parameters":{"names":["x"]}} x"#,
    "{\"method\":\"a.b.C\",\"parameters\":{\"names\":[\"é\"]}}",
    "{\"method\":\"a.b.C\",\u{B}\"parameters\":{\"names\":[\"x\"]}}",
    "\u{FEFF}" + plain,
  ])
  func leavesOtherCallsToTheGeneralScan(_ text: String) {
    let isPlain = PlainCallScan(Array(text.utf8).span, limits: JSONLimits()) != nil
    #expect(!isPlain)
  }

  @Test func appliesTheLimits() {
    let bytes = Array(Self.plain.utf8)
    // Ten values: three objects and arrays, three names, the method, three strings.
    for (values, isPlain) in [(10, true), (9, false)] {
      let limits = JSONLimits(maximumValues: values)
      expectBothRead(bytes, limits, isPlain)
    }
    for (depth, isPlain) in [(3, true), (2, false)] {
      let limits = JSONLimits(maximumDepth: depth)
      expectBothRead(bytes, limits, isPlain)
    }
    for (length, isPlain) in [(bytes.count, true), (bytes.count - 1, false)] {
      let limits = JSONLimits(maximumBytes: length)
      expectBothRead(bytes, limits, isPlain)
    }
  }

  @Test func agreesAboutDamagedCalls() throws {
    var random = SeededRandom(seed: 3)
    let foreign = Array("{}[]\":,\\ \t\nxé\u{0}\u{7F}".utf8)
    var plainCount = 0
    for _ in 0..<propertyCases(5_000) {
      var bytes = Array(Self.plain.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        let byte = foreign[Int.random(in: 0..<foreign.count, using: &random)]
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = byte
        case 1: bytes.insert(byte, at: index)
        default: bytes.remove(at: index)
        }
      }
      guard PlainCallScan(bytes.span, limits: JSONLimits()) != nil else { continue }
      plainCount += 1
      try expectSame(String(decoding: bytes, as: UTF8.self))
    }
    #expect(plainCount > 0)
  }

  private func expectBothRead(_ bytes: [UInt8], _ limits: JSONLimits, _ expected: Bool) {
    let isPlain = PlainCallScan(bytes.span, limits: limits) != nil
    let isRead = (try? CallScan(bytes.span, limits: limits)) != nil
    #expect(isPlain == expected)
    #expect(isRead == expected)
  }

  private func expectSame(_ text: String) throws {
    // In the middle of a buffer with other messages.
    let bytes = Array("before\0\(text)\0after".utf8)
    let message = Message(storage: bytes, range: 7..<7 + text.utf8.count)
    let call = try Call(scanning: message)
    let quick = try Call(message)
    #expect(quick.methodName == call.methodName, "\(text)")
    #expect(quick.parametersRange == call.parametersRange, "\(text)")
    #expect(!call.isOneway && !call.wantsMore && !call.wantsUpgrade, "\(text)")
    let document = try #require(call.parameters.json.isEmpty ? nil : call.parameters.json)
    let object = try JSONDocument(parsing: Array(document)).root
    for parameters in [quick.parameters, quick.copy.parameters] {
      #expect(call.parameters.plainStrings("names") == nil)
      guard let names = object["names"] else {
        #expect(parameters.plainStrings("names") == nil, "\(text)")
        continue
      }
      let strings = try #require(parameters.plainStrings("names"), "\(text)")
      var found: [String] = []
      // In pieces, as a method that pauses reads them.
      var position = PlainStrings.Position()
      while position.index < strings.count {
        #expect(position.isAtStart == found.isEmpty)
        try strings.visit(from: &position, atMost: 2) { (string) throws(MethodError) in
          found.append(String(decoding: (0..<string.count).map { string[$0] }, as: UTF8.self))
        }
        #expect(position.index == found.count)
      }
      #expect(found == names.elements.map { $0.string }, "\(text)")
      #expect(strings.count == found.count)
    }
  }
}
