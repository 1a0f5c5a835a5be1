// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import Varlink

/// The short way through a call finds what the long way finds.
@Suite struct PlainCallTests {
  static let plain = #"{"method":"a.b.C","parameters":{"names":["x","","yy z"]}}"#

  @Test(arguments: [
    plain, #"{"method":"","parameters":{"":[]}}"#,
    " {\t\"method\" : \"a.b.C\",\r\n\"parameters\": { \"names\" : [ \"x\" , \"y\" ] } } ",
    #"{"method":"a.b.C","parameters":{"names":[ ]}}"#,
  ])
  func takesPlainCalls(_ text: String) throws {
    let isTaken = PlainCallScan(Array(text.utf8).span, limits: JSONLimits()) != nil
    #expect(isTaken)
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
  func leavesTheRest(_ text: String) {
    let isTaken = PlainCallScan(Array(text.utf8).span, limits: JSONLimits()) != nil
    #expect(!isTaken)
  }

  @Test func keepsToTheLimits() {
    let bytes = Array(Self.plain.utf8)
    // Three objects and arrays, three names, the method, three strings.
    for (values, isTaken) in [(10, true), (9, false)] {
      let limits = JSONLimits(maximumValues: values)
      expectBothTake(bytes, limits, isTaken)
    }
    for (depth, isTaken) in [(3, true), (2, false)] {
      let limits = JSONLimits(maximumDepth: depth)
      expectBothTake(bytes, limits, isTaken)
    }
    for (length, isTaken) in [(bytes.count, true), (bytes.count - 1, false)] {
      let limits = JSONLimits(maximumBytes: length)
      expectBothTake(bytes, limits, isTaken)
    }
  }

  @Test func agreesAboutDamagedCalls() throws {
    var random = SeededRandom(seed: 3)
    let foreign = Array("{}[]\":,\\ \t\nxé\u{0}\u{7F}".utf8)
    var taken = 0
    for _ in 0..<propertyCases(5_000) {
      var bytes = Array(Self.plain.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = foreign[Int.random(in: 0..<foreign.count, using: &random)]
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      guard PlainCallScan(bytes.span, limits: JSONLimits()) != nil else { continue }
      taken += 1
      try expectSame(String(decoding: bytes, as: UTF8.self))
    }
    #expect(taken > 0)
  }

  private func expectBothTake(_ bytes: [UInt8], _ limits: JSONLimits, _ expected: Bool) {
    let isTaken = PlainCallScan(bytes.span, limits: limits) != nil
    let isRead = (try? CallScan(bytes.span, limits: limits)) != nil
    #expect(isTaken == expected)
    #expect(isRead == expected)
  }

  private func expectSame(_ text: String) throws {
    // As in a buffer that holds other messages, too.
    let bytes = Array("before\0\(text)\0behind".utf8)
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
      try strings.visit { (string) throws(MethodError) in
        found.append(String(decoding: (0..<string.count).map { string[$0] }, as: UTF8.self))
        return true
      }
      #expect(found == names.elements.map { $0.string }, "\(text)")
      #expect(strings.count == found.count)
    }
  }
}
