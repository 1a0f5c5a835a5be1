// SPDX-License-Identifier: MIT

/// A member of an object whose name an earlier member of the same object has.
public struct DuplicateMember: Hashable, Sendable {
  /// The name, escape sequences replaced.
  public let name: String

  /// Where the first member of that name has its name, in bytes from the start of the source.
  public let firstOffset: Int

  /// Where this member has its name, in bytes from the start of the source.
  public let offset: Int
}
