// SPDX-License-Identifier: MIT

public import StrictJSON

/// Why a message is not a call.
///
/// UAPI.20 has no reply to such a message: the server closes the connection.
public enum CallError: Error, Hashable, Sendable {
  /// The message is not JSON, contains `\u0000`, or exceeds a limit.
  case malformed(JSONError)
  /// The message is JSON, but not an object.
  case notAnObject
  /// The object has no member `method`.
  case noMethod
  /// The member `method` is not a string.
  case methodIsNotString
  /// The member `parameters` is neither an object nor `null`.
  case parametersAreNotObject
  /// One of the members `oneway`, `more` and `upgrade` is neither `true` nor `false`.
  case flagIsNotBoolean
  /// More than one of `oneway`, `more` and `upgrade` is `true`.
  case contradictoryFlags
  /// A member that the protocol knows occurs twice.
  case duplicateMember
  /// A member's name is unknown and has no dot, so the member is not a vendor's.
  case unknownMember
}

extension CallError: CustomStringConvertible {
  /// The error without any text of the peer, so that it can be logged.
  public var description: String {
    switch self {
    case .malformed(let error): "message is not valid JSON (byte \(error.offset))"
    case .notAnObject: "message is not an object"
    case .noMethod: "call has no member 'method'"
    case .methodIsNotString: "member 'method' is not a string"
    case .parametersAreNotObject: "member 'parameters' is not an object"
    case .flagIsNotBoolean: "a flag is neither true nor false"
    case .contradictoryFlags: "more than one flag is set"
    case .duplicateMember: "a member occurs twice"
    case .unknownMember: "a member is unknown"
    }
  }
}
