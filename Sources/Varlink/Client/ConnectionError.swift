// SPDX-License-Identifier: MIT

internal import StrictJSON
public import SystemBase

/// Why a call has not succeeded.
///
/// Only ``errorReply(_:)`` is a reply of the service; every other error closes the connection.
public enum ConnectionError: Error, Sendable {
  /// Connecting to the address failed.
  case unreachable(SystemError)
  /// The service runs as a user that is neither this user nor root nor allowed by the caller.
  case foreignServer(user: UInt32)
  /// No reply was received in time.
  case timedOut
  /// The service has closed the connection.
  case closed
  /// Sending or receiving failed.
  case broken(SystemError)
  /// A received message is not a reply.
  case invalidReply(Reply.ReplyError)
  /// A reply is longer than a limit in bytes.
  case replyTooLong(limit: Int)
  /// The service replied with an error, whose name is ``Reply/error``.
  case errorReply(Reply)
}

extension ConnectionError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .unreachable(let error): "cannot connect: \(error)"
    case .foreignServer(let user): "the socket is served by user \(user)"
    case .timedOut: "no answer in time"
    case .closed: "connection closed by the service"
    case .broken(let error): "connection failed: \(error)"
    case .invalidReply(.malformed(let error)):
      "the reply is not valid JSON (byte \(error.offset))"
    case .invalidReply(.notAnObject): "the reply is not an object"
    case .invalidReply(.invalidMember(let name)): "the reply's member '\(name)' is invalid"
    case .invalidReply(.unexpectedContinuation): "the reply has 'continues' without need"
    case .replyTooLong(let limit): "the reply is longer than \(limit) bytes"
    case .errorReply(let reply): "the service replied with error '\(reply.error ?? "")'"
    }
  }
}
