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

      """)

  private final class Counting: ReplySeries {
    private let end: Int64
    private var number: Int64 = 0

    init(to end: Int64) {
      self.end = end
    }

    func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
      number += 1
      guard number < 20 else { throw .permissionDenied }
      context.reply.name("number")
      context.reply.integer(number)
      return number >= end ? .final : .continues
    }
  }

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
        return Counting(to: try object.optionalInteger("to", in: 0...100) ?? 3)
      },
      single: { context throws(MethodError) in
        let object = try context.parameters.object(["to"])
        context.reply.name("number")
        context.reply.integer(try object.optionalInteger("to") ?? 0)
        return nil
      })
    return service
  }

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
      }
    }
  }
}
