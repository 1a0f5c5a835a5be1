// SPDX-License-Identifier: MIT

/// The memory that the connections of one user take.
class MemoryAccount {
  /// The capacity of the buffers for calls, in bytes.
  final var inputBytes = 0
  /// Replies that the user's clients have not read, in bytes.
  final var outputBytes = 0
}
