// SPDX-License-Identifier: MIT

/// A document as one flat array, in source order.
///
/// A container's node comes before the nodes of its contents, and stores the index of their end. A
/// member is two nodes, its name and then its value. A text is a range of either the source or
/// `decoded`.
///
/// Invariant: node 0 is the root, and its subtree is the whole tape.
struct Tape: Sendable {
  /// One value or one member name.
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case null
      case `true`
      case `false`
      case number
      case string
      case memberName
      case array
      case object
    }

    var kind: Kind
    /// Whether the text is in `decoded` rather than in the source.
    var isDecoded = false
    /// The range of the value in the source, its quotes or brackets included.
    var offset: UInt32
    var endOffset: UInt32
    /// The start of the text of a string, name or number; the index after a container's subtree.
    ///
    /// While a container is open, the index of the container around it.
    var link: UInt32 = 0
    /// The length of the text in bytes, or the number of elements or members.
    var count: UInt32 = 0
  }

  var nodes: [Node] = []

  /// The texts that differ from their bytes in the source.
  var decoded: [UInt8] = []

  /// The index after the subtree of a node.
  @inline(__always)
  func indexAfter(_ index: Int) -> Int {
    switch nodes[index].kind {
    case .array, .object: Int(nodes[index].link)
    default: index + 1
    }
  }

  /// Calls `body` with the text of a string, name or number; with an empty span for any other node.
  @inline(__always)
  func withText<R, E: Error>(
    of index: Int, source: [UInt8], _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let node = nodes[index]
    let start = Int(node.link)
    switch node.kind {
    case .string, .memberName, .number:
      let range = start..<start &+ Int(node.count)
      if node.isDecoded { return try body(decoded.span.extracting(range)) }
      return try body(source.span.extracting(range))
    case .null, .true, .false, .array, .object:
      return try body(source.span.extracting(first: 0))
    }
  }

  /// Checks the invariant of the type.
  ///
  /// - Complexity: O(*n*) for *n* nodes.
  func checkInvariants(sourceCount: Int) {
    precondition(
      !nodes.isEmpty && indexAfter(0) == nodes.count, "the root's subtree is the whole tape")
    for (index, node) in nodes.enumerated() {
      switch node.kind {
      case .array, .object:
        precondition(node.link > index && node.link <= nodes.count, "a subtree is in the tape")
      case .string, .memberName, .number:
        let limit = node.isDecoded ? decoded.count : sourceCount
        precondition(Int(node.link) + Int(node.count) <= limit, "a text is in its bytes")
      case .null, .true, .false:
        break
      }
      if node.kind == .memberName {
        precondition(index + 1 < nodes.count, "a name has a value")
        precondition(nodes[index + 1].kind != .memberName, "a name has a value")
      }
    }
  }
}
