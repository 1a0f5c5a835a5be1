// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The wishes that a file of choices comes to, beside the choices that there are.
struct ApplyPlan {
  /// The wishes, in the order in which they have to be met.
  private(set) var requests: [BindingRequest] = []
  /// The entries that wishes were made of, for what is wrong with them.
  private var entries: [BindingFile.Entry] = []

  /// The plan for `file`.
  ///
  /// - Parameters:
  ///   - file: A file without problems.
  ///   - isExact: Whether choices that the file does not name are taken back.
  ///   - session: Whom to ask for the present choices.
  /// - Throws: ``Failure`` if nobody answers.
  init(
    _ file: BindingFile, isExact: Bool, _ session: inout Session
  ) throws(Failure) {
    let present = try session.askHandlers { (client) throws(RegistryClientError) in
      try client.bindings()
    }
    var all = file.entries
    if file.isForeign {
      for index in all.indices { try Self.resolveMIMEType(&all[index], &session) }
      try Self.noteUnknownTypes(all, &session)
    }
    let bySlot = Dictionary(present.map { ($0.slot, $0) }) { first, _ in first }
    let isWebSettled = Self.isWebSettled(all, present)
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
    if isExact { addHTMLRemovals(all) }
  }

  /// What is wrong with each entry by itself.
  func problems(
    _ session: inout Session
  ) throws(Failure) -> [(BindingFile.Problem, ExitStatus)] {
    var found: [(BindingFile.Problem, ExitStatus)] = []
    let client = try session.handlerClient()
    for entry in entries where found.count < BindingFile.maximumProblems {
      do throws(RegistryClientError) {
        _ = try client.change([entry.request], as: .apply, dryRun: true)
      } catch .binding(let problem) {
        found.append(
          (
            BindingFile.Problem(
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
    _ entry: inout BindingFile.Entry, _ session: inout Session
  ) throws(Failure) {
    guard case .tag(let tag) = entry.slot.subject, tag.tagClass == .mimeType else { return }
    let types = try session.types(with: tag)
    guard let type = types.types.first, !types.isDynamic else { return }
    entry.slot.subject = .type(type)
    entry.request.subject = .type(type)
  }

  /// Says which types are perhaps misspelt; they may also come later.
  private static func noteUnknownTypes(
    _ entries: [BindingFile.Entry], _ session: inout Session
  ) throws(Failure) {
    for entry in entries {
      guard case .type(let type) = entry.slot.subject, try !session.isKnown(type) else { continue }
      session.note("\(entry.place): no type '\(type)' is known; the choice waits for it")
    }
  }

  private static func isMet(_ entry: BindingFile.Entry, _ present: Binding?) -> Bool {
    guard let identity = entry.identity, case .handler(let now)? = present?.choice else {
      return false
    }
    return now == identity
  }

  private mutating func addRemovals(of present: [Binding], besides entries: [BindingFile.Entry]) {
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

  private static func isWebScheme(_ subject: Binding.Subject) -> Bool {
    guard case .tag(let tag) = subject, tag.tagClass == .urlScheme else { return false }
    return tag.value == "http" || tag.value == "https"
  }

  private static func isWeb(_ subject: Binding.Subject) -> Bool {
    subject == html || isWebScheme(subject)
  }

  /// Whether all that is chosen together is as the file has it.
  private static func isWebSettled(
    _ entries: [BindingFile.Entry], _ present: [Binding]
  ) -> Bool {
    let wanted = entries.filter { isWeb($0.slot.subject) && $0.slot.kind == .handler }
    let there = present.filter { isWeb($0.subject) && $0.slot.kind == .handler }
    guard wanted.count == there.count else { return false }
    return wanted.allSatisfy { entry in
      isMet(entry, there.first { $0.slot == entry.slot })
    }
  }

  /// Takes back what came with a browser and is not in the file.
  private mutating func addHTMLRemovals(_ entries: [BindingFile.Entry]) {
    let kept = Set(entries.map(\.slot))
    for entry in entries where Self.isWebScheme(entry.slot.subject) {
      let slot = Binding.Slot(subject: Self.html, role: entry.slot.role, kind: .handler)
      if !kept.contains(slot) {
        requests.append(BindingRequest(Self.html, role: entry.slot.role, .noHandler))
      }
    }
  }
}
