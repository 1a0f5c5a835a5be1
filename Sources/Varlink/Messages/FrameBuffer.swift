// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Cuts a stream of bytes into messages, each of which ends with a NUL (UAPI.20, "Framing").
///
/// Bytes go in as they come, in pieces of any size; messages come out whole.
///
///     let result = try buffer.receive(from: socket, now: .now)
///     while let message = try buffer.next() { … }
///
/// Each byte is looked at once, however many pieces a message comes in, and moved at most a
/// constant number of times. The buffer grows to the longest message it has held, plus what one
/// call of ``receive(from:now:)`` brings, and gives the memory back when it is empty. Nothing
/// else allocates.
public struct FrameBuffer: Sendable {
  /// What ends a connection's stream of messages.
  public enum FrameError: Error, Hashable, Sendable {
    /// A message is longer than a limit in bytes.
    case tooLong(limit: Int)
  }

  /// What came of reading from a socket.
  public enum Reception: Hashable, Sendable {
    /// So many bytes came, at least one.
    case received(Int)
    /// Nothing has come yet.
    case nothingYet
    /// The peer sends nothing any more.
    case ended
  }

  /// How many bytes one call of ``receive(from:now:)`` asks for at most.
  ///
  /// It starts with 1 KiB, and asks for more when more comes or messages are longer.
  public static let pieceLength = 65_536

  /// Room for the first bytes: more than the usual call, and quickly made for each connection.
  private static let initialCapacity = 1_024
  /// The least room for those who send more than that at once.
  private static let usualCapacity = 4_096

  /// The length of the longest message that is accepted, in bytes, its NUL not counted.
  public let limit: Int

  private var storage: [UInt8] = []
  /// How much room each call of ``receive(from:now:)`` needs at least.
  private var wantedRoom = initialCapacity
  /// The first byte that no message has taken.
  private var start = 0
  /// The place behind the last byte that came.
  private var end = 0
  /// Up to here there is no NUL behind `start`.
  private var searched = 0
  private var arrival = MonotonicTime(nanoseconds: 0)
  private var frameArrival = MonotonicTime(nanoseconds: 0)

  /// An empty buffer.
  ///
  /// - Parameter limit: The length of the longest message that is accepted, in bytes.
  public init(limit: Int = 1_048_576) {
    precondition(limit > 0, "a message has at least one byte")
    self.limit = limit
  }

  /// How many bytes wait that no message has taken.
  public var count: Int { end - start }

  /// How many bytes of memory the buffer takes.
  public var capacity: Int { storage.count }

  /// When the first byte of the message came that is only there in part.
  ///
  /// It is meant for after ``next()`` has returned nil; nil if nothing is there. If that byte
  /// came together with the end of another message, it is when that came.
  public var startedFrame: MonotonicTime? {
    start < end && searched == end ? frameArrival : nil
  }

  // MARK: - Input

  /// Appends bytes that have come.
  ///
  /// - Parameters:
  ///   - bytes: As many as there are; a NUL may stand anywhere.
  ///   - now: When they came.
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

  /// Appends what a socket has for us, without blocking.
  ///
  /// - Parameters:
  ///   - socket: The number of a connected socket.
  ///   - now: This moment.
  /// - Returns: At most ``pieceLength`` bytes are received.
  /// - Throws: ``SystemError`` if the connection is broken.
  public mutating func receive(
    from socket: CInt, now: MonotonicTime
  ) throws(SystemError) -> Reception {
    reserve(wantedRoom)
    let range = end..<min(storage.count, end + Self.pieceLength)
    while true {
      let result = unsafe storage.withUnsafeMutableBytes { target in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[range])
        return unsafe tr_receive(socket, room.baseAddress, room.count)
      }
      switch result {
      case 0: return .ended
      case 1...:
        count(result, now: now)
        if result == range.count { wantedRoom = Self.usualCapacity }
        return .received(result)
      case Int(-EINTR): continue
      case Int(-EAGAIN): return .nothingYet
      default: throw SystemError(code: CInt(-result))
      }
    }
  }

  // MARK: - Output

  /// The next message, or nil if none is there to its end.
  ///
  /// - Throws: ``FrameError`` as soon as a message exceeds the limit, whether or not its end has
  ///   come. The buffer stays as it is, and throws the same again.
  /// - Complexity: O(*n*) for *n* bytes that came since the last call or belong to the message.
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

  /// Forgets everything that waits, and gives the memory back.
  public mutating func removeAll() {
    self = FrameBuffer(limit: limit)
  }

  // MARK: - Storage

  private mutating func terminator() -> Int? {
    guard searched < end else { return nil }
    let (from, to) = (searched, end)
    let found = unsafe storage.withUnsafeBytes { bytes in
      let unseen = unsafe UnsafeRawBufferPointer(rebasing: bytes[from..<to])
      guard let base = unseen.baseAddress else { return -1 }
      guard let place = unsafe memchr(base, 0, unseen.count) else { return -1 }
      return unsafe from + (UnsafeRawPointer(place) - base)
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

  /// Makes room for that many bytes behind `end`.
  private mutating func reserve(_ room: Int) {
    if start == end {
      start = 0
      end = 0
      searched = 0
      // What one long message took is not kept for the short ones to come.
      if storage.count > Self.pieceLength, room <= Self.pieceLength { storage = [] }
    }
    guard storage.count - end < room else { return }
    let waiting = end - start
    // Moving pays when at least as much has been taken as is moved: so each byte is moved once
    // for each time that the buffer was filled, on average.
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
