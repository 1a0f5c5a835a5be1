// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Iterates over the elements of an array in the parameters, in place.
public struct ParameterElements: IteratorProtocol, Sequence, Sendable {
  private let array: ParameterValue
  private var scanner = CheckedScanner()
  private var isAtEnd = false

  init(array: ParameterValue) {
    self.array = array
  }

  /// The error for an array that the method does not accept, for instance because it is too long.
  public var invalid: MethodError { array.invalid }

  /// The next element, or `nil` after the last one.
  public mutating func next() -> ParameterValue? {
    guard !isAtEnd else { return nil }
    let array = array
    let bytes = array.storage.span.extracting(array.range)
    if scanner.isAtStart { _ = scanner.next(in: bytes) }
    let token = scanner.next(in: bytes)
    guard token.kind != .endArray else {
      isAtEnd = true
      return nil
    }
    return ParameterValue(
      storage: array.storage, start: array.range.lowerBound,
      value: scanner.value(from: token, in: bytes), root: array.root)
  }
}
