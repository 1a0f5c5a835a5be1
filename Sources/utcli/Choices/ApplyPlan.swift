// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The requests that make the present choices those of a file.
struct ApplyPlan {
  /// The requests, in the order in which they have to be made.
  private(set) var requests: [BindingRequest] = []
  /// The entries of the file that led to requests, for error messages.
  private var entries: [ChoicesDocument.Entry] = []

  /// The plan for `file`.
  ///
  /// - Parameters:
  ///   - file: A file without problems.
  ///   - isExact: Whether choices that the file does not name are unset.
  ///   - session: Provides the present choices.
  /// - Throws: ``Failure`` if the present choices cannot be queried.
  init(
    _ file: ChoicesDocument, isExact: Bool, _ session: inout Session
  ) throws(Failure) {
    let present = try session.ask { (client) throws(RegistryClientError) in
      try client.bindings()
    }
    var all = file.entries
    if file.isForeign {
      for index in all.indices { try Self.resolveMIMEType(&all[index], &session) }
      try Self.noteUnknownTypes(all, &session)
    }
    let bySlot = Dictionary(present.map { ($0.slot, $0) }) { first, _ in first }
    let isWebSettled = Self.isWebSettled(all, bySlot, isExact: isExact)
    if isExact { addRemovals(of: present, besides: all) }
    // A choice for the web schemes also sets HTML, which the file may choose differently.
    let ordered =
      all.filter { WebSubjects.isScheme($0.slot.subject) }
      + all.filter { !WebSubjects.isScheme($0.slot.subject) }
    for entry in ordered {
      // A choice that is already made stays, also if its application is missing.
      let isWeb = WebSubjects.contains(entry.slot.subject)
      if !isWeb || isWebSettled, Self.isMet(entry, bySlot[entry.slot]) { continue }
      requests.append(entry.request)
      entries.append(entry)
    }
    // In another tool's settings the choice of a browser includes HTML.
    if !file.isForeign { try restoreHTML(all, isExact ? [:] : bySlot, &session) }
  }

  /// The problems of each entry by itself.
  func problems(
    _ session: inout Session
  ) throws(Failure) -> [(ChoicesDocument.Problem, ExitStatus)] {
    var found: [(ChoicesDocument.Problem, ExitStatus)] = []
    let client = try session.client()
    for entry in entries where found.count < ChoicesDocument.maximumProblems {
      do throws(RegistryClientError) {
        _ = try client.change([entry.request], as: .apply, dryRun: true)
      } catch .binding(let problem) {
        found.append(
          (
            ChoicesDocument.Problem(
              position: entry.position, message: "\(problem)", hint: problem.commandHint),
            problem.status
          ))
      } catch {
        throw Failure(error)
      }
    }
    return found
  }

  // MARK: - Parts

  private static func resolveMIMEType(
    _ entry: inout ChoicesDocument.Entry, _ session: inout Session
  ) throws(Failure) {
    guard case .tag(let tag) = entry.slot.subject, tag.tagClass == .mimeType else { return }
    let types = try session.types(with: tag)
    guard let type = types.types.first, !types.isDynamic else { return }
    entry.slot.subject = .type(type)
    entry.request.subject = .type(type)
  }

  /// Notes types that are not known: they may be misspelt, or be declared later.
  private static func noteUnknownTypes(
    _ entries: [ChoicesDocument.Entry], _ session: inout Session
  ) throws(Failure) {
    for entry in entries {
      guard case .type(let type) = entry.slot.subject, try !session.isKnown(type) else { continue }
      session.note(
        "\(entry.position): type '\(type)' not found; the choice takes effect when it is declared")
    }
  }

  private static func isMet(_ entry: ChoicesDocument.Entry, _ present: Binding?) -> Bool {
    guard let identity = entry.identity, case .handler(let now)? = present?.choice else {
      return false
    }
    return now == identity
  }

  private mutating func addRemovals(of present: [Binding], besides entries: [ChoicesDocument.Entry])
  {
    let kept = Set(entries.map(\.slot))
    for binding in present where !kept.contains(binding.slot) {
      let operation: BindingRequest.Operation =
        switch binding.choice {
        case .handler: .noHandler
        case .never(let bundle): .notNever(bundle: bundle)
        case .type: .noType
        }
      requests.append(BindingRequest(binding.subject, role: binding.role, operation))
    }
  }

  // MARK: - The web

  /// Whether the present choices for the web are those of the file, and none of them is unset.
  private static func isWebSettled(
    _ entries: [ChoicesDocument.Entry], _ present: [Binding.Slot: Binding], isExact: Bool
  ) -> Bool {
    let wanted = entries.filter {
      WebSubjects.contains($0.slot.subject) && $0.slot.kind == .handler
    }
    guard wanted.allSatisfy({ isMet($0, present[$0.slot]) }) else { return false }
    let kept = Set(wanted.map(\.slot))
    return !isExact
      || present.keys.allSatisfy { slot in
        !WebSubjects.isScheme(slot.subject) || slot.kind != .handler || kept.contains(slot)
      }
  }

  /// Leaves HTML as it is in `present` where a file that lists both schemes does not name it.
  ///
  /// `dump` writes all choices: one that it lacks beside both schemes was not made.
  private mutating func restoreHTML(
    _ entries: [ChoicesDocument.Entry], _ present: [Binding.Slot: Binding], _ session: inout Session
  ) throws(Failure) {
    let handlers = entries.filter { $0.slot.kind == .handler }
    let kept = Set(handlers.map(\.slot))
    let changed = Set(requests.map(\.subject))
    for entry in handlers where entry.slot.subject == WebSubjects.http {
      let secure = Binding.Slot(subject: WebSubjects.https, role: entry.slot.role, kind: .handler)
      let html = Binding.Slot(subject: WebSubjects.html, role: entry.slot.role, kind: .handler)
      guard kept.contains(secure), !kept.contains(html),
        WebSubjects.schemes.contains(where: changed.contains)
      else { continue }
      guard case .handler(let former)? = present[html]?.choice else {
        requests.append(BindingRequest(WebSubjects.html, role: html.role, .noHandler))
        continue
      }
      let request = BindingRequest(
        WebSubjects.html, role: html.role, .handler(bundle: former.bundle))
      let client = try session.client()
      do throws(RegistryClientError) {
        _ = try client.change([request], as: .apply, dryRun: true)
        requests.append(request)
      } catch .binding {
        // An application that is missing cannot be set again.
      } catch {
        throw Failure(error)
      }
    }
  }
}
