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
    case .noStore: self.init(EditFailure.noStore)
    case .problem(let problem): self = .registration(problem)
    }
  }

  private static func invalidParameter(_ name: String) -> RegistryClientError {
    .refused(error: "org.varlink.service.InvalidParameter", parameter: name)
  }
}

extension RegistryClientError {
  /// Calls `body`, and translates its failure to an error of a client.
  static func translating<Failure: Error, Result>(
    _ translate: (Failure) -> RegistryClientError, _ body: () throws(Failure) -> Result
  ) throws(RegistryClientError) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      throw translate(error)
    }
  }
}
