// SPDX-License-Identifier: MIT

/// What a reader accepts beyond and below RFC 8259.
public struct JSONReaderOptions: Hashable, Sendable {
  /// The sizes that a text must not exceed.
  public var limits: JSONLimits

  /// Whether a byte order mark at the start of the text is skipped rather than refused.
  ///
  /// RFC 8259 section 8.1 leaves the choice to the reader. Offsets count the mark's three bytes,
  /// columns do not count it.
  public var allowsByteOrderMark: Bool

  /// Whether `\u0000` in a string or name is refused.
  ///
  /// The RFC allows it. Texts that end up in C strings should refuse it.
  public var refusesNUL: Bool

  /// The options of a reader.
  ///
  /// - Parameters:
  ///   - limits: The sizes that a text must not exceed.
  ///   - allowsByteOrderMark: Whether a byte order mark is skipped rather than refused.
  ///   - refusesNUL: Whether `\u0000` is refused.
  public init(
    limits: JSONLimits = JSONLimits(), allowsByteOrderMark: Bool = false, refusesNUL: Bool = false
  ) {
    self.limits = limits
    self.allowsByteOrderMark = allowsByteOrderMark
    self.refusesNUL = refusesNUL
  }
}
