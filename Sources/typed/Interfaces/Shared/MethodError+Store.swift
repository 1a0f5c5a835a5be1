// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

// Errors of a change or of the store, as the interfaces declare them.
extension MethodError {
  /// An error of an interface.
  static func wire(
    _ error: WireError, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) -> MethodError {
    .declared(error.rawValue, parameters)
  }

  /// A failure of the store; without an error there is no store.
  static func store(_ error: StoreError?, as problem: WireError = .storeProblem) -> MethodError {
    .wire(problem) { writer in
      writer.member("kind", error?.kind.rawValue ?? "none")
      writer.member("message", error?.description ?? EditFailure.noStoreMessage)
      writer.member("hint", error?.advice ?? EditFailure.noStoreHint)
    }
  }

  /// A change that was not made.
  init(_ failure: EditFailure) {
    switch failure {
    case .store(let error): self = .store(error)
    case .noStore: self = .store(nil)
    case .problem(.request(let problem)):
      self = .wire(problem.wireError) { problem.writeMembers(to: &$0) }
    case .problem(.tooLong):
      self = .wire(.tooLong) { $0.member("limit", BindingRequest.limit) }
    case .problem(.notARemoval): self = .invalidParameter("requests")
    case .problem(.undoTakesNoRequests): self = .invalidParameter("action")
    }
  }
}
