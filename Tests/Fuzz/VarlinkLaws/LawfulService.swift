// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

/// A service that reads its parameters in every way that the module offers.
enum LawfulService {
  static let interface = InterfaceDescription(
    literal: """
      interface a.b

      method Echo(value: ?any, list: ?[]object) -> (value: ?any)

      # [Supports 'more' flag]
      method Count(to: ?int) -> (number: int)

      method Read(
        name: ?string, flag: ?bool, number: ?int, texts: ?[]string, word: ?(first, second),
        items: ?[](path: string, deep: ?object)
      ) -> (
        name: ?string, flag: ?bool, number: ?int, texts: ?[]string, word: ?int,
        paths: ?[]string
      )

      method Look(name: string, flag: bool, number: ?int, texts: []string) -> (name: string)

      method Names(names: []string) -> (names: []string)

      # In several steps, which any thread may make.
      method Slow(steps: ?int) -> (steps: ?[]int)

      # [Requires 'more' flag]
      method Watch() -> (number: int)

      method Undone() -> ()

      method Nothing() -> ()

      method Fail(reason: (interface, more, permission, method, plain, whole)) -> ()

      error Plain ()

      error Whole (limit: int)

      """)

  static func make() -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "", product: "", version: "", url: "", interfaces: [interface]),
      replyLimit: 1_024)
    service.handle("a.b.Echo") { context throws(MethodError) in try echo(&context) }
    service.handle(
      "a.b.Count",
      series: { context throws(MethodError) in
        let object = try context.parameters.object(["to"])
        return CountingSeries(to: try object.optionalInteger("to", in: 0...100) ?? 3)
      },
      single: { context throws(MethodError) in
        let object = try context.parameters.object(["to"])
        context.reply.name("number")
        context.reply.integer(try object.optionalInteger("to") ?? 0)
        return nil
      })
    service.handle("a.b.Read") { context throws(MethodError) in try read(&context) }
    service.handle("a.b.Look") { context throws(MethodError) in try look(&context) }
    service.handle("a.b.Names") { context throws(MethodError) in try names(&context) }
    service.handlePausing("a.b.Slow") { context throws(MethodError) in
      let object = try context.parameters.object(["steps"])
      var series = SlowSeries(steps: Int(try object.optionalInteger("steps", in: 0...8) ?? 2))
      return try series.next(&context) == .final ? nil : series
    }
    service.handle(
      "a.b.Watch",
      series: { _ throws(MethodError) in CountingSeries(to: 2) })
    service.handle("a.b.Nothing") { context throws(MethodError) in
      try context.parameters.expectNone()
    }
    service.handle("a.b.Fail") { context throws(MethodError) in try fail(&context) }
    return service
  }

  // MARK: - Methods

  private static func echo(_ context: inout CallContext) throws(MethodError) {
    var members = context.parameters.members(["value", "list"])
    while let member = try members.next() {
      if member.index == 0 {
        guard let document = try? JSONDocument(parsing: Array(member.value.json)) else {
          throw member.value.invalid
        }
        precondition(!member.value.json.isEmpty, "a value has bytes")
        if let string = document.root.string {
          let copy = try member.value.string()
          let length = try member.value.withUTF8 { text throws(MethodError) in text.count }
          precondition(
            copy == string && length == string.utf8.count, "all ways to read a string agree")
        }
        context.reply.name("value")
        context.reply.value(document.root)
      } else if !member.value.isNull {
        var elements = try member.value.elements()
        while let element = elements.next() {
          var inner = try element.members(["x", "y"])
          while try inner.next() != nil {}
          try inner.require(1)
        }
        precondition(elements.next() == nil, "nothing is after the end")
      }
    }
  }

  /// Reads every type in place, and again by name where that is possible.
  private static func read(_ context: inout CallContext) throws(MethodError) {
    let names: [StaticString] = ["name", "flag", "number", "texts", "word", "items"]
    let parameters = context.parameters
    var (name, flag, number, texts): (String?, Bool?, Int?, [String]?) = (nil, nil, nil, nil)
    var members = parameters.members(names)
    while let member = try members.next() {
      let value = member.value
      switch member.index {
      case 0: name = try value.optionalString()
      case 1: flag = value.isNull ? nil : try value.boolean()
      case 2: number = value.isNull ? nil : try value.integer(in: -1_000...1_000)
      case 3: texts = value.isNull ? nil : try value.strings(limit: 4)
      case 4:
        context.reply.name("word")
        context.reply.integer(try value.choice(["first", "second"]))
      default:
        context.reply.name("paths")
        try writePaths(of: try value.elements(), to: &context)
      }
    }
    let object = try parameters.object(names)
    let (otherName, otherFlag, otherNumber) = (
      try object.optionalString("name"), try object.optionalBoolean("flag"),
      try object.optionalInteger("number")
    )
    let list = object.optional("texts") == nil ? nil : try object.strings("texts", limit: 4)
    precondition(
      otherName == name && otherFlag == flag && otherNumber == number.map(Int64.init)
        && list == texts, "both ways to read agree")
    if let name { context.reply.member("name", name) }
    if let flag { context.reply.member("flag", flag) }
    if let number { context.reply.member("number", number) }
  }

  private static func writePaths(
    of items: ParameterElements, to context: inout CallContext
  ) throws(MethodError) {
    var items = items
    var count = 0
    context.reply.beginArray()
    while let item = items.next() {
      count += 1
      guard count <= 3 else { throw items.invalid }
      var members = try item.members(["path", "deep"])
      while let member = try members.next() {
        if member.index == 0 { context.reply.string(try member.value.string()) }
      }
      try members.require(1)
    }
    context.reply.endArray()
  }

  private static func look(_ context: inout CallContext) throws(MethodError) {
    let object = try context.parameters.object(["name", "flag", "number", "texts"])
    let name = try object.string("name")
    let number = try object.optionalInteger("number", in: 0...9)
    precondition(number.map { (0...9).contains($0) } ?? true, "a number is in its range")
    let texts = try object.strings("texts", limit: 3)
    precondition(texts.count <= 3, "a list is no longer than its limit")
    context.reply.member("name", try object.boolean("flag") ? name : texts.joined())
  }

  /// Reads strings in the fast way too, if the call has the form for that.
  private static func names(_ context: inout CallContext) throws(MethodError) {
    let parameters = context.parameters
    var names: [String] = []
    var members = parameters.members(["names"])
    while let member = try members.next() { names = try member.value.strings() }
    try members.require(1)
    precondition(parameters.plainStrings("other") == nil, "the strings have one name")
    if let plain = parameters.plainStrings("names") {
      precondition(plain.count == names.count, "both ways to read agree")
      var position = PlainStrings.Position()
      precondition(position.isAtStart, "a new position is at the start")
      var visited: [String] = []
      while visited.count < plain.count {
        try plain.visit(from: &position, atMost: 2) { text throws(MethodError) in
          visited.append(String(decoding: (0..<text.count).map { text[$0] }, as: UTF8.self))
        }
        precondition(position.index == visited.count, "a position is after what was visited")
      }
      precondition(visited == names, "both ways to read agree")
    }
    context.reply.member("names", names)
  }

  private static func fail(_ context: inout CallContext) throws(MethodError) {
    let reasons: [StaticString] = ["interface", "more", "permission", "method", "plain", "whole"]
    var members = context.parameters.members(["reason"])
    // What is written before an error is not sent.
    context.reply.member("unsent", true)
    while let member = try members.next() {
      switch try member.value.choice(reasons) {
      case 0: throw .interfaceNotFound("a.c")
      case 1: throw .expectedMore
      case 2: throw .permissionDenied
      case 3: throw .methodNotImplemented
      case 4: throw .declared("a.b.Plain")
      default: throw .declared("a.b.Whole") { $0.member("limit", 1) }
      }
    }
    throw .invalidParameter("reason")
  }
}
