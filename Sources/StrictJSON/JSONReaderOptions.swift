// SPDX-License-Identifier: MIT

/// The deviations from RFC 8259 that a reader accepts, and its further restrictions.
public struct JSONReaderOptions: Hashable, Sendable {
  /// The sizes that a text must not exceed.
  public var limits: JSONLimits

  /// Whether a byte order mark at the start of the text is skipped rather than refused.
  ///
  /// RFC 8259 section 8.1 leaves the choice to the reader. Offsets count the mark's three bytes,
  /// columns do not.
  public var allowsByteOrderMark: Bool

  /// Whether `\u0000` in a string or name is refused.
  ///
  /// The RFC allows it. Refuse it in texts whose strings become C strings.
  public var refusesNUL: Bool

  /// Creates options; the defaults follow the RFC.
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
