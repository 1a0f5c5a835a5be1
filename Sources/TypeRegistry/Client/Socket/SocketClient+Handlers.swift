// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient: HandlerClient {
  /// The most queries of one call, and bytes of their texts, so that the call fits a message even if
  /// every byte is escaped.
  private static let batchLimit = 2_048
  private static let batchLength = 65_536

  // MARK: - Queries

  /// See ``HandlerClient/handlers(for:in:)``.
  public func handlers(
    for queries: [HandlerQuery], in languages: LanguageList
  ) throws(RegistryClientError) -> [HandlerAnswer] {
    let queries = try HandlerQuery.checked(queries)
    var answers: [HandlerAnswer] = []
    answers.reserveCapacity(queries.count)
    var start = 0
    while start < queries.count {
      let first = queries[start]
      var end = start + 1
      var length = first.length
      while end < queries.count, end - start < Self.batchLimit,
        queries[end].roles == first.roles, queries[end].explains == first.explains,
        queries[end].limit == first.limit,
        length + queries[end].length <= Self.batchLength
      {
        length += queries[end].length
        end += 1
      }
      let batch = queries[start..<end]
      let parts = try list(.rank, "answers") { parameters in
        parameters.array("items", batch)
        parameters.roles(first.roles)
        parameters.member("locale", languages.locale)
        parameters.flag("explain", first.explains)
        if let limit = first.limit { parameters.member("limit", max(limit, 1)) }
      } reading: { (value) throws(InvalidAnswer) in
        let answer = try AnswerObject(value, "answers")
        return (try HandlerAnswer(answer), try answer.flag("continues"))
      }
      let part = try Self.joined(parts, "answers") { (answer, part) in
        answer.handlers += part.handlers
        answer.hidden += part.hidden
        return part.type == nil && part.tags.isEmpty
      }
      guard part.count == batch.count else { throw .invalidAnswer("answers") }
      answers += part
      start = end
    }
    return answers
  }

  /// See ``HandlerClient/applications(in:)``.
  public func applications(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [ApplicationInformation] {
    let parts = try list(.applications, "applications") { parameters in
      parameters.member("locale", languages.locale)
    } reading: { (value) throws(InvalidAnswer) in
      let answer = try AnswerObject(value, "applications")
      return (try ApplicationInformation(answer), try answer.flag("continues"))
    }
    return try Self.joined(parts, "applications") { (application, part) in
      application.claims += part.claims
      return application.bundle == part.bundle
    }
  }

  /// Joins the elements of a list whose elements may be sent in several parts.
  ///
  /// - Parameters:
  ///   - parts: The parts, and whether the next one continues the same element.
  ///   - key: The name of the list.
  ///   - join: Adds a part to what came before; returns whether it belongs to it.
  /// - Returns: The elements, each in one piece.
  /// - Throws: ``RegistryClientError/invalidAnswer(_:)`` if a part belongs to none, or one is missing.
  private static func joined<Element>(
    _ parts: [(element: Element, continues: Bool)], _ key: String,
    _ join: (inout Element, Element) -> Bool
  ) throws(RegistryClientError) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(parts.count)
    var isOpen = false
    for (part, continues) in parts {
      if !isOpen {
        elements.append(part)
      } else if !join(&elements[elements.count - 1], part) {
        throw .invalidAnswer(key)
      }
      isOpen = continues
    }
    guard !isOpen else { throw .invalidAnswer(key) }
    return elements
  }

  /// See ``HandlerClient/bindings()``.
  public func bindings() throws(RegistryClientError) -> [Binding] {
    try withErrors { () throws(RegistryClientError) in
      try objects(.bindings, "bindings", Binding.init(_:)) { $0.member("site", false) }
    }
  }

  /// See ``HandlerClient/siteBindings()``.
  public func siteBindings() throws(RegistryClientError) -> [DeclaredSiteBinding] {
    try objects(.bindings, "bindings", DeclaredSiteBinding.init(_:)) { $0.member("site", true) }
  }

  /// See ``HandlerClient/history(before:limit:)``.
  public func history(
    before number: Int64?, limit: Int
  ) throws(RegistryClientError) -> [BindingChange] {
    guard limit > 0 else { return [] }
    let parts = try withErrors { () throws(RegistryClientError) in
      try list(.history, "changes") { parameters in
        if let number { parameters.member("before", Int(number)) }
        parameters.member("limit", limit)
      } reading: { (value) throws(InvalidAnswer) in
        let part = try AnswerObject(value, "changes")
        return (try BindingChange(part), try part.flag("continues"))
      }
    }
    return try Self.joined(parts, "changes") { (change, part) in change.append(part) }
  }

  // MARK: - Changes

  /// See ``HandlerClient/change(_:as:dryRun:entryEdits:)``.
  public func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    entryEdits: [MIMEAppsEdit]
  ) throws(RegistryClientError) -> BindingChange? {
    try RegistryClientError.translating(RegistryClientError.init(_:)) { () throws(EditProblem) in
      try BindingRequest.check(requests, as: action)
    }
    return try withErrors { () throws(RegistryClientError) in
      try changeInParts(action == .unbind ? .unbind : .bind, dryRun: dryRun) { parameters in
        parameters.array("requests", requests)
        if action == .apply { parameters.member("action", action.name) }
        parameters.flag("dryRun", dryRun)
        if !entryEdits.isEmpty { parameters.member("entries", MIMEAppsEdit.text(of: entryEdits)) }
      }
    }
  }

  /// See ``HandlerClient/refresh()``.
  public func refresh() throws(RegistryClientError) { _ = try reload() }

  /// See ``HandlerClient/undo(_:dryRun:entryEdits:)``.
  public func undo(
    _ number: Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit]
  ) throws(RegistryClientError) -> UndoOutcome {
    try undone { () throws(RegistryClientError) in
      let undoing = try changeInParts(.undo, dryRun: dryRun) { parameters in
        if let number { parameters.member("number", Int(number)) }
        parameters.flag("dryRun", dryRun)
        if !entryEdits.isEmpty { parameters.member("entries", MIMEAppsEdit.text(of: entryEdits)) }
      }
      guard let undoing else { throw .invalidAnswer("change") }
      return undoing
    }
  }

  /// One call that changes bindings; the change, whose edits may come in several replies, or `nil` if
  /// nothing changes.
  private func changeInParts(
    _ method: WireMethod, dryRun: Bool, _ parameters: (inout JSONWriter) -> Void
  ) throws(RegistryClientError) -> BindingChange? {
    var parts: [(element: BindingChange, continues: Bool)] = []
    try change(method, dryRun: dryRun, parameters) { (answer) throws(InvalidAnswer) in
      guard let part = try answer.optionalObject("change") else { return }
      parts.append((try BindingChange(part), try part.flag("continues")))
    }
    let changes = try Self.joined(parts, "change") { (change, part) in change.append(part) }
    guard changes.count <= 1 else { throw .invalidAnswer("change") }
    return changes.first
  }

  /// See ``HandlerClient/confirm(_:)``.
  public func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int {
    try RegistryClientError.translating(RegistryClientError.init(_:)) { () throws(EditProblem) in
      try BindingRequest.check(bundles: bundles)
    }
    return try withErrors { () throws(RegistryClientError) in
      var confirmed = 0
      try change(.confirm) {
        $0.member("bundles", bundles)
      } reading: { (answer) throws(InvalidAnswer) in
        confirmed = try answer.count("confirmed")
      }
      return confirmed
    }
  }

  // MARK: - Errors

  /// Calls `body`, and translates the errors of the interfaces that change something.
  func withErrors<Result>(
    _ body: () throws(RegistryClientError) -> Result
  ) throws(RegistryClientError) -> Result {
    do throws(RegistryClientError) {
      return try body()
    } catch {
      throw translated(error)
    }
  }

  private func undone(
    _ body: () throws(RegistryClientError) -> BindingChange
  ) throws(RegistryClientError) -> UndoOutcome {
    do throws(RegistryClientError) {
      return .undone(try body())
    } catch {
      guard case .refused(let name, _) = error, let refusal = WireError(rawValue: name) else {
        throw translated(error)
      }
      if refusal == .nothingToUndo { return .nothingToUndo }
      guard let details = lastError else { throw error }
      do throws(InvalidAnswer) {
        if let outcome = try UndoOutcome(refusal, details) { return outcome }
      } catch {
        throw RegistryClientError(error)
      }
      throw translated(error)
    }
  }

  /// The meaning of an error of these interfaces.
  private func translated(_ error: RegistryClientError) -> RegistryClientError {
    guard case .refused(let name, _) = error else { return error }
    if name == "org.varlink.service.PermissionDenied" { return .notPermitted }
    guard let refusal = WireError(rawValue: name), let details = lastError else { return error }
    do throws(InvalidAnswer) {
      switch refusal {
      case .tooLong: return .tooLong
      case .storeProblem, .registryStoreProblem:
        return .store(
          problem: try details.string("message"), hint: try details.optionalString("hint"))
      default:
        if let problem = try BindingProblem(refusal, details) { return .binding(problem) }
        return try RegistrationProblem(refusal, details).map { .registration($0) } ?? error
      }
    } catch let invalid {
      return RegistryClientError(invalid)
    }
  }
}

extension UndoOutcome {
  /// Reads the parameters of an error; `nil` for an error that is not an outcome with parameters.
  fileprivate init?(_ error: WireError, _ details: AnswerObject) throws(InvalidAnswer) {
    switch error {
    case .noSuchChange: self = .noSuchChange(try details.integer("number"))
    case .alreadyUndone: self = .alreadyUndone(try details.integer("number"))
    case .changedSince:
      self = .changedSince(
        try details.integer("number"), try details.objects("slots", Binding.Slot.init(_:)))
    default: return nil
    }
  }
}
