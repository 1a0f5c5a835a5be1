// SPDX-License-Identifier: MIT

extension EmbeddedClient: RegistrationClient {
  /// See ``RegistrationClient/register(_:)``.
  public func register(_ source: RegistrationSource) throws(RegistryClientError) -> Registration {
    do throws(Registrar.Failure) {
      let registration = try Registrar(locations).register(source)
      reload()
      return registration.completed(by: published)
    } catch {
      throw RegistryClientError(error)
    }
  }

  /// See ``RegistrationClient/unregister(_:dryRun:)``.
  public func unregister(
    _ selection: RegistrationSelection, dryRun: Bool
  ) throws(RegistryClientError) -> [RegisteredBundle] {
    do throws(Registrar.Failure) {
      let removed = try Registrar(locations).unregister(selection, dryRun: dryRun)
      if !dryRun { reload() }
      return removed
    } catch {
      throw RegistryClientError(error)
    }
  }
}
