// SPDX-License-Identifier: MIT

/// The version of what reads and compiles declarations: nothing that another one made is used.
package enum CompilerVersion {
  /// The release, and the formats of images and of units.
  package static let current = Array(
    "\(ProgramVersion.text) \(ImageHeader.formatVersion) \(DeclarationUnit.formatVersion)".utf8)
}
