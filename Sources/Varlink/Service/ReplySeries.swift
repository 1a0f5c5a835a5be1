// SPDX-License-Identifier: MIT

/// The replies to one call with `more`, produced one at a time when there is room for them.
///
/// A series is pulled: the server asks for the next reply when the socket has taken the ones
/// before it, so a slow reader costs no memory. It may be asked a long time after the call, and
/// not at all any more once the connection is gone; release what it holds in `deinit`.
public protocol ReplySeries: AnyObject {
  /// Writes the next reply's parameters to `context`.
  ///
  /// - Parameter context: The call. Its parameters are the same each time.
  /// - Returns: What has been written.
  /// - Throws: ``MethodError``, which ends the series with an error reply.
  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep
}

/// What a series of replies has done when it was asked for the next one.
public enum ReplyStep: Hashable, Sendable {
  /// It has written a reply that others will follow.
  case continues
  /// It has written the last reply.
  case final
  /// It has written nothing, and has nothing to say for the time being.
  ///
  /// The server asks again when it learns of a change. Anything written is thrown away.
  case nothingYet
}
