// SPDX-License-Identifier: MIT

/// One file that a registry is compiled from.
package struct CompilerInput: Sendable {
  /// The contents of the file.
  package var unit: DeclarationUnit
  /// The path of the file, for display.
  package var path: String
  /// Whether the program of the application was found.
  package var program: LaunchProgram

  /// A file.
  package init(_ unit: DeclarationUnit, path: String, program: LaunchProgram = .unchecked) {
    self.unit = unit
    self.path = path
    self.program = program
  }

  /// A bundle that need not have been a file.
  package init(_ bundle: Bundle) {
    self.init(DeclarationUnit(bundle), path: bundle.path, program: bundle.program)
  }
}
