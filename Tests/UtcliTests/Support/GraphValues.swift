// SPDX-License-Identifier: MIT

import TestSupport

@testable import TypeRegistry

extension SourceReference {
  /// A position in a file of a bundle: `/test/BUNDLE.json`.
  static func test(
    _ bundle: String, _ origin: Origin = .core, line: Int = 1, column: Int = 1
  ) -> SourceReference {
    SourceReference(
      bundle: bundle, bundleVersion: "1", origin: origin, path: "/test/\(bundle).json", line: line,
      column: column)
  }
}

extension TypeInformation {
  /// What an answer has of a type, which is declared unless `state` says otherwise.
  static func test(
    _ identifier: String, _ state: TypeSummary.State = .declared, description: String? = nil,
    iconNames: [String] = [], parents: [String] = [], opensAs: [OpensAsInformation] = [],
    declarations: [DeclarationInformation] = []
  ) -> TypeInformation {
    TypeInformation(
      identifier: .test(identifier), isDeclared: state == .declared, isDynamic: state == .dynamic,
      description: description, iconNames: iconNames, tags: [],
      parents: parents.map(TypeIdentifier.test), supertypes: [], opensAs: opensAs,
      declarations: declarations)
  }
}

extension Handler {
  /// An application among those that open a type.
  static func test(
    _ bundle: String, _ placement: Placement = .claim, claim: Claim? = nil, choice: Choice? = nil,
    distance: Int? = 0, reason: String = ""
  ) -> Handler {
    Handler(
      bundle: bundle, name: bundle, version: "1", origin: .user, path: "/test/\(bundle).json",
      arguments: ["/bin/true"], takesMany: false, isTerminal: false, placement: placement,
      choice: choice, claim: claim, distance: distance, isUnconfirmed: false, reason: reason)
  }
}

extension HandlerAnswer {
  /// The handlers of a type.
  static func test(_ handlers: [Handler]) -> HandlerAnswer {
    HandlerAnswer(iconNames: [], tags: [], handlers: handlers, hidden: [])
  }
}
