// SPDX-License-Identifier: MIT

/// Appends one JSON text after another to a buffer of bytes.
///
/// Calls come in source order; the writer adds commas and colons. Calls out of order are a
/// programming error and stop the program.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.name("identifier")
/// writer.string("public.png")
/// writer.endObject()
/// writer.endText(terminator: 0)
/// ```
///
/// The output is valid UTF-8 without raw control characters, whatever the input. Once the buffer
/// has grown, only ``double(_:)`` and nesting beyond 64 levels allocate.
public struct JSONWriter: Sendable {
  /// The white space between values.
  public enum Layout: Hashable, Sendable {
    /// No white space.
    case compact
    /// One element or member per line, indented by two spaces per level.
    case pretty
  }

  /// The output so far.
  public internal(set) var bytes: [UInt8]

  /// The white space between values.
  public let layout: Layout

  private(set) var containers = ContainerStack()
  /// Whether the innermost container, or the text, has a value already.
  var hasValue = false
  /// Whether the last output is a member name.
  var isNamed = false
  /// The ends of the containers that `value(_:)` is copying; a property to reuse its storage.
  private var ends: [Int] = []

  /// Creates a writer at the start of a text.
  ///
  /// - Parameters:
  ///   - bytes: A buffer to append to; its bytes are kept.
  ///   - layout: The white space between values.
  public init(appendingTo bytes: [UInt8] = [], layout: Layout = .compact) {
    self.bytes = bytes
    self.layout = layout
  }

  // MARK: - Containers

  /// Opens an object.
  public mutating func beginObject() {
    beginValue()
    bytes.append(Byte.leftBrace)
    containers.push(isObject: true)
    hasValue = false
  }

  /// Closes the object opened last.
  public mutating func endObject() {
    precondition(containers.isInObject, "the innermost open container is not an object")
    precondition(!isNamed, "the last member name has no value")
    end(with: Byte.rightBrace)
  }

  /// Opens an array.
  public mutating func beginArray() {
    beginValue()
    bytes.append(Byte.leftBracket)
    containers.push(isObject: false)
    hasValue = false
  }

  /// Closes the array opened last.
  public mutating func endArray() {
    precondition(containers.isInArray, "the innermost open container is not an array")
    end(with: Byte.rightBracket)
  }

  /// Writes the name of the member whose value comes next.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func name(_ name: String) {
    self.name(bytes: name.utf8.span)
  }

  /// Writes the name of the member whose value comes next.
  ///
  /// - Parameter name: UTF-8. A byte that is not part of a well-formed sequence becomes U+FFFD.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func name(bytes name: Span<UInt8>) {
    precondition(containers.isInObject, "a member name needs an open object")
    precondition(!isNamed, "the last member name has no value")
    separate()
    bytes.append(quoting: name)
    bytes.append(Byte.colon)
    if layout == .pretty { bytes.append(Byte.space) }
    isNamed = true
  }

  // MARK: - Scalars

  /// Writes a string.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func string(_ string: String) {
    self.string(bytes: string.utf8.span)
  }

  /// Writes a string.
  ///
  /// - Parameter string: UTF-8. A byte that is not part of a well-formed sequence becomes U+FFFD.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func string(bytes string: Span<UInt8>) {
    beginValue()
    bytes.append(quoting: string)
  }

  /// Writes a whole number.
  public mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    append(value)
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int) {
    append(value)
  }

  /// Writes a whole number.
  public mutating func integer(_ value: UInt64) {
    append(value)
  }

  @inline(__always)
  private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    beginValue()
    if value >= 0, value < 10 {
      return bytes.append(Byte.zero &+ UInt8(truncatingIfNeeded: value))
    }
    if value < 0 { bytes.append(Byte.minus) }
    let start = bytes.count
    var rest = value.magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(Byte.zero &+ UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest != 0
    bytes[start...].reverse()
  }

  /// Writes a finite number in a form that reads back as the same number.
  public mutating func double(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for an infinity or NaN")
    beginValue()
    bytes.append(copying: value.description.utf8.span)
  }

  /// Writes `true` or `false`.
  public mutating func boolean(_ value: Bool) {
    beginValue()
    bytes.append(copying: value ? "true" as StaticString : "false")
  }

  /// Writes `null`.
  public mutating func null() {
    beginValue()
    bytes.append(copying: "null" as StaticString)
  }

  // MARK: - Copies

  /// Writes a value of a document with everything in it; numbers keep their spelling.
  ///
  /// - Parameter value: A member name is written as a string.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func value(_ value: JSONValue) {
    let document = value.document
    var index = value.index
    let end = value.node.kind == .memberName ? index + 1 : document.tape.indexAfter(index)
    let isName = value.node.kind == .memberName
    ends.removeAll(keepingCapacity: true)
    while true {
      while let last = ends.last, last == index {
        ends.removeLast()
        if containers.isInObject { endObject() } else { endArray() }
      }
      guard index < end else { return }
      let current = JSONValue(document: document, index: index)
      switch current.node.kind {
      case .null: null()
      case .true: boolean(true)
      case .false: boolean(false)
      case .number:
        beginValue()
        current.withUTF8 { bytes.append(copying: $0) }
      case .string: current.withUTF8 { string(bytes: $0) }
      case .memberName where isName: current.withUTF8 { string(bytes: $0) }
      case .memberName: current.withUTF8 { name(bytes: $0) }
      case .array:
        beginArray()
        ends.append(document.tape.indexAfter(index))
      case .object:
        beginObject()
        ends.append(document.tape.indexAfter(index))
      }
      index += 1
    }
  }

  // MARK: - Texts

  /// Ends a text, which must be complete; the next call begins another one.
  ///
  /// - Parameter terminator: A byte to append to the text, such as NUL or a line feed.
  public mutating func endText(terminator: UInt8? = nil) {
    precondition(containers.depth == 0 && hasValue, "the text is not complete")
    hasValue = false
    if let terminator { bytes.append(terminator) }
  }

  /// Discards the output and starts a new text.
  ///
  /// - Parameter keepingCapacity: Whether to keep the buffer's storage.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    containers.removeAll()
    hasValue = false
    isNamed = false
  }

  /// Removes bytes from the front of the buffer.
  ///
  /// The caller has kept them elsewhere, and continues to write the text.
  public mutating func removeFirst(_ count: Int) {
    bytes.removeFirst(count)
  }

  // MARK: - Separators

  @inline(__always)
  mutating func beginValue() {
    if isNamed {
      isNamed = false
      return
    }
    precondition(!containers.isInObject, "a value in an object needs a member name")
    precondition(containers.depth > 0 || !hasValue, "the text already has its one value")
    separate()
  }

  @inline(__always)
  mutating func separate() {
    if hasValue { bytes.append(Byte.comma) }
    hasValue = true
    if layout == .pretty, containers.depth > 0 { breakLine() }
  }

  private mutating func end(with byte: UInt8) {
    containers.pop()
    if layout == .pretty, hasValue { breakLine() }
    hasValue = true
    bytes.append(byte)
  }

  private mutating func breakLine() {
    bytes.append(Byte.lineFeed)
    for _ in 0..<containers.depth {
      bytes.append(Byte.space)
      bytes.append(Byte.space)
    }
  }
}
