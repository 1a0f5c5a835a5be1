// SPDX-License-Identifier: MIT

/// Registering bundles by call.
///
/// ``EmbeddedClient`` and ``SocketClient`` both conform, and give the same answers and errors.
public protocol RegistrationClient: AnyObject {
  /// Registers a bundle: it counts from then on, until it is unregistered.
  ///
  /// When this returns, the registration is on the disk, and this client answers with it. A bundle
  /// with an error is refused. The same bundle may be registered again.
  ///
  /// - Parameter source: The bundle.
  /// - Returns: The registration, and whether it is in effect.
  /// - Throws: ``RegistryClientError``; then nothing has changed.
  func register(_ source: RegistrationSource) throws(RegistryClientError) -> Registration

  /// Removes registrations. A file that was registered by its path stays where it is.
  ///
  /// - Parameters:
  ///   - selection: Which registrations.
  ///   - dryRun: Whether to return the bundles that would be removed, and remove nothing.
  /// - Returns: The removed registrations; none only for ``RegistrationSelection/missing``.
  /// - Throws: ``RegistryClientError``.
  func unregister(
    _ selection: RegistrationSelection, dryRun: Bool
  ) throws(RegistryClientError) -> [RegisteredBundle]
}
