// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// Library and daemon give the same answers about handlers, and write the same store.
@Suite("The daemon answers about handlers as the library does", .serialized)
struct HandlerAgreementTests {
  let world: HandlerWorld

  init() throws { world = try HandlerWorld() }

  private func both<Value: Equatable>(
    _ what: String = "", _ ask: (any HandlerClient) throws -> Value
  ) throws -> Value {
    let here = Result { try ask(world.embedded) }
    let there = Result { try ask(world.socket) }
    switch (here, there) {
    case (.success(let one), .success(let other)):
      #expect(one == other, "\(what)")
      return one
    case (.failure(let one as RegistryClientError), .failure(let other as RegistryClientError)):
      #expect(one == other, "\(what)")
      throw one
    default:
      Issue.record("\(what): \(here) against \(there)")
      return try here.get()
    }
  }

  private func change(
    _ requests: [BindingRequest], as action: BindingChange.Action = .bind,
    by client: any HandlerClient, dryRun: Bool = false
  ) throws -> BindingChange? {
    try client.change(requests, as: action, dryRun: dryRun)
  }

  /// A few choices of every kind, made by both in turn.
  private func choose() throws {
    let types = Questions.published.registry.declaredTypes
    for number in 0..<12 {
      let client: any HandlerClient = number % 2 == 0 ? world.embedded : world.socket
      let type = types[number * 7 % types.count]
      let bundle = "org.test.app\(number)"
      let wish: BindingRequest.Operation =
        number % 7 == 6
        ? .never(bundle: bundle)
        : number % 4 == 3 ? .never(bundle: bundle) : .handler(bundle: bundle)
      let subject: Binding.Subject =
        number % 3 == 0
        ? .family(type)
        : number % 3 == 1 ? .type(type) : .tag(.test(.filenameExtension, "ext\(number)"))
      _ = try change([BindingRequest(subject, wish)], by: client)
    }
    _ = try change(
      [
        BindingRequest(
          .tag(.test(.filenameExtension, "ts")), .type(.test("com.microsoft.typescript")))
      ], by: world.socket)
  }

  // MARK: - Questions

  @Test
  func aboutEveryTypeTagAndScheme() throws {
    try choose()
    let registry = HandlerWorld.published.registry
    var queries = registry.declaredTypes.map { HandlerQuery(.type($0)) }
    let tags = Set(registry.declaredTypes.flatMap { registry.tags(of: $0) }).sorted()
    queries += tags.enumerated().filter { $0.offset % 5 == 0 }.map {
      HandlerQuery(.tag($0.element))
    }
    queries += ["http", "https", "mailto", "x-y", "none"].map {
      HandlerQuery(.tag(.test(.urlScheme, $0)))
    }
    queries += ["dyn.ah62d4rv4ge8042pwrrwg875s", "org.nobody.here", "dyn.zzz"].map {
      HandlerQuery(.type(.test($0)))
    }
    func compare(_ queries: some Sequence<HandlerQuery>, _ locale: String) throws {
      let asked = Array(queries)
      let answers = try both(locale) {
        try $0.handlers(for: asked, in: LanguageList(locale))
      }
      #expect(answers.count == asked.count)
    }
    try compare(queries, "de_DE")
    // By every role in turn, with reasons and without.
    let masks: [RoleMask] = [.all, .editor, [.viewer, .shell], [], .quickLookGenerator]
    try compare(
      queries.enumerated().filter { $0.offset % 4 == 0 }.map { index, query in
        HandlerQuery(
          query.subject, roles: masks[index / 12 % masks.count], explains: index % 3 != 0)
      }, "C")
    #expect(world.remarks.embedded.isEmpty && world.remarks.socket.isEmpty)
  }

  /// One question at a time is answered from what concerns it alone.
  @Test
  func aQuestionAloneIsAnsweredAsAmongMany() throws {
    try choose()
    let queries = HandlerWorld.published.registry.declaredTypes.prefix(300).map {
      HandlerQuery(.type($0), explains: true)
    }
    let many = try world.embedded.handlers(for: queries, in: .none)
    for (query, answer) in zip(queries, many) {
      #expect(try world.embedded.handlers(for: [query], in: .none) == [answer])
    }
    #expect(try world.socket.handlers(for: queries, in: .none) == many)
  }

