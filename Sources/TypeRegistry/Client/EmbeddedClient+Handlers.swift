// SPDX-License-Identifier: MIT

extension EmbeddedClient: HandlerClient {
  /// Queries of at least this number read all bindings together.
  private static let many = 8

  /// See ``HandlerClient/handlers(for:in:)``.
  public func handlers(
    for queries: [HandlerQuery], in languages: LanguageList
  ) throws(RegistryClientError) -> [HandlerAnswer] {
    let queries = try HandlerQuery.checked(queries)
    let reader = BindingReader(store)
    defer { tell(reader) }
    let answers = answers(to: queries, in: languages, reader)
    let isCertain =
      scope == .everything
      || answers.allSatisfy(\.hasPrograms)
        && current.registry.programsThatDecideRanks.allSatisfy(LaunchProgram.isPresent)
    if isCertain { return answers }
    // An application whose program is missing is not offered; the next one takes precedence.
    loadAgain()
    return self.answers(to: queries, in: languages, reader)
  }

  private func answers(
    to queries: [HandlerQuery], in languages: LanguageList, _ reader: BindingReader
  ) -> [HandlerAnswer] {
    // An explanation names applications that do not open it, too.
    let scope: RegistryInputs.Scope =
      queries.contains(where: \.explains) ? .everything : .applications
    let registry = registry(for: scope, choosing: reader)
    func answer(_ query: HandlerQuery, from directory: HandlerDirectory) -> HandlerAnswer {
      var answer = directory.handlers(for: query, in: languages)
      for index in answer.handlers.indices where !answer.handlers[index].isChosen {
        answer.handlers[index].isUnconfirmed =
          reader.isKnown(answer.handlers[index].identity) == false
      }
      return answer
    }
    if queries.count >= Self.many {
      let directory = HandlerDirectory(registry, bindings: reader.bindings())
      return queries.map { answer($0, from: directory) }
    }
    return queries.map { query in
      let bindings = Self.bindings(for: query, in: registry, reader)
      return answer(query, from: HandlerDirectory(registry, bindings: bindings))
    }
  }

  /// The bindings that can have an effect on a query.
  private static func bindings(
    for query: HandlerQuery, in registry: CompiledRegistry, _ reader: BindingReader
  ) -> [Binding] {
    if reader.isAbsent { return [] }
    let subjects = registry.bindingSubjects(of: query)
    guard query.isAboutURL else { return reader.bindings(of: subjects) }
    // Which patterns match is not known before they are read.
    return reader.bindings().filter { binding in
      if case .tag(let tag) = binding.subject, tag.tagClass == .urlPattern { return true }
      return subjects.contains(binding.subject)
    }
  }

  /// See ``HandlerClient/applications(in:)``.
  public func applications(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [ApplicationInformation] {
    let reader = BindingReader(store)
    defer { tell(reader) }
    let directory = HandlerDirectory(
      registry(for: .everything, choosing: reader), bindings: reader.bindings())
    var applications = directory.applications(in: languages)
    for index in applications.indices where applications[index].problem == nil {
      applications[index].isUnconfirmed = reader.isKnown(applications[index].identity) == false
    }
    return applications
  }

  /// See ``HandlerClient/bindings()``.
  public func bindings() throws(RegistryClientError) -> [Binding] {
    try reading { store throws(StoreError) in try store.bindings() } ?? []
  }

  /// See ``HandlerClient/siteBindings()``.
  public func siteBindings() -> [DeclaredSiteBinding] {
    HandlerDirectory(published.registry, bindings: []).siteBindings()
  }

  /// See ``HandlerClient/history(before:limit:)``.
  public func history(
    before number: Int64?, limit: Int
  ) throws(RegistryClientError) -> [BindingChange] {
    try reading { store throws(StoreError) in
      try store.history(before: number, limit: limit)
    } ?? []
  }

  // MARK: - Changes

  /// See ``HandlerClient/change(_:as:dryRun:entryEdits:)``.
  public func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    entryEdits: [MIMEAppsEdit]
  ) throws(RegistryClientError) -> BindingChange? {
    try editing(dryRun) { editor throws(EditFailure) in
      try editor.change(requests, as: action, dryRun: dryRun, entryEdits: entryEdits)
    }
  }

  /// See ``HandlerClient/undo(_:dryRun:entryEdits:)``.
  public func undo(
    _ number: Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit]
  ) throws(RegistryClientError) -> UndoOutcome {
    try editing(dryRun) { editor throws(EditFailure) in
      try editor.undo(number, dryRun: dryRun, entryEdits: entryEdits)
    }
  }

  /// See ``HandlerClient/refresh()``.
  public func refresh() { reload() }

  /// See ``HandlerClient/confirm(_:)``.
  public func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int {
    try editing(false) { editor throws(EditFailure) in
      try editor.confirm(bundles)
    }
  }

  // MARK: - Store

  private func reading<Result>(
    _ body: (RegistryStore) throws(StoreError) -> Result
  ) throws(RegistryClientError) -> Result? {
    guard let location = store else { return nil }
    do throws(StoreError) {
      let store = try RegistryStore.open(location, .reading)
      let result = try body(store)
      if let damage = store.rowDamage.first {
        tell(damage, isPartial: true, usesSecondCopy: store.usesSecondCopy)
      }
      return result
    } catch {
      throw RegistryClientError(error)
    }
  }

  private func editing<Result>(
    _ dryRun: Bool, _ body: (BindingEditor) throws(EditFailure) -> Result
  ) throws(RegistryClientError) -> Result {
    guard let location = store else { throw RegistryClientError(EditFailure.noStore) }
    let store = try RegistryClientError.translating(RegistryClientError.init(_:)) {
      () throws(StoreError) in try RegistryStore.open(location, dryRun ? .reading : .writing)
    }
    defer { store.settle() }
    if !dryRun {
      for notice in (try? store.notices()) ?? [] {
        remark(.notice(notice.message))
      }
    }
    do throws(EditFailure) {
      return try body(
        BindingEditor(
          store, over: published.registry, author: .current,
          lists: UserMIMEApps(locations.environment)))
    } catch {
      throw RegistryClientError(error)
    }
  }
}

extension HandlerAnswer {
  /// Whether the programs of its applications are there.
  fileprivate var hasPrograms: Bool {
    handlers.allSatisfy { $0.arguments.first.map(LaunchProgram.isPresent) ?? true }
  }
}
