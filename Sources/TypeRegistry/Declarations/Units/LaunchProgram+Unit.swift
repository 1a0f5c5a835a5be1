// SPDX-License-Identifier: MIT

extension LaunchProgram {
  /// Searches for the program of an application, and for the one that must be there, too (`TryExec`).
  ///
  /// - Parameters:
  ///   - unit: The unit of the application.
  ///   - home: The user's directory; `nil` for none.
  /// - Returns: The result, and what it depends on.
  package static func locate(
    _ unit: DeclarationUnit, home: FilePath?
  ) -> (program: LaunchProgram, inputs: [Input]) {
    let isOfUser = unit.origin == .user
    var (program, inputs) = locate(unit.launchArguments, home: home, isOfUser: isOfUser)
    guard let required = unit.optionalText(unit.bundle?.tryProgram ?? 0) else {
      return (program, inputs)
    }
    let (found, others) = locate([required], home: home, isOfUser: isOfUser)
    if case .present = program, case .missing = found { program = found }
    return (program, inputs + others)
  }
}
