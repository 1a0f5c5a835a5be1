// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

/// The service of `org.varlink.certification`: checks each call against the expected one.
final class CertificationService {
  /// The method that each client has to call next.
  private var next: [String: String] = [:]
  private var clients = 0

  /// The parameters that each method expects, and those that it returns.
  private static let steps: [(method: String, wants: String, gives: String)] = [
    ("Test01", #"{}"#, #"{"bool":true}"#),
    ("Test02", #"{"bool":true}"#, #"{"int":1}"#),
    ("Test03", #"{"int":1}"#, #"{"float":1.0}"#),
    ("Test04", #"{"float":1.0}"#, #"{"string":"ping"}"#),
    (
      "Test05", #"{"string":"ping"}"#,
      #"{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}"#
    ),
    (
      "Test06", #"{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}"#,
      #"{"struct":{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}}"#
    ),
    (
      "Test07",
      #"{"struct":{"bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string"}}"#,
      #"{"map":{"foo":"Foo","bar":"Bar"}}"#
    ),
    (
      "Test08", #"{"map":{"foo":"Foo","bar":"Bar"}}"#,
      #"{"set":{"one":{},"two":{},"three":{}}}"#
    ),
    ("Test09", #"{"set":{"one":{},"two":{},"three":{}}}"#, #"{"mytype":\#(mytype)}"#),
    ("Test10", #"{"mytype":\#(mytype)}"#, "{}"),
    (
      "Test11",
      #"""
      {"last_more_replies":["Reply number 1","Reply number 2","Reply number 3","Reply number 4",
      "Reply number 5","Reply number 6","Reply number 7","Reply number 8","Reply number 9",
      "Reply number 10"]}
      """#, "{}"
    ),
    ("End", "{}", #"{"all_ok":true}"#),
  ]

  private static let mytype = #"""
    {"object":{"method":"org.varlink.certification.Test09","parameters":{"map":{"foo":"Foo",
    "bar":"Bar"}}},"enum":"two","struct":{"first":1,"second":"2"},"array":["one","two","three"],
    "dictionary":{"foo":"Foo","bar":"Bar"},"stringset":{"one":{},"two":{},"three":{}},
    "interface":{"foo":[null,{"foo":"foo","bar":"bar"},null,{"one":"foo","two":"bar"}],
    "anon":{"foo":true,"bar":false}}}
    """#

  func makeService() -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "Varlink", product: "Certification", version: "1", url: "https://varlink.org",
        interfaces: [.certification]))
    service.handle("org.varlink.certification.Start") { [self] context throws(MethodError) in
      try context.parameters.expectNone()
      clients += 1
      let client = "client-\(clients)"
      next[client] = "Test01"
      context.reply.name("client_id")
      context.reply.string(client)
    }
    for (index, step) in Self.steps.enumerated() where step.method != "Test10" {
      service.handle("org.varlink.certification.\(step.method)") {
        [self] context throws(MethodError) in
        try check(context.call, step: index)
        for member in parse(step.gives).root.members {
          context.reply.name(member.name.string ?? "")
          context.reply.value(member.value)
        }
      }
    }
    service.handle(
      "org.varlink.certification.Test10",
      series: { [self] context throws(MethodError) in
        try check(context.call, step: 9)
        return TenReplies()
      })
    return service
  }

  private func check(_ call: Call, step: Int) throws(MethodError) {
    let (method, wants, _) = Self.steps[step]
    let wanted = parse(wants).root
    let got = parse(call.parameters.json.isEmpty ? "{}" : string(call.parameters.json)).root
    guard let client = got["client_id"]?.string, next[client] == method else {
      throw .declared("org.varlink.certification.ClientIdError")
    }
    let hasFlags = call.isOneway == (method == "Test11") && call.wantsMore == (method == "Test10")
    let same =
      wanted.members.allSatisfy { got[$0.name.string ?? ""].map(equal($0.value)) ?? false }
      && got.members.allSatisfy {
        $0.name.equals("client_id") || wanted[$0.name.string ?? ""] != nil
      }
    guard hasFlags, same else {
      next[client] = nil
      throw .declared("org.varlink.certification.CertificationError") { parameters in
        parameters.name("wants")
        parameters.value(wanted)
        parameters.name("got")
        parameters.value(got)
      }
    }
    next[client] = method == "End" ? nil : Self.steps[step + 1].method
  }

  /// Equality of JSON: objects without order, numbers by value, an absent member as null.
  private func equal(_ left: JSONValue) -> (JSONValue) -> Bool {
    { [self] right in
      guard left.kind == right.kind else { return false }
      switch left.kind {
      case .null: return true
      case .boolean: return left.boolean == right.boolean
      case .number: return left.double == right.double
      case .string: return left.string == right.string
      case .array:
        return left.count == right.count
          && zip(left.elements, right.elements).allSatisfy { equal($0)($1) }
      case .object:
        return covers(left, right) && covers(right, left)
      }
    }
  }

  private func covers(_ left: JSONValue, _ right: JSONValue) -> Bool {
    left.members.allSatisfy { member in
      guard let other = right[member.name.string ?? ""] else { return member.value.isNull }
      return equal(member.value)(other)
    }
  }
}

/// The replies to `Test10`.
private final class TenReplies: ReplySeries {
  private var count = 0

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    count += 1
    context.reply.name("string")
    context.reply.string("Reply number \(count)")
    return count == 10 ? .final : .continues
  }
}

func parse(_ text: String) -> JSONDocument {
  guard let document = try? JSONDocument(parsing: Array(text.utf8)) else {
    preconditionFailure("the texts of this program are valid JSON")
  }
  return document
}

func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
