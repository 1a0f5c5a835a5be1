// SPDX-License-Identifier: MIT

/// The sizes that a text must not exceed.
///
/// A text exactly at a limit is accepted.
public struct JSONLimits: Hashable, Sendable {
  /// The length of a text in bytes, a byte order mark included.
  ///
  /// A document holds at most 2 GiB - 1 byte, however high this limit is.
  public var maximumBytes: Int

  /// The number of arrays and objects that may be open at once.
  public var maximumDepth: Int

  /// The number of values and member names that a text may contain.
  public var maximumValues: Int

  /// Creates limits; the defaults suit a declaration file.
  ///
  /// - Parameters:
  ///   - maximumBytes: The length of a text in bytes.
  ///   - maximumDepth: The number of arrays and objects that may be open at once.
  ///   - maximumValues: The number of values and member names that a text may contain.
  public init(
    maximumBytes: Int = 1_048_576, maximumDepth: Int = 64, maximumValues: Int = 262_144
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }
}
