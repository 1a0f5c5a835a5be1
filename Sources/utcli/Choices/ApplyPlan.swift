// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The wishes that a file of choices comes to, beside the choices that there are.
struct ApplyPlan {
  /// The wishes, in the order in which they have to be met.
  private(set) var requests: [BindingRequest] = []
  /// The entries that wishes were made of, for what is wrong with them.
  private var entries: [ChoicesDocument.Entry] = []

  /// The plan for `file`.
  ///
  /// - Parameters:
  ///   - file: A file without problems.
  ///   - isExact: Whether choices that the file does not name are taken back.
  ///   - session: Whom to ask for the present choices.
  /// - Throws: ``Failure`` if nobody answers.
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
    // Choosing a browser chooses its HTML too, which the file may choose otherwise.
    let ordered =
      all.filter { Self.isWebScheme($0.slot.subject) }
      + all.filter { !Self.isWebScheme($0.slot.subject) }
    for entry in ordered {
      // What is so already stays, asleep or not.
      let isWeb = Self.isWeb(entry.slot.subject)
      if !isWeb || isWebSettled, Self.isMet(entry, bySlot[entry.slot]) { continue }
      requests.append(entry.request)
      entries.append(entry)
    }
    // Another tool's settings leave to the browser what they do not name.
    if !file.isForeign { try restoreHTML(all, isExact ? [:] : bySlot, &session) }
  }

  /// What is wrong with each entry by itself.
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
              place: entry.place, message: "\(problem)", hint: problem.hint), problem.status
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

  /// Says which types are perhaps misspelt; they may also come later.
  private static func noteUnknownTypes(
    _ entries: [ChoicesDocument.Entry], _ session: inout Session
  ) throws(Failure) {
    for entry in entries {
      guard case .type(let type) = entry.slot.subject, try !session.isKnown(type) else { continue }
      session.note("\(entry.place): no type '\(type)' is known; the choice waits for it")
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
      let wish: BindingRequest.Wish =
        switch binding.choice {
        case .handler: .noHandler
        case .never(let bundle): .notNever(bundle: bundle)
        case .type: .noType
        }
      requests.append(BindingRequest(binding.subject, role: binding.role, wish))
    }
  }

  // MARK: - The web

  private static let html = Binding.Subject.type(TypeIdentifier(trusted: "public.html"))

  private static let web = Binding.Subject.tag(Tag(trusted: .urlScheme, "http"))
  private static let secureWeb = Binding.Subject.tag(Tag(trusted: .urlScheme, "https"))
  private static let schemes: Set<Binding.Subject> = [web, secureWeb]

  private static func isWebScheme(_ subject: Binding.Subject) -> Bool { schemes.contains(subject) }

  private static func isWeb(_ subject: Binding.Subject) -> Bool {
    subject == html || isWebScheme(subject)
  }

  /// Whether the web is as the file has it, and nothing of it is taken back.
  private static func isWebSettled(
    _ entries: [ChoicesDocument.Entry], _ present: [Binding.Slot: Binding], isExact: Bool
  ) -> Bool {
    let wanted = entries.filter { isWeb($0.slot.subject) && $0.slot.kind == .handler }
    guard wanted.allSatisfy({ isMet($0, present[$0.slot]) }) else { return false }
    let kept = Set(wanted.map(\.slot))
    return !isExact
      || present.keys.allSatisfy { slot in
        !isWebScheme(slot.subject) || slot.kind != .handler || kept.contains(slot)
      }
  }

  /// Leaves HTML as it is in `present` where a file that lists both schemes does not name it.
  ///
  /// `dump` writes all choices: what it lacks beside both schemes was not chosen.
  private mutating func restoreHTML(
    _ entries: [ChoicesDocument.Entry], _ present: [Binding.Slot: Binding], _ session: inout Session
  ) throws(Failure) {
    let handlers = entries.filter { $0.slot.kind == .handler }
    let kept = Set(handlers.map(\.slot))
    let changed = Set(requests.map(\.subject))
    for entry in handlers where entry.slot.subject == Self.web {
      let secure = Binding.Slot(subject: Self.secureWeb, role: entry.slot.role, kind: .handler)
      let html = Binding.Slot(subject: Self.html, role: entry.slot.role, kind: .handler)
      guard kept.contains(secure), !kept.contains(html), !changed.isDisjoint(with: Self.schemes)
      else { continue }
      guard case .handler(let former)? = present[html]?.choice else {
        requests.append(BindingRequest(Self.html, role: html.role, .noHandler))
        continue
      }
      let wish = BindingRequest(Self.html, role: html.role, .handler(bundle: former.bundle))
      let client = try session.client()
      do throws(RegistryClientError) {
        _ = try client.change([wish], as: .apply, dryRun: true)
        requests.append(wish)
      } catch .binding {
        // An application that is gone cannot be chosen anew.
      } catch {
        throw Failure(error)
      }
    }
  }
}
