// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import Varlink

@testable import TypeRegistry  // Writes what a client writes.

/// The parameters of calls, as a client writes them and the daemon reads them.
@Suite struct WireRequestsTests {
  private let registry = World.registry()

  private func parameters(_ json: String) throws -> Parameters {
    try Call(Message(Array(#"{"method":"a.b.C","parameters":\#(json)}"#.utf8))).parameters
  }

  /// The only element of a list of items.
  private func item(_ json: String) throws -> ParameterValue {
    var members = try parameters(#"{"items":[\#(json)]}"#).members(["items"])
    var elements = try #require(try members.next()).value.elements()
    let first = elements.next()
    return try #require(first)
  }

  /// The parameter because of which a call is refused; `nil` if it is read.
  private func refused(_ read: () throws -> Void) throws -> String? {
    do {
      try read()
      return nil
    } catch MethodError.invalidParameter(let name) {
      return name
    }
  }

  private func text(_ writeMembers: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembers(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  // MARK: - Requests of choices

  private static let jpeg = Binding.Subject.type(.test("public.jpeg"))
  private static let script = Binding.Subject.tag(.test(.filenameExtension, "ts"))

  private static let requests: [(BindingRequest, String)] = [
    (
      BindingRequest(jpeg, role: .viewer, .handler(bundle: "org.test.a")),
      #"{"type":"public.jpeg","role":"Viewer","handler":"org.test.a"}"#
    ),
    (
      BindingRequest(jpeg, .awaitedHandler(bundle: "org.test.a", origin: .local)),
      #"{"type":"public.jpeg","handler":"org.test.a","awaited":"local"}"#
    ),
    (
      BindingRequest(jpeg, role: .shell, .noHandler),
      #"{"type":"public.jpeg","role":"Shell","forget":"handler"}"#
    ),
    (
      BindingRequest(.family(.test("public.image")), .never(bundle: "org.test.a")),
      #"{"family":"public.image","never":"org.test.a"}"#
    ),
    (
      BindingRequest(script, .notNever(bundle: "org.test.a")),
      #"{"tag":{"tagClass":"public.filename-extension","value":"ts"},"allow":"org.test.a"}"#
    ),
    (
      BindingRequest(script, .type(.test("public.text"))),
      #"{"tag":{"tagClass":"public.filename-extension","value":"ts"},"meaning":"public.text"}"#
    ),
    (
      BindingRequest(script, .noType),
      #"{"tag":{"tagClass":"public.filename-extension","value":"ts"},"forget":"meaning"}"#
    ),
  ]

  @Test(arguments: requests)
  func aRequestIsReadAsItWasWritten(_ request: BindingRequest, _ json: String) throws {
    var writer = JSONWriter()
    request.write(to: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
    let read = try BindingRequest(item(json), isUnbind: false, in: registry)
    #expect(read == request)
  }

  @Test func aMemberThatIsNullIsAbsent() throws {
    let json = #"{"type":"public.jpeg","tag":null,"role":null,"handler":"org.test.a"}"#
    let read = try BindingRequest(item(json), isUnbind: false, in: registry)
    #expect(read == BindingRequest(Self.jpeg, .handler(bundle: "org.test.a")))
  }

  @Test(arguments: [
    (#"{"mimeType":"IMAGE/JPEG; q=1","handler":"org.test.a"}"#, jpeg),
    (#"{"mimeType":"image/jpeg","forget":"handler"}"#, jpeg),
    (#"{"mimeType":"image/jpeg","never":"org.test.a"}"#, jpeg),
    (#"{"mimeType":"image/x-unknown","handler":"org.test.a"}"#, mimeType("image/x-unknown")),
    (
      #"{"mimeType":"x-scheme-handler/gem","handler":"org.test.a"}"#,
      .tag(.test(.urlScheme, "gem"))
    ),
    // The tag itself is meant.
    (#"{"mimeType":"image/jpeg","meaning":"public.jpeg"}"#, mimeType("image/jpeg")),
    (#"{"mimeType":"image/jpeg","forget":"meaning"}"#, mimeType("image/jpeg")),
    (
      #"{"tag":{"tagClass":"public.mime-type","value":"image/jpeg"},"handler":"org.test.a"}"#,
      mimeType("image/jpeg")
    ),
  ])
  func aMIMETypeMeansTheTypeThatHasIt(_ json: String, _ subject: Binding.Subject) throws {
    let read = try BindingRequest(item(json), isUnbind: false, in: registry)
    #expect(read.subject == subject)
  }

  private static func mimeType(_ text: String) -> Binding.Subject { .tag(.test(.mimeType, text)) }

  @Test(arguments: [
    // An origin that does not exist, and one of something that is not awaited.
    #"{"type":"public.jpeg","handler":"org.test.a","awaited":"moon"}"#,
    #"{"type":"public.jpeg","never":"org.test.a","awaited":"user"}"#,
    #"{"type":"public.jpeg","awaited":"user"}"#,
    // Texts that are not identifiers.
    #"{"family":"not one","handler":"org.test.a"}"#,
    #"{"extension":"ts","meaning":"not one"}"#,
    #"{"type":"not one","handler":"org.test.a"}"#,
    #"{"tag":{"tagClass":"not one","value":"a"},"handler":"org.test.a"}"#,
    // Two subjects, two operations, a role of nothing.
    #"{"type":"public.jpeg","extension":"jpg","handler":"org.test.a"}"#,
    #"{"type":"public.jpeg","handler":"org.test.a","never":"org.test.a"}"#,
    #"{"type":"public.jpeg","role":"Viewer","never":"org.test.a"}"#,
    #"{"type":"public.jpeg","role":"Cook","handler":"org.test.a"}"#,
  ])
  func aRequestThatMeansNothingIsRefused(_ json: String) throws {
    let item = try item(json)
    let name = try refused { _ = try BindingRequest(item, isUnbind: false, in: registry) }
    #expect(name?.hasPrefix("items[0]") == true, "\(name ?? "read")")
  }

  // MARK: - Queries

  private func problem(_ json: String) throws -> String? {
    switch try HandlerQuery.read(item(json)) {
    case .success: return nil
    case .failure(let malformed): return malformed.problem
    }
  }

  @Test(arguments: [
    (#"{"tag":{"tagClass":"not one","value":"a"}}"#, "the tag class "),
    (#"{"type":"not one"}"#, "the type identifier "),
    (#"{"extension":""}"#, "the tag "),
    (#"{"url":"no scheme"}"#, "the URL scheme "),
    (#"{"name":"a","typeByContents":"not one"}"#, "the type identifier "),
    (#"{"url":"x:y","kind":"regular"}"#, "only the name of a file has a kind"),
    (#"{"name":"a","type":"a.b"}"#, "the item does not name exactly one thing"),
  ])
  func aMalformedItemIsAnsweredWithTheProblem(_ json: String, _ beginning: String) throws {
    let problem = try problem(json)
    #expect(problem?.hasPrefix(beginning) == true, "\(problem ?? "read")")
  }

  // MARK: - Registrations

  @Test func aPathThatIsNotTextIsSentInBase64() throws {
    let source = RegistrationSource.path([0x2F, 0xFF])
    let json = text(source.writeMembers)
    #expect(json == #"{"pathBytes":"L/8="}"#)
    let read = try RegistrationSource(parameters(json))
    #expect(read == source)
  }

  private static let selections: [(RegistrationSelection, String)] = [
    (.bundle("org.test.a"), #"{"bundle":"org.test.a"}"#),
    (.path(Array("/a".utf8)), #"{"path":"/a"}"#),
    (.path([0x2F, 0xFF]), #"{"pathBytes":"L/8="}"#),
    (.missing, #"{"missing":true}"#),
  ]

  @Test(arguments: selections)
  func aSelectionIsReadAsItWasWritten(_ selection: RegistrationSelection, _ json: String) throws {
    #expect(text(selection.writeMembers) == json)
    let object = try parameters(json).object(["bundle", "path", "pathBytes", "missing"])
    let read = try RegistrationSelection(object)
    #expect(read == selection)
  }

  @Test(arguments: [
    ("{}", "bundle"), (#"{"pathBytes":"%"}"#, "pathBytes"),
    (#"{"path":"/a","pathBytes":"L2E="}"#, "pathBytes"), (#"{"bundle":"a","path":"/a"}"#, "path"),
    (#"{"bundle":"a","missing":true}"#, "missing"),
  ])
  func aSelectionOfNothingOrOfTwoThingsIsRefused(_ json: String, _ name: String) throws {
    let object = try parameters(json).object(["bundle", "path", "pathBytes", "missing"])
    #expect(try refused { _ = try RegistrationSelection(object) } == name)
  }
}
