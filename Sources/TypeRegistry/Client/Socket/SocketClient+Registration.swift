// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient: RegistrationClient {
  /// See ``RegistrationClient/register(_:)``.
  public func register(_ source: RegistrationSource) throws(RegistryClientError) -> Registration {
    do throws(RegistrationProblem) {
      try source.check()
    } catch {
      throw .registration(error)
    }
    return try withRegistrationErrors { () throws(RegistryClientError) in
      var registration: Registration?
      try change(.register) {
        source.writeMembers(to: &$0)
      } reading: { (answer) throws(InvalidAnswer) in
        registration = try Registration(answer)
      }
      guard let registration else { throw .invalidAnswer("identifier") }
      return registration
    }
  }

  /// See ``RegistrationClient/unregister(_:dryRun:)``.
  public func unregister(
    _ selection: RegistrationSelection, dryRun: Bool
  ) throws(RegistryClientError) -> [RegisteredBundle] {
    if case .path(let path) = selection {
      do throws(RegistrationProblem) {
        try RegistrationSource.path(path).check()
      } catch {
        throw .registration(error)
      }
    }
    return try withRegistrationErrors { () throws(RegistryClientError) in
      var removed: [RegisteredBundle] = []
      try change(.unregister, dryRun: dryRun) { parameters in
        selection.writeMembers(to: &parameters)
        parameters.flag("dryRun", dryRun)
      } reading: { (answer) throws(InvalidAnswer) in
        removed += try answer.objects("removed", RegisteredBundle.init(_:))
      }
      return removed
    }
  }

  /// Calls `body`, and translates the errors of the interface.
  private func withRegistrationErrors<Result>(
    _ body: () throws(RegistryClientError) -> Result
  ) throws(RegistryClientError) -> Result {
    do throws(RegistryClientError) {
      return try body()
    } catch {
      throw translatedRegistration(error)
    }
  }

  /// The meaning of an error of the interface.
  private func translatedRegistration(_ error: RegistryClientError) -> RegistryClientError {
    guard case .refused(let name, _) = error else { return error }
    if name == "org.varlink.service.PermissionDenied" { return .notPermitted }
    guard let refusal = WireError(rawValue: name), let details = lastError else { return error }
    do throws(InvalidAnswer) {
      if refusal == .registryStoreProblem {
        return .store(
          problem: try details.string("message"), hint: try details.optionalString("hint"))
      }
      return try RegistrationProblem(refusal, details).map { .registration($0) } ?? error
    } catch let invalid {
      return RegistryClientError(invalid)
    }
  }
}
