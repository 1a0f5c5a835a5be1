// SPDX-License-Identifier: MIT

/// Why a socket cannot be listened on.
public enum ListeningError: Error, Hashable, Sendable {
  /// Another process holds the lock, or answers at the path.
  case inUse
  /// Something that is no socket stands at the path. It is left alone.
  case notASocket
  /// The directory is a symbolic link, belongs to somebody else, or others may write in it.
  case unsafeDirectory
  /// A system call has failed; the payload says which.
  case system(SystemError, call: String)
}

extension ListeningError: CustomStringConvertible {
  /// What is in the way.
  public var description: String {
    switch self {
    case .inUse: "another process listens there"
    case .notASocket: "something that is not a socket is in the way"
    case .unsafeDirectory: "others may write in the directory"
    case .system(let error, let call): "\(call): \(error)"
    }
  }
}
