// SPDX-License-Identifier: MIT

/// Appends nodes to a tape, and links containers to their ends.
///
/// The order of calls is not checked here; the scanner and `JSONDocumentBuilder` check it.
struct TapeBuilder {
  private(set) var tape = Tape()

  /// The innermost open container; the tape's end if none is open.
  private var container = TapeBuilder.none

  private static let none = UInt32.max

  mutating func reserve(nodes: Int) {
    tape.nodes.reserveCapacity(nodes)
  }

  /// Appends `null`, `true` or `false`.
  @inline(__always)
  mutating func append(_ kind: Tape.Node.Kind, from offset: Int, to endOffset: Int) {
    countInContainer(kind)
    tape.nodes.append(
      Tape.Node(
        kind: kind, offset: UInt32(truncatingIfNeeded: offset),
        endOffset: UInt32(truncatingIfNeeded: endOffset)))
  }

  /// Appends a string, name or number whose text is in the source.
  @inline(__always)
  mutating func append(
    _ kind: Tape.Node.Kind, from offset: Int, to endOffset: Int, text: Range<Int>
  ) {
    countInContainer(kind)
    tape.nodes.append(
      Tape.Node(
        kind: kind, offset: UInt32(truncatingIfNeeded: offset),
        endOffset: UInt32(truncatingIfNeeded: endOffset),
        link: UInt32(truncatingIfNeeded: text.lowerBound),
        count: UInt32(truncatingIfNeeded: text.count)))
  }

  /// Appends a string, name or number whose text `decode` appends to `Tape.decoded`.
  mutating func append(
    _ kind: Tape.Node.Kind, from offset: Int, to endOffset: Int,
    decode: (inout [UInt8]) -> Void
  ) {
    let start = tape.decoded.count
    decode(&tape.decoded)
    append(kind, from: offset, to: endOffset, text: start..<tape.decoded.count)
    tape.nodes[tape.nodes.count - 1].isDecoded = true
  }

  @inline(__always)
  mutating func open(_ kind: Tape.Node.Kind, at offset: Int) {
    countInContainer(kind)
    let index = UInt32(truncatingIfNeeded: tape.nodes.count)
    tape.nodes.append(
      Tape.Node(
        kind: kind, offset: UInt32(truncatingIfNeeded: offset), endOffset: 0, link: container))
    container = index
  }

  @inline(__always)
  mutating func close(at endOffset: Int) {
    let index = Int(container)
    container = tape.nodes[index].link
    tape.nodes[index].link = UInt32(truncatingIfNeeded: tape.nodes.count)
    tape.nodes[index].endOffset = UInt32(truncatingIfNeeded: endOffset)
  }

  /// Counts an element, or a member at its name.
  @inline(__always)
  private mutating func countInContainer(_ kind: Tape.Node.Kind) {
    guard container != TapeBuilder.none else { return }
    let index = Int(container)
    if kind == .memberName || tape.nodes[index].kind == .array { tape.nodes[index].count &+= 1 }
  }
}
