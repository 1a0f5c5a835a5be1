// SPDX-License-Identifier: MIT

internal import Varlink

/// Why a connection is closed.
enum CloseReason: Equatable {
  /// The client closed it, or has all its replies and sends nothing more.
  case over
  /// The client went away before its replies.
  case gone
  /// A message was not a call, or too long.
  case malformed(Conversation.Ending)
  /// The rest of a call did not arrive in time.
  case unfinishedCall
  /// Replies were not read in time.
  case unreadReplies
  /// The user's calls take too much memory.
  case inputQuota
  /// Too many replies to the user are unread.
  case outputQuota
  /// The daemon is stopping.
  case stopping
}

extension CloseReason: CustomStringConvertible {
  /// The text for the log.
  var description: String {
    switch self {
    case .over: "over"
    case .gone: "client gone"
    case .malformed(.refused(let error)): "\(error)"
    case .malformed(.frame(.tooLong(let limit))): "call is longer than \(limit) bytes"
    case .unfinishedCall: "call was not complete in time"
    case .unreadReplies: "replies were not read in time"
    case .inputQuota: "calls of this user take too much memory"
    case .outputQuota: "too many unread replies to this user"
    case .stopping: "stopping"
    }
  }
}
