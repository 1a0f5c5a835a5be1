// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

@Suite("org.typeregistry.handlers: changes")
struct BindTests {
  let store: TemporaryStore
  let daemon: ServiceUnderTest

  init() throws {
    store = try TemporaryStore()
    daemon = ServiceUnderTest.withHandlers(store)
  }

  private let hexForJPEG =
    "{\"requests\":[{\"type\":\"public.jpeg\",\"handler\":\"org.test.hex\"}]}"

  // MARK: - Who may

  @Test(arguments: [
    ("Bind", "{\"requests\":[{\"type\":\"public.jpeg\",\"handler\":\"org.test.hex\"}]}"),
    ("Bind", "{\"requests\":[],\"dryRun\":true}"), ("Unbind", "{\"requests\":[]}"), ("Undo", "{}"),
    ("Confirm", "{}"), ("Bind", "{\"nonsense\":1}"),
  ])
  func anotherUserIsRefusedAndNothingIsChanged(_ method: String, _ parameters: String) throws {
    for user: UInt32 in [0, 65_534] {
      #expect(
        try daemon.ask("handlers." + method, parameters, user: user).error == "PermissionDenied")
      #expect(daemon.jobs.changes.isEmpty)
    }
    #expect(try daemon.firstOfJPEG() == "org.test.viewer")
    #expect(try daemon.answer("handlers.History")["changes"]?.count == 0)
  }

  // MARK: - Changes

  @Test
  func bindsAndTellsWhatChanged() throws {
    let answer = try daemon.answer("handlers.Bind", hexForJPEG)
    let change = try #require(answer["change"])
    #expect(change["number"]?.integer == 1)
    #expect(change["user"]?.integer == Int64(ServiceUnderTest.owner))
    #expect(change["action"]?.string == "bind")
    #expect(change["edits"]?[0]?["before"] == nil)
    let after = try #require(change["edits"]?[0]?["after"])
    #expect(after["type"]?.string == "public.jpeg")
    #expect(after["handler"]?["bundle"]?.string == "org.test.hex")
    #expect(after["handler"]?["path"]?.string == "/test/org.test.hex.json")
    #expect(after["role"] == nil)
    let ranked = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")["answers"]?[0]
    #expect(ranked?["decision"]?.string == "user")
    #expect(ranked?["handlers"]?[0]?["bundle"]?.string == "org.test.hex")
    #expect(ranked?["handlers"]?[0]?["choice"]?["type"]?.string == "public.jpeg")
    let bindings = try daemon.answer("handlers.Bindings")["bindings"]
    #expect(bindings?.count == 1)
    // What is so already is no change.
    #expect(try daemon.answer("handlers.Bind", hexForJPEG)["change"] == nil)
  }

  @Test(arguments: ["x", "[Default Applications]\\n", "a\\nb\\n-\\n-\\n"])
  func changedLinesThatCannotBeReadAreRefused(_ entries: String) throws {
    let parameters = "\(hexForJPEG.dropLast()),\"entries\":\"\(entries)\"}"
    #expect(try daemon.ask("handlers.Bind", parameters).error == "InvalidParameter:entries")
    #expect(daemon.jobs.changes.isEmpty)
  }

  @Test
  func theMIMETypeOfASchemeIsBoundAsTheScheme() throws {
    let answer = try daemon.answer(
      "handlers.Bind",
      "{\"requests\":[{\"mimeType\":\"x-scheme-handler/gem\",\"handler\":\"org.test.browser\"}]}")
    let tag = answer["change"]?["edits"]?[0]?["after"]?["tag"]
    #expect(tag?["tagClass"]?.string == "public.url-scheme" && tag?["value"]?.string == "gem")
    #expect(
      try daemon.answer("handlers.Rank", "{\"items\":[{\"scheme\":\"gem\"}]}")["answers"]?[0]?[
        "handlers"]?[0]?["bundle"]?.string == "org.test.browser")
  }

  @Test
  func aMIMETypeIsBoundAsTheTypeThatHasIt() throws {
    let tag = "\"tag\":{\"tagClass\":\"public.mime-type\",\"value\":\"image/jpeg\"}"
    _ = try daemon.answer(
      "handlers.Bind", "{\"requests\":[{\(tag),\"handler\":\"org.test.editor\"}]}")
    #expect(try daemon.firstOfJPEG() == "org.test.viewer")
    let request = "{\"mimeType\":\"image/jpeg\",\"handler\":\"org.test.hex\"}"
    let bound = try daemon.answer("handlers.Bind", "{\"requests\":[\(request)]}")
    let edits = bound["change"]?["edits"]?.elements
    #expect(edits?.compactMap { $0["after"]?["type"]?.string } == ["public.jpeg"])
    #expect(edits?.compactMap { $0["before"]?["tag"]?["value"]?.string } == ["image/jpeg"])
    for item in ["{\"name\":\"a.jpg\"}", "{\"mimeType\":\"image/jpeg\"}"] {
      #expect(try daemon.ranked("{\"items\":[\(item)]}").first == "org.test.hex")
    }
    _ = try daemon.answer("handlers.Unbind", "{\"requests\":[{\"mimeType\":\"image/jpeg\"}]}")
    #expect(try daemon.answer("handlers.Bindings")["bindings"]?.count == 0)
  }

  @Test
  func aDryRunChangesNothing() throws {
    let answer = try daemon.answer(
      "handlers.Bind", String(hexForJPEG.dropLast()) + ",\"dryRun\":true}")
    #expect(answer["change"]?["number"]?.integer == 0)
    #expect(answer["change"]?["edits"]?.count == 1)
    #expect(try daemon.firstOfJPEG() == "org.test.viewer")
    #expect(try daemon.answer("handlers.History")["changes"]?.count == 0)
  }

  @Test
  func aBatchIsMetAsAWholeOrNotAtAll() throws {
    let reply = try daemon.ask(
      "handlers.Bind",
      """
      {"requests":[{"type":"public.jpeg","handler":"org.test.hex"},\
      {"type":"public.html","handler":"org.test.nobody"}]}
      """)
    #expect(try reply.error == "NoSuchApplication")
    #expect(try daemon.answer("handlers.Bindings")["bindings"]?.count == 0)
    let both = try daemon.answer(
      "handlers.Bind",
      """
      {"requests":[{"type":"public.jpeg","role":"Editor","handler":"org.test.hex"},\
      {"family":"public.image","never":"org.test.editor"},\
      {"extension":"tie","meaning":"public.right"}],"action":"apply"}
      """)
    #expect(both["change"]?["edits"]?.count == 3)
    #expect(both["change"]?["action"]?.string == "apply")
  }

  @Test
  func takesChoicesBack() throws {
    _ = try daemon.answer(
      "handlers.Bind",
      """
      {"requests":[{"type":"public.jpeg","handler":"org.test.hex"},\
      {"type":"public.jpeg","never":"org.test.viewer"},\
      {"extension":"tie","meaning":"public.right"}]}
      """)
    let answer = try daemon.answer(
      "handlers.Unbind",
      """
      {"requests":[{"type":"public.jpeg"},{"type":"public.jpeg","allow":"org.test.viewer"},\
      {"extension":"tie","forget":"meaning"}]}
      """)
    #expect(answer["change"]?["action"]?.string == "unbind")
    #expect(answer["change"]?["edits"]?.count == 3)
    #expect(try daemon.answer("handlers.Bindings")["bindings"]?.count == 0)
  }

  @Test
  func aBrowserIsChosenAsAWhole() throws {
    let answer = try daemon.answer(
      "handlers.Bind", "{\"requests\":[{\"scheme\":\"http\",\"handler\":\"org.test.browser\"}]}")
    #expect(answer["change"]?["edits"]?.count == 3)
  }

  // MARK: - What a tag means

  @Test
  func whatATagMeansCountsInAllLookUps() throws {
    func meaning() throws -> [String?] {
      let name = try daemon.answer("types.TypeOf", "{\"names\":[\"a.tie\"]}")
      let tag = try daemon.answer(
        "types.TypesForTag", "{\"tagClass\":\"public.filename-extension\",\"tag\":\"tie\"}")
      let handlers = try daemon.answer("handlers.Rank", "{\"names\":[\"a.tie\"]}")
      return [
        name["answers"]?[0]?["identifier"]?.string, tag["types"]?[0]?.string,
        handlers["answers"]?[0]?["type"]?.string,
      ]
    }
    func generation() throws -> Int64? {
      try daemon.answer("registry.Status")["generation"]?.integer
    }
    #expect(try meaning() == ["public.left", "public.left", "public.left"])
    #expect(try generation() == 7)
    _ = try daemon.answer(
      "handlers.Bind", "{\"requests\":[{\"extension\":\"tie\",\"meaning\":\"public.right\"}]}")
    #expect(try meaning() == ["public.right", "public.right", "public.right"])
    #expect(try generation() == 8)
    // Another binding makes no other registry.
    _ = try daemon.answer("handlers.Bind", hexForJPEG)
    #expect(try generation() == 8)
    _ = try daemon.answer(
      "handlers.Unbind", "{\"requests\":[{\"extension\":\"tie\",\"forget\":\"meaning\"}]}")
    #expect(try meaning() == ["public.left", "public.left", "public.left"])
    #expect(try generation() == 9)
  }

  // MARK: - History

  @Test
  func changesAreTakenBackByNumberOrTheLastOne() throws {
    _ = try daemon.answer("handlers.Bind", hexForJPEG)
    _ = try daemon.answer(
      "handlers.Bind", "{\"requests\":[{\"type\":\"public.html\",\"handler\":\"org.test.hex\"}]}")
    let preview = try daemon.answer("handlers.Undo", "{\"dryRun\":true}")
    #expect(preview["change"]?["number"]?.integer == 0)
    #expect(preview["change"]?["undoes"]?.integer == 2)
    #expect(try daemon.answer("handlers.Undo", "{\"number\":1}")["change"]?["number"]?.integer == 3)
    #expect(try daemon.firstOfJPEG() == "org.test.viewer")
    #expect(try daemon.ask("handlers.Undo", "{\"number\":1}").error == "AlreadyUndone")
    #expect(try daemon.ask("handlers.Undo", "{\"number\":9}").error == "NoSuchChange")
    #expect(
      try daemon.ask("handlers.Undo", "{\"number\":9,\"dryRun\":true}").error == "NoSuchChange")
    #expect(try daemon.answer("handlers.Undo")["change"]?["undoes"]?.integer == 2)
    #expect(try daemon.ask("handlers.Undo").error == "NothingToUndo")
    let history = try daemon.answer("handlers.History")["changes"]
    #expect(history?.elements.compactMap { $0["number"]?.integer } == [4, 3, 2, 1])
    #expect(history?.elements.map { $0["undoneBy"]?.integer } == [nil, nil, 4, 3])
    let page = try daemon.answer("handlers.History", "{\"before\":4,\"limit\":2}")["changes"]
    #expect(page?.elements.compactMap { $0["number"]?.integer } == [3, 2])
  }

  @Test
  func whatHasChangedSinceIsNotTakenBack() throws {
    _ = try daemon.answer("handlers.Bind", hexForJPEG)
    _ = try daemon.answer(
      "handlers.Bind", "{\"requests\":[{\"type\":\"public.jpeg\",\"handler\":\"org.test.editor\"}]}"
    )
    for parameters in ["{\"number\":1}", "{\"number\":1,\"dryRun\":true}"] {
      let reply = try daemon.ask("handlers.Undo", parameters)
      #expect(try reply.error == "ChangedSince")
      #expect(reply.contains("{\"type\":\"public.jpeg\",\"kind\":\"handler\"}"))
    }
    #expect(try daemon.firstOfJPEG() == "org.test.editor")
  }

  // MARK: - Refusals

  @Test(arguments: [
    (
      "{\"type\":\"public.jpeg\",\"handler\":\"org.test.viewr\"}", "NoSuchApplication",
      "\"suggestions\":[\"org.test.viewer\"]"
    ),
    (
      "{\"type\":\"public.jpeg\",\"handler\":\"org.test.gone\"}", "CannotStart",
      "\"reason\":\"notAbsolute\""
    ),
    (
      "{\"type\":\"public.jpeg\",\"role\":\"None\",\"handler\":\"org.test.hex\"}",
      "RoleCannotBeChosen", "\"role\":\"None\""
    ),
    (
      "{\"extension\":\"tie\",\"meaning\":\"public.jpeg\"}", "TypeLacksTag",
      "\"others\":[\"public.left\",\"public.right\"]"
    ),
    ("{\"family\":\"public.image\",\"meaning\":\"public.jpeg\"}", "NotATag", "public.image"),
  ])
  func aWishThatCannotBeMetHasAReason(
    _ wish: String, _ error: String, _ detail: String
  ) throws {
    let reply = try daemon.ask("handlers.Bind", "{\"requests\":[\(wish)]}")
    #expect(try reply.error == error)
    #expect(reply.contains(detail), "\(reply)")
    #expect(reply.contains("\"message\":"))
  }

  @Test(arguments: [
    ("{}", ""), ("{\"type\":\"public.jpeg\"}", ""), ("{\"handler\":\"org.test.hex\"}", ""),
    ("{\"type\":\"public.jpeg\",\"extension\":\"jpg\",\"handler\":\"org.test.hex\"}", ""),
    ("{\"type\":\"public.jpeg\",\"handler\":\"org.test.hex\",\"never\":\"org.test.hex\"}", ""),
    ("{\"type\":\"x\",\"handler\":\"org.test.hex\"}", ".type"),
    ("{\"type\":\"public.jpeg\",\"forget\":\"all\"}", ".forget"),
    ("{\"scheme\":\"1\",\"forget\":\"handler\"}", ".scheme"),
    ("{\"type\":\"public.jpeg\",\"role\":\"editor\",\"handler\":\"org.test.hex\"}", ""),
    ("{\"type\":\"public.jpeg\",\"role\":\"Editor\",\"never\":\"org.test.hex\"}", ""), ("1", ""),
  ])
  func refusesWishesThatAreNone(_ wish: String, _ part: String) throws {
    #expect(
      try daemon.ask("handlers.Bind", "{\"requests\":[\(wish)]}").error
        == "InvalidParameter:requests[0]" + part)
  }

  @Test
  func unbindOnlyTakesBack() throws {
    #expect(try daemon.ask("handlers.Unbind", hexForJPEG).error == "InvalidParameter:requests[0]")
    #expect(try daemon.ask("handlers.Bind", "{}").error == "InvalidParameter:requests")
    #expect(
      try daemon.ask("handlers.Bind", "{\"requests\":[],\"action\":\"undo\"}").error
        == "InvalidParameter:action")
    #expect(try daemon.answer("handlers.Bind", "{\"requests\":[]}")["change"] == nil)
  }

  @Test
  func aChangeHas4096WishesAtMost() throws {
    func reply(_ count: Int) throws -> String {
      let requests = repeatElement("{\"extension\":\"x\",\"forget\":\"handler\"}", count: count)
      return try daemon.ask("handlers.Bind", "{\"requests\":[\(requests.joined(separator: ","))]}")
    }
    #expect(try reply(4_096).error == nil)
    #expect(try reply(4_097).error == "InvalidParameter:requests")
  }

  @Test
  func withoutAPlaceNothingCanBeKept() throws {
    let daemon = ServiceUnderTest(ServiceUnderTest.handlerRegistry())
    let reply = try daemon.ask("handlers.Bind", hexForJPEG)
    #expect(try reply.error == "StoreProblem")
    #expect(reply.contains("\"kind\":\"none\""))
    #expect(try daemon.answer("handlers.Bindings")["bindings"]?.count == 0)
    #expect(try daemon.answer("registry.Status")["store"] == nil)
  }

  // MARK: - Replies

  @Test
  func theReplyComesWhenTheWorkIsDone() throws {
    let text =
      "{\"method\":\"org.typeregistry.handlers.Bind\",\"parameters\":\(hexForJPEG)}\0"
      + "{\"method\":\"org.typeregistry.handlers.Rank\",\"parameters\":{\"names\":[\"a.jpg\"]}}\0"
    var conversation = Conversation(peer: Peer(user: ServiceUnderTest.owner, group: 0, process: 0))
    conversation.input.append(Array(text.utf8).span)
    let before = conversation.proceed(with: daemon.service)
    let (owesReply, isSilent) = (conversation.owesReply, conversation.output.isEmpty)
    #expect(before == .news && owesReply && isSilent)
    daemon.doJobs()
    let after = conversation.proceed(with: daemon.service)
    #expect(after == .input)
    let replies = conversation.output.bytes.split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(replies.count == 2)
    #expect(replies.first?.contains("\"number\":1") == true)
    #expect(replies.last?.contains("\"decision\":\"user\"") == true)
  }

  @Test
  func aCallWithoutAReplyIsDoneBeforeTheNext() throws {
    let text =
      "{\"method\":\"org.typeregistry.handlers.Bind\",\"parameters\":\(hexForJPEG),\"oneway\":true}\0"
      + "{\"method\":\"org.typeregistry.handlers.Rank\",\"parameters\":{\"names\":[\"a.jpg\"]}}\0"
    var conversation = Conversation(peer: Peer(user: ServiceUnderTest.owner, group: 0, process: 0))
    conversation.input.append(Array(text.utf8).span)
    let before = conversation.proceed(with: daemon.service)
    #expect(before == .news)
    daemon.doJobs()
    let after = conversation.proceed(with: daemon.service)
    #expect(after == .input)
    let replies = conversation.output.bytes.split(separator: 0)
    #expect(replies.count == 1)
    #expect(
      replies.map { String(decoding: $0, as: UTF8.self).contains("\"decision\":\"user\"") } == [
        true
      ])
  }

  // MARK: - Unconfirmed applications

  @Test
  func whatCameLaterWaitsForConfirmation() throws {
    _ = try daemon.answer("handlers.Bind", hexForJPEG)
    let later = ServiceUnderTest.handlerRegistry([
      .application("org.test.anew", [.test("public.html")])
    ])
    daemon.source.published = PublishedRegistry(later, generation: 8)
    func unconfirmed() throws -> [String] {
      let answer = try daemon.answer("handlers.Rank", "{\"items\":[{\"type\":\"public.html\"}]}")
      return answer["answers"]?[0]?["handlers"]?.elements.filter {
        $0["unconfirmed"]?.boolean == true
      }.compactMap { $0["bundle"]?.string } ?? []
    }
    #expect(try unconfirmed() == ["org.test.anew"])
    #expect(
      try daemon.ask("handlers.Confirm", "{\"bundles\":[\"org.test.no\"]}").error
        == "NoSuchApplication")
    let confirmed = try daemon.answer("handlers.Confirm", "{\"bundles\":[\"org.test.anew\"]}")
    #expect(confirmed["confirmed"]?.integer == 1)
    #expect(try unconfirmed() == [])
    #expect(try daemon.answer("handlers.Confirm")["confirmed"]?.integer == 0)
  }

  // MARK: - Changes by others

  @Test
  func aChangeByAnotherProgramIsSeen() throws {
    let other = EmbeddedClient(
      daemon.source.published, of: daemon.source.locations, store: store.location)
    _ = try other.change(
      [BindingRequest(.type(.test("public.jpeg")), .handler(bundle: "org.test.hex"))], as: .bind,
      dryRun: false)
    #expect(try daemon.firstOfJPEG() == "org.test.hex")
    _ = try daemon.answer(
      "handlers.Bind", "{\"requests\":[{\"type\":\"public.jpeg\",\"handler\":\"org.test.editor\"}]}"
    )
    let query = HandlerQuery(.type(.test("public.jpeg")))
    #expect(
      try other.handlers(for: [query], in: .none).first?.preferred?.bundle == "org.test.editor")
    _ = try other.undo(nil, dryRun: false)
    #expect(try daemon.firstOfJPEG() == "org.test.hex")
  }

  @Test
  func aDamagedStoreStopsNoLookUpAndIsSaidLoudly() throws {
    _ = try daemon.answer("handlers.Bind", hexForJPEG)
    daemon.bindings.writer?.close()
    let file = store.path + "/registry.sqlite"
    for name in ["", "-wal", "-shm"] {
      _ = try? FileManager.default.removeItem(atPath: file + name)
    }
    try FileManager.default.removeItem(atPath: store.path + "/registry.bindings")
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    // A daemon that was running keeps what it read; one that starts repairs the store and says so.
    #expect(try daemon.firstOfJPEG() == "org.test.hex")
    let fresh = ServiceUnderTest.withHandlers(store)
    #expect(try fresh.firstOfJPEG() == "org.test.viewer")
    let status = try fresh.answer("registry.Status")["store"]
    #expect(status?["notices"]?.count == 1)
    #expect(try fresh.answer("handlers.Bind", hexForJPEG)["change"] != nil)
  }
}
