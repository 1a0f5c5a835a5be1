// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient: HandlerClient {
  private static let interface = "org.typeregistry.handlers."

  /// How many questions one call may have, and how many bytes of names, so that it fits a message
  /// however it is written.
  private static let batchLimit = 2_048
  private static let batchLength = 65_536

  // MARK: - Questions

  /// Who opens things, in the order of the queries.
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
      let parts = try list(Self.interface + "Rank", "answers") { parameters in
        parameters.name("items")
        parameters.beginArray()
        for query in batch { parameters.value(query) }
        parameters.endArray()
        parameters.roles(first.roles)
        parameters.member("locale", languages.locale)
        if first.explains { parameters.member("explain", true) }
        if let limit = first.limit { parameters.member("limit", max(limit, 1)) }
      } reading: { (value) throws(RegistryClientError) in
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

  /// The applications that open something or can be started, in byte order of their identifiers.
  public func applications(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [ApplicationInformation] {
    let parts = try list(Self.interface + "Applications", "applications") { parameters in
      parameters.member("locale", languages.locale)
    } reading: { (value) throws(RegistryClientError) in
      let answer = try AnswerObject(value, "applications")
      return (try ApplicationInformation(answer), try answer.flag("continues"))
    }
    return try Self.joined(parts, "applications") { (application, part) in
      application.claims += part.claims
      return application.bundle == part.bundle
    }
  }

  /// Elements of a list of which each may go on in the next one.
  ///
  /// - Parameters:
  ///   - parts: The elements, and whether the next one goes on with it.
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

  /// A person's bindings, in a total order.
  public func bindings() throws(RegistryClientError) -> [Binding] {
    try withErrors { () throws(RegistryClientError) in
      try list(Self.interface + "Bindings", "bindings") {
        $0.member("site", false)
      } reading: {
        (value) throws(RegistryClientError) in
        try Binding(AnswerObject(value, "bindings"))
      }
    }
  }

  /// The site's bindings, in the order of the declarations.
  public func siteBindings() throws(RegistryClientError) -> [DeclaredSiteBinding] {
    try list(Self.interface + "Bindings", "bindings") {
      $0.member("site", true)
    } reading: {
      (value) throws(RegistryClientError) in
      let answer = try AnswerObject(value, "bindings")
      return DeclaredSiteBinding(
        binding: try Binding(answer), source: try SourceReference(answer.object("source")))
    }
  }

  /// Changes of the bindings, the last one first.
  public func history(
    before number: Int64?, limit: Int
  ) throws(RegistryClientError) -> [BindingChange] {
    guard limit > 0 else { return [] }
    return try withErrors { () throws(RegistryClientError) in
      try list(Self.interface + "History", "changes") { parameters in
        if let number { parameters.member("before", Int(number)) }
        parameters.member("limit", limit)
      } reading: { (value) throws(RegistryClientError) in
        try BindingChange(AnswerObject(value, "changes"))
      }
    }
  }

  // MARK: - Changes

  /// Meets wishes, all of them or none, as one change.
  public func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(RegistryClientError) -> BindingChange? {
    try BindingRequest.checkForClient(requests, as: action)
    return try withErrors { () throws(RegistryClientError) in
      let method = action == .unbind ? "Unbind" : "Bind"
      return try noticed(
        call(Self.interface + method) { parameters in
          parameters.name("wishes")
          parameters.beginArray()
          for request in requests { parameters.value(request) }
          parameters.endArray()
          if action == .apply { parameters.member("action", "apply") }
          if dryRun { parameters.member("dryRun", true) }
        }
      ).optionalObject("change").map(BindingChange.init(_:))
    }
  }

  /// Takes a change back: that of a number, else the last one that is not taken back yet.
  public func undo(_ number: Int64?, dryRun: Bool) throws(RegistryClientError) -> UndoOutcome {
    try undone { () throws(RegistryClientError) in
      try BindingChange(
        noticed(
          call(Self.interface + "Undo") { parameters in
            if let number { parameters.member("number", Int(number)) }
            if dryRun { parameters.member("dryRun", true) }
          }
        ).object("change"))
    }
  }

  /// Says that applications need no confirmation any more: those of `bundles`, or all if empty.
  public func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int {
    try BindingRequest.checkForClient(bundles: bundles)
    return try withErrors { () throws(RegistryClientError) in
      try noticed(call(Self.interface + "Confirm") { $0.member("bundles", bundles) })
        .count("confirmed")
    }
  }

  // MARK: - Errors

  /// Does something whose errors are those of the interface.
  private func withErrors<Result>(
    _ body: () throws(RegistryClientError) -> Result
  ) throws(RegistryClientError) -> Result {
    do throws(RegistryClientError) {
      return try body()
    } catch {
      throw try translated(error)
    }
  }

  private func undone(
    _ body: () throws(RegistryClientError) -> BindingChange
  ) throws(RegistryClientError) -> UndoOutcome {
    do throws(RegistryClientError) {
      return .undone(try body())
    } catch {
      guard case .refused(let name, _) = error else { throw error }
      if name == Self.interface + "NothingToUndo" { return .nothingToUndo }
      guard let details = lastError else { throw try translated(error) }
      switch name {
      case Self.interface + "NoSuchChange":
        return .noSuchChange(try details.integer("number"))
      case Self.interface + "AlreadyUndone":
        return .alreadyUndone(try details.integer("number"))
      case Self.interface + "ChangedSince":
        return .changedSince(
          try details.integer("number"), try details.objects("places", Binding.Slot.init(_:)))
      default: throw try translated(error)
      }
    }
  }

  /// What an error of the interface means.
  private func translated(
    _ error: RegistryClientError
  ) throws(RegistryClientError) -> RegistryClientError {
    guard case .refused(let name, _) = error else { return error }
    if name == "org.varlink.service.PermissionDenied" { return .notPermitted }
    guard name.hasPrefix(Self.interface), let details = lastError else { return error }
    switch name.dropFirst(Self.interface.count) {
    case "NoSuchApplication":
      return .binding(
        .noSuchApplication(
          try details.string("bundle"), nearest: try details.strings("suggestions")))
    case "CannotStart":
      let word = try details.string("reason")
      guard let reason = LaunchProblem.allCases.first(where: { $0.name == word }) else {
        return .invalidAnswer("reason")
      }
      return .binding(.cannotStart(try details.string("bundle"), reason))
    case "RoleCannotBeChosen": return .binding(.roleCannotBeChosen(try details.word("role")))
    case "TypeLacksTag":
      return .binding(
        .typeLacksTag(
          try details.identifier("type"), try Tag(details.object("tag")),
          others: try details.identifiers("others")))
    case "NotATag": return .binding(.notATag(try Binding.Subject(details)))
    case "TooLong": return .tooLong
    case "StoreProblem":
      return .store(
        problem: try details.string("message"), hint: try details.optionalString("hint"))
    default: return error
    }
  }
}
