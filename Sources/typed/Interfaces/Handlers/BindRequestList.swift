// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The requests of `Bind` and `Unbind`.
enum BindRequestList {
  /// The names of the parameters; the first is the name of the list.
  private static let names: [StaticString] = ["requests", "action", "dryRun", "entries"]

  /// Reads the requests from the member `requests`.
  ///
  /// - Parameters:
  ///   - parameters: Those of the call, whose names have been checked.
  ///   - isUnbind: Whether only requests that remove a choice are allowed.
  ///   - registry: The types that MIME types mean.
  /// - Returns: The requests in their order, at most ``BindingRequest/limit``.
  /// - Throws: `InvalidParameter` with `requests` or the wrong member in it.
  static func read(
    _ parameters: Parameters, isUnbind: Bool, in registry: CompiledRegistry
  ) throws(MethodError) -> [BindingRequest] {
    var found: ParameterElements?
    var members = parameters.members(names)
    while let member = try members.next() {
      if member.index == 0 { found = try member.value.elements() }
    }
    guard var elements = found else { throw .invalidParameter("requests") }
    var requests: [BindingRequest] = []
    while let element = elements.next() {
      guard requests.count < BindingRequest.limit else { throw elements.invalid }
      requests.append(try BindingRequest(element, isUnbind: isUnbind, in: registry))
    }
    return requests
  }
}
