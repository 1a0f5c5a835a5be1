// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

/// Compares the reader's UTF-8 validation with the standard library's.
@Suite struct UTF8Tests {
  private func isAccepted(_ bytes: [UInt8]) -> Bool {
    (try? JSONDocument(parsing: [0x22] + bytes + [0x22])) != nil
  }

  private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  @Test func agreesOnAllSequencesOfTwoBytes() {
    for first: UInt8 in 0x80...0xFF {
      for second: UInt8 in 0x7F...0xFF {
        #expect(isAccepted([first, second]) == isUTF8([first, second]))
      }
    }
  }

  /// Every lead byte, followed by bytes around every boundary of the ranges in table 3-7.
  @Test func agreesOnTheBoundariesOfLongerSequences() {
    let edges: [UInt8] = [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for lead: UInt8 in 0xC0...0xFF {
      for second in edges {
        for third in edges {
          #expect(isAccepted([lead, second, third]) == isUTF8([lead, second, third]))
          for fourth in edges {
            let bytes = [lead, second, third, fourth]
            #expect(isAccepted(bytes) == isUTF8(bytes), "\(bytes)")
          }
        }
      }
    }
  }

  @Test(arguments: 0...17)
  func findsABadByteAnywhereInAWord(_ position: Int) {
    var bytes = [UInt8](repeating: 0x61, count: 18)
    bytes[position] = 0x80
    #expect(throws: JSONError(.invalidUTF8(0x80), at: position + 1)) {
      try JSONDocument(parsing: [0x22] + bytes + [0x22])
    }
  }

  @Test(arguments: UInt8(0)...0x1F)
  func findsAControlCharacterAnywhereInAWord(_ control: UInt8) {
    for position in 0...17 {
      var bytes = [UInt8](repeating: 0x20, count: 18)
      bytes[position] = control
      #expect(throws: JSONError(.controlCharacter(control), at: position + 1)) {
        try JSONDocument(parsing: [0x22] + bytes + [0x22])
      }
    }
  }

  /// The test of eight bytes at a time must not take a byte for a neighbouring special one.
  @Test(arguments: UInt8(0x20)...0x7F)
  func treatsEveryPrintableByteAsPlain(_ byte: UInt8) throws {
    guard byte != 0x22, byte != 0x5C else { return }
    for neighbour: UInt8 in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F] {
      let bytes = [neighbour, byte, neighbour, byte, byte, neighbour, byte, byte, neighbour]
      let document = try JSONDocument(parsing: [0x22] + bytes + [0x22])
      #expect(document.root.string?.utf8.elementsEqual(bytes) == true)
    }
  }

  @Test(arguments: stride(from: UInt32(0), to: 0x110000, by: 0x1000).map(\.self))
  func readsEveryScalar(_ first: UInt32) throws {
    var scalars = String.UnicodeScalarView()
    for value in max(first, 0x20)..<first + 0x1000 {
      guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
      scalars.append(scalar)
    }
    let text = String(scalars)
    let string = try parse("\"\(text)\"").root.string
    #expect(string?.utf8.elementsEqual(text.utf8) == true)
  }
}
