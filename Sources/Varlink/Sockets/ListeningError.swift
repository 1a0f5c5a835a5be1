// SPDX-License-Identifier: MIT

public import SystemBase

/// Why a socket cannot be created at a path.
public enum ListeningError: Error, Hashable, Sendable {
  /// Another process holds the lock or listens at the path.
  case inUse
  /// The path is a file that is not a socket. It is left unchanged.
  case notASocket
  /// The directory is a symbolic link, belongs to another user, or other users may write to it.
  case unsafeDirectory
  /// A system call failed; `call` is its name.
  case system(SystemError, call: String)
}

extension ListeningError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .inUse: "another process listens there"
    case .notASocket: "a file that is not a socket exists there"
    case .unsafeDirectory: "other users may write to its directory"
    case .system(let error, let call): "\(call): \(error)"
    }
  }
}
