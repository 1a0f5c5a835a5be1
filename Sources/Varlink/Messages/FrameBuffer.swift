// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
public import SystemBase

/// Splits a stream of bytes into messages; each ends with a NUL (UAPI.20, "Framing").
///
/// Input arrives in pieces of any size; output is whole messages.
///
/// ```swift
/// var buffer = FrameBuffer()
/// buffer.append(Array("{\"method\":\"org.varlink.service.GetInfo\"}\0".utf8).span)
/// while let message = try buffer.next() { print(message.count) }
/// ```
///
/// Each byte is searched once, in however many pieces a message arrives, and moved at most a constant number
/// of times. The buffer grows to the longest message it has stored, plus the bytes of one call of
/// ``receive(from:now:)``, and frees the memory when it is empty. Nothing else allocates.
public struct FrameBuffer: Sendable {
  /// Why a connection's stream of messages cannot continue.
  public enum FrameError: Error, Hashable, Sendable {
    /// A message is longer than a limit in bytes.
    case tooLong(limit: Int)
  }

  /// The result of reading from a socket.
  public enum Reception: Hashable, Sendable {
    /// The number of bytes received, at least one.
    case received(Int)
    /// No bytes are available yet.
    case nothingYet
    /// The peer has closed its side.
    case ended
  }

  /// The maximum number of bytes that one call of ``receive(from:now:)`` reads.
  ///
  /// The first calls read 1 KiB, later ones more if the peer sends more or longer messages.
  public static let pieceLength = 65_536

  /// The capacity for the first bytes: more than the usual call, and cheap for each connection.
  private static let initialCapacity = 1_024
  /// The minimum capacity for peers that send more than that at once.
  private static let usualCapacity = 4_096

  /// The length of the longest accepted message in bytes, without its NUL.
  public let limit: Int

  private var storage: [UInt8] = []
  /// The minimum free capacity for each call of ``receive(from:now:)``, in bytes.
  private var wantedRoom = initialCapacity
  /// The index of the first byte that is not part of a returned message.
  private var start = 0
  /// The index after the last byte received.
  private var end = 0
  /// The end of the bytes after `start` that contain no NUL.
  private var searched = 0
  /// When the last bytes were received.
  private var arrival = MonotonicTime(nanoseconds: 0)
  /// When the first byte after `start` was received.
  private var frameArrival = MonotonicTime(nanoseconds: 0)

  /// Whether the last call of ``receive(from:now:)`` read as much as it had room for, so that more may
  /// be there.
  public private(set) var mayHaveMore = false

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The length of the longest accepted message, in bytes.
  public init(limit: Int = 1_048_576) {
    precondition(limit > 0, "the limit must be at least one byte")
    self.limit = limit
  }

  /// The number of bytes that are not part of a returned message.
  public var count: Int { end - start }

  /// The size of the buffer's memory, in bytes.
  public var capacity: Int { storage.count }

  /// When the first byte of an incomplete message was received; `nil` if the buffer is empty.
  ///
  /// Valid after ``next()`` has returned `nil`. If that byte was received together with the end of
  /// another message, it is the time of that.
  public var startedFrame: MonotonicTime? {
    start < end && searched == end ? frameArrival : nil
  }

  // MARK: - Input

