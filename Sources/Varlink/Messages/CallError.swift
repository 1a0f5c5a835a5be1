// SPDX-License-Identifier: MIT

public import StrictJSON

/// Why a message is no call: the connection that it came on is to be closed.
///
/// UAPI.20 knows no reply to such a message, so there is nothing to say to the peer.
public enum CallError: Error, Hashable, Sendable {
  /// The message is no JSON, or holds `\u0000` or too many values.
  case malformed(JSONError)
  /// The message is JSON, but no object.
  case notAnObject
  /// The object has no member `method`.
  case noMethod
  /// The member `method` is no string.
  case methodIsNoString
  /// The member `parameters` is neither an object nor null.
  case parametersAreNoObject
  /// One of the members `oneway`, `more` and `upgrade` is neither true nor false.
  case flagIsNoBoolean
  /// More than one of `oneway`, `more` and `upgrade` is true.
  case contradictoryFlags
  /// A member that the protocol knows occurs twice.
  case duplicateMember
  /// A member's name is unknown and holds no dot, so it is no vendor's.
  case unknownMember
}

extension CallError: CustomStringConvertible {
  /// What is wrong, without anything that the peer wrote.
  public var description: String {
    switch self {
    case .malformed(let error): "message is not valid JSON (byte \(error.offset))"
    case .notAnObject: "message is not an object"
    case .noMethod: "call has no member 'method'"
    case .methodIsNoString: "member 'method' is not a string"
    case .parametersAreNoObject: "member 'parameters' is not an object"
    case .flagIsNoBoolean: "a flag is neither true nor false"
    case .contradictoryFlags: "more than one flag is set"
    case .duplicateMember: "a member occurs twice"
    case .unknownMember: "a member is unknown"
    }
  }
}
