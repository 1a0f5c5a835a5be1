// SPDX-License-Identifier: MIT

internal import SystemBase

/// The replies to a call with `more`, one by one.
///
/// ```swift
/// let connection = try Connection(to: SocketAddress("unix:/run/org.example.ftl"))
/// let replies = try connection.replies(to: "org.example.ftl.Monitor")
/// while let reply = try replies.nextReply() { print(reply["condition"]?.string ?? "") }
/// ```
///
/// As a sequence its elements are results; the last one may be a failure.
public final class Replies: Sequence, IteratorProtocol {
  private let connection: Connection
  /// How long each further reply may take; `nil` for no limit.
  public var timeout: Duration?
  private var isAtEnd = false

  init(connection: Connection, timeout: Duration?) {
    self.connection = connection
    self.timeout = timeout
  }

  /// Waits for the next reply; returns `nil` after the last one.
  ///
  /// - Throws: ``ConnectionError``; ``ConnectionError/errorReply(_:)`` for a reply with an error,
  ///   which is the last one.
  public func nextReply() throws(ConnectionError) -> Reply? {
    guard !isAtEnd else { return nil }
    isAtEnd = true
    let reply = try connection.receive(by: timeout.map { MonotonicTime.now + $0 } ?? .never)
    guard reply.error == nil else { throw .errorReply(reply) }
    isAtEnd = !reply.continues
    return reply
  }

  /// Waits for the next reply; returns `nil` after the last one.
  public func next() -> Result<Reply, ConnectionError>? {
    do throws(ConnectionError) {
      guard let reply = try nextReply() else { return nil }
      return .success(reply)
    } catch {
      return .failure(error)
    }
  }
}
