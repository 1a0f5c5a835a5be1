// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import StrictJSON
public import SystemBase

/// The output of a connection that is not sent yet: whole replies, one after another.
///
/// The buffer grows to the most output that was pending at once, and frees the memory when it is
/// empty. Nothing else allocates.
public struct OutputBuffer: Sendable {
  /// The result of writing to a socket.
  public enum Transmission: Hashable, Sendable {
    /// All output has been sent.
    case emptied
    /// The socket accepts no more at the moment, after some bytes or none.
    case blocked(sent: Int)
  }

  /// The memory that is kept when the buffer is empty, in bytes.
  private static let keptCapacity = 65_536

  /// Up to this number of pending bytes the capacity does not matter.
  private static let smallCount = 16_384

  /// Appends replies to the pending output; between two replies it is at the start of a text.
  var writer = JSONWriter()

  /// The number of the writer's bytes that have been sent.
  private var sent = 0

  /// Creates an empty buffer.
  public init() {}

  /// Creates an empty buffer with a capacity in bytes.
  init(capacity: Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    writer = JSONWriter(appendingTo: bytes)
  }

  /// The number of pending bytes.
  public var count: Int { writer.bytes.count - sent }

  /// Whether no output is pending.
  public var isEmpty: Bool { count == 0 }

  /// The memory of the buffer, in bytes; of a small one only the pending bytes.
  public var memory: Int { count <= Self.smallCount ? count : writer.bytes.capacity }

  /// The pending bytes.
  public var bytes: ArraySlice<UInt8> { writer.bytes[sent...] }

  /// Sends as much pending output as the socket accepts, without blocking and without SIGPIPE.
  ///
  /// - Parameters:
  ///   - socket: The descriptor of a connected socket.
  ///   - limit: The maximum number of bytes to send.
  /// - Returns: Whether output is still pending.
  /// - Throws: `SystemError` if the connection is broken.
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

  /// Removes the first bytes, which the caller has sent by other means.
  ///
  /// - Complexity: O(1), amortised.
  public mutating func remove(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "cannot remove more bytes than are pending")
    sent += count
    if isEmpty {
      let isLarge = writer.bytes.capacity > Self.keptCapacity
      writer.removeAll(keepingCapacity: !isLarge)
      sent = 0
    } else if sent > Self.keptCapacity, sent > self.count {
      // Moves only if at least as many bytes were sent as are moved.
      let sent = sent
      rewrite { $0.removeSubrange(0..<sent) }
      self.sent = 0
    }
  }

  /// Discards all output and frees the memory.
  public mutating func removeAll() {
    self = OutputBuffer()
  }

  // MARK: - Replies

  /// The index of the next byte to be written; it stays valid until bytes are removed.
  var end: Int { writer.bytes.count }

  /// Removes everything written from `end` on, even in the middle of a text.
  mutating func truncate(to end: Int) {
    rewrite { $0.removeSubrange(end...) }
  }

  /// Removes everything written from `end` on, and returns it as a buffer that continues the text.
  mutating func split(at end: Int) -> OutputBuffer {
    var rest = OutputBuffer()
    swap(&rest, &self)
    guard end > 0 else { return rest }
    writer = JSONWriter(appendingTo: Array(rest.writer.bytes[..<end]))
    sent = rest.sent
    rest.writer.removeFirst(end)
    rest.sent = 0
    return rest
  }

  /// Appends whole replies.
  mutating func append(_ replies: consuming OutputBuffer) {
    if isEmpty {
      self = replies
    } else {
      rewrite { $0.append(contentsOf: replies.bytes) }
    }
  }

  /// Changes the bytes; the writer is then at the start of a text.
  private mutating func rewrite(_ change: (inout [UInt8]) -> Void) {
    var bytes = writer.bytes
    // Releases the writer's reference, so that the change does not copy the bytes.
    writer = JSONWriter(layout: .compact)
    change(&bytes)
    writer = JSONWriter(appendingTo: bytes)
  }
}
