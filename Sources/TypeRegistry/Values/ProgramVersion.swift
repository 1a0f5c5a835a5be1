// SPDX-License-Identifier: MIT

/// The release that the programs belong to.
package enum ProgramVersion {
  /// The version, as `--version` prints it.
  package static let text = "\(staticText)"

  /// The version, as a C program gets it.
  package static let staticText: StaticString = "0.1.0"
}
