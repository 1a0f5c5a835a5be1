// SPDX-License-Identifier: MIT

/// A value of a document, or a member name.
///
/// A value is a reference to its document and an index into the document's tape: copying it costs
/// a reference count, and its properties read the tape. Properties for another kind than the
/// value's own are `nil` or empty.
public struct JSONValue: Sendable {
  /// The kind of a value.
  public enum Kind: Hashable, Sendable {
    /// The word `null`.
    case null
    /// The word `true` or `false`.
    case boolean
    /// A number.
    case number
    /// A string, or a member name.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// The document that contains the value.
  public let document: JSONDocument

  let index: Int

  var node: Tape.Node { document.tape.nodes[index] }

  /// The kind of the value.
  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .string, .memberName: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { node.kind == .null }

  // MARK: - Position

  /// The start of the value, in bytes from the start of the source.
  ///
  /// A string starts with its opening quote. In a document without offsets it is 0.
  public var offset: Int { Int(node.offset) }

  /// The offset after the value's last byte, in bytes from the start of the source.
  ///
  /// In a document without offsets it is 0.
  public var endOffset: Int { Int(node.endOffset) }

  /// The line and column of the value's start.
  ///
  /// - Complexity: O(*n*) for *n* bytes before the value.
  public var location: SourceLocation { document.location(ofOffset: offset) }

  // MARK: - Scalars

  /// The boolean, or `nil` if the value is something else.
  public var boolean: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The string or member name with escape sequences replaced; `nil` for other kinds.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var string: String? { kind == .string ? text : nil }

  /// The text of a member name, which is always a string.
  package var nameText: String { string ?? "" }

  /// The number as written, or `nil` if the value is something else.
  public var numberText: String? { node.kind == .number ? text : nil }

  /// The number if it has no fraction and no exponent and fits into 64 bits; otherwise `nil`.
  ///
  /// So it is `nil` for `1.0` and `1e2`, and 0 for `-0`.
  public var integer: Int64? {
    guard node.kind == .number else { return nil }
    return withUTF8 { $0.decimalInteger }
  }

  /// The number, rounded to the nearest `Double`.
  ///
  /// `nil` if the value is something else, or if its magnitude is too large.
  public var double: Double? {
    guard node.kind == .number else { return nil }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Calls `body` with the text of a string, name or number, without making a `String`.
  ///
  /// - Parameter body: Receives valid UTF-8 with escape sequences replaced; for a number its bytes
  ///   as written; for any other value an empty span.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @inline(__always)
  public func withUTF8<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try document.tape.withText(of: index, source: document.source, body)
  }

  /// Whether the value is a string or name of exactly these bytes.
  ///
  /// Allocates nothing, and compares without Unicode normalisation.
  ///
  /// - Complexity: O(*n*) for *n* bytes if the lengths are the same, else O(1).
  public func equals(_ text: StaticString) -> Bool {
    guard kind == .string, Int(node.count) == text.byteCount else { return false }
    return text.withBytes { bytes in withUTF8 { $0.hasSameBytes(as: bytes) } }
  }

  /// Whether the value is a string or name of exactly these bytes, which are UTF-8.
  ///
  /// Compares without Unicode normalisation.
  ///
  /// - Complexity: O(*n*) for *n* bytes if the lengths are the same, else O(1).
  public func equals(bytes: Span<UInt8>) -> Bool {
    guard kind == .string, Int(node.count) == bytes.count else { return false }
    return withUTF8 { $0.hasSameBytes(as: bytes) }
  }

  var text: String {
    let node = node
    let range = Int(node.link)..<Int(node.link) + Int(node.count)
    let bytes = node.isDecoded ? document.tape.decoded : document.source
    return String(decoding: bytes[range], as: UTF8.self)
  }

  // MARK: - Containers

  /// The number of elements of an array or members of an object; 0 for any other value.
  public var count: Int {
    switch node.kind {
    case .array, .object: Int(node.count)
    default: 0
    }
  }

  /// The elements of an array; none if the value is something else.
  public var elements: Elements { Elements(of: self) }

  /// The members of an object in source order; none if the value is something else.
  public var members: Members { Members(of: self) }

  /// The value of the first member of that name.
  ///
  /// `nil` if there is none, or if the value is not an object. Names are compared byte by byte.
  ///
  /// - Complexity: O(*n*) for *n* members.
  public subscript(_ name: String) -> JSONValue? {
    for member in members where member.name.equals(bytes: name.utf8.span) { return member.value }
    return nil
  }

  /// The element at an index, counted from 0.
  ///
  /// `nil` if there is none, or if the value is not an array.
  ///
  /// - Complexity: O(*index*).
  public subscript(_ index: Int) -> JSONValue? {
    guard index >= 0, index < elements.count else { return nil }
    return elements.dropFirst(index).first
  }
}

extension Span where Element == UInt8 {
  /// The value of digits after an optional minus; `nil` for anything else.
  fileprivate var decimalInteger: Int64? {
    let isNegative = count > 0 && self[0] == Byte.minus
    var index = isNegative ? 1 : 0
    guard index < count else { return nil }
    var value: Int64 = 0
    while index < count {
      let byte = self[index]
      guard Byte.isDigit(byte) else { return nil }
      let digit = Int64(byte &- Byte.zero)
      // Accumulates downwards because `Int64.min` has no positive counterpart.
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow2) = tenfold.subtractingReportingOverflow(digit)
      guard !overflow, !overflow2 else { return nil }
      value = next
      index += 1
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}
