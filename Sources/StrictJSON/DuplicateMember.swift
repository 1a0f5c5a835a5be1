// SPDX-License-Identifier: MIT

/// A member that repeats the name of an earlier member of the same object.
public struct DuplicateMember: Hashable, Sendable {
  /// The name, with escape sequences replaced.
  public let name: String

  /// The offset of the first member's name, in bytes from the start of the source.
  public let firstOffset: Int

  /// The offset of this member's name, in bytes from the start of the source.
  public let offset: Int
}
