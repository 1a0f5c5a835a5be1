// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A change of choices in sentences, for people on a terminal:
/// `PDF document (com.adobe.pdf) now opens with Zathura (was Evince); 'utcli undo' takes it back`.
struct ChangeSentences {
  private let session: Session
  /// The application that opened each subject before the change, where that was queried.
  private var openers: [Binding.Slot: Handler] = [:]

  /// The most choices that are put in sentences; more are a table.
  private static let most = 3

  /// The sentences of a change that was made already.
  init(_ session: Session) { self.session = session }

  /// The sentences of a change that is about to be made; `nil` where programs read it.
  init?(before requests: [BindingRequest], _ session: Session) throws(Failure) {
    guard session.isTerminal, !session.wantsJSON, requests.count <= Self.most else { return nil }
    self.session = session
    openers = try openers(
      of: requests.flatMap { request in
        WebSubjects.chosenTogether(with: request.subject).map {
          Binding.Slot(subject: $0, role: request.role, kind: .handler)
        }
      })
  }

  /// The sentences; `nil` for a change of many choices, or of `mimeapps.list` alone.
  func lines(of change: BindingChange, dryRun: Bool) throws(Failure) -> [String]? {
    guard !change.edits.isEmpty, change.edits.count <= Self.most else { return nil }
    let now = try dryRun ? [:] : openers(of: change.edits.map(\.slot))
    // A phrase about several subjects is written once.
    var parts: [(subjects: [String], one: String, many: String)] = []
    for edit in change.edits {
      let subject = try phrase(edit.slot.subject)
      let (one, many) = try verb(of: edit, now[edit.slot], dryRun: dryRun)
      if let index = parts.firstIndex(where: { $0.one == one }) {
        parts[index].subjects.append(subject)
      } else {
        parts.append(([subject], one, many))
      }
    }
    var lines = parts.map { part in
      Self.enumeration(part.subjects) + " " + (part.subjects.count == 1 ? part.one : part.many)
    }
    if !dryRun {
      let undo = if case .undo = change.action { "undo \(change.number)" } else { "undo" }
      lines[lines.count - 1] += "; 'utcli \(undo)' takes \(lines.count > 1 ? "this" : "it") back"
    }
    // Names come from files of other programs.
    return lines.map(session.shown)
  }

  /// The effect of an edit on its subject, as the end of a sentence about one subject, and about several.
  private func verb(
    of edit: BindingChange.Edit, _ now: Handler?, dryRun: Bool
  ) throws(Failure) -> (one: String, many: String) {
    switch edit.slot.kind {
    case .handler:
      let role = edit.slot.role.map { " as \($0.rawValue)" } ?? ""
      let before = openers[edit.slot]
      var was = ""
      let (chosen, next) = (try name(of: edit.before), try name(of: edit.after))
      if let name = before?.name ?? chosen, name != (dryRun ? next : now?.name) {
        was = " (was \(name))"
      }
      if dryRun {
        let effect = next.map { "would open with \($0)\(role)" } ?? "would have no choice"
        return (effect + was, effect + was)
      }
      guard let now else {
        return ("has no application\(role)\(was)", "have no application\(role)\(was)")
      }
      if let after = edit.after, case .handler(let identity) = after.choice,
        identity.bundle != now.bundle, let chosen = try name(of: after)
      {
        let still = "still opens with \(now.name)\(role); \(chosen) is chosen"
        return (still, still.replacingStart("still opens", with: "still open"))
      }
      return ("now opens with \(now.name)\(role)\(was)", "now open with \(now.name)\(role)\(was)")
    case .never(let bundle):
      let name = try name(ofBundle: bundle)
      let verb = edit.after == nil ? "may again be opened by" : "is never opened by"
      return ("\(verb) \(name)", verb.replacingStart("is", with: "are") + " \(name)")
    case .type:
      guard case .type(let type)? = edit.after?.choice else {
        return ("has no preferred type", "have no preferred type")
      }
      return ("means \(try phrase(.type(type)))", "mean \(try phrase(.type(type)))")
    }
  }

  // MARK: - Names

  /// A subject as people say it.
  private func phrase(_ subject: Binding.Subject) throws(Failure) -> String {
    switch subject {
    case .tag: return subject.spelling
    case .type(let type), .family(let type):
      let summary = try session.ask { try $0.summaries(of: [type], in: session.languages) }.first
      var text = summary?.description.map { "\($0) (\(type))" } ?? type.text
      if case .family = subject { text += " with its subtypes" }
      return text
    }
  }

  /// The name of the application that a choice is for.
  private func name(of binding: Binding?) throws(Failure) -> String? {
    guard case .handler(let identity)? = binding?.choice else { return nil }
    return try name(ofBundle: identity.bundle)
  }

  private func name(ofBundle identifier: String) throws(Failure) -> String {
    let bundles = try session.ask { try $0.bundles(in: session.languages) }
    let bundle = bundles.first {
      $0.maskedBy == nil && $0.identifier.asciiLowercased == identifier.asciiLowercased
    }
    return bundle?.name ?? identifier
  }

  private func openers(of slots: [Binding.Slot]) throws(Failure) -> [Binding.Slot: Handler] {
    let answers = try session.handlers(for: slots.map { $0.query(.all) })
    var found: [Binding.Slot: Handler] = [:]
    for (slot, answer) in zip(slots, answers) { found[slot] = answer.preferred }
    return found
  }

  private static func enumeration(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension String {
  /// The text with another beginning, if it has this one.
  fileprivate func replacingStart(_ start: String, with other: String) -> String {
    hasPrefix(start) ? other + dropFirst(start.count) : self
  }
}
