// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient: RegistrationClient {
  /// See ``RegistrationClient/register(_:)``.
  public func register(_ source: RegistrationSource) throws(RegistryClientError) -> Registration {
    try RegistryClientError.translating(RegistryClientError.registration) {
      () throws(RegistrationProblem) in try source.check()
    }
    return try withErrors { () throws(RegistryClientError) in
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
      try RegistryClientError.translating(RegistryClientError.registration) {
        () throws(RegistrationProblem) in try RegistrationSource.path(path).check()
      }
    }
    return try withErrors { () throws(RegistryClientError) in
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
}
