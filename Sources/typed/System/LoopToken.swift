// SPDX-License-Identifier: MIT

/// The tokens of the daemon's own descriptors in the loop; those of connections are greater.
enum LoopToken: UInt64 {
  case server = 1
  case signals
  /// The results of other threads.
  case results
  /// The directory of the daemon's own socket.
  case socketDirectory
  case store
  /// The inputs of the registry.
  case inputs
  /// The list of mounts.
  case mounts
}
