// SPDX-License-Identifier: MIT

extension SocketClient {
  /// The environment variables in which the daemon differs from this process; empty if it has the same
  /// declarations, lists of applications and choices.
  ///
  /// A program that is to answer for its own environment, as `utcli` does, uses an embedded registry where
  /// any differ:
  ///
  /// ```swift
  /// let client = try SocketClient(to: SocketAddress("unix:/run/user/1000/typed/org.typeregistry"))
  /// if try client.differingVariables().isEmpty { print("the daemon answers for this process") }
  /// ```
  ///
  /// - Parameter locations: Where this process finds declarations and choices.
  /// - Returns: Names such as `XDG_DATA_HOME`; all that are compared if the daemon is of another version,
  ///   which cannot be compared.
  /// - Throws: ``RegistryClientError``.
  public func differingVariables(
    from locations: RegistryLocations = .current
  ) throws(RegistryClientError) -> [String] {
    let text = try status().environment.map { Array($0.utf8) }
    let parts = text.flatMap { EnvironmentDigest(text: $0) }.map(locations.differences(from:))
    return (parts ?? EnvironmentDigest.Part.allCases).map(\.variable)
  }
}
