// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// Whether a daemon answers for the environment of this process: it has the same declarations, lists of
/// applications, and choices.
enum DaemonEnvironment: Equatable {
  case same
  /// These variables differ.
  case other([String])
  /// It is of another version, which describes its environment in another way.
  case otherVersion
  /// Nothing beside its socket shows it: it is being started, or cannot write there.
  case unknown

  /// What the files beside a daemon's socket show.
  ///
  /// - Parameters:
  ///   - address: The socket.
  ///   - mark: The text of its ``CurrentMark``, if there is one, so that no file is opened.
  init(ofDaemonAt address: SocketAddress, mark: [UInt8]?) {
    let digest =
      mark.flatMap { EnvironmentDigest(text: $0) }
      ?? InputStamps.path(besideSocket: address.path).flatMap(InputStamps.environment(at:))
    self = digest.map(Self.init(_:)) ?? .unknown
  }

  /// What a daemon's answer shows.
  init(_ status: RegistryStatus) {
    let digest = status.environment.flatMap { EnvironmentDigest(text: Array($0.utf8)) }
    self = digest.map(Self.init(_:)) ?? .otherVersion
  }

  private init(_ daemon: EnvironmentDigest) {
    // The usual case looks at variables only.
    if EnvironmentDigest.current.isSame(as: daemon) {
      self = .same
    } else {
      let parts = RegistryLocations.current.differences(from: daemon)
      self = parts.isEmpty ? .same : .other(parts.map(\.variable))
    }
  }

  /// Why the daemon is not queried; `nil` if it may be.
  func remark(at address: SocketAddress) -> String? {
    let reason: String
    switch self {
    case .same, .unknown: return nil
    case .other(let variables):
      let names = variables.joined(separator: ", ")
      reason = "has another environment (\(names))"
    case .otherVersion: reason = "is of another version; restart it"
    }
    return "the daemon at '\(address)' \(reason), so this process answers; --embedded does so "
      + "without a note"
  }
}
