// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
  /// Whether the character cannot be seen, or changes the direction of the text around it.
  ///
  /// These are the general categories Cc, Cf, Zl and Zp of Unicode; a space is visible.
  package var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
