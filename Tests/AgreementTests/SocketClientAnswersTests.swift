// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Answers to questions that are not about the names of files, as a client reads them.
@Suite("Answers to a client")
struct SocketClientAnswersTests {
  /// A client to whom calls are answered with these replies.
  private func client(_ replies: String...) throws -> SocketClient {
    try HostileAnswersTests.connected(to: replies.joined(separator: "\0")).client
  }

  /// A reply with these parameters.
  private func reply(_ parameters: String) -> String { "{\"parameters\":\(parameters)}" }

  /// A question to a daemon.
  enum Question: Sendable {
    case applications, bind, bindings, bundles, confirm, conformances, diagnostics, events
    case explanation, handlers, history, information, register, reload, search, status, subtypes
    case tags, undo, unregister
  }

  private static let request = BindingRequest(
    .type(.test("public.jpeg")), .handler(bundle: "org.test.a"))

  private func ask(_ question: Question, _ client: SocketClient) throws(RegistryClientError) {
    let type = TypeIdentifier.test("a.b")
    switch question {
    case .applications: _ = try client.applications(in: .none)
    case .bind: _ = try client.change([Self.request], as: .bind, dryRun: false)
    case .bindings: _ = try client.bindings()
    case .bundles: _ = try client.bundles(in: .none)
    case .confirm: _ = try client.confirm(["org.test.a"])
    case .conformances: _ = try client.conformances(of: type)
    case .diagnostics: _ = try client.diagnostics()
    case .events: _ = try client.events().next()
    case .explanation: _ = try client.explanation(of: FileQuery(name: [0x61]))
    case .handlers: _ = try client.handlers(for: [HandlerQuery(.type(type))], in: .none)
    case .history: _ = try client.history(before: nil, limit: 10)
    case .information: _ = try client.information(on: [type], in: .none)
    case .register: _ = try client.register(.path(Array("/a".utf8)))
    case .reload: _ = try client.reload()
    case .search: _ = try client.search("a", in: .none)
    case .status: _ = try client.status()
    case .subtypes: _ = try client.subtypes(of: type)
    case .tags: _ = try client.tags(of: type, withSubtypes: true)
    case .undo: _ = try client.undo(3, dryRun: false)
    case .unregister: _ = try client.unregister(.missing, dryRun: false)
    }
  }

