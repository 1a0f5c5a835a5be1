// SPDX-License-Identifier: MIT

/// The sizes that a text must not exceed.
///
/// A text at a limit is accepted, one past it is refused.
public struct JSONLimits: Hashable, Sendable {
  /// The length of a text in bytes, a byte order mark included.
  ///
  /// A document holds at most 2 GiB - 1 byte, however high this limit is.
  public var maximumBytes: Int

  /// How many arrays and objects may be open at once.
  public var maximumDepth: Int

  /// How many values and member names a text may hold.
  public var maximumValues: Int

  /// Limits, each with a value that suits a declaration file.
  ///
  /// - Parameters:
  ///   - maximumBytes: The length of a text in bytes.
  ///   - maximumDepth: How many arrays and objects may be open at once.
  ///   - maximumValues: How many values and member names a text may hold.
  public init(
    maximumBytes: Int = 1_048_576, maximumDepth: Int = 64, maximumValues: Int = 262_144
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }
}
