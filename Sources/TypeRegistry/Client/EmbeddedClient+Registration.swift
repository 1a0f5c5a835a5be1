// SPDX-License-Identifier: MIT

extension EmbeddedClient: RegistrationClient {
  /// See ``RegistrationClient/register(_:)``.
  public func register(_ source: RegistrationSource) throws(RegistryClientError) -> Registration {
    try RegistryClientError.translating(RegistryClientError.init(_:)) {
      () throws(Registrar.Failure) in
      let registration = try Registrar(locations).register(source)
      reload()
      return registration.completed(by: published)
    }
  }

  /// See ``RegistrationClient/unregister(_:dryRun:)``.
  public func unregister(
    _ selection: RegistrationSelection, dryRun: Bool
  ) throws(RegistryClientError) -> [RegisteredBundle] {
    try RegistryClientError.translating(RegistryClientError.init(_:)) {
      () throws(Registrar.Failure) in
      let removed = try Registrar(locations).unregister(selection, dryRun: dryRun)
      if !dryRun { reload() }
      return removed
    }
  }
}
