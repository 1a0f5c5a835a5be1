// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct HashingTests {
  /// The same text is hashed where it lies in an image and in a string: at every length, and in the
  /// middle of other bytes as at their end.
  @Test func bytesOfAnImageHashAsThoseOfASpan() {
    let bytes = (0..<80).map { UInt8(33 + $0) }
    let image = MappedMemory(copying: bytes)
    for start in 0..<20 {
      for count in 0...(bytes.count - start) {
        let span = Array(bytes[start..<(start + count)])
        #expect(image.bytes(at: start, count: count).hash == span.span.hash)
      }
    }
  }

  @Test func oneByteMoreOrOtherGivesAnotherHash() {
    var seen: Set<UInt64> = []
    var bytes: [UInt8] = []
    for byte in UInt8(1)...200 {
      bytes.append(byte)
      #expect(seen.insert(bytes.span.hash).inserted)
      bytes[bytes.count / 2] ^= 0x80
      #expect(seen.insert(bytes.span.hash).inserted)
    }
  }
}
