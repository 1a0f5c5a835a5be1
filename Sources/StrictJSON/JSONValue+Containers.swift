// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The elements of an array.
  ///
  /// Advancing to the next element takes the same time whatever the element contains.
  public struct Elements: Collection, Sendable {
    /// The position of an element.
    public struct Index: Comparable, Hashable, Sendable {
      let node: Int

      /// Whether the left position is before the right one.
      public static func < (left: Index, right: Index) -> Bool { left.node < right.node }
    }

    private let document: JSONDocument
    private let end: Int

    /// The position of the first element.
    public let startIndex: Index

    /// The number of elements.
    ///
    /// - Complexity: O(1).
    public let count: Int

    /// The elements of an array; none of any other value.
    init(of value: JSONValue) {
      document = value.document
      startIndex = Index(node: value.index + 1)
      let isArray = value.node.kind == .array
      end = isArray ? value.document.tape.indexAfter(value.index) : startIndex.node
      count = isArray ? Int(value.node.count) : 0
    }

    /// The position after the last element.
    public var endIndex: Index { Index(node: end) }

    /// The position after another one.
    public func index(after index: Index) -> Index {
      Index(node: document.tape.indexAfter(index.node))
    }

    /// The element at a position, which must be before ``endIndex``.
    public subscript(_ index: Index) -> JSONValue {
      precondition(index.node < end, "the index is at the end")
      return JSONValue(document: document, index: index.node)
    }
  }

  /// The members of an object, in source order.
  public struct Members: Sequence, Sendable {
    /// A name and its value.
    public typealias Element = (name: JSONValue, value: JSONValue)

    /// Iterates over the members.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument
      private var position: Int
      private let end: Int

      fileprivate init(_ members: Members) {
        document = members.document
        position = members.start
        end = members.end
      }

      /// The next member, or `nil` after the last one.
      public mutating func next() -> Element? {
        guard position < end else { return nil }
        let name = position
        position = document.tape.indexAfter(name + 1)
        return (
          JSONValue(document: document, index: name), JSONValue(document: document, index: name + 1)
        )
      }
    }

    private let document: JSONDocument
    private let start: Int
    private let end: Int

    /// The number of members.
    public let count: Int

    /// The members of an object; none of any other value.
    init(of value: JSONValue) {
      document = value.document
      start = value.index + 1
      let isObject = value.node.kind == .object
      end = isObject ? value.document.tape.indexAfter(value.index) : start
      count = isObject ? Int(value.node.count) : 0
    }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// The exact number of members.
    public var underestimatedCount: Int { count }

    /// An iterator at the first member.
    public func makeIterator() -> Iterator { Iterator(self) }
  }
}
