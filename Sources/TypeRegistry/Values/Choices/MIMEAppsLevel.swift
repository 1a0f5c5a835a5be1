// SPDX-License-Identifier: MIT

/// The order of lists of applications and of the directories that have them, as numbers: the most
/// important one has the lowest.
///
/// A directory of desktop entries has the level of the first list that is searched in it; the lists of one
/// directory have the levels from there on.
package enum MIMEAppsLevel {
  /// How many lists of one directory have a level of their own.
  package static let countOfDirectory = 16

  /// How many directories of settings have levels of their own.
  package static let mostConfigDirectories = 64

  /// The level of the first directory of the user's data, and of applications that the user installed there.
  package static let usersData = (mostConfigDirectories + 1) * countOfDirectory

  /// The level of the first directory of shared data.
  package static let sharedData = usersData + 2 * countOfDirectory

  /// The level of the directory after one.
  package static func after(_ level: Int) -> Int { min(level + countOfDirectory, last) }

  /// The highest level of a directory: further directories share it, and registered bundles have it.
  package static let last = Int(UInt16.max) / countOfDirectory * countOfDirectory

  /// Whether a level is that of a list in the directory of the user's settings, if the user's are searched.
  package static func isOfSettings(_ level: UInt32) -> Bool { level < UInt32(countOfDirectory) }

  /// Whether the directory of a level comes before that of another level.
  ///
  /// A list concerns the applications of its own directory whatever its rank is among the lists there,
  /// which depends on the names of the present desktop.
  package static func isOfEarlierDirectory(_ level: UInt32, than other: UInt32) -> Bool {
    level / UInt32(countOfDirectory) < other / UInt32(countOfDirectory)
  }
}
