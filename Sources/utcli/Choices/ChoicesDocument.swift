// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// The choices that a file lists: a document of `dump`, or settings of the tool duti.
struct ChoicesDocument {
  /// One choice of the file.
  struct Entry {
    /// The request that makes the choice.
    var request: BindingRequest
    /// The application when the file was written; `nil` if only its bundle identifier is known.
    var identity: HandlerIdentity?
    /// The file's name.
    fileprivate var file: String
    /// Finds its location: searching it for each entry would take the square of the file's length.
    fileprivate var location: () -> SourceLocation?

    /// The slot of the choice.
    var slot: Binding.Slot { request.slot }

    /// Its position in the file, for messages.
    var position: String { ChoicesDocument.position(location(), in: file) }
  }

  /// A problem, with its position in the file.
  struct Problem {
    var position: String
    var message: String
    var hint: String?
    var status = ExitStatus.badData
  }

  private(set) var entries: [Entry] = []
  private(set) var problems: [Problem] = []
  private var wishes: [Binding.Slot: BindingRequest.Operation] = [:]
  /// Whether it was written for another tool, which uses MIME types as names of types.
  var isForeign = false
  /// Whether the file lists choices, or has an empty list; an empty file does neither.
  var listsChoices: Bool { hasList || !entries.isEmpty }
  /// Whether it has a list of choices, which may be empty.
  var hasList = false
  /// The file's name in messages.
  let name: String

  /// An empty document.
  init(name: String) { self.name = name }

  /// The most entries that are read, and the most problems that are reported.
  static let maximumEntries = 100_000
  static let maximumProblems = 100

  mutating func add(
    _ subject: Binding.Subject, role: Role? = nil, _ wish: BindingRequest.Operation,
    identity: HandlerIdentity? = nil, at location: @autoclosure @escaping () -> SourceLocation?
  ) {
    guard entries.count < Self.maximumEntries else {
      if entries.count == Self.maximumEntries {
        fail(at: location(), "the file has more than \(Self.maximumEntries) choices")
      }
      return
    }
    var subject = subject
    // An application that is blocked for a type is blocked for its subtypes, too.
    if case (.family(let type), .never) = (subject, wish) { subject = .type(type) }
    let request = BindingRequest(subject, role: role, wish)
    if let earlier = wishes.updateValue(wish, forKey: request.slot), earlier != wish {
      fail(
        at: location(), "an earlier line has another choice for \(subject.phrase)",
        hint: "remove one of the two")
      return
    }
    entries.append(Entry(request: request, identity: identity, file: name, location: location))
  }

  mutating func fail(
    at location: @autoclosure () -> SourceLocation?, _ message: String, hint: String? = nil
  ) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(
      Problem(position: Self.position(location(), in: name), message: message, hint: hint))
  }

  private static func position(_ location: SourceLocation?, in file: String) -> String {
    location.map { "\(file):\($0)" } ?? file
  }

  // MARK: - Values of texts

  /// The tag of a text; `nil` after adding a problem.
  mutating func tag(
    _ tagClass: TagClass, _ text: String, at location: @autoclosure @escaping () -> SourceLocation?
  ) -> Tag? {
    do {
      return try Tag(tagClass, text)
    } catch {
      fail(at: location(), "'\(text)' \(error)")
      return nil
    }
  }

  /// The type of a text; `nil` after adding a problem.
  mutating func type(_ text: String, at location: @autoclosure @escaping () -> SourceLocation?)
    -> TypeIdentifier?
  {
    do {
      return try TypeIdentifier(text)
    } catch {
      fail(at: location(), "type identifier '\(text)' \(error)")
      return nil
    }
  }

  /// The role of a text, `.some(nil)` for every role; `nil` after adding a problem.
  mutating func role(_ text: String, at location: @autoclosure @escaping () -> SourceLocation?)
    -> Role??
  {
    if text.asciiLowercased == "all" { return .some(nil) }
    if let role = Role(named: text), RoleMask.choosable.contains(role) { return .some(role) }
    fail(
      at: location(), "unknown role '\(text)'",
      hint: "write 'editor', 'viewer', 'shell' or 'all'")
    return nil
  }
}

extension BindingRequest {
  /// The slot that it changes.
  var slot: Binding.Slot {
    switch operation {
    case .handler, .awaitedHandler, .noHandler:
      Binding.Slot(subject: subject, role: role, kind: .handler)
    case .never(let bundle), .notNever(let bundle):
      Binding.Slot(subject: subject, kind: .never(bundle: bundle))
    case .type, .noType: Binding.Slot(subject: subject, kind: .type)
    }
  }
}
