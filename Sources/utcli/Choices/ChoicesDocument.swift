// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// The choices that a file lists: what `dump` wrote, or settings of the tool duti.
struct ChoicesDocument {
  /// One choice of the file.
  struct Entry {
    /// What is chosen.
    var request: BindingRequest
    /// The role as one of the binding's place.
    var slot: Binding.Slot
    /// The application as it was when the file was written; `nil` if only its name is known.
    var identity: HandlerIdentity?
    /// Where it stands.
    var place: String
  }

  /// What is wrong at one place.
  struct Problem {
    var place: String
    var message: String
    var hint: String?
  }

  private(set) var entries: [Entry] = []
  private(set) var problems: [Problem] = []
  private var wishes: [Binding.Slot: BindingRequest.Wish] = [:]
  /// Whether another tool's, which knows MIME types as names of types alone.
  var isForeign = false
  /// Whether the file says which choices there are, be it none: an empty one does not.
  var listsChoices: Bool { hasList || !entries.isEmpty }
  /// Whether it has a list of choices, which may be empty.
  var hasList = false
  /// The file's name in messages.
  let name: String

  /// A file of that name, with nothing in it yet.
  init(name: String) { self.name = name }

  /// The most entries that are read, and the most problems that are told.
  static let maximumEntries = 100_000
  static let maximumProblems = 100

  mutating func add(
    _ subject: Binding.Subject, role: Role? = nil, _ wish: BindingRequest.Wish,
    identity: HandlerIdentity? = nil, at location: SourceLocation?
  ) {
    guard entries.count < Self.maximumEntries else {
      if entries.count == Self.maximumEntries {
        fail(at: location, "the file has more than \(Self.maximumEntries) choices")
      }
      return
    }
    let slot: Binding.Slot
    switch wish {
    case .handler, .noHandler: slot = Binding.Slot(subject: subject, role: role, kind: .handler)
    case .never(let bundle), .notNever(let bundle):
      slot = Binding.Slot(subject: subject, kind: .never(bundle: bundle.asciiLowercased))
    case .type, .noType: slot = Binding.Slot(subject: subject, kind: .type)
    }
    if let earlier = wishes.updateValue(wish, forKey: slot), earlier != wish {
      fail(
        at: location, "another choice for \(subject.phrase) stands further up",
        hint: "remove one of the two")
      return
    }
    entries.append(
      Entry(
        request: BindingRequest(subject, role: role, wish), slot: slot, identity: identity,
        place: place(location)))
  }

  mutating func fail(at location: SourceLocation?, _ message: String, hint: String? = nil) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(Problem(place: place(location), message: message, hint: hint))
  }

  private func place(_ location: SourceLocation?) -> String {
    location.map { "\(name):\($0)" } ?? name
  }

  // MARK: - A subject in words

  /// The tag of a text, or `nil` after a problem was noted.
  mutating func tag(
    _ tagClass: TagClass, _ text: String, at location: SourceLocation?
  ) -> Tag? {
    do {
      return try Tag(tagClass, text)
    } catch {
      fail(at: location, "'\(text)' \(error)")
      return nil
    }
  }

  /// The type of a text, or `nil` after a problem was noted.
  mutating func type(_ text: String, at location: SourceLocation?) -> TypeIdentifier? {
    do {
      return try TypeIdentifier(text)
    } catch {
      fail(at: location, "type identifier '\(text)' \(error)")
      return nil
    }
  }

  /// The role of a text (`nil` is every role), or a problem.
  mutating func role(_ text: String, at location: SourceLocation?) -> Role?? {
    if text.asciiLowercased == "all" { return .some(nil) }
    if let role = Role(named: text), RoleMask.choosable.contains(role) { return .some(role) }
    fail(
      at: location, "no handler can be chosen for the role '\(text)'",
      hint: "write 'editor', 'viewer', 'shell' or 'all'")
    return nil
  }
}
