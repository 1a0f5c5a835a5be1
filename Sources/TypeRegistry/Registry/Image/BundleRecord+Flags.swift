// SPDX-License-Identifier: MIT

extension BundleRecord {
  package static let terminal: UInt32 = 1 << 0
  /// The arguments take any number of files or URLs (`%F`, `%U`).
  package static let takesMany: UInt32 = 1 << 1
  /// Menus do not list the application.
  package static let notDisplayed: UInt32 = 1 << 2
  /// The bundle that masks this one has the position of this one's directory.
  package static let givesPlace: UInt32 = 1 << 3
  /// Other applications have other ranks as long as this one can be started.
  package static let decidesRanks: UInt32 = 1 << 4
  /// The lowest bit of the reason why the program is missing.
  package static let missingShift: UInt32 = 8
  /// The lowest bit of the format of the bundle's file.
  package static let kindShift: UInt32 = 16
}
