// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import StrictJSON

/// What waits to be sent on a connection: whole replies, one after another.
///
/// The buffer grows to the most that has waited at once, and gives the memory back when it is
/// empty. Nothing else allocates.
public struct OutputBuffer: Sendable {
  /// What came of writing to a socket.
  public enum Transmission: Hashable, Sendable {
    /// Nothing waits any more.
    case emptied
    /// The socket takes no more at the moment; so many bytes went out, perhaps none.
    case blocked(sent: Int)
  }

  /// How much memory is kept when nothing waits, in bytes.
  private static let keptCapacity = 65_536

  /// Writes replies behind what waits; it is at the start of a text between two replies.
  var writer = JSONWriter()

  /// How many of the writer's bytes have been sent.
  private var sent = 0

  /// An empty buffer.
  public init() {}

  /// An empty buffer with room for so many bytes.
  init(capacity: Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    writer = JSONWriter(appendingTo: bytes)
  }

  /// How many bytes wait.
  public var count: Int { writer.bytes.count - sent }

  /// Whether nothing waits.
  public var isEmpty: Bool { count == 0 }

  /// The bytes that wait.
  public var bytes: ArraySlice<UInt8> { writer.bytes[sent...] }

  /// Sends what waits as far as the socket takes it, without blocking and without a signal.
  ///
  /// - Parameters:
  ///   - socket: The number of a connected socket.
  ///   - limit: How many bytes to send at most.
  /// - Returns: Whether anything still waits.
  /// - Throws: ``SystemError`` if the connection is broken.
  public mutating func send(
    to socket: CInt, atMost limit: Int = .max
  ) throws(SystemError) -> Transmission {
    var total = 0
    while !isEmpty {
      let wanted = min(count, limit - total)
      guard wanted > 0 else { return .blocked(sent: total) }
      let start = sent
      let result = unsafe writer.bytes.withUnsafeBytes { bytes in
        let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + wanted])
        return unsafe tr_send(socket, piece.baseAddress, piece.count)
      }
      switch result {
      case 0...:
        total += result
        remove(result)
      case Int(-EINTR): continue
      case Int(-EAGAIN): return .blocked(sent: total)
      default: throw SystemError(code: CInt(-result))
      }
    }
    return .emptied
  }

  /// Takes bytes off the front: they have been sent by other means.
  ///
  /// - Complexity: O(1), amortised.
  public mutating func remove(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "only what waits can be removed")
    sent += count
    if isEmpty {
      let isLarge = writer.bytes.capacity > Self.keptCapacity
      writer.removeAll(keepingCapacity: !isLarge)
      sent = 0
    } else if sent > Self.keptCapacity, sent > self.count {
      // As many bytes have been sent as are moved, at least.
      let sent = sent
      rewrite { $0.removeSubrange(0..<sent) }
      self.sent = 0
    }
  }

  /// Forgets everything that waits, and gives the memory back.
  public mutating func removeAll() {
    self = OutputBuffer()
  }

  // MARK: - Replies

  /// Where the next byte will be written; it stays valid until bytes are removed.
  var end: Int { writer.bytes.count }

  /// Takes back everything written from `end` on, even in the middle of a text.
  mutating func truncate(to end: Int) {
    rewrite { $0.removeSubrange(end...) }
  }

  /// Changes the bytes themselves, and is at the start of a text.
  private mutating func rewrite(_ change: (inout [UInt8]) -> Void) {
    var bytes = writer.bytes
    // Without this the change would copy what it changes.
    writer = JSONWriter(layout: .compact)
    change(&bytes)
    writer = JSONWriter(appendingTo: bytes)
  }
}
