// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The elements of an array.
  ///
  /// Going to the next element costs the same whatever the element holds.
  public struct Elements: Collection, Sendable {
    /// The place of an element.
    public struct Index: Comparable, Hashable, Sendable {
      let node: Int

      /// Whether the left place is before the right one.
      public static func < (left: Index, right: Index) -> Bool { left.node < right.node }
    }

    /// No elements.
    public static var empty: Elements { Elements() }

    private let document: JSONDocument?
    private let end: Int

    /// The place of the first element.
    public let startIndex: Index

    /// How many elements there are.
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
      end = array.document.tape.indexBehind(array.index)
      count = Int(array.node.count)
    }

    /// The place behind the last element.
    public var endIndex: Index { Index(node: end) }

    /// The place behind another.
    public func index(after index: Index) -> Index {
      Index(node: document?.tape.indexBehind(index.node) ?? end)
    }

    /// The element at a place, which must be before ``endIndex``.
    public subscript(_ index: Index) -> JSONValue {
      guard let document, index.node < end else {
        preconditionFailure("there is no element at the end")
      }
      return JSONValue(document: document, index: index.node)
    }
  }

  /// The members of an object, in the order of the text.
  public struct Members: Sequence, Sendable {
    /// A name and what it names.
    public typealias Element = (name: JSONValue, value: JSONValue)

    /// Goes from member to member.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument?
      private var position: Int
      private let end: Int

      fileprivate init(_ members: Members) {
        document = members.document
        position = members.start
        end = members.end
      }

      /// The next member, or nil behind the last one.
      public mutating func next() -> Element? {
        guard let document, position < end else { return nil }
        let name = position
        position = document.tape.indexBehind(name + 1)
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

    /// How many members there are.
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
      end = object.document.tape.indexBehind(object.index)
      count = Int(object.node.count)
    }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// A lower bound of the number of members: the number itself.
    public var underestimatedCount: Int { count }

    /// An iterator at the first member.
    public func makeIterator() -> Iterator { Iterator(self) }
  }
}
