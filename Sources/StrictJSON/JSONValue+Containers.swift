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

    /// No elements.
    public static var empty: Elements { Elements() }

    private let document: JSONDocument?
    private let end: Int

    /// The position of the first element.
    public let startIndex: Index

    /// The number of elements.
    ///
    /// - Complexity: O(1).
    public let count: Int

    private init() {
      document = nil
      startIndex = Index(node: 0)
      end = 0
      count = 0
    }

    init(of array: JSONValue) {
      document = array.document
      startIndex = Index(node: array.index + 1)
      end = array.document.tape.indexAfter(array.index)
      count = Int(array.node.count)
    }

    /// The position after the last element.
    public var endIndex: Index { Index(node: end) }

    /// The position after another one.
    public func index(after index: Index) -> Index {
      Index(node: document?.tape.indexAfter(index.node) ?? end)
    }

    /// The element at a position, which must be before ``endIndex``.
    public subscript(_ index: Index) -> JSONValue {
      guard let document, index.node < end else {
        preconditionFailure("the index is at the end")
      }
      return JSONValue(document: document, index: index.node)
    }
  }

  /// The members of an object, in source order.
  public struct Members: Sequence, Sendable {
    /// A name and its value.
    public typealias Element = (name: JSONValue, value: JSONValue)

    /// Iterates over the members.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument?
      private var position: Int
      private let end: Int

      fileprivate init(_ members: Members) {
        document = members.document
        position = members.start
        end = members.end
      }

      /// The next member, or `nil` after the last one.
      public mutating func next() -> Element? {
        guard let document, position < end else { return nil }
        let name = position
        position = document.tape.indexAfter(name + 1)
        return (
          JSONValue(document: document, index: name), JSONValue(document: document, index: name + 1)
        )
      }
    }

    /// No members.
    public static var empty: Members { Members() }

    private let document: JSONDocument?
    private let start: Int
    private let end: Int

    /// The number of members.
    public let count: Int

    private init() {
      document = nil
      start = 0
      end = 0
      count = 0
    }

    init(of object: JSONValue) {
      document = object.document
      start = object.index + 1
      end = object.document.tape.indexAfter(object.index)
      count = Int(object.node.count)
    }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// The exact number of members.
    public var underestimatedCount: Int { count }

    /// An iterator at the first member.
    public func makeIterator() -> Iterator { Iterator(self) }
  }
}
