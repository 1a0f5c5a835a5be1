// SPDX-License-Identifier: MIT

import Varlink

/// Laws of the buffer of received bytes, for all bytes.
enum FrameLaws {
  private static let limit = 256

  /// Checks that the messages are those between the NULs, until one is too long.
  static func check(_ bytes: [UInt8]) {
    let nothing: [UInt8] = []
    var buffer = FrameBuffer(limit: limit)
    buffer.append(nothing.span)
    var messages: [[UInt8]] = []
    var isTooLong = false
    var index = 0
    let pieceLength = 1 + Int(bytes.first ?? 0) % 23
    while !isTooLong, index < bytes.count {
      let end = min(bytes.count, index + pieceLength)
      buffer.append(Array(bytes[index..<end]).span)
      index = end
      isTooLong = read(&buffer, into: &messages)
    }
    let expected = expectedMessages(bytes)
    precondition(messages == expected.messages, "a message is what is between two NULs")
    precondition(isTooLong == expected.isTooLong, "a message that is too long is an error")
    buffer.removeAll()
    precondition(buffer.count == 0 && buffer.capacity == 0, "no bytes need no memory")
  }

  /// Reads all messages; true if one is too long.
  private static func read(_ buffer: inout FrameBuffer, into messages: inout [[UInt8]]) -> Bool {
    do throws(FrameBuffer.FrameError) {
      while let message = try buffer.next() {
        precondition(message.copy.bytes == message.bytes, "a copy has the same bytes")
        messages.append(Array(message.bytes))
      }
      precondition(
        (buffer.startedFrame == nil) == (buffer.count == 0), "a message begins with its bytes")
      return false
    } catch {
      precondition(error == .tooLong(limit: limit), "the error has the limit")
      precondition((try? buffer.next()) == nil, "the error stays")
      return true
    }
  }

  private static func expectedMessages(
    _ bytes: [UInt8]
  ) -> (messages: [[UInt8]], isTooLong: Bool) {
    let frames = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard let long = frames.firstIndex(where: { $0.count > limit }) else {
      return (frames.dropLast().map(Array.init), false)
    }
    return (frames[..<long].map(Array.init), true)
  }

  /// Checks that the memory of a long message is not kept for short ones.
  static func checkMemory(_ bytes: [UInt8]) {
    let part = bytes.filter { $0 != 0 }
    guard !part.isEmpty else { return }
    var buffer = FrameBuffer()
    let count = 1 + FrameBuffer.pieceLength / part.count
    for _ in 0..<count { buffer.append(part.span) }
    let end: [UInt8] = [0]
    buffer.append(end.span)
    precondition((try? buffer.next())?.count == count * part.count, "a message is whole")
    let next = Array(part.prefix(64))
    buffer.append(next.span)
    precondition(buffer.capacity <= FrameBuffer.pieceLength, "the memory is not kept")
  }
}