  @Test
  func aboutOddNames() throws {
    try choose()
    let owns: [String?] = [
      nil, "org.test.app1", "ORG.TEST.App2", "", "a\0b", String(repeating: "é", count: 900),
      "\u{202E}",
    ]
    let queries = Questions.oddNames(1_000, seed: 11).enumerated().map { index, name in
      HandlerQuery(
        .file(FileQuery(name: name, kind: FileKind.allCases[index % FileKind.allCases.count])),
        ownHandler: owns[index % owns.count], explains: index % 2 == 0)
    }
    _ = try both { try $0.handlers(for: queries, in: .none) }
    let long = HandlerQuery(
      .file(FileQuery(name: Array(repeating: 0x61, count: FileQuery.longestName + 1))))
    #expect(throws: RegistryClientError.tooLong) {
      try both { try $0.handlers(for: [long], in: .none) }
    }
    #expect(try both { try $0.handlers(for: [], in: .none) }.isEmpty)
  }

  @Test
  func aboutApplicationsAndBindings() throws {
    _ = try both { try $0.applications(in: LanguageList("fr")) }
    #expect(try both { try $0.siteBindings() }.count == 3)
    #expect(try both { try $0.bindings() }.isEmpty)
    #expect(try both { try $0.history(before: nil, limit: 10) }.isEmpty)
    try choose()
    #expect(try both { try $0.bindings() }.count >= 10)
    #expect(try both { try $0.history(before: nil, limit: .max) }.count >= 10)
    #expect(try both { try $0.history(before: 5, limit: 2) }.map(\.number) == [4, 3])
    #expect(try both { try $0.history(before: nil, limit: 0) }.isEmpty)
    #expect(try both { try $0.history(before: nil, limit: -1) }.isEmpty)
    #expect(try both { try $0.history(before: .min, limit: 5) }.isEmpty)
    _ = try both { try $0.applications(in: .none) }
  }

  // MARK: - Changes

  @Test
  func whatATagMeansIsSeenByBoth() throws {
    let name = [FileQuery(name: Array("a.ts".utf8))]
    func meaning() throws -> [String] {
      let here = try world.embedded.fileTypes(name)[0]
      let there = try world.socket.fileTypes(name)[0]
      #expect(here == there)
      let tag = Tag.test(.filenameExtension, "ts")
      #expect(try world.embedded.explanation(of: tag) == world.socket.explanation(of: tag))
      return [here.identifier.text, try world.socket.usualTypes(tag: tag).types[0].text]
    }
    let transport = "public.mpeg-2-transport-stream"
    let script = "com.microsoft.typescript"
    #expect(try meaning() == [transport, transport])
    let subject = Binding.Subject.tag(.test(.filenameExtension, "ts"))
    _ = try change([BindingRequest(subject, .type(.test(script)))], by: world.embedded)
    #expect(try meaning() == [script, script])
    _ = try change([BindingRequest(subject, .noType)], as: .unbind, by: world.socket)
    #expect(try meaning() == [transport, transport])
  }

  @Test
  func changesAreTheSameWhoeverMakesThem() throws {
    let requests = [
      BindingRequest(.type(.test("public.png")), role: .editor, .handler(bundle: "ORG.test.app3")),
      BindingRequest(.family(.test("public.image")), .never(bundle: "org.nobody.here")),
      BindingRequest(.tag(.test(.urlScheme, "http")), .handler(bundle: "org.test.app1")),
      BindingRequest(.type(.test("public.png")), .noHandler),
      BindingRequest(.tag(.test(.mimeType, "image/x")), .notNever(bundle: "org.test.app1")),
      BindingRequest(
        .tag(.test(.filenameExtension, "ts")), .type(.test("com.microsoft.typescript"))),
    ]
    func dry() throws -> BindingChange? {
      try both { client in
        var change = try client.change(requests, as: .apply, dryRun: true)
        change?.time = 0
        return change
      }
    }
    let preview = try #require(try dry())
    #expect(preview.number == 0)
    #expect(try world.embedded.bindings().isEmpty)
    var made = try #require(try change(requests, as: .apply, by: world.socket))
    #expect(made.number == 1)
    made.number = 0
    made.time = 0
    #expect(made == preview)
    // All is so already, seen by either.
    #expect(try both { try $0.change(requests, as: .apply, dryRun: false) } == nil)
    #expect(try both { try $0.history(before: nil, limit: 9) }.count == 1)
  }

  @Test
  func whatIsTakenBackIsTakenBackForBoth() throws {
    try choose()
    let last = try #require(try world.socket.history(before: nil, limit: 1).first)
    func dry(_ number: Int64?) throws -> UndoOutcome {
      try both { client in
        let outcome = try client.undo(number, dryRun: true)
        guard case .undone(var change) = outcome else { return outcome }
        change.time = 0
        return .undone(change)
      }
    }
    guard case .undone(let preview) = try dry(nil) else {
      Issue.record("nothing to take back")
      return
    }
    #expect(preview.action == .undo(last.number))
    guard case .undone(let made) = try world.embedded.undo(nil, dryRun: false) else {
      Issue.record("not taken back")
      return
    }
    #expect(made.edits == preview.edits)
    #expect(try both { try $0.undo(last.number, dryRun: false) } == .alreadyUndone(last.number))
    #expect(try dry(last.number) == .alreadyUndone(last.number))
    for number: Int64 in [0, -1, 99, .max, .min] {
      #expect(try both { try $0.undo(number, dryRun: false) } == .noSuchChange(number))
      #expect(try dry(number) == .noSuchChange(number))
    }
    let type = Binding.Subject.type(.test("public.png"))
    let first = try #require(
      try change([BindingRequest(type, .handler(bundle: "org.test.app1"))], by: world.socket))
    _ = try change([BindingRequest(type, .handler(bundle: "org.test.app2"))], by: world.embedded)
    let expected = UndoOutcome.changedSince(
      first.number, [Binding.Slot(subject: type, kind: .handler)])
    #expect(try both { try $0.undo(first.number, dryRun: false) } == expected)
    #expect(try dry(first.number) == expected)
    while case .undone = try world.socket.undo(nil, dryRun: false) {}
    #expect(try both { try $0.undo(nil, dryRun: false) } == .nothingToUndo)
    #expect(try both { try $0.bindings() }.isEmpty)
    #expect(try both { try $0.history(before: nil, limit: .max) }.contains { $0.undoneBy != nil })
  }

  @Test
  func confirmationIsSeenByBoth() throws {
    #expect(try both { try $0.confirm([]) } == 0)
    #expect(try both { try $0.confirm(["org.test.APP1"]) } == 0)
    #expect(throws: RegistryClientError.self) { try both { try $0.confirm(["org.test.nobody"]) } }
    // Those that cannot be started were not there.
    #expect(try world.embedded.confirm(["org.test.app6"]) == 1)
    #expect(try world.socket.confirm(["org.test.app6"]) == 0)
  }

  // MARK: - Errors

  @Test
  func requestsThatCannotBeMetHaveTheSameReasons() throws {
    let type = Binding.Subject.type(.test("public.png"))
    let tag = Binding.Subject.tag(.test(.filenameExtension, "ts"))
    let long = String(repeating: "\"", count: 300)
    let requests: [(BindingRequest, BindingChange.Action)] = [
      (BindingRequest(type, .handler(bundle: "org.test.appp1")), .bind),
      (BindingRequest(type, .handler(bundle: "")), .bind),
      (BindingRequest(type, .handler(bundle: "a\0b")), .bind),
      (BindingRequest(type, .handler(bundle: long)), .bind),
      (BindingRequest(type, .never(bundle: long)), .apply),
      (BindingRequest(type, .handler(bundle: String(repeating: "é", count: 9_000))), .bind),
      (BindingRequest(type, .handler(bundle: String(repeating: "a", count: 600_000))), .bind),
      (BindingRequest(type, .handler(bundle: "org.test.app6")), .bind),
      (BindingRequest(type, role: Role.none, .handler(bundle: "org.test.app1")), .bind),
      (BindingRequest(type, .type(.test("public.png"))), .bind),
      (BindingRequest(.family(.test("public.png")), .type(.test("public.png"))), .bind),
      (BindingRequest(tag, .type(.test("public.png"))), .bind),
      (
        BindingRequest(
          .tag(.test(.filenameExtension, "nobodyhasit")), .type(.test("public.png"))), .bind
      ),
      (BindingRequest(type, .handler(bundle: "org.test.app1")), .unbind),
      (BindingRequest(type, .noHandler), .undo(1)),
    ]
    for (request, action) in requests {
      for dryRun in [true, false] {
        #expect(throws: RegistryClientError.self, "\(request)") {
          try both("\(request)".prefix(200).description) {
            try $0.change([request], as: action, dryRun: dryRun)
          }
        }
      }
    }
    let many = repeatElement(BindingRequest(type, .noHandler), count: 4_097)
    #expect(throws: RegistryClientError.tooLong) {
      try both { try $0.change(Array(many), as: .bind, dryRun: false) }
    }
    #expect(throws: RegistryClientError.tooLong) {
      try both { try $0.confirm(Array(repeating: "a", count: 4_097)) }
    }
    #expect(try both { try $0.history(before: nil, limit: 9) }.isEmpty)
    #expect(
      try both { try $0.change(Array(many.dropLast()), as: .bind, dryRun: false) } == nil)
  }

  @Test
  func anotherUserMayAskAndNotChange() throws {
    let world = try HandlerWorld(owner: geteuid() + 1)
    let type = Binding.Subject.type(.test("public.png"))
    let request = BindingRequest(type, .handler(bundle: "org.test.app1"))
    #expect(throws: RegistryClientError.notPermitted) {
      try world.socket.change([request], as: .bind, dryRun: false)
    }
    #expect(throws: RegistryClientError.notPermitted) {
      try world.socket.change([request], as: .bind, dryRun: true)
    }
    #expect(throws: RegistryClientError.notPermitted) { try world.socket.undo(nil, dryRun: false) }
    #expect(throws: RegistryClientError.notPermitted) { try world.socket.confirm([]) }
    #expect(try world.socket.bindings().isEmpty)
    #expect(
      try world.socket.handlers(for: [HandlerQuery(.type(.test("public.png")))], in: .none).count
        == 1)
  }

  // MARK: - Store

  @Test
  func statusTellsOfTheStore() throws {
    try choose()
    let here = world.embedded.status().store
    let there = try world.socket.status().store
    #expect(here == there)
    #expect(here?.problem == nil)
    #expect((here?.bindingCount ?? 0) >= 10)
  }

  @Test
  func anUnreadableStoreStopsNoLookUpAndIsSaid() throws {
    let location = try #require(StoreLocation(directory: world.directory + "/other"))
    try FileManager.default.createDirectory(
      atPath: world.directory + "/other", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    _ = FileManager.default.createFile(
      atPath: world.directory + "/other/registry.sqlite",
      contents: Data(repeating: 9, count: 4_096),
      attributes: [.posixPermissions: 0o600])
    let client = EmbeddedClient(HandlerWorld.published, of: Questions.locations, store: location)
    var remarks: [String] = []
    client.onRemark = { remarks.append("\($0)") }
    let query = HandlerQuery(.type(.test("public.png")))
    let expected = EmbeddedClient(HandlerWorld.published, of: Questions.locations)
    for _ in 0..<2 {
      #expect(
        try client.handlers(for: [query], in: .none)
          == expected.handlers(for: [query], in: .none))
      #expect(try client.fileTypes([FileQuery(name: Array("a.ts".utf8))]).count == 1)
    }
    #expect(remarks.count == 1)
    #expect(remarks.first?.hasPrefix("choices are not taken into account: ") == true)
    #expect(throws: RegistryClientError.self) { try client.bindings() }
    #expect(client.status().store?.problem != nil)
    // A change sets the damaged file aside, and that is said too.
    let request = BindingRequest(.type(.test("public.png")), .handler(bundle: "org.test.app1"))
    #expect(try client.change([request], as: .bind, dryRun: false)?.edits.count == 1)
    #expect(remarks.count == 2)
    #expect(try client.handlers(for: [query], in: .none).first?.decision == .user)
  }
}