  /// Why a question has no answer; `nil` if it has one.
  private func failure(_ question: Question, _ client: SocketClient) -> RegistryClientError? {
    do throws(RegistryClientError) {
      try ask(question, client)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Wrong answers

  private static let change =
    #"{"number":1,"time":1,"user":0,"program":"p","action":"bind","edits":[]}"#

  private static let wrongAnswers: [(Question, String, String)] = [
    (.applications, #"{"applications":[1]}"#, "applications"),
    (.applications, #"{"applications":{}}"#, "applications"),
    (.bind, #"{"change":1}"#, "change"),
    (.bindings, #"{"bindings":[{"never":"a","type":"not one"}]}"#, "type"),
    (.bundles, #"{"bundles":[1]}"#, "bundles"),
    (.confirm, "{}", "confirmed"),
    (.confirm, #"{"confirmed":1,"notices":[1]}"#, "notices"),
    (.conformances, #"{"types":[{},{}]}"#, "types"),
    (.diagnostics, #"{"diagnostics":[{}]}"#, "severity"),
    (.events, "{}", "generation"),
    (.events, #"{"generation":1}"#, "event"),
    (.events, #"{"generation":1,"event":"state"}"#, "digest"),
    (.explanation, #"{"answers":[]}"#, "answers"),
    (.handlers, #"{"answers":[]}"#, "answers"),
    (.handlers, #"{"answers":[{"problem":"the tag is empty"}]}"#, "problem"),
    (.history, #"{"changes":[{}]}"#, "action"),
    (.information, #"{"types":[]}"#, "types"),
    (.information, #"{"types":[{"state":"odd"}]}"#, "state"),
    (.register, "{}", "identifier"),
    (.reload, "{}", "done"),
    (.reload, #"{"done":1}"#, "done"),
    (.reload, #"{"done":true}"#, "generation"),
    (.search, #"{"results":[{"quality":"odd"}]}"#, "quality"),
    (.status, "{}", "version"),
    (.subtypes, #"{"subtypes":[1]}"#, "subtypes"),
    (.subtypes, #"{"subtypes":["not one"]}"#, "subtypes"),
    (.tags, #"{"tags":[{"tagClass":"not one","value":"a"}]}"#, "tag"),
    (.undo, "{}", "change"),
    (.unregister, #"{"removed":[{}]}"#, "identifier"),
  ]

  @Test(arguments: wrongAnswers)
  func aWrongMemberIsNamed(_ question: Question, _ parameters: String, _ member: String) throws {
    let client = try client(reply(parameters))
    #expect(failure(question, client) == .invalidAnswer(member))
  }

  private static let withoutParameters: [(Question, String)] = [
    (.applications, "parameters"), (.register, "parameters"), (.status, "parameters"),
    (.events, "event"),
  ]

  @Test(arguments: withoutParameters)
  func anAnswerHasParameters(_ question: Question, _ member: String) throws {
    let client = try client("{}")
    #expect(failure(question, client) == .invalidAnswer(member))
  }

  @Test(arguments: [Question.applications, .register, .status, .events])
  func aClosedConnectionIsNotUsedAgain(_ question: Question) throws {
    let client = try client("x")
    for _ in 0..<2 {
      guard case .unreachable = failure(question, client) else {
        Issue.record("an answer was found in an 'x'")
        return
      }
    }
  }

  /// It may have been made.
  @Test func aChangeWithAWrongAnswerIsUnanswered() throws {
    let wrong = try client("{}")
    #expect(failure(.register, wrong) == .invalidAnswer("parameters"))
    #expect(wrong.hasUnansweredChange)
    let refused = try client(#"{"error":"a.b.C"}"#)
    #expect(failure(.register, refused) == .refused(error: "a.b.C", parameter: nil))
    #expect(!refused.hasUnansweredChange)
  }

  // MARK: - Parts

  private func part(_ number: Int, _ bundle: String, continues: Bool) -> String {
    #"{"number":\#(number),"time":1,"user":0,"program":"p","action":"bind","edits":"#
      + #"[{"after":{"type":"a.b","never":"\#(bundle)"}}],"continues":\#(continues)}"#
  }

  @Test func theEditsOfAChangeComeInParts() throws {
    let client = try client(
      #"{"continues":true,"parameters":{"changes":[\#(part(2, "a", continues: true))]}}"#,
      reply(
        #"{"changes":[\#(part(2, "b", continues: false)),\#(part(1, "c", continues: false))]}"#))
    let changes = try client.history(before: nil, limit: 10)
    #expect(changes.map(\.number) == [2, 1])
    let choices = changes.map { change in change.edits.compactMap { $0.after?.choice } }
    let expected: [[Binding.Choice]] = [
      [.never(bundle: "a"), .never(bundle: "b")], [.never(bundle: "c")],
    ]
    #expect(choices == expected)
  }

  @Test func aPartOfAnotherChangeIsNone() throws {
    let first = part(2, "a", continues: true)
    for changes in [first, "\(first),\(part(1, "b", continues: false))"] {
      let client = try client(reply("{\"changes\":[\(changes)]}"))
      #expect(failure(.history, client) == .invalidAnswer("changes"))
    }
  }

  @Test(arguments: [Question.bind, .undo])
  func aCallMakesOneChange(_ question: Question) throws {
    let reply = reply("{\"change\":\(Self.change)}")
    let one = try client(reply)
    #expect(failure(question, one) == nil)
    let two = try client("{\"continues\":true,\(reply.dropFirst())", reply)
    #expect(failure(question, two) == .invalidAnswer("change"))
  }

  @Test func aReloadIsAwaited() throws {
    let replies = [
      #"{"continues":true,"parameters":{}}"#,
      #"{"parameters":{"done":true,"changed":true,"generation":4}}"#,
    ]
    let outcome = try client(replies[0], replies[1]).reload()
    #expect(outcome.isChanged && outcome.generation == 4)
    // The same without its result.
    let other = try client(replies[0], replies[1], replies[1])
    try other.refresh()
    #expect(try other.reload().generation == 4)
  }

  // MARK: - Errors

  private static let store = #"{"message":"is full","hint":"make space"}"#
  private static let isFull = RegistryClientError.store(problem: "is full", hint: "make space")

  private static func refused(_ error: String) -> RegistryClientError {
    .refused(error: "org.typeregistry." + error, parameter: nil)
  }

  private static let refusals: [(Question, String, String, RegistryClientError)] = [
    (.bind, "handlers.TooLong", "{}", .tooLong),
    (.bind, "handlers.StoreProblem", store, isFull),
    (.bind, "handlers.StoreProblem", "{}", .invalidAnswer("message")),
    (
      .bind, "handlers.NoSuchApplication", #"{"bundle":"a","suggestions":["b"]}"#,
      .binding(.noSuchApplication("a", nearest: ["b"]))
    ),
    (
      .bind, "handlers.CannotStart", #"{"bundle":"a","reason":"tired"}"#, .invalidAnswer("reason")
    ),
    (.bind, "handlers.ReplyTooLong", "{}", refused("handlers.ReplyTooLong")),
    (.bindings, "handlers.StoreProblem", store, isFull),
    (.confirm, "handlers.StoreProblem", store, isFull),
    (.history, "handlers.StoreProblem", store, isFull),
    (.undo, "handlers.StoreProblem", store, isFull),
    (.undo, "handlers.TooLong", "{}", .tooLong),
    (.undo, "handlers.NoSuchChange", "{}", .invalidAnswer("number")),
    (.undo, "handlers.ReplyTooLong", "{}", refused("handlers.ReplyTooLong")),
    (.register, "registry.StoreProblem", store, isFull),
    (.register, "registry.StoreProblem", "{}", .invalidAnswer("message")),
    (
      .register, "registry.UnusablePath", #"{"reason":"is empty"}"#,
      .registration(.unusablePath("is empty"))
    ),
    (.register, "registry.NoBundle", #"{"reason":"is empty"}"#, .invalidAnswer("path")),
    (
      .register, "registry.Installed", #"{"path":"/a"}"#, .registration(.installed(path: "/a"))
    ),
    (.register, "registry.TooManyBundles", #"{"limit":3}"#, .registration(.tooMany(limit: 3))),
    (.register, "registry.NotRead", "{}", .registration(.replaced)),
    (.register, "registry.ReplyTooLong", "{}", refused("registry.ReplyTooLong")),
    (
      .unregister, "registry.NotRegistered", #"{"name":"a"}"#, .registration(.notRegistered("a"))
    ),
  ]

  @Test(arguments: refusals)
  func anErrorOfTheInterfaceHasItsMeaning(
    _ question: Question, _ name: String, _ parameters: String, _ error: RegistryClientError
  ) throws {
    let client = try client(
      "{\"error\":\"org.typeregistry.\(name)\",\"parameters\":\(parameters)}")
    #expect(failure(question, client) == error)
  }

  @Test(arguments: [Question.bind, .confirm, .register, .undo, .unregister])
  func anotherUserMayChangeNothing(_ question: Question) throws {
    let client = try client(#"{"error":"org.varlink.service.PermissionDenied"}"#)
    #expect(failure(question, client) == .notPermitted)
  }

  @Test(arguments: [Question.bind, .history, .register, .status, .undo])
  func anErrorThatIsNotKnownIsPassedOn(_ question: Question) throws {
    let unknown = try client(#"{"error":"a.b.C","parameters":{"message":"m"}}"#)
    #expect(failure(question, unknown) == .refused(error: "a.b.C", parameter: nil))
    // Neither is one that lacks its parameters.
    let name = "org.typeregistry.handlers.NoSuchChange"
    let empty = try client("{\"error\":\"\(name)\"}")
    #expect(failure(question, empty) == .refused(error: name, parameter: nil))
  }

  @Test func anErrorNamesTheMethodThatIsMissing() throws {
    let client = try client(
      #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.b.C"}}"#)
    #expect(
      failure(.status, client)
        == .refused(error: "org.varlink.service.MethodNotFound", parameter: "a.b.C"))
  }

  private static let outcomes: [(String, UndoOutcome)] = [
    (#"{"error":"org.typeregistry.handlers.NothingToUndo"}"#, .nothingToUndo),
    (
      #"{"error":"org.typeregistry.handlers.NoSuchChange","parameters":{"number":7}}"#,
      .noSuchChange(7)
    ),
    (
      #"{"error":"org.typeregistry.handlers.AlreadyUndone","parameters":{"number":7}}"#,
      .alreadyUndone(7)
    ),
    (
      #"{"error":"org.typeregistry.handlers.ChangedSince","parameters":{"number":7,"#
        + #""slots":[{"type":"a.b","kind":"never","never":"org.test.a"}]}}"#,
      .changedSince(
        7, [Binding.Slot(subject: .type(.test("a.b")), kind: .never(bundle: "org.test.a"))])
    ),
  ]

  @Test(arguments: outcomes)
  func anUndoThatUndoesNothingHasAnOutcome(_ reply: String, _ outcome: UndoOutcome) throws {
    let client = try client(reply)
    #expect(try client.undo(7, dryRun: false) == outcome)
  }

  // MARK: - No question

  @Test func aTypeThatIsNotKnownHasNothing() throws {
    let reply = #"{"error":"org.typeregistry.types.TypeNotFound","parameters":{}}"#
    let client = try client(reply, reply, reply, reply)
    let type = TypeIdentifier.test("a.b")
    #expect(try client.supertypes(of: type).isEmpty)
    #expect(try client.subtypes(of: type).isEmpty)
    #expect(try client.tags(of: type, withSubtypes: false).isEmpty)
    let suggested = try client.suggestedName([0x61], for: type)
    #expect(suggested.name == [0x61] && !suggested.isChanged)
  }

  @Test func whatNoMessageCanHoldIsNotAsked() throws {
    let client = try client(reply(#"{"results":[{"identifier":"a.b"}]}"#))
    #expect(try client.search("a\0b", in: .none).isEmpty)
    #expect(try client.nearest(to: "a\0b").isEmpty)
    #expect(try client.history(before: nil, limit: 0).isEmpty)
    let long = [UInt8](repeating: 0x61, count: FileQuery.longestName + 1)
    #expect(throws: RegistryClientError.tooLong) {
      try client.explanation(of: FileQuery(name: long))
    }
    #expect(throws: RegistryClientError.tooLong) {
      _ = try client.suggestedName(long, for: .test("a.b"))
    }
    let relative = RegistryClientError.registration(
      .unusablePath("path 'relative' is not absolute"))
    #expect(throws: relative) { try client.register(.path(Array("relative".utf8))) }
    #expect(throws: relative) {
      try client.unregister(.path(Array("relative".utf8)), dryRun: true)
    }
    #expect(!client.hasUnansweredChange)
    // The reply is there for the first call that is sent.
    #expect(try client.nearest(to: "a") == [.test("a.b")])
  }

  @Test func anUndoIsSentWithItsEntries() throws {
    let (client, daemon) = try HostileAnswersTests.connected(
      to: #"{"error":"org.typeregistry.handlers.NothingToUndo"}"#)
    let edit = MIMEAppsEdit(.defaults, "text/plain", before: nil, after: "a.desktop")
    #expect(try client.undo(3, dryRun: true, entryEdits: [edit]) == .nothingToUndo)
    #expect(
      HostileAnswersTests.calls(to: daemon)
        == #"{"method":"org.typeregistry.handlers.Undo","more":true,"parameters":{"number":3,"#
        + #""dryRun":true,"entries":"Default Applications\ntext/plain\n-\n=a.desktop\n"}}"# + "\0")
  }

  // MARK: - Remarks

  @Test func aRemarkIsMadeOnce() throws {
    let notice = reply(#"{"confirmed":1,"notices":["was moved aside","was moved aside"]}"#)
    let problem = reply(#"{"applications":[],"bindingsProblem":"is left out"}"#)
    let client = try client(notice, notice, problem, problem)
    var remarks: [ClientRemark] = []
    client.onRemark = { remarks.append($0) }
    for question in [Question.confirm, .confirm, .applications, .applications] {
      #expect(failure(question, client) == nil)
    }
    #expect(remarks == [.notice("was moved aside"), .bindings("is left out")])
  }

  @Test func aDaemonOfAnotherVersionDiffersInEverything() throws {
    let client = try client(
      reply(
        #"{"version":"1","generation":4,"digest":"d","searchPathDigest":"s","loadedFrom":"image","#
          + #""types":5,"bundles":6,"diagnostics":7,"imageSize":8}"#))
    #expect(
      try client.differingVariables() == [
        "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_STATE_HOME",
        "TYPED_DECLARATIONS", "TYPED_FREEDESKTOP", "HOME or root directory", "PATH",
        "XDG_CURRENT_DESKTOP",
      ])
  }

  // MARK: - Events

  private static let state =
    #"{"continues":true,"parameters":{"event":"state","generation":1,"digest":"d"}}"#
  private static let missed = #"{"parameters":{"event":"missed","generation":3}}"#

  private static func types(_ change: String, _ type: String, partial: Bool) -> String {
    #"{"continues":true,"parameters":{"event":"change","generation":2,"partial":\#(partial),"#
      + #""types":[{"change":"\#(change)","identifier":"\#(type)"}]}}"#
  }

  @Test func eventsAreReadOneByOne() throws {
    let events = try client(
      Self.state, #"{"continues":true,"parameters":{"event":"weather","generation":1}}"#,
      Self.types("added", "a.b", partial: true), Self.types("removed", "a.c", partial: false),
      Self.missed
    ).events()
    #expect(try events.next() == .state(generation: 1, digest: "d", defaults: []))
    // One that is not known is skipped, and the parts of a change are one event.
    guard case .change(let generation, let difference) = try events.next() else {
      Issue.record("the change was not read")
      return
    }
    #expect(generation == 2 && difference.count == 2)
    #expect(difference.types.map(\.identifier.text) == ["a.b", "a.c"])
    #expect(difference.types.map(\.change) == [.added, .removed])
    #expect(try events.next() == .missed(generation: 3))
    #expect(try events.next() == nil)
  }

  @Test func aSubscriptionNamesWhatItIsAbout() throws {
    let (client, daemon) = try HostileAnswersTests.connected(to: Self.missed)
    let filter = RegistryFilter(
      types: [.test("public.jpeg")],
      tags: [
        .test(.filenameExtension, "jpg"), .test(.filenameExtension, "jpeg"),
        .test(.mimeType, "image/jpeg"), .test(.urlScheme, "https"),
      ], bundles: ["org.test.a"])
    #expect(try client.events(matching: filter).next() == .missed(generation: 3))
    #expect(
      HostileAnswersTests.calls(to: daemon)
        == #"{"method":"org.typeregistry.registry.Monitor","more":true,"parameters":{"#
        + #""types":["public.jpeg"],"bundles":["org.test.a"],"extensions":["jpeg","jpg"],"#
        + #""mimeTypes":["image/jpeg"],"schemes":["https"]}}"# + "\0")
  }

  @Test func aStreamEndsWhenTheDaemonSendsNoMore() async throws {
    let events = try client(Self.state, Self.missed).events().stream()
    var found: [RegistryEvent] = []
    for try await event in events { found.append(event) }
    #expect(found == [.state(generation: 1, digest: "d", defaults: []), .missed(generation: 3)])
  }

  @Test func aStreamEndsWithTheErrorOfTheConversation() async throws {
    let events = try client(Self.state, reply(#"{"event":"state","generation":1}"#))
      .events().stream()
    var found: [RegistryEvent] = []
    do {
      for try await event in events { found.append(event) }
      Issue.record("there was no error")
    } catch {
      #expect(error as? RegistryClientError == .invalidAnswer("digest"))
    }
    #expect(found == [.state(generation: 1, digest: "d", defaults: [])])
  }

  /// Events of a conversation that ended with an error.
  private func endedEvents() throws -> RegistryEvents {
    let events = try client("{}").events()
    #expect(throws: RegistryClientError.invalidAnswer("event")) { try events.next() }
    return events
  }

  @Test func aClosedConnectionHasNoStream() async throws {
    let events = try endedEvents().stream()
    do {
      for try await event in events { Issue.record("\(event)") }
      Issue.record("there was no error")
    } catch {
      #expect(error as? RegistryClientError == .unreachable("the connection is closed"))
    }
  }
}