  /// Appends received bytes.
  ///
  /// - Parameters:
  ///   - bytes: Any number of bytes, with NULs anywhere.
  ///   - now: When they were received.
  /// - Complexity: O(*n*) for *n* bytes, amortised.
  public mutating func append(_ bytes: Span<UInt8>, now: MonotonicTime = .never) {
    guard !bytes.isEmpty else { return }
    reserve(bytes.count)
    let end = end
    unsafe storage.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[end..<end + source.count])
          .copyMemory(from: source)
      }
    }
    count(bytes.count, now: now)
  }

  /// Receives bytes from a socket without blocking.
  ///
  /// - Parameters:
  ///   - socket: The descriptor of a connected socket.
  ///   - now: The current time.
  /// - Returns: How many bytes were received, at most ``pieceLength``.
  /// - Throws: `SystemError` if the connection is broken.
  public mutating func receive(
    from socket: CInt, now: MonotonicTime
  ) throws(SystemError) -> Reception {
    reserve(wantedRoom)
    let range = end..<min(storage.count, end + Self.pieceLength)
    mayHaveMore = false
    while true {
      let result = unsafe storage.withUnsafeMutableBytes { target in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[range])
        return unsafe tr_receive(socket, room.baseAddress, room.count)
      }
      switch result {
      case 0: return .ended
      case 1...:
        count(result, now: now)
        if result == range.count {
          wantedRoom = Self.usualCapacity
          mayHaveMore = true
        }
        return .received(result)
      case Int(-EINTR): continue
      case Int(-EAGAIN): return .nothingYet
      default: throw SystemError(code: CInt(-result))
      }
    }
  }

  // MARK: - Output

  /// The next message, or `nil` if no complete one is available.
  ///
  /// - Throws: ``FrameError`` as soon as a message exceeds the limit, also before its end is
  ///   received. The buffer is unchanged, and the next call throws the same error.
  /// - Complexity: O(*n*) for *n* bytes received since the last call or part of the message.
  public mutating func next() throws(FrameError) -> Message? {
    guard let terminator = terminator() else {
      guard count <= limit else { throw FrameError.tooLong(limit: limit) }
      return nil
    }
    guard terminator - start <= limit else {
      searched = terminator
      throw FrameError.tooLong(limit: limit)
    }
    let message = Message(storage: storage, range: start..<terminator)
    start = terminator + 1
    searched = start
    frameArrival = arrival
    return message
  }

  /// Discards all bytes and frees the memory.
  public mutating func removeAll() {
    self = FrameBuffer(limit: limit)
  }

  /// Leaves the memory of the returned messages to them, and moves later bytes to new memory.
  ///
  /// For a message that is kept: the buffer would have to be copied before it can receive.
  ///
  /// - Complexity: O(*n*) for *n* bytes that are not returned.
  mutating func releaseReturned() {
    storage = Array(storage[start..<end])
    searched -= start
    end -= start
    start = 0
  }

  // MARK: - Storage

  /// The index of the next NUL, if it has been received.
  private mutating func terminator() -> Int? {
    guard searched < end else { return nil }
    let (from, to) = (searched, end)
    let found = unsafe storage.withUnsafeBytes { bytes in
      let unseen = unsafe UnsafeRawBufferPointer(rebasing: bytes[from..<to])
      guard let base = unseen.baseAddress else { return -1 }
      guard let match = unsafe memchr(base, 0, unseen.count) else { return -1 }
      return unsafe from + (UnsafeRawPointer(match) - base)
    }
    guard found >= 0 else {
      searched = end
      return nil
    }
    return found
  }

  private mutating func count(_ received: Int, now: MonotonicTime) {
    if start == end { frameArrival = now }
    arrival = now
    end += received
  }

  /// Makes room for `room` bytes after `end`.
  private mutating func reserve(_ room: Int) {
    if start == end {
      start = 0
      end = 0
      searched = 0
      // The memory of a long message is not kept for short ones.
      if storage.count > Self.pieceLength, room <= Self.pieceLength { storage = [] }
    }
    guard storage.count - end < room else { return }
    let waiting = end - start
    // Moves only if at least as many bytes were consumed as are moved: so on average each byte is
    // moved once for each time that the buffer was filled.
    if start >= waiting, storage.count - waiting >= room {
      let range = start..<end
      unsafe storage.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe memmove(base, base + range.lowerBound, range.count)
      }
    } else {
      let needed = max(waiting + room, 2 * waiting, Self.initialCapacity)
      var grown = [UInt8](repeating: 0, count: needed)
      let range = start..<end
      unsafe grown.withUnsafeMutableBytes { target in
        unsafe storage.withUnsafeBytes { source in
          unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
        }
      }
      storage = grown
    }
    searched -= start
    end = waiting
    start = 0
  }
}
