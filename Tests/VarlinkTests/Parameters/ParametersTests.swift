// SPDX-License-Identifier: MIT

import StrictJSON
import Testing
import Varlink

@Suite struct ParametersTests {
  private func parameters(_ json: String) throws -> Parameters {
    try Call(Message(#"{"method":"M","parameters":\#(json)}"#)).parameters
  }

  private func isInvalid(_ name: String) -> (any Error) -> Bool {
    { error in
      guard case .invalidParameter(name) = error as? MethodError else { return false }
      return true
    }
  }

  private func value(_ json: String) throws -> ParameterValue {
    var members = try parameters(#"{"p":\#(json)}"#).members(["p"])
    return try #require(try members.next()).value
  }

  @Test func readsMembersInPlace() throws {
    let text = #" {"b" : "two\n" , "\u0061":[1 ,{"x":null}], "c":true}"#
    var members = try parameters(text).members(["a", "b", "c", "d"])
    let first = try #require(try members.next())
    #expect(first.index == 1)
    #expect(try first.value.string() == "two\n")
    let second = try #require(try members.next())
    #expect(second.index == 0)
    #expect(String(decoding: second.value.json, as: UTF8.self) == #"[1 ,{"x":null}]"#)
    let third = try #require(try members.next())
    #expect(third.index == 2)
    #expect(try third.value.boolean())
    #expect(try members.next() == nil)
    #expect(try members.next() == nil)
    #expect(members.seen == 0b111)
    try members.require(0b111)
    #expect(throws: MethodError.self) { try members.require(0b1000) }
  }

  @Test(arguments: [
    (#"{"zzz":1}"#, "zzz"), (#"{"a":1,"a":2}"#, "a"), (#"{"a":1,"\u0061":2}"#, "a"),
    (#"{"\u007a":1}"#, "z"), (#"{"":1}"#, ""), (#"{"a":1,"A":1}"#, "A"),
  ])
  func refusesUnknownAndDuplicateMembers(_ json: String, _ name: String) throws {
    let parameters = try parameters(json)
    #expect {
      var members = parameters.members(["a", "b"])
      while try members.next() != nil {}
    } throws: { isInvalid(name)($0) }
    #expect { try parameters.object(["a", "b"]) } throws: { isInvalid(name)($0) }
  }

  @Test func refusesAnyMemberIfNoneIsExpected() throws {
    try parameters("{}").expectNone()
    try parameters("null").expectNone()
    try parameters(" { } ").expectNone()
    let some = try parameters(#"{"a":null}"#)
    #expect { try some.expectNone() } throws: { isInvalid("a")($0) }
  }

  @Test func truncatesALongNameInAnError() throws {
    let long = String(repeating: "é", count: 1_000)
    for parameters in [try parameters("{\"\(long)\":1}")] {
      #expect {
        var members = parameters.members([])
        _ = try members.next()
      } throws: { isInvalid(String(repeating: "é", count: 128))($0) }
      #expect { try parameters.object() } throws: {
        isInvalid(String(repeating: "é", count: 128))($0)
      }
    }
  }

  @Test func namesAMissingMember() throws {
    var members = try parameters(#"{"b":1}"#).members(["a", "b"])
    while try members.next() != nil {}
    let copy = members
    #expect { try copy.require(0b11) } throws: { isInvalid("a")($0) }
    try members.require(0b10)
  }

  @Test(arguments: ["1", "true", "null", "[]", "{}"])
  func refusesOtherValuesAsStrings(_ json: String) throws {
    let value = try value(json)
    #expect { try value.string() } throws: { isInvalid("p")($0) }
    #expect {
      try value.withUTF8 { bytes throws(MethodError) in bytes.count }
    } throws: { isInvalid("p")($0) }
    #expect { try value.choice(["a"]) } throws: { isInvalid("p")($0) }
  }

  @Test func readsScalars() throws {
    #expect(try value(#""a\u00e9\"""#).string() == "aé\"")
    #expect(try value(#""a\u00e9\"""#).withUTF8 { bytes throws(MethodError) in bytes.count } == 4)
    #expect(try value(#""abc""#).withUTF8 { bytes throws(MethodError) in bytes.count } == 3)
    #expect(try value("null").optionalString() == nil)
    #expect(try value("\"\"").optionalString() == "")
    #expect(try value("\"b\"").choice(["a", "b"]) == 1)
    #expect(try value("false").boolean() == false)
    #expect(try value("-0").integer() == 0)
    #expect(try value("9223372036854775807").integer() == .max)
    #expect(try value("-9223372036854775808").integer() == .min)
    let many = try value("\"c\"")
    #expect { try many.choice(["a", "b"]) } throws: { isInvalid("p")($0) }
  }

  @Test(arguments: ["1.0", "1e2", "9223372036854775808", "\"1\"", "true", "null", "-1", "4097"])
  func refusesOtherValuesAsIntegersInARange(_ json: String) throws {
    let value = try value(json)
    #expect { try value.integer(in: 0...4096) } throws: { isInvalid("p")($0) }
    let object = try parameters(#"{"p":\#(json)}"#).object(["p"])
    #expect { try object.integer("p", in: 0...4096) } throws: { isInvalid("p")($0) }
  }

  @Test func readsBatches() throws {
    var elements = try value(
      #"[ {"name":"a"}, {"kind":"x","name":"b"} ,{"name":"\u0063","kind":null}]"#
    ).elements()
    var names: [String] = []
    while let element = elements.next() {
      var members = try element.members(["name", "kind"])
      while let member = try members.next() {
        if member.index == 0 { names.append(try member.value.string()) }
      }
    }
    #expect(names == ["a", "b", "c"])
    #expect(elements.next() == nil)
    #expect(try value("[]").strings() == [])
    #expect(try value(#"["a","b\n"]"#).strings(limit: 2) == ["a", "b\n"])
    let three = try value(#"["a","b","c"]"#)
    #expect { try three.strings(limit: 2) } throws: { isInvalid("p")($0) }
    let mixed = try value(#"["a",1]"#)
    #expect { try mixed.strings() } throws: { isInvalid("p[1]")($0) }
  }

  @Test(arguments: [
    (#"[{"name":"a","zzz":1}]"#, "p[0].zzz"), (#"[{}]"#, "p[0].name"), ("[1]", "p[0]"),
    ("[[]]", "p[0]"),
    (#" [ {"name":"]}"} ,{"n\u0061me":[[1]]}, {"name":{"zzz":2}, "x":2}]"#, "p[2].x"),
    (#"[{"name":[0,[1,{"é\n":7}]]}, 3]"#, "p[1]"),
  ])
  func saysWhereAnErrorIs(_ json: String, _ path: String) throws {
    let value = try value(json)
    #expect {
      var elements = try value.elements()
      while let element = elements.next() {
        var members = try element.members(["name"])
        while try members.next() != nil {}
        try members.require(1)
      }
    } throws: { isInvalid(path)($0) }
  }

  @Test func readsAnObjectMemberByMember() throws {
    let object = try parameters(
      #"{"s":"x","n":null,"b":true,"i":5,"l":["a","b"]}"#
    ).object(["s", "n", "b", "i", "l", "absent"])
    #expect(try object.string("s") == "x")
    #expect(try object.optionalString("n") == nil)
    #expect(try object.optionalString("absent") == nil)
    #expect(try object.optionalString("s") == "x")
    #expect(try object.boolean("b"))
    #expect(try object.optionalBoolean("absent") == nil)
    #expect(try object.integer("i") == 5)
    #expect(try object.optionalInteger("i", in: 5...5) == 5)
    #expect(try object.optionalInteger("n") == nil)
    #expect(try object.strings("l", limit: 2) == ["a", "b"])
    #expect { try object.string("absent") } throws: { isInvalid("absent")($0) }
    #expect { try object.string("n") } throws: { isInvalid("n")($0) }
    #expect { try object.optionalString("b") } throws: { isInvalid("b")($0) }
    #expect { try object.boolean("s") } throws: { isInvalid("s")($0) }
    #expect { try object.optionalInteger("i", in: 6...7) } throws: { isInvalid("i")($0) }
    #expect { try object.strings("l", limit: 1) } throws: { isInvalid("l")($0) }
    #expect { try object.strings("s") } throws: { isInvalid("s")($0) }
    #expect { try object.strings("n") } throws: { isInvalid("n")($0) }
  }
}
