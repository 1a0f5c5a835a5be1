// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

@testable import TypeRegistry  // The writers of requests, which no other module calls.

/// The laws of requests: the daemon reads what a client writes.
enum RequestLaws {
  /// Without types, so that MIME types stay what they are.
  private static let registry = RegistryCompiler.compile([]).registry

  /// The parameters of a call that has these; `nil` if the text is something else.
  static func parameters(_ text: [UInt8]) -> Parameters? {
    let message = Array(#"{"method":"a.b.C","parameters":"#.utf8) + text + Array("}".utf8)
    return try? Call(Message(message)).parameters
  }

  /// Calls `body` with the elements of an array among the parameters, until it is refused.
  static func forEach(
    in name: StaticString, of parameters: Parameters,
    _ body: (ParameterValue) throws(MethodError) -> Void
  ) {
    refusing { () throws(MethodError) in
      var members = parameters.members([name])
      while let member = try members.next() {
        var elements = try member.value.elements()
        while let element = elements.next() { try body(element) }
      }
    }
  }

  /// The result of a reader; `nil` if it refuses a parameter.
  @discardableResult
  static func refusing<Value>(_ read: () throws(MethodError) -> Value) -> Value? {
    do throws(MethodError) {
      return try read()
    } catch {
      guard case .invalidParameter = error else {
        preconditionFailure("a reader finds no other fault than a parameter")
      }
      return nil
    }
  }

  // MARK: - Choices

  /// Checks the requests of `Bind`, and those of `Unbind`.
  static func checkBindings(_ text: [UInt8]) {
    for isUnbind in [false, true] {
      let requests = bindings(text, isUnbind)
      guard !requests.isEmpty else { continue }
      let written = AnswerLaws.text { $0.array("requests", requests) }
      precondition(bindings(written, isUnbind) == requests, "a request is read as it was written")
    }
  }

  private static func bindings(_ text: [UInt8], _ isUnbind: Bool) -> [BindingRequest] {
    guard let parameters = parameters(text) else { return [] }
    var requests: [BindingRequest] = []
    forEach(in: "requests", of: parameters) { (element) throws(MethodError) in
      // One that is refused does not hide the others.
      refusing { () throws(MethodError) in
        requests.append(try BindingRequest(element, isUnbind: isUnbind, in: registry))
      }
    }
    return requests
  }

  // MARK: - Queries

  /// Checks the items and roles of `Rank`.
  static func checkQueries(_ text: [UInt8]) {
    let (queries, roles) = queries(text)
    let written = AnswerLaws.text {
      $0.array("items", queries)
      if let roles { $0.roles(roles) }
    }
    let again = self.queries(written)
    precondition(again.queries == queries, "an item is read as it was written")
    precondition(
      again.roles ?? .all == roles ?? .all, "the roles are read as they were written")
    for query in queries {
      // A URL may have to be escaped, three bytes for one.
      let most = if case .url = query.subject { 3 * text.count } else { text.count }
      precondition(query.length <= most, "the texts of an item are no longer than all")
    }
  }

  private static func queries(_ text: [UInt8]) -> (queries: [HandlerQuery], roles: RoleMask?) {
    var queries: [HandlerQuery] = []
    var roles: RoleMask?
    guard let parameters = parameters(text) else { return (queries, roles) }
    refusing { () throws(MethodError) in
      var members = parameters.members(["items", "roles"])
      while let member = try members.next() {
        guard member.index == 0 else {
          roles = try RoleMask(member.value)
          continue
        }
        var elements = try member.value.elements()
        while let element = elements.next() {
          let read = refusing { () throws(MethodError) in try HandlerQuery.read(element) }
          switch read {
          case nil: break
          case .success(let query): queries.append(query)
          case .failure(let malformed):
            precondition(!malformed.problem.isEmpty, "a malformed item has a problem")
          }
        }
      }
    }
    return (queries, roles)
  }

  // MARK: - Registrations

  /// Checks the parameters of `Register`.
  static func checkSource(_ text: [UInt8]) {
    func read(_ text: [UInt8]) -> RegistrationSource? {
      guard let parameters = parameters(text) else { return nil }
      return refusing { () throws(MethodError) in try RegistrationSource(parameters) }
    }
    guard let source = read(text) else { return }
    precondition(
      read(AnswerLaws.text(source.writeMembers)) == source, "a source is read as it was written")
  }

  /// Checks the parameters of `Unregister`.
  static func checkSelection(_ text: [UInt8]) {
    func read(_ text: [UInt8]) -> RegistrationSelection? {
      guard let parameters = parameters(text) else { return nil }
      return refusing { () throws(MethodError) in
        try RegistrationSelection(
          parameters.object(["bundle", "path", "pathBytes", "missing"]))
      }
    }
    guard let selection = read(text) else { return }
    precondition(
      read(AnswerLaws.text(selection.writeMembers)) == selection,
      "a selection is read as it was written")
  }
}
