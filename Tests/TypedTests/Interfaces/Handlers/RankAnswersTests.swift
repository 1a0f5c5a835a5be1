// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite("org.typeregistry.handlers.Rank")
struct RankAnswersTests {
  let daemon = ServiceUnderTest(ServiceUnderTest.handlerRegistry())

  @Test(arguments: [
    "\"names\":[\"a.jpg\"]", "\"items\":[{\"name\":\"a.jpg\"}]",
    "\"items\":[{\"nameBytes\":\"/y5qcGc=\"}]", "\"items\":[{\"type\":\"public.jpeg\"}]",
    "\"items\":[{\"extension\":\"JPG\"}]", "\"items\":[{\"mimeType\":\"image/jpeg; q=1\"}]",
    "\"items\":[{\"tag\":{\"tagClass\":\"public.mime-type\",\"value\":\"image/jpeg\"}}]",
    "\"items\":[{\"name\":\"a.jpg\",\"kind\":\"regular\",\"type\":null}],\"roles\":null",
  ])
  func answersEveryOperand(_ operand: String) throws {
    #expect(
      try daemon.ranked("{\(operand)}") == ["org.test.viewer", "org.test.editor", "org.test.hex"])
  }

  @Test
  func aSchemeHasNoType() throws {
    let answer = try daemon.answer("handlers.Rank", "{\"items\":[{\"scheme\":\"HTTP\"}]}")
    let first = try #require(answer["answers"]?[0])
    #expect(first["type"] == nil)
    #expect(first["tags"]?[0]?["value"]?.string == "http")
    #expect(first["handlers"]?.count == 1)
    #expect(first["handlers"]?[0]?["bundle"]?.string == "org.test.browser")
    #expect(first["handlers"]?[0]?["takesMany"]?.boolean == true)
    #expect(answer["generation"]?.integer == 7)
  }

  @Test(arguments: [
    "{\"scheme\":\"http\"}", "{\"mimeType\":\"x-scheme-handler/http\"}",
    "{\"mimeType\":\"X-Scheme-Handler/HTTP\"}",
    "{\"tag\":{\"tagClass\":\"public.mime-type\",\"value\":\"x-scheme-handler/http\"}}",
  ])
  func theMIMETypeOfASchemeIsTheScheme(_ item: String) throws {
    let answer = try daemon.answer("handlers.Rank", "{\"items\":[\(item)]}")["answers"]?[0]
    #expect(answer?["tags"]?[0]?["tagClass"]?.string == "public.url-scheme")
    #expect(answer?["handlers"]?[0]?["bundle"]?.string == "org.test.browser")
  }

  @Test(arguments: [
    ("[\"Editor\"]", ["org.test.editor", "org.test.hex"]), ("[\"Viewer\"]", ["org.test.viewer"]),
    ("[\"Editor\",\"Viewer\"]", ["org.test.viewer", "org.test.editor", "org.test.hex"]),
    ("[\"Shell\"]", []), ("[]", []),
  ])
  func asksByRole(_ roles: String, _ expected: [String]) throws {
    #expect(try daemon.ranked("{\"names\":[\"a.jpg\"],\"roles\":\(roles)}") == expected)
  }

  @Test(arguments: 1...4)
  func givesNoMoreThanAreWanted(_ limit: Int) throws {
    let all = try daemon.ranked("{\"names\":[\"a.jpg\"]}")
    let some = try daemon.ranked("{\"names\":[\"a.jpg\"],\"limit\":\(limit)}")
    #expect(some == Array(all.prefix(limit)))
  }

  @Test
  func aLongAnswerIsParted() throws {
    let daemon = ServiceUnderTest(
      ServiceUnderTest.handlerRegistry(
        (0..<4_000).map { .application("org.test.app\($0)", [.test("public.jpeg")]) }))
    let names = "{\"names\":[\"a.jpg\",\"b.txt\"]}"
    #expect(try daemon.ask("handlers.Rank", names).error == "ReplyTooLong")
    var handlers = 0
    var answers: [Bool] = []
    for reply in daemon.replies("handlers.Rank", names, more: true) {
      #expect(reply.utf8.count < 262_144)
      let parameters = try JSONDocument(parsing: Array(reply.utf8)).root["parameters"]
      let elements = try #require(parameters?["answers"]).elements
      for answer in elements {
        handlers += answer["handlers"]?.count ?? 0
        answers.append(answer["continues"]?.boolean ?? false)
      }
    }
    #expect(handlers == 4_000 + 3 + 1)
    #expect(answers.count(where: { !$0 }) == 2 && answers.last == false)
  }

  @Test
  func givesWhatIsNeededToShowAndStart() throws {
    let answer = try daemon.answer("handlers.Rank", "{\"names\":[\"a.jpg\"]}")
    #expect(answer["answers"]?[0]?["decision"]?.string == "ranking")
    #expect(answer["answers"]?[0]?["hidden"] == nil)
    let handler = try #require(answer["answers"]?[0]?["handlers"]?[0])
    #expect(handler["name"]?.string == "org.test.viewer")
    #expect(handler["arguments"]?.elements.compactMap(\.string) == ["/bin/true", "%f"])
    #expect(handler["takesMany"]?.boolean == false)
    #expect(handler["terminal"]?.boolean == false)
    #expect(handler["role"]?.string == "Viewer")
    #expect(handler["rank"]?.string == "Default")
    #expect(handler["placement"]?.string == "claim")
    #expect(handler["distance"]?.integer == 0)
    #expect(handler["claim"]?["type"]?.string == "public.jpeg")
    #expect(handler["claim"]?["source"]?["path"]?.string == "/test/org.test.viewer.json")
    #expect(handler["claim"]?["path"] == nil)
    #expect(handler["rule"] == nil && handler["reason"] == nil && handler["unconfirmed"] == nil)
  }

  @Test
  func explainsOnDemand() throws {
    let answer = try daemon.answer(
      "handlers.Rank", "{\"names\":[\"a.jpg\"],\"explain\":true}")
    let first = try #require(answer["answers"]?[0])
    #expect(first["handlers"]?[1]?["rule"]?.string == "distance")
    #expect(first["handlers"]?[1]?["reason"]?.string?.contains("public.image") == true)
    let path = first["handlers"]?[1]?["claim"]?["path"]?.elements.compactMap(\.string)
    #expect(path == ["public.jpeg", "public.image"])
    #expect(first["hidden"]?[0]?["bundle"]?.string == "org.test.gone")
    #expect(first["hidden"]?[0]?["cause"]?.string == "not-launchable")
  }

  @Test
  func theContentsOfAFileMayDecide() throws {
    let answer = try daemon.answer("handlers.Rank", "{\"names\":[\"picture\",\"a.jpg\"]}")
    #expect(answer["answers"]?[0]?["contentsDecide"]?.boolean == true)
    #expect(answer["answers"]?[1]?["contentsDecide"] == nil)
    let item = "{\"name\":\"picture\",\"typeByContents\":\"public.jpeg\"}"
    let known = try daemon.answer("handlers.Rank", "{\"items\":[\(item)]}")
    #expect(known["answers"]?[0]?["type"]?.string == "public.jpeg")
    #expect(known["answers"]?[0]?["contentsDecide"] == nil)
    #expect(
      try daemon.ranked("{\"items\":[\(item)]}") == daemon.ranked("{\"names\":[\"a.jpg\"]}"))
  }

  @Test
  func theFilesOwnHandlerIsFirstIfItIsACandidate() throws {
    func ranked(_ own: String) throws -> [String] {
      try daemon.ranked("{\"items\":[{\"name\":\"a.jpg\",\"ownHandler\":\"\(own)\"}]}")
    }
    #expect(try ranked("org.test.hex").first == "org.test.hex")
    #expect(try ranked("org.test.browser").first == "org.test.viewer")
  }

  @Test(arguments: [
    (
      "{\"type\":\"x\"}",
      "the type identifier has only one part: expected two or more, such as 'public.text'"
    ),
    ("{\"mimeType\":\"nonsense\"}", "the tag is not of the form 'type/subtype'"),
    ("{\"scheme\":\"1\"}", "the tag is not a URL scheme"),
    ("{\"mimeType\":\"x-scheme-handler/1\"}", "the tag is not a URL scheme"),
    ("{\"nameBytes\":\"/y5qcGc\"}", "the name is not in base 64, with its padding"),
    ("{\"name\":\"a\",\"kind\":\"thing\"}", "the kind is not one that files have"),
    ("{}", "the item does not name exactly one thing"),
    ("{\"name\":\"a\",\"type\":\"public.jpeg\"}", "the item does not name exactly one thing"),
    (
      "{\"type\":\"public.jpeg\",\"kind\":\"socket\"}",
      "only the name of a file has a kind, and a type by contents"
    ),
    (
      "{\"url\":\"a:b\",\"typeByContents\":\"public.jpeg\"}",
      "only the name of a file has a kind, and a type by contents"
    ),
    (
      "{\"name\":\"a\",\"typeByContents\":\"x\"}",
      "the type identifier has only one part: expected two or more, such as 'public.text'"
    ),
  ])
  func aMalformedItemIsAProblemOfItsOwn(_ item: String, _ problem: String) throws {
    let answer = try daemon.answer("handlers.Rank", "{\"items\":[\(item),{\"name\":\"a.jpg\"}]}")
    #expect(answer["answers"]?[0]?["problem"]?.string == problem)
    #expect(answer["answers"]?[0]?["handlers"] == nil)
    #expect(answer["answers"]?[1]?["handlers"]?.count == 3)
  }

  @Test(arguments: [
    ("{\"names\":1}", "names"), ("{\"name\":[]}", "name"), ("{\"items\":[1]}", "items[0]"),
    ("{\"items\":[{\"nameBytes\":1}]}", "items[0].nameBytes"),
    ("{\"items\":[{\"name\":\"a\",\"kind\":1}]}", "items[0].kind"),
    ("{\"items\":[{\"family\":\"public.image\"}]}", "items[0].family"),
    ("{\"roles\":[\"editor\"]}", "roles"), ("{\"roles\":\"Editor\"}", "roles"),
    ("{\"explain\":1}", "explain"), ("{\"limit\":0}", "limit"),
    ("{\"limit\":-1}", "limit"), ("{\"limit\":\"1\"}", "limit"), ("{\"locale\":1}", "locale"),
  ])
  func refusesOtherParameters(_ parameters: String, _ name: String) throws {
    #expect(try daemon.ask("handlers.Rank", parameters).error == "InvalidParameter:\(name)")
  }

  @Test(arguments: [false, true])
  func aBatchHas4096ElementsAtMost(_ more: Bool) throws {
    func replies(_ count: Int) -> [String] {
      let items = repeatElement("{\"scheme\":\"x\"}", count: count).joined(separator: ",")
      return daemon.replies("handlers.Rank", "{\"items\":[\(items)]}", more: more)
    }
    #expect(try replies(4_096).last?.error == nil)
    #expect(try replies(4_097).last?.error == "InvalidParameter:items")
  }

  @Test
  func anybodyMayAsk() throws {
    #expect(try daemon.ask("handlers.Rank", "{\"names\":[\"a.jpg\"]}", user: 65_534).error == nil)
  }

  @Test
  func listsApplications() throws {
    let answer = try daemon.answer("handlers.Applications")
    let applications = answer["applications"].map { Array($0.elements) } ?? []
    #expect(
      applications.compactMap { $0["bundle"]?.string } == [
        "org.test.browser", "org.test.editor", "org.test.gone", "org.test.hex", "org.test.viewer",
      ])
    let viewer = try #require(applications.last)
    #expect(viewer["claims"]?[0]?["type"]?.string == "public.jpeg")
    #expect(viewer["claims"]?[0]?["default"]?.boolean == true)
    #expect(viewer["problem"] == nil)
    #expect(applications[2]["problem"]?.string?.contains("relative path") == true)
    #expect(applications[2]["claims"]?[0]?["default"] == nil)
    #expect(applications[0]["claims"]?.count == 3)
  }
}
