// SPDX-License-Identifier: MIT

// Where the failures of the layers below become those of a client.
extension RegistryClientError {
  /// A failure of the store.
  package init(_ error: StoreError) {
    self = .store(problem: error.description, hint: error.advice)
  }

  /// Requests that are rejected, as the daemon rejects them too.
  init(_ problem: EditProblem) {
    switch problem {
    case .request(let problem): self = .binding(problem)
    case .tooLong: self = .tooLong
    case .notARemoval: self = .invalidParameter("requests")
    case .undoTakesNoRequests: self = .invalidParameter("action")
    }
  }

  /// A change that was not made.
  init(_ failure: EditFailure) {
    switch failure {
    case .store(let error): self.init(error)
    case .noStore:
      self = .store(problem: EditFailure.noStoreMessage, hint: EditFailure.noStoreHint)
    case .problem(let problem): self.init(problem)
    }
  }

  /// A registration that was not made.
  init(_ failure: Registrar.Failure) {
    switch failure {
    case .store(let error): self.init(error)
    case .noStore:
      self = .store(problem: EditFailure.noStoreMessage, hint: EditFailure.noStoreHint)
    case .problem(let problem): self = .registration(problem)
    }
  }

  private static func invalidParameter(_ name: String) -> RegistryClientError {
    .refused(error: "org.varlink.service.InvalidParameter", parameter: name)
  }
}

extension BindingRequest {
  /// ``check(_:as:)`` with the errors of a client.
  static func checkForClient(
    _ requests: [BindingRequest], as action: BindingChange.Action
  ) throws(RegistryClientError) {
    do throws(EditProblem) {
      try check(requests, as: action)
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// ``check(bundles:)`` with the errors of a client.
  static func checkForClient(bundles: [String]) throws(RegistryClientError) {
    do throws(EditProblem) {
      try check(bundles: bundles)
    } catch {
      throw RegistryClientError(error)
    }
  }
}
