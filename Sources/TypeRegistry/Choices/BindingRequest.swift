// SPDX-License-Identifier: MIT

/// A request to change the binding of one subject.
public struct BindingRequest: Hashable, Sendable {
  /// The operation.
  public enum Operation: Hashable, Sendable {
    /// Choose the application of this bundle identifier.
    case handler(bundle: String)
    /// Choose the application of this bundle identifier, although it may be missing: then the choice
    /// is on hold until an application with the identifier can be started, if that is at least as
    /// trusted as `origin`.
    case awaitedHandler(bundle: String, origin: Origin)
    /// Remove the choice of an application.
    case noHandler
    /// Never open the subject with this application.
    case never(bundle: String)
    /// Remove the binding that the application never opens the subject.
    case notNever(bundle: String)
    /// Have the tag mean this type.
    case type(TypeIdentifier)
    /// Remove the choice of a type for the tag.
    case noType
  }

  /// The subject of the binding.
  public var subject: Binding.Subject
  /// The role that a handler is chosen for; `nil` is every role.
  public var role: Role?
  /// The operation.
  public var operation: Operation

  /// A request of known parts.
  public init(_ subject: Binding.Subject, role: Role? = nil, _ operation: Operation) {
    self.subject = subject
    self.role = role
    self.operation = operation
  }
}

/// Why a request cannot be met.
public enum BindingProblem: Error, Hashable, Sendable {
  /// No application has this identifier; the most similar identifiers.
  case noSuchApplication(String, nearest: [String])
  /// The application cannot be started.
  case cannotStart(String, LaunchProblem)
  /// Handlers can be chosen as Editor, Viewer or Shell only.
  case roleCannotBeChosen(Role)
  /// The type does not have the tag, so the tag cannot mean it; the types that have it.
  case typeLacksTag(TypeIdentifier, Tag, others: [TypeIdentifier])
  /// The subject is not a tag, and only tags mean types.
  case notATag(Binding.Subject)
}

extension BindingProblem: CustomStringConvertible {
  /// The problem, in words.
  public var description: String {
    switch self {
    case .noSuchApplication(let bundle, _): "application '\(bundle)' not found"
    case .cannotStart(let bundle, let reason): "'\(bundle)' \(reason.words)"
    case .roleCannotBeChosen(let role): "no handler can be chosen for the role '\(role.rawValue)'"
    case .typeLacksTag(let type, let tag, _):
      "'\(type)' does not have the \(Binding.Subject.tag(tag).phrase)"
    case .notATag(let subject): "\(subject.phrase) is not a tag, and only a tag can mean a type"
    }
  }

  /// The advice; `nil` if there is none.
  public var hint: String? {
    switch self {
    case .noSuchApplication(_, let nearest):
      nearest.isEmpty
        ? nil
        : "did you mean " + nearest.map { "'\($0)'" }.joined(separator: " or ") + "?"
    case .cannotStart(_, .notExecutable): "make its program executable, as 'chmod +x' does"
    case .cannotStart: "install its program"
    case .roleCannotBeChosen: "choose 'editor', 'viewer' or 'shell', or leave the role out"
    case .typeLacksTag(_, _, let others):
      switch others.count {
      case 0: "no declared type has it; a supplement ('TRTypeSupplements') adds it to one"
      case 1: "the only type with it is '\(others[0])'"
      default: "types with it: " + others.map { "'\($0)'" }.joined(separator: ", ")
      }
    case .notATag: "name an extension such as '.ts'"
    }
  }
}
