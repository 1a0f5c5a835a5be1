// SPDX-License-Identifier: MIT

/// The release that the programs belong to.
package enum ProgramVersion {
  /// The version, as `--version` prints it.
  package static let text = "0.1.0"
}
