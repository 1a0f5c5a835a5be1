// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// Whether a daemon answers for the environment of this process: it has the same declarations, lists of
/// applications, and choices.
enum DaemonEnvironment: Equatable {
  case same
  /// These variables differ.
  case other([String])
  /// Only the desktop differs, which has lists of its own; the daemon may serve that of this process.
  case otherDesktop(isWithoutOne: Bool)
  /// It is of another version, which describes its environment in another way.
  case otherVersion
  /// Nothing beside its socket shows it: it is being started, or cannot write there.
  case unknown

  /// The environment that the files beside a daemon's socket show.
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

  /// The environment that a daemon's answer shows.
  init(_ status: RegistryStatus) {
    let digest = status.environment.flatMap { EnvironmentDigest(text: Array($0.utf8)) }
    self = digest.map(Self.init(_:)) ?? .otherVersion
  }

  private init(_ daemon: EnvironmentDigest) {
    // The usual case looks at variables only.
    if daemon.isOf(.current, store: .current) {
      self = .same
    } else {
      let parts = RegistryLocations.current.differences(from: daemon)
      self =
        switch parts {
        case []: .same
        case [.desktop]: .otherDesktop(isWithoutOne: daemon.isWithoutDesktop)
        default: .other(parts.map(\.variable))
        }
    }
  }

  /// The variables that differ, if known.
  var differingVariables: [String] {
    switch self {
    case .same, .otherVersion, .unknown: []
    case .other(let variables): variables
    case .otherDesktop: [EnvironmentDigest.Part.desktop.variable]
    }
  }

  /// The names of the desktop of this process, if a daemon that differs in nothing else is to serve it.
  ///
  /// A daemon that was started before the session named its desktop is asked by every command. One
  /// that has another desktop keeps it, which may be that of another session, until the user asks
  /// for this one.
  ///
  /// - Parameter isDemanded: Whether the user asks for that: `utcli reload`.
  /// - Returns: `nil` if it need not serve this desktop, or cannot be asked to.
  func desktopToServe(isDemanded: Bool) -> String? {
    guard case .otherDesktop(let isWithoutOne) = self, isDemanded || isWithoutOne,
      let names = Environment.variable("XDG_CURRENT_DESKTOP"), !names.isEmpty,
      names.count <= Environment.longestDesktop
    else { return nil }
    return String(validating: names, as: UTF8.self)
  }

  /// Why the daemon is not queried.
  ///
  /// - Parameters:
  ///   - address: The daemon's socket.
  ///   - exceptDesktop: Whether it may be queried where only the desktop differs.
  /// - Returns: `nil` if it may be queried.
  func remark(at address: SocketAddress, exceptDesktop: Bool = false) -> String? {
    let reason: String
    switch self {
    case .same, .unknown: return nil
    case .otherDesktop where exceptDesktop: return nil
    case .other, .otherDesktop:
      let names = differingVariables.joined(separator: ", ")
      reason = "has another environment (\(names))"
    case .otherVersion: reason = "is of another version; restart it"
    }
    return "the daemon at '\(address)' \(reason), so this process answers; --embedded does so "
      + "without a note"
  }
}
