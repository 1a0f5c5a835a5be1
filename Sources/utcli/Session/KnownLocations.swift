// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Where the registry of this process is loaded from.
///
/// A class, because the program would look up by name what an optional value of this type consists of,
/// which takes an eighth of the instructions of a short program.
final class KnownLocations {
  let current = RegistryLocations.current
}
