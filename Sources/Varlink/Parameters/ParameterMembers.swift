// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Iterates over the members of an object in the parameters, in place and in source order.
public struct ParameterMembers {
  /// One member.
  public struct Member {
    /// The index of the member's name in the list of known names.
    public let index: Int

    /// The member's value.
    public let value: ParameterValue
  }

  /// The indices of the names seen so far, one bit each.
  public private(set) var seen: UInt64 = 0

  private let object: ParameterValue
  private let names: [StaticString]
  private var scanner = CheckedScanner()
  private var isAtEnd: Bool

  init(object: ParameterValue, names: [StaticString]) {
    precondition(names.count <= 64, "an object may have at most 64 known members")
    self.object = object
    self.names = names
    isAtEnd = object.token != .beginObject
  }

  /// The next member, or `nil` after the last one.
  ///
  /// - Throws: ``MethodError/invalidParameter(_:)`` if a member's name is unknown or repeated. The payload is
  ///   its path.
  public mutating func next() throws(MethodError) -> Member? {
    guard !isAtEnd else { return nil }
    let object = object
    let bytes = object.storage.span.extracting(object.range)
    if scanner.isAtStart { _ = scanner.next(in: bytes) }
    let name = scanner.next(in: bytes)
    guard name.kind == .memberName else {
      isAtEnd = true
      return nil
    }
    guard let index = index(of: name, in: bytes), seen & 1 << UInt64(index) == 0 else {
      throw invalid(MethodError.name(of: name, in: bytes))
    }
    seen |= 1 << UInt64(index)
    let value = scanner.value(in: bytes)
    return Member(
      index: index,
      value: ParameterValue(
        storage: object.storage, start: object.range.lowerBound, value: value,
        root: object.root))
  }

  /// Checks, after the last member, that required ones were present.
  ///
  /// - Parameter required: The indices of their names, one bit each.
  /// - Throws: ``MethodError/invalidParameter(_:)`` with where the first missing one should be.
  public func require(_ required: UInt64) throws(MethodError) {
    let missing = required & ~seen
    guard missing != 0 else { return }
    throw invalid("\(names[missing.trailingZeroBitCount])")
  }

  /// The error for a member with that name.
  private func invalid(_ name: String) -> MethodError {
    .invalidParameter(ParameterPath.text(of: name, inObjectAt: object.path))
  }

  private func index(of name: JSONToken, in bytes: Span<UInt8>) -> Int? {
    guard !name.hasEscapes else { return index(of: name.text(in: bytes).span) }
    return index(of: bytes.extracting(name.textRange))
  }

  private func index(of name: Span<UInt8>) -> Int? {
    for index in names.indices where name.equals(names[index]) { return index }
    return nil
  }
}
