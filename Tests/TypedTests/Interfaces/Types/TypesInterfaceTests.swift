// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite("org.typeregistry.types, but for TypeOf")
struct TypesInterfaceTests {
  let daemon = ServiceUnderTest.small()

  @Test(arguments: [
    (
      "TypesForTag", "{\"tagClass\":\"public.filename-extension\",\"tag\":\"tie\"}",
      "{\"types\":[\"public.left\",\"public.right\"],\"tie\":true,\"generation\":7}"
    ),
    (
      "TypesForTag",
      "{\"tagClass\":\"public.mime-type\",\"tag\":\"image/jpeg\",\"conformingTo\":null}",
      "{\"types\":[\"public.jpeg\"],\"generation\":7}"
    ),
    (
      "TypesForTag", "{\"tagClass\":\"public.filename-extension\",\"tag\":\"markdown\"}",
      "{\"types\":[\"dyn.age8042pwrrwg875s\"],\"dynamic\":true,\"generation\":7}"
    ),
    (
      "Conforms",
      "{\"pairs\":[{\"identifier\":\"public.jpeg\",\"supertype\":\"PUBLIC.DATA\"},"
        + "{\"supertype\":\"public.text\",\"identifier\":\"public.jpeg\"},"
        + "{\"identifier\":\"no.such\",\"supertype\":\"no.such\"}]}",
      "{\"answers\":[{\"conforms\":true},{\"conforms\":false},{\"conforms\":true}],"
        + "\"generation\":7}"
    ),
    (
      "Conforms",
      "{\"pairs\":[{\"identifier\":\"public.jpeg\",\"supertype\":\"public.data\"}],"
        + "\"explain\":true}",
      "{\"answers\":[{\"conforms\":true,"
        + "\"path\":[\"public.jpeg\",\"public.image\",\"public.data\"]}],\"generation\":7}"
    ),
    (
      "Supertypes", "{\"identifier\":\"public.jpeg\"}",
      "{\"supertypes\":[\"public.image\",\"public.data\",\"public.content\",\"public.item\"],"
        + "\"generation\":7}"
    ),
    (
      "Subtypes", "{\"identifier\":\"public.text\"}",
      "{\"subtypes\":[\"public.make\",\"public.plain-text\"],\"generation\":7}"
    ),
    (
      "Tags", "{\"identifier\":\"public.jpeg\"}",
      "{\"tags\":[{\"tagClass\":\"public.filename-extension\",\"value\":\"jpeg\"},"
        + "{\"tagClass\":\"public.filename-extension\",\"value\":\"jpg\"},"
        + "{\"tagClass\":\"public.mime-type\",\"value\":\"image/jpeg\"}],\"generation\":7}"
    ),
    (
      "SuggestName", "{\"name\":\"puppy.jpg\",\"identifier\":\"public.plain-text\"}",
      "{\"name\":\"puppy.jpg.txt\",\"changed\":true,\"generation\":7}"
    ),
    (
      "SuggestName", "{\"name\":\"puppy.jpg\",\"identifier\":\"public.image\"}",
      "{\"name\":\"puppy.jpg\",\"changed\":false,\"generation\":7}"
    ),
    (
      "SuggestName", "{\"nameBytes\":\"/w==\",\"identifier\":\"public.jpeg\"}",
      "{\"name\":\"\u{FFFD}.jpeg\",\"nameBytes\":\"/y5qcGVn\",\"changed\":true,\"generation\":7}"
    ),
    (
      "Negotiate",
      "{\"offered\":[\"public.jpeg\",\"public.plain-text\"],\"accepted\":[\"public.text\"]}",
      "{\"pairs\":[{\"offered\":\"public.plain-text\",\"accepted\":\"public.text\","
        + "\"distance\":1}],\"generation\":7}"
    ),
    (
      "Search", "{\"text\":\"JPEG\"}",
      "{\"results\":[{\"identifier\":\"public.jpeg\",\"quality\":\"exact\"}],\"generation\":7}"
    ),
    (
      "Search", "{\"text\":\"public.jpag\",\"similar\":true}",
      "{\"results\":[{\"identifier\":\"public.jpeg\",\"quality\":\"similar\"}],\"generation\":7}"
    ),
    (
      "DeclaredTypes", "{\"conformingTo\":\"public.text\"}",
      "{\"types\":[\"public.make\",\"public.plain-text\",\"public.text\"],\"generation\":7}"
    ),
  ])
  func answers(_ method: String, _ parameters: String, _ answer: String) throws {
    #expect(try daemon.ask("types." + method, parameters) == "{\"parameters\":\(answer)}")
  }

