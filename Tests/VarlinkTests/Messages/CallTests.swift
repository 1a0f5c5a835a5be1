// SPDX-License-Identifier: MIT

import StrictJSON
import Testing
import Varlink

@Suite struct CallTests {
  @Test(arguments: [
    #"{"method":"a.b.C"}"#,
    #"{"method":"a.b.C","parameters":null}"#,
    #"{"method":"a.b.C","parameters":{}}"#,
    #"{"method":"a.b.C","more":false,"oneway":false,"upgrade":false}"#,
    #"{"org.example":{"id":1},"method":"a.b.C"}"#,
    #"{"method":"a.b.C","org.example":null,"org.example":[1,{}]}"#,
    " {\"method\" :\n\"a.b.C\"\t}\r\n",
    #"{"\u006dethod":"a.b.C"}"#,
    #"{"method":"a.\u0062.C"}"#,
    #"{"\u006d\u0065thod":"\u0061.b.C","\u0070arameters":{}}"#,
    #"{"\u006f\u002e":1,"method":"a.b.C"}"#,
  ])
  func acceptsAPlainCall(_ text: String) throws {
    let call = try Call(Message(text))
    #expect(call.methodName == "a.b.C")
    try call.parameters.expectNone()
    #expect(!call.isOneway && !call.wantsMore && !call.wantsUpgrade)
    let copy = call.copy
    #expect(copy.methodName == "a.b.C")
    try copy.parameters.expectNone()
  }

  @Test(arguments: [
    (#"{"method":"M","oneway":true}"#, true, false, false),
    (#"{"more":true,"method":"M"}"#, false, true, false),
    (#"{"method":"M","upgrade":true,"more":false}"#, false, false, true),
    (#"{"method":"M","m\u006fre":true}"#, false, true, false),
  ])
  func readsFlags(_ text: String, _ oneway: Bool, _ more: Bool, _ upgrade: Bool) throws {
    let call = try Call(Message(text))
    #expect(call.isOneway == oneway)
    #expect(call.wantsMore == more)
    #expect(call.wantsUpgrade == upgrade)
  }

  @Test(arguments: [
    (#"{"method":"M","more":true,"oneway":true}"#, CallError.contradictoryFlags),
    (#"{"method":"M","upgrade":true,"more":true}"#, .contradictoryFlags),
    (#"{"method":"M","more":null}"#, .flagIsNotBoolean),
    (#"{"method":"M","oneway":1}"#, .flagIsNotBoolean),
    (#"{"method":"M","oneway":[]}"#, .flagIsNotBoolean),
    (#"{"method":"M","upgrade":"true"}"#, .flagIsNotBoolean),
    (#"{"method":"M","id":1}"#, .unknownMember),
    (#"{"method":"M","Method":"M"}"#, .unknownMember),
    (#"{"method":"M","":1}"#, .unknownMember),
    (#"{"method":"M","X-id":1}"#, .unknownMember),
    (#"{"method":"M","method":"M"}"#, .duplicateMember),
    (#"{"method":"M","\u006dethod":"M"}"#, .duplicateMember),
    (#"{"method":"M","more":false,"more":false}"#, .duplicateMember),
    (#"{"method":"M","parameters":null,"parameters":{}}"#, .duplicateMember),
    (#"{"method":"M","parameters":[]}"#, .parametersAreNotObject),
    (#"{"method":"M","parameters":"x"}"#, .parametersAreNotObject),
    (#"{"method":"M","parameters":7}"#, .parametersAreNotObject),
    (#"{"method":"M","parameters":true}"#, .parametersAreNotObject),
    (#"{"parameters":{}}"#, .noMethod),
    (#"{}"#, .noMethod),
    (#"{"error":"a.b","parameters":{}}"#, .unknownMember),
    (#"{"method":null}"#, .methodIsNotString),
    (#"{"method":3}"#, .methodIsNotString),
    (#"{"method":{}}"#, .methodIsNotString),
    (#"[1]"#, .notAnObject),
    (#"null"#, .notAnObject),
    (#""x""#, .notAnObject),
  ])
  func refusesCallsThatBreakARule(_ text: String, _ error: CallError) {
    #expect(throws: error) { try Call(Message(text)) }
  }

  @Test(arguments: [
    "", "  \n\t ", #"{"method":"#, #"{"method":"M"}x"#, #"{"method":"M"}{"method":"M"}"#,
    #"{"method":"M",}"#, "{'method':'M'}", #"{"method":"M"/*c*/}"#, "[1]x", "GET / HTTP/1.1",
    #"{"method":"M\u0000"}"#, #"{"method":"M","parameters":{"a":"\u0000"}}"#,
    #"{"method":"M","org.example":"\u0000"}"#, #"{"method":"M","parameters":{"a":"\ud800"}}"#,
    #"{"method":"M","parameters":{"a":"\udc00\ud800"}}"#, "\u{FEFF}{\"method\":\"M\"}",
    #"{"method":"M","parameters":{"a":01}}"#, #"{"method":"M","id":NaN}"#,
  ])
  func refusesInvalidJSON(_ text: String) {
    #expect {
      try Call(Message(text))
    } throws: { error in
      guard case .malformed = error as? CallError else { return false }
      return true
    }
  }

  @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func refusesInvalidUTF8(_ bytes: [UInt8]) {
    for (head, tail) in [
      (#"{"method":"M","parameters":{""#, #"":1}}"#), (#"{"method":""#, #""}"#),
      (#"{"org."#, #"":1,"method":"M"}"#),
    ] {
      let message = Message(Array(head.utf8) + bytes + Array(tail.utf8))
      #expect {
        try Call(message)
      } throws: { error in
        guard case .malformed(let reason) = error as? CallError else { return false }
        return reason.offset >= head.utf8.count
      }
    }
  }

  @Test func everyTruncationIsMalformed() {
    let text = #" {"method":"a.\u0062.C","parameters":{"x":[1,2.5e3,"\ud83d\ude00é"]},"more":true}"#
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count {
      #expect {
        try Call(Message(Array(bytes[..<length])))
      } throws: { error in
        guard case .malformed = error as? CallError else { return false }
        return true
      }
    }
  }

  @Test func malformedTextIsReportedBeforeOtherErrors() {
    #expect {
      try Call(Message(#"{"id":1,"method":3,"more":null}x"#))
    } throws: { error in
      guard case .malformed = error as? CallError else { return false }
      return true
    }
  }

  @Test func refusesNestingThatIsTooDeep() throws {
    func call(_ depth: Int) -> Message {
      Message(
        #"{"method":"M","parameters":{"a":"# + String(repeating: "[", count: depth)
          + String(repeating: "]", count: depth) + "}}")
    }
    _ = try Call(call(62))
    #expect(throws: CallError.self) { try Call(call(63)) }
    #expect(throws: CallError.self) { try Call(call(100_000)) }
  }

  @Test func describesEveryError() {
    let errors: [CallError] = [
      .malformed(JSONError(.leadingZero, at: 5)), .notAnObject, .noMethod, .methodIsNotString,
      .parametersAreNotObject, .flagIsNotBoolean, .contradictoryFlags, .duplicateMember,
      .unknownMember,
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
