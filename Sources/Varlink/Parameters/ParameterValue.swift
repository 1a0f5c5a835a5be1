// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A value in the parameters, read in place.
///
/// Each function for one type throws ``MethodError/invalidParameter(_:)`` if the value has another type, with
/// its path: `items[0].path`. Functions for optional values return `nil` for null, which has the same meaning
/// as an absent member.
public struct ParameterValue: Sendable {
  let storage: [UInt8]
  let range: Range<Int>
  let token: JSONToken.Kind
  var hasEscapes = false
  /// The index of the first byte of the parameters that the value is a part of.
  let root: Int

  /// Whether the value is `null`.
  public var isNull: Bool { token == .null }

  /// The value's JSON text.
  public var json: ArraySlice<UInt8> { storage[range] }

  /// The error for a value that the method does not accept.
  ///
  /// - Complexity: O(*n*) for *n* bytes of parameters, and each container that the value is in.
  public var invalid: MethodError {
    let path = path
    return .invalidParameter(path.isEmpty ? "parameters" : path)
  }

  /// Where the value is in the parameters; empty for the parameters themselves.
  var path: String { ParameterPath.text(of: range.lowerBound, from: root, in: storage) }

  // MARK: - Scalars

  /// Calls `body` with the text of a string, its escape sequences replaced.
  ///
  /// Copies the string only if it has escape sequences.
  ///
  /// - Parameter body: Receives UTF-8.
  /// - Returns: The result of `body`.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if the value is not a string, and the error of
  ///   `body`.
  public func withUTF8<R>(
    _ body: (Span<UInt8>) throws(MethodError) -> R
  ) throws(MethodError) -> R {
    guard token == .string else { throw invalid }
    guard hasEscapes else {
      return try body(storage.span.extracting(range.lowerBound + 1..<range.upperBound - 1))
    }
    return try body(decoded.span)
  }

  /// The string.
  public func string() throws(MethodError) -> String {
    guard token == .string else { throw invalid }
    guard hasEscapes else {
      return String(decoding: storage[range.dropFirst().dropLast()], as: UTF8.self)
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The string, or `nil` for null.
  public func optionalString() throws(MethodError) -> String? {
    isNull ? nil : try string()
  }

  /// The index of the string in the values of an enumeration.
  public func choice(_ values: [StaticString]) throws(MethodError) -> Int {
    try withUTF8 { text throws(MethodError) in
      for index in values.indices where text.equals(values[index]) { return index }
      throw invalid
    }
  }

  /// The boolean.
  public func boolean() throws(MethodError) -> Bool {
    switch token {
    case .true: return true
    case .false: return false
    default: throw invalid
    }
  }

  /// The whole number, written without fraction and exponent.
  ///
  /// - Parameter range: The accepted numbers.
  /// - Returns: A number in the range.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if it is something else.
  public func integer(in range: ClosedRange<Int> = .min ... .max) throws(MethodError) -> Int {
    guard token == .number, let value = Int(String(decoding: json, as: UTF8.self)),
      range.contains(value)
    else { throw invalid }
    return value
  }

  private var decoded: [UInt8] {
    let bytes = storage.span.extracting(range)
    var scanner = CheckedScanner()
    return scanner.next(in: bytes).text(in: bytes)
  }

  // MARK: - Containers

  /// The elements of an array, in place.
  public func elements() throws(MethodError) -> ParameterElements {
    guard token == .beginArray else { throw invalid }
    return ParameterElements(array: self)
  }

  /// The strings of an array of strings.
  ///
  /// - Parameter limit: The maximum number of strings.
  /// - Returns: At most `limit` strings.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if it is something else.
  public func strings(limit: Int = .max) throws(MethodError) -> [String] {
    var strings: [String] = []
    var elements = try elements()
    while let element = elements.next() {
      guard strings.count < limit else { throw invalid }
      strings.append(try element.string())
    }
    return strings
  }

  /// The members of an object, in place.
  ///
  /// - Parameter names: The names of known members, at most 64.
  /// - Returns: An iterator.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if it is something else.
  public func members(_ names: [StaticString]) throws(MethodError) -> ParameterMembers {
    guard token == .beginObject else { throw invalid }
    return ParameterMembers(object: self, names: names)
  }
}

extension ParameterValue {
  init(storage: [UInt8], start: Int, value: CheckedScanner.Value, root: Int) {
    self.init(
      storage: storage, range: start + value.range.lowerBound..<start + value.range.upperBound,
      token: value.token.kind, hasEscapes: value.token.hasEscapes, root: root)
  }
}
