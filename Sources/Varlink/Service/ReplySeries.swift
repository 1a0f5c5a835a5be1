// SPDX-License-Identifier: MIT

/// The replies to one call with `more`, produced one at a time on demand.
///
/// The server requests the next reply when the socket has accepted the earlier ones, so a slow reader
/// costs no memory. The request may come a long time after the call, or never if the connection is
/// closed; a class releases resources in `deinit`.
///
/// A series stays on its server's thread, unless it is an ``IndependentSeries``.
public protocol ReplySeries {
  /// The series for another thread; `nil` if it must stay on its server's thread.
  ///
  /// Not to be implemented: ``IndependentSeries`` does.
  var independent: (any IndependentSeries)? { get }

  /// The memory that the series keeps and whose size the caller chose, in bytes, beside the call's
  /// parameters; 0 by default.
  var heldBytes: Int { get }

  /// Writes the next reply's parameters to `context`.
  ///
  /// - Parameter context: The call, without its parameters: a series keeps the ones that it needs.
  /// - Returns: Which reply was written, if any.
  /// - Throws: ``MethodError``, which ends the series with an error reply.
  mutating func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep
}

extension ReplySeries {
  /// The series stays on its server's thread.
  public var independent: (any IndependentSeries)? { nil }

  /// The series keeps nothing large.
  public var heldBytes: Int { 0 }
}

/// A series that any thread may write, one thread at a time.
///
/// It uses no value that belongs to a thread: the compiler checks that, since it is `Sendable`. It may
/// keep the call's parameters, which are values.
public protocol IndependentSeries: ReplySeries, Sendable {}

extension IndependentSeries {
  /// The series itself.
  public var independent: (any IndependentSeries)? { self }
}

/// The result of a request for the next reply of a series.
public enum ReplyStep: Hashable, Sendable {
  /// A reply was written, and others will follow.
  case continues
  /// The last reply was written.
  case final
  /// A part of a reply was written, and the next request continues it.
  ///
  /// For replies that take long: a method returns it when ``CallContext/isOver``, so that other clients are
  /// served in between. The output so far is kept.
  case unfinished
  /// No reply is available at the moment.
  ///
  /// The server requests again after a change. Anything written is discarded.
  case nothingYet
}
