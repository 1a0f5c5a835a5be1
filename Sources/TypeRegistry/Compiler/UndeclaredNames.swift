// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The hints for types that are named and not declared.
///
/// A suggestion compares a name with every declared identifier. It is made only for bundles that
/// their author has checked, and for as many names as a file may have findings: other bundles must
/// not slow down the compilation.
struct UndeclaredNames {
  private let active: ActiveDeclarations
  private let checked: Set<String>
  private var suggestions: [TypeIdentifier: TypeIdentifier?] = [:]

  /// Hints over the types that are declared.
  ///
  /// - Parameters:
  ///   - active: The declared types.
  ///   - checked: The paths of the bundles that get suggestions.
  init(_ active: ActiveDeclarations, suggestingFor checked: Set<String>) {
    self.active = active
    self.checked = checked
  }

  /// The hint for a name in the file at `path`: the identifier that was probably meant.
  mutating func hint(for identifier: TypeIdentifier, in path: String) -> String {
    if checked.contains(path), let meant = nearest(to: identifier) {
      return "did you mean '\(meant)'?"
    }
    return "check the spelling, or import '\(identifier)'"
  }

  private mutating func nearest(to identifier: TypeIdentifier) -> TypeIdentifier? {
    if let known = suggestions[identifier] { return known }
    guard suggestions.count < DeclarationLimits.maximumDiagnostics else { return nil }
    let declared = active.types.indices.compactMap { type in
      active.winner(of: type).map { _ in active.identifier(of: type) }
    }
    let meant = EditDistance.nearest(to: identifier.text, among: declared, count: 1).first
    suggestions[identifier] = .some(meant)
    return meant
  }
}

extension RegistryCompiler {
  /// Reports the types that claims and the site's choices name and that are not declared, each once
  /// for a bundle.
  mutating func reportUndeclaredSubjects(_ names: inout UndeclaredNames) {
    var claim = 0
    for (index, bundle) in linked.bundles.enumerated() {
      var reported: Set<TypeIdentifier> = []
      func report(
        _ identifier: TypeIdentifier, _ verb: String, at location: SourceLocation?
      ) {
        guard !identifier.isDynamic, reported.insert(identifier).inserted else { return }
        diagnostics.add(
          .warning, .undeclaredType, path: bundle.path, at: location,
          "'\(bundle.identifier)' \(verb) '\(identifier)', which is not declared",
          hint: names.hint(for: identifier, in: bundle.path))
      }
      while claim < linked.claims.count, Int(linked.claims[claim].bundle) == index {
        let record = linked.claims[claim].record
        let subjects = linked.claims[claim].subjects
        for subject in linked.subjects[Int(subjects.lowerBound)..<Int(subjects.upperBound)] {
          guard case .type(let number) = subject, !active.isDeclared(number) else { continue }
          report(
            linked.identifiers.identifier(number), "claims",
            at: DeclarationUnit.location(record.line, record.column))
        }
        claim += 1
      }
      for binding in bundle.unit.choices {
        switch binding.subject {
        case .type(let identifier), .family(let identifier):
          if nodes.isDeclared(identifier) { continue }
          report(identifier, "chooses a handler for", at: binding.location)
        case .tag: break
        }
      }
    }
  }
}
