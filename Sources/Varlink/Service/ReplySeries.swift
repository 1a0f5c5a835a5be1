// SPDX-License-Identifier: MIT

/// The replies to one call with `more`, produced one at a time on demand.
///
/// The server requests the next reply when the socket has accepted the earlier ones, so a slow reader
/// costs no memory. The request may come a long time after the call, or never if the connection is
/// closed; release resources in `deinit`.
public protocol ReplySeries: AnyObject {
  /// Whether another thread may write the next reply: the series uses nothing that may change but what
  /// it alone has.
  ///
  /// Asked between replies and parts of replies. By default it is not.
  var isIndependent: Bool { get }

  /// Writes the next reply's parameters to `context`.
  ///
  /// - Parameter context: The call. Its parameters are the same each time.
  /// - Returns: Which reply was written, if any.
  /// - Throws: ``MethodError``, which ends the series with an error reply.
  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep
}

extension ReplySeries {
  /// The series stays on its server's thread.
  public var isIndependent: Bool { false }
}

/// The result of a request for the next reply of a series.
public enum ReplyStep: Hashable, Sendable {
  /// A reply was written, and others will follow.
  case continues
  /// The last reply was written.
  case final
  /// A part of a reply was written, and the next request goes on with it.
  ///
  /// For replies that take long: a method returns it when ``CallContext/isOver``, so that other
  /// clients are served in between. What was written is kept.
  case unfinished
  /// No reply is available at the moment.
  ///
  /// The server requests again after a change. Anything written is discarded.
  case nothingYet
}
