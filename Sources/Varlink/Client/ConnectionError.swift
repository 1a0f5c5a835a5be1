// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Why a call has brought no answer.
///
/// Only ``errorReply(_:)`` is an answer of the service, and leaves the connection usable.
public enum ConnectionError: Error, Sendable {
  /// Nobody can be reached at the address.
  case unreachable(SystemError)
  /// Somebody listens there who is neither this user nor root, nor was allowed.
  case foreignServer(user: UInt32)
  /// No answer has come in time.
  case timedOut
  /// The service has closed the connection.
  case closed
  /// The connection is broken.
  case broken(SystemError)
  /// What has come is no reply.
  case invalidReply(Reply.ReplyError)
  /// A reply is longer than a limit in bytes.
  case replyTooLong(limit: Int)
  /// The service has answered with an error, which ``Reply/error`` names.
  case errorReply(Reply)
}

extension ConnectionError: CustomStringConvertible {
  /// What has happened.
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
    case .invalidReply(.unexpectedContinuation): "the reply announces others without being asked"
    case .replyTooLong(let limit): "the reply is longer than \(limit) bytes"
    case .errorReply(let reply): "the service answers with the error '\(reply.error ?? "")'"
    }
  }
}
