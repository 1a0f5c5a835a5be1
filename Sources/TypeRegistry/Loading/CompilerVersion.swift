// SPDX-License-Identifier: MIT

/// The version of what reads and compiles declarations: nothing that another one made is used.
package enum CompilerVersion {
  /// The number of the compiler's rules: to be raised if the same units make another image of the same format.
  private static let rules = 3

  /// The release, the formats of images and of units, and the findings in files, which units keep.
  package static let current = Array(
    """
    \(ProgramVersion.text) \(ImageHeader.formatVersion) \(DeclarationUnit.formatVersion) \
    \(Diagnostic.Code.revision)
    """.utf8)

  /// The version of images: ``current`` and the rules, which units do not depend on.
  package static let ofImages = current + Array(" \(rules)".utf8)
}
