// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct ByteSearchTests {
  /// The bytes before and after the one that is searched for differ from it by one.
  @Test func findsTheFirstByteAtEveryPlace() {
    for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
      for count in 0..<40 {
        for position in 0...count {
          var bytes = (0..<count).map { $0 % 2 == 0 ? byte &+ 1 : byte &- 1 }
          if position < count { bytes[position] = byte }
          for start in 0...count {
            let expected = start <= position ? position : count
            #expect(bytes.span.firstIndex(of: byte, from: start) == expected)
          }
        }
      }
    }
  }
}
