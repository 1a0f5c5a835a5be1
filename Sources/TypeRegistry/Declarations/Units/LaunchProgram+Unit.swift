// SPDX-License-Identifier: MIT

extension LaunchProgram {
  /// Searches for the program of an application, and for the one that must be there, too (`TryExec`).
  ///
  /// - Parameters:
  ///   - unit: The unit of the application.
  ///   - directories: Where bare names are searched.
  ///   - known: What searches before this one have found out.
  /// - Returns: The result, and its inputs.
  package static func locate(
    _ unit: DeclarationUnit, in directories: ProgramDirectories, _ known: inout KnownDirectories
  ) -> Search {
    let isOfUser = unit.origin == .user
    var search = locate(unit.launchArguments, in: directories, isOfUser: isOfUser, &known)
    guard let required = unit.optionalText(unit.bundle?.tryProgram ?? 0) else { return search }
    let other = locate([required], in: directories, isOfUser: isOfUser, &known)
    if case .present = search.program, case .missing = other.program {
      search.program = other.program
    }
    search.inputs += other.inputs
    // An answer names the program that is started, and not this one.
    if let found = other.found, found.path != search.found?.path { search.inputs.append(found) }
    search.wanted += other.wanted
    search.refused += other.refused
    return search
  }
}
