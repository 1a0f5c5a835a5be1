// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite("org.typeregistry.types.TypeOf")
struct TypeOfTests {
  let daemon = ServiceUnderTest.small()

  @Test(arguments: [
    ("\"a.JPEG\"", "{\"identifier\":\"public.jpeg\",\"mimeType\":\"image/jpeg\"}"),
    // Escapes in a name are replaced before it is looked up.
    ("\"a.j\\u0070\\u0067\"", "{\"identifier\":\"public.jpeg\",\"mimeType\":\"image/jpeg\"}"),
    ("\"\\\"\\\\\\/.jpg\"", "{\"identifier\":\"public.jpeg\",\"mimeType\":\"image/jpeg\"}"),
    (
      "\"a.tie\"",
      "{\"identifier\":\"public.left\",\"mimeType\":\"application/octet-stream\","
        + "\"mimeTypeFrom\":\"public.data\",\"tie\":true,"
        + "\"candidates\":[\"public.left\",\"public.right\"],\"contentsDecide\":true}"
    ),
    (
      "\"noextension\"",
      "{\"identifier\":\"public.data\",\"mimeType\":\"application/octet-stream\","
        + "\"contentsDecide\":true}"
    ),
    (
      "\"a.markdown\"",
      "{\"identifier\":\"dyn.ah62d4rv4ge8042pwrrwg875s\",\"dynamic\":true,"
        + "\"mimeType\":\"application/octet-stream\",\"mimeTypeFrom\":\"public.data\","
        + "\"contentsDecide\":true}"
    ),
  ])
  func answersANameOfARegularFile(_ name: String, _ answer: String) throws {
    #expect(
      try daemon.ask("types.TypeOf", "{\"names\":[\(name)]}")
        == "{\"parameters\":{\"answers\":[\(answer)],\"generation\":7}}")
  }

  @Test(arguments: [
    ["a.jpg"], [], ["a.tie", "a.jpg", "a.tie"], ["noextension", "a.markdown", "Makefile", ""],
    ["a.jpg", "é.txt"], Array(repeating: "a.tie", count: 4_096),
  ])
  func answersAlikeHoweverTheCallIsSpelt(_ names: [String]) throws {
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let plain = try daemon.ask("types.TypeOf", "{\"names\":[\(list)]}")
    #expect(try daemon.ask("types.TypeOf", "{\"names\":[\(list)],\"items\":[]}") == plain)
    #expect(try daemon.ask("types.TypeOf", "{\"n\\u0061mes\":[\(list)]}") == plain)
    #expect(try daemon.ask("types.TypeOf", "{ \"names\" : [ \(list) ] }") == plain)
  }

  @Test func refusesTooManyNamesHoweverTheCallIsSpelt() throws {
    let list = Array(repeating: "\"a\"", count: 4_097).joined(separator: ",")
    for parameters in ["{\"names\":[\(list)]}", "{\"names\":[\(list)],\"items\":[]}"] {
      #expect(try daemon.ask("types.TypeOf", parameters).error == "InvalidParameter:names")
    }
  }

  @Test(arguments: [
    ("{\"name\":\"a.jpg\"}", "public.jpeg"),
    ("{\"name\":\"a.jpg\",\"kind\":\"directory\"}", "public.folder"),
    ("{\"name\":\"a.jpg\",\"kind\":\"socket\"}", "public.socket"),
    ("{\"nameBytes\":\"/y5qcGc=\"}", "public.jpeg"),
    ("{\"mimeType\":\"IMAGE/JPEG; q=1\"}", "public.jpeg"),
    (
      "{\"tag\":{\"tagClass\":\"public.filename-extension\",\"value\":\"TXT\"}}",
      "public.plain-text"
    ),
    ("{\"mimeType\":\"text/plain\",\"conformingTo\":\"public.image\",\"name\":null}", "dyn."),
  ])
  func answersAnItem(_ item: String, _ identifier: String) throws {
    let answer = try daemon.answer("types.TypeOf", "{\"items\":[\(item)]}")
    let found = try #require(answer["answers"]?[0]?["identifier"]?.string)
    #expect(found.hasPrefix(identifier), "\(found)")
  }

  @Test(arguments: ["x-scheme-handler/gem", "X-Scheme-Handler/GEM"])
  func theMIMETypeOfASchemeIsTheScheme(_ mimeType: String) throws {
    let scheme = "{\"tagClass\":\"public.url-scheme\",\"value\":\"gem\"}"
    let answers = try daemon.answer(
      "types.TypeOf", "{\"items\":[{\"mimeType\":\"\(mimeType)\"},{\"tag\":\(scheme)}]}")["answers"]
    let identifier = try #require(answers?[0]?["identifier"]?.string)
    #expect(identifier == answers?[1]?["identifier"]?.string)
  }

  @Test(arguments: [
    ("{\"mimeType\":\"nonsense\"}", "the tag is not of the form 'type/subtype'"),
    ("{}", "the item does not name exactly one thing"),
    ("{\"name\":\"a\",\"mimeType\":\"a/b\"}", "the item does not name exactly one thing"),
    ("{\"name\":\"a\",\"conformingTo\":\"public.data\"}", "the name of a file has no conformingTo"),
    ("{\"mimeType\":\"a/b\",\"kind\":\"socket\"}", "only the name of a file has a kind"),
    ("{\"name\":\"a\",\"kind\":\"thing\"}", "the kind is not one that files have"),
    ("{\"nameBytes\":\"*\"}", "the name is not in base 64, with its padding"),
    ("{\"nameBytes\":\"/y5qcGc\"}", "the name is not in base 64, with its padding"),
    (
      "{\"mimeType\":\"a/b\",\"conformingTo\":\"x\"}",
      "the type identifier has only one part: expected two or more, such as 'public.text'"
    ),
    (
      "{\"tag\":{\"tagClass\":\"x\",\"value\":\"y\"}}",
      "the tag class has only one part: expected two or more, such as 'public.text'"
    ),
    (
      "{\"tag\":{\"tagClass\":\"org.test.tag\",\"value\":\"\(String(repeating: "y", count: 250))\"}}",
      "the tag is too long to be spelt in an identifier"
    ),
  ])
  func aMalformedItemIsAProblemOfItsOwn(_ item: String, _ problem: String) throws {
    let answer = try daemon.answer(
      "types.TypeOf", "{\"items\":[\(item),{\"name\":\"a.jpg\"}]}")
    #expect(answer["answers"]?[0]?["problem"]?.string == problem)
    #expect(answer["answers"]?[0]?["identifier"] == nil)
    #expect(answer["answers"]?[1]?["identifier"]?.string == "public.jpeg")
  }

  @Test(arguments: [
    ("{\"names\":[1]}", "names[0]"),
    ("{\"names\":\"a.jpg\"}", "names"),
    ("{\"name\":[\"a.jpg\"]}", "name"),
    ("{\"names\":[],\"explain\":1}", "explain"),
    ("{\"items\":[\"a.jpg\"]}", "items[0]"),
    ("{\"items\":[{\"name\":\"a\",\"kind\":1}]}", "items[0].kind"),
    ("{\"items\":[{\"mimeType\":\"a/b\",\"conformingTo\":1}]}", "items[0].conformingTo"),
    ("{\"items\":[{\"nameBytes\":1}]}", "items[0].nameBytes"),
    ("{\"items\":[{\"name\":\"a\",\"colour\":\"red\"}]}", "items[0].colour"),
    ("{\"items\":[{\"tag\":{\"value\":\"a\"}}]}", "items[0].tag"),
  ])
  func refusesOtherParameters(_ parameters: String, _ name: String) throws {
    #expect(try daemon.ask("types.TypeOf", parameters).error == "InvalidParameter:\(name)")
  }

  @Test
  func answersNamesBeforeItems() throws {
    let answer = try daemon.answer(
      "types.TypeOf", "{\"items\":[{\"mimeType\":\"image/jpeg\"}],\"names\":[\"a.txt\"]}")
    let identifiers = answer["answers"]?.elements.compactMap { $0["identifier"]?.string }
    #expect(identifiers == ["public.plain-text", "public.jpeg"])
  }

  @Test(arguments: [false, true])
  func aBatchHas4096ElementsAtMost(_ more: Bool) throws {
    func names(_ count: Int) -> String {
      "[" + repeatElement("\"a.jpg\"", count: count).joined(separator: ",") + "]"
    }
    func count(_ parameters: String) throws -> Int {
      try daemon.replies("types.TypeOf", parameters, more: more).reduce(0) { sum, reply in
        let parameters = try JSONDocument(parsing: Array(reply.utf8)).root["parameters"]
        return sum + (parameters?["answers"]?.count ?? 0)
      }
    }
    #expect(try count("{\"names\":\(names(4_096))}") == 4_096)
    let refused = daemon.replies("types.TypeOf", "{\"names\":\(names(4_097))}", more: more)
    #expect(try refused.last?.error == "InvalidParameter:names")
    let mixed = "{\"names\":\(names(4_096)),\"items\":[{\"name\":\"a\"}]}"
    #expect(
      try daemon.replies("types.TypeOf", mixed, more: more).last?.error
        == "InvalidParameter:items")
  }

  @Test
  func aLongAnswerNeedsMore() throws {
    // Each answer spells its extension: the whole is longer than a reply may be.
    let name = "\"a.\(String(repeating: "x", count: 140))\""
    let parameters =
      "{\"names\":[" + repeatElement(name, count: 4_096).joined(separator: ",") + "]}"
    #expect(try daemon.ask("types.TypeOf", parameters).error == "ReplyTooLong")
    let replies = daemon.replies("types.TypeOf", parameters, more: true)
    #expect(replies.count > 4)
    #expect(replies.dropLast().allSatisfy { $0.hasSuffix(",\"continues\":true}") })
    #expect(replies.allSatisfy { $0.utf8.count < 200_000 })
  }

  @Test
  func explainsOnDemand() throws {
    let answer = try daemon.answer(
      "types.TypeOf",
      "{\"names\":[\"a.tie\"],\"items\":[{\"mimeType\":\"image/jpeg\"}],\"explain\":true}")
    let first = answer["answers"]?[0]?["explanation"]
    let candidates = first?["steps"]?[0]?["candidates"]
    #expect(candidates?.count == 2)
    #expect(candidates?[0]?["source"]?["origin"]?.string == "core")
    #expect(
      answer["answers"]?[1]?["explanation"]?["verdict"]?.string
        == "one type has the MIME type 'image/jpeg'")
  }

  @Test func aMemberThatIsNullIsAbsent() throws {
    let plain = try daemon.ask("types.TypeOf", "{\"names\":[\"a.tie\"]}")
    #expect(
      try daemon.ask(
        "types.TypeOf", "{\"names\":[\"a.tie\"],\"items\":null,\"explain\":null}") == plain)
    #expect(
      try daemon.ask("types.TypeOf", "{\"names\":null,\"items\":[{\"name\":\"a.tie\"}]}") == plain)
  }
}