  @Test
  func describesWhatIsKnown() throws {
    let answer = try daemon.answer(
      "types.Describe",
      "{\"identifiers\":[\"public.JPEG\",\"org.test.nobody\",\"dyn.age80s52\",\"no.such\",\"?\"]}")
    let types = try #require(answer["types"])
    #expect(
      types.elements.map { $0["state"]?.string ?? "" }
        == ["declared", "undeclared", "dynamic", "unknown", "unknown"])
    #expect(types[0]?["identifier"]?.string == "public.jpeg")
    #expect(types[0]?["parents"]?[0]?.string == "public.image")
    #expect(types[0]?["declarations"]?[0]?["source"]?["bundle"]?.string == "org.test.core")
    #expect(types[0]?["conformances"] == nil)
    #expect(types[4]?["identifier"]?.string == "?")
  }

  @Test
  func describesBrieflyOrWithTheWays() throws {
    let brief = try daemon.ask(
      "types.Describe", "{\"identifiers\":[\"public.jpeg\"],\"brief\":true}")
    #expect(
      brief
        == "{\"parameters\":{\"types\":[{\"identifier\":\"public.jpeg\",\"state\":\"declared\","
        + "\"icons\":[\"image-jpeg\",\"image-x-generic\",\"application-octet-stream\","
        + "\"application-x-generic\",\"unknown\"],\"parents\":[\"public.image\"]}],\"generation\":7}}"
    )
    let full = try daemon.answer(
      "types.Describe", "{\"identifiers\":[\"public.jpeg\"],\"explain\":true}")
    let ways = try #require(full["types"]?[0]?["conformances"])
    #expect(ways.count == 4)
    #expect(ways[0]?["source"]?["path"]?.string == "/test/org.test.core.json")
    #expect(ways[1]?["source"] == nil)
  }

  @Test(arguments: [
    ("TypesForTag", "{\"tag\":\"a\"}", "InvalidParameter:tagClass"),
    ("TypesForTag", "{\"tagClass\":\"a.b\"}", "InvalidParameter:tag"),
    ("TypesForTag", "{\"tagClass\":\"public.mime-type\",\"tag\":\"a\"}", "InvalidParameter:tag"),
    (
      "TypesForTag", "{\"tagClass\":\"a.b\",\"tag\":\"a\",\"conformingTo\":\"x\"}",
      "InvalidParameter:conformingTo"
    ),
    ("Describe", "{}", "InvalidParameter:identifiers"),
    ("Describe", "{\"identifiers\":null}", "InvalidParameter:identifiers"),
    (
      "Describe", "{\"identifiers\":[],\"brief\":true,\"explain\":true}",
      "InvalidParameter:explain"
    ),
    ("Describe", "{\"identifiers\":[],\"locale\":1}", "InvalidParameter:locale"),
    ("Conforms", "{}", "InvalidParameter:pairs"),
    ("Conforms", "{\"pairs\":[{\"identifier\":\"a.b\"}]}", "InvalidParameter:pairs[0]"),
    (
      "Conforms", "{\"pairs\":[{\"identifier\":\"a\",\"supertype\":\"a.b\"}]}",
      "InvalidParameter:pairs[0].identifier"
    ),
    ("Supertypes", "{}", "InvalidParameter:identifier"),
    ("Supertypes", "{\"identifier\":\"no.such\"}", "TypeNotFound"),
    ("Supertypes", "{\"identifier\":\"not one\"}", "TypeNotFound"),
    ("Subtypes", "{\"identifier\":\"no.such\"}", "TypeNotFound"),
    ("Tags", "{\"identifier\":\"no.such\"}", "TypeNotFound"),
    ("Tags", "{\"identifier\":\"public.jpeg\",\"depth\":1}", "InvalidParameter:depth"),
    ("SuggestName", "{\"identifier\":\"public.jpeg\"}", "InvalidParameter:name"),
    (
      "SuggestName", "{\"name\":\"a\",\"nameBytes\":\"YQ==\",\"identifier\":\"public.jpeg\"}",
      "InvalidParameter:nameBytes"
    ),
    (
      "SuggestName", "{\"nameBytes\":\"YQ\",\"identifier\":\"public.jpeg\"}",
      "InvalidParameter:nameBytes"
    ),
    ("SuggestName", "{\"name\":\"a\",\"identifier\":\"no.such\"}", "TypeNotFound"),
    ("Negotiate", "{\"offered\":[\"x\"],\"accepted\":[]}", "InvalidParameter:offered[0]"),
    ("Negotiate", "{\"offered\":[]}", "InvalidParameter:accepted"),
    ("Search", "{}", "InvalidParameter:text"),
    ("DeclaredTypes", "{\"conformingTo\":\"\"}", "InvalidParameter:conformingTo"),
  ])
  func refuses(_ method: String, _ parameters: String, _ error: String) throws {
    #expect(try daemon.ask("types." + method, parameters).error == error)
  }

  @Test
  func suggestsNearIdentifiers() throws {
    #expect(
      try daemon.ask("types.Supertypes", "{\"identifier\":\"public.jpag\"}")
        == "{\"error\":\"org.typeregistry.types.TypeNotFound\",\"parameters\":"
        + "{\"identifier\":\"public.jpag\",\"suggestions\":[\"public.jpeg\"]}}")
  }

  @Test(arguments: [
    ("Describe", "identifiers", "\"public.jpeg\""),
    ("Conforms", "pairs", "{\"identifier\":\"a.b\",\"supertype\":\"a.b\"}"),
  ])
  func aBatchHas4096ElementsAtMost(_ method: String, _ list: String, _ element: String) throws {
    func ask(_ count: Int) throws -> [String] {
      let elements = repeatElement(element, count: count).joined(separator: ",")
      return daemon.replies("types." + method, "{\"\(list)\":[\(elements)]}", more: true)
    }
    #expect(try ask(4_096).last?.error == nil)
    #expect(try ask(4_097).last?.error == "InvalidParameter:\(list)")
  }

  @Test
  func eitherSideOfANegotiationNames256Types() throws {
    func ask(_ count: Int) throws -> String? {
      let types = repeatElement("\"public.jpeg\"", count: count).joined(separator: ",")
      return try daemon.ask("types.Negotiate", "{\"offered\":[],\"accepted\":[\(types)]}").error
    }
    #expect(try ask(256) == nil)
    #expect(try ask(257) == "InvalidParameter:accepted")
  }

  @Test
  func longListsComeInParts() throws {
    let children = (0..<20_000).map {
      TypeDeclaration.test("org.test.child\($0)", parents: ["public.data"])
    }
    let registry = RegistryCompiler.compile([
      .test("org.test.core", [.test("public.data")] + children)
    ]).registry
    let replies = ServiceUnderTest(registry)
      .replies("types.Subtypes", "{\"identifier\":\"public.data\"}", more: true)
    #expect(replies.count > 2)
    let count = try replies.reduce(0) { sum, reply in
      let root = try JSONDocument(parsing: Array(reply.utf8)).root
      #expect(root["parameters"]?["generation"]?.integer == 7)
      return sum + (root["parameters"]?["subtypes"]?.count ?? 0)
    }
    #expect(count == 20_000)
  }

  @Test
  func aShortListComesInOneReply() throws {
    let replies = daemon.replies("types.DeclaredTypes", "{}", more: true)
    #expect(replies.count == 1)
    #expect(replies.first?.contains("public.right") == true)
  }

  @Test func aMemberOfDescribeThatIsNullIsAbsent() throws {
    let plain = try daemon.ask("types.Describe", "{\"identifiers\":[\"public.jpeg\"]}")
    #expect(
      try daemon.ask(
        "types.Describe",
        "{\"identifiers\":[\"public.jpeg\"],\"locale\":null,\"brief\":null,\"explain\":null}")
        == plain)
    // Except the list, which has to be there.
    #expect(
      try daemon.ask("types.Describe", "{\"identifiers\":null}").error
        == "InvalidParameter:identifiers")
  }
}
