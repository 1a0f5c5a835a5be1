// SPDX-License-Identifier: MIT

/// A value of a document, or a member name.
///
/// A value is a place in its document's tape: copying it costs a reference count, and asking it
/// reads the tape. Queries for another kind than the value's own answer nil, or nothing.
public struct JSONValue: Sendable {
  /// What a value is.
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

  /// The document that the value is a part of.
  public let document: JSONDocument

  let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  var node: Tape.Node { document.tape.nodes[index] }

  /// What the value is.
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

  // MARK: - Place

  /// Where the value starts, in bytes from the start of the source.
  ///
  /// It is the place of a string's opening quote. It is 0 in a document without offsets.
  public var offset: Int { Int(node.offset) }

  /// Where the value ends: the place behind its last byte, in bytes from the start of the source.
  ///
  /// It is 0 in a document without offsets.
  public var endOffset: Int { Int(node.endOffset) }

  /// The line and column where the value starts.
  ///
  /// - Complexity: O(*n*) for *n* bytes before the value.
  public var location: SourceLocation { document.location(ofOffset: offset) }

  // MARK: - Scalars

  /// The boolean, or nil if the value is something else.
  public var boolean: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The string or member name, escape sequences replaced; nil if the value is something else.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var string: String? { kind == .string ? text : nil }

  /// The number as it is written, or nil if the value is something else.
  public var numberText: String? { node.kind == .number ? text : nil }

  /// The number if it is written without fraction and exponent, and fits; nil otherwise.
  ///
  /// So `1.0` and `1e2` are nil, and `-0` is 0.
  public var integer: Int64? {
    guard node.kind == .number else { return nil }
    return withUTF8 { $0.decimalInteger }
  }

  /// The number, rounded to the nearest that 64 bits can hold.
  ///
  /// Nil if the value is something else, or if its magnitude is too great.
  public var double: Double? {
    guard node.kind == .number else { return nil }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Calls `body` with the text of a string, name or number, without making a `String`.
  ///
  /// - Parameter body: Gets valid UTF-8 with escape sequences replaced, and the bytes of a number
  ///   as they are written. It gets no bytes for any other value.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inline(__always)
  public func withUTF8<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try document.tape.withText(of: index, source: document.source, body)
  }

  /// Whether the value is a string or name of exactly these bytes.
  ///
  /// Nothing is allocated, and nothing is normalised.
  ///
  /// - Complexity: O(*n*) for *n* bytes if the lengths are the same, else O(1).
  public func equals(_ text: StaticString) -> Bool {
    guard kind == .string, Int(node.count) == text.byteCount else { return false }
    return text.withBytes { bytes in withUTF8 { $0.hasSameBytes(as: bytes) } }
  }

  /// Whether the value is a string or name of exactly these bytes, which are UTF-8.
  ///
  /// Nothing is normalised.
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
  public var elements: Elements {
    guard node.kind == .array else { return .empty }
    return Elements(of: self)
  }

  /// The members of an object in the order of the text; none if the value is something else.
  public var members: Members {
    guard node.kind == .object else { return .empty }
    return Members(of: self)
  }

  /// The value of the first member of that name.
  ///
  /// Nil if there is none, or if the value is no object. Names are compared byte by byte.
  ///
  /// - Complexity: O(*n*) for *n* members.
  public subscript(_ name: String) -> JSONValue? {
    for member in members where member.name.equals(bytes: name.utf8.span) { return member.value }
    return nil
  }

  /// The element at a position, counted from 0.
  ///
  /// Nil if there is none, or if the value is no array.
  ///
  /// - Complexity: O(*position*).
  public subscript(_ position: Int) -> JSONValue? {
    guard position >= 0, position < elements.count else { return nil }
    return elements.dropFirst(position).first
  }
}

extension Span where Element == UInt8 {
  /// The value of digits with or without a minus before them; nil for anything else.
  fileprivate var decimalInteger: Int64? {
    let isNegative = count > 0 && self[0] == Byte.minus
    var index = isNegative ? 1 : 0
    guard index < count else { return nil }
    var value: Int64 = 0
    while index < count {
      let byte = self[index]
      guard Byte.isDigit(byte) else { return nil }
      let digit = Int64(byte &- Byte.zero)
      // Counted downwards because the least number has no positive counterpart.
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
