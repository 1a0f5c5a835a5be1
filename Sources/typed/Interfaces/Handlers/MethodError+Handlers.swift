// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

// Why bindings could not be changed or read, as an error of `org.typeregistry.handlers`.
extension MethodError {
  /// An error of the interface.
  static func handlers(
    _ error: WireError, _ parameters: (inout JSONWriter) -> Void
  ) -> MethodError {
    .declared(error.rawValue, parameters)
  }

  /// A failure of the store.
  static func store(_ error: StoreError) -> MethodError {
    .storeProblem(error.kind.rawValue, error.description, error.advice)
  }

  private static func storeProblem(
    _ kind: String, _ message: String, _ hint: String?
  ) -> MethodError {
    .handlers(.storeProblem) { writer in
      writer.member("kind", kind)
      writer.member("message", message)
      writer.member("hint", hint)
    }
  }

  /// A change that was not made.
  init(_ failure: EditFailure) {
    switch failure {
    case .store(let error): self = .store(error)
    case .noStore:
      self = .storeProblem("none", EditFailure.noStoreMessage, EditFailure.noStoreHint)
    case .problem(.request(let problem)):
      self = .handlers(problem.wireError) { problem.writeMembers(to: &$0) }
    case .problem(.tooLong):
      self = .handlers(.tooLong) { $0.member("limit", BindingRequest.limit) }
    case .problem(.notARemoval): self = .invalidParameter("requests")
    case .problem(.undoTakesNoRequests): self = .invalidParameter("action")
    }
  }
}
