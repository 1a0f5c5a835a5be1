// SPDX-License-Identifier: MIT

/// One wish of a person about who opens what.
public struct BindingRequest: Hashable, Sendable {
  /// What is wished.
  public enum Wish: Hashable, Sendable {
    /// It opens with the application of this bundle identifier.
    case handler(bundle: String)
    /// No explicit choice decides any more.
    case noHandler
    /// The application never opens it.
    case never(bundle: String)
    /// The application may open it again.
    case notNever(bundle: String)
    /// The tag means this type.
    case type(TypeIdentifier)
    /// No choice decides what the tag means.
    case noType
  }

  /// What it is about.
  public var subject: Binding.Subject
  /// The role, by which only handlers are chosen.
  ///
  /// `nil` is every role.
  public var role: Role?
  /// What is wished.
  public var wish: Wish

  /// A wish of known parts.
  public init(_ subject: Binding.Subject, role: Role? = nil, _ wish: Wish) {
    self.subject = subject
    self.role = role
    self.wish = wish
  }
}

/// Why a wish cannot be met.
public enum BindingProblem: Error, Hashable, Sendable {
  /// No bundle has the identifier; those that are spelt almost alike.
  case noSuchApplication(String, nearest: [String])
  /// The application cannot be started.
  case cannotStart(String, LaunchProblem)
  /// Handlers are chosen as Editor, Viewer or Shell.
  case roleCannotBeChosen(Role)
  /// The type does not have the tag, so that the tag cannot mean it; those that have it.
  case typeLacksTag(TypeIdentifier, Tag, others: [TypeIdentifier])
  /// Only tags mean types.
  case notATag(Binding.Subject)
}

extension BindingProblem: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .noSuchApplication(let bundle, _): "no application '\(bundle)' is installed"
    case .cannotStart(let bundle, let reason): "'\(bundle)' \(reason.words)"
    case .roleCannotBeChosen(let role): "no handler can be chosen for the role '\(role.rawValue)'"
    case .typeLacksTag(let type, let tag, _):
      "'\(type)' does not have the \(Binding.Subject.tag(tag).phrase)"
    case .notATag(let subject): "\(subject.phrase) is no tag, which alone can mean a type"
    }
  }

  /// What to do.
  public var hint: String? {
    switch self {
    case .noSuchApplication(_, let nearest):
      nearest.isEmpty
        ? "'utcli apps' lists the applications"
        : "did you mean " + nearest.map { "'\($0)'" }.joined(separator: " or ") + "?"
    case .cannotStart: "install its program"
    case .roleCannotBeChosen: "choose 'editor', 'viewer' or 'shell', or leave the role out"
    case .typeLacksTag(_, _, let others):
      others.isEmpty
        ? "no declared type has it; a supplement ('TRTypeSupplements') gives it to one"
        : "it means one of " + others.map { "'\($0)'" }.joined(separator: ", ")
    case .notATag: "name an extension such as '.ts'"
    }
  }
}
