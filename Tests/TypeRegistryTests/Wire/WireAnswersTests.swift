// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry  // Reads what a client reads.

/// The parts of answers, as the daemon writes them and a client reads them.
@Suite struct WireAnswersTests {
  private func answer(_ json: String) throws -> AnswerObject {
    try AnswerObject(JSONDocument(parsing: Array(json.utf8)).root, "answer")
  }

  private func text(_ value: some WireValue) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func text(_ writeMembers: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembers(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  // MARK: - What is read is what was written

  private static let slots: [(Binding.Slot, String)] = [
    (
      Binding.Slot(subject: .type(.test("public.jpeg")), role: .editor, kind: .handler),
      #"{"type":"public.jpeg","role":"Editor","kind":"handler"}"#
    ),
    (
      Binding.Slot(subject: .family(.test("public.image")), kind: .never(bundle: "org.test.a")),
      #"{"family":"public.image","kind":"never","never":"org.test.a"}"#
    ),
    (
      Binding.Slot(subject: .tag(.test(.filenameExtension, "ts")), kind: .type),
      #"{"tag":{"tagClass":"public.filename-extension","value":"ts"},"kind":"meaning"}"#
    ),
  ]

  @Test(arguments: slots)
  func aSlotIsReadAsItWasWritten(_ slot: Binding.Slot, _ json: String) throws {
    #expect(text(slot) == json)
    let read = try Binding.Slot(answer(json))
    #expect(read == slot)
  }

  private static let finding = Diagnostic(
    .warning, Diagnostic.Code(rawValue: "some-code"), path: "/a.plist",
    position: .keyPath("UTExportedTypeDeclarations.0"), message: "key 'x' is unknown", hint: "y")

  @Test func aFindingIsReadWithItsKeyPath() throws {
    let json =
      #"{"severity":"warning","path":"/a.plist","keyPath":"UTExportedTypeDeclarations.0","#
      + #""code":"some-code","message":"key 'x' is unknown","hint":"y"}"#
    #expect(text(Self.finding) == json)
    let read = try Diagnostic(answer(json))
    #expect(read == Self.finding)
  }

  @Test func aRegistrationIsReadWithItsFindings() throws {
    let registration = Registration(
      of: RegisteredBundle(identifier: "org.test.a", path: "/a", problem: nil), .added,
      origin: .user, file: "/a/Info.plist", maskedBy: "/b", diagnostics: [Self.finding],
      generation: 7)
    let read = try Registration(answer(text(registration.writeMembers)))
    #expect(read == registration)
  }

  private static let registrationProblems: [RegistrationProblem] = [
    .unusablePath("path 'a' is not absolute"), .unusablePath(""),
    .noBundle(path: "/a", reason: "not found"), .invalid([finding]),
    .installed(path: "/usr/share/a"), .tooMany(limit: 3), .notRegistered("org.test.a"), .replaced,
  ]

  @Test(arguments: registrationProblems)
  func aProblemOfARegistrationIsReadAsItWasWritten(_ problem: RegistrationProblem) throws {
    let details = try answer(text(problem.writeMembers))
    let read = try RegistrationProblem(problem.wireError, details)
    #expect(read == problem)
    #expect(!problem.description.isEmpty)
    #expect(try details.string("message") == problem.description)
    #expect(try details.optionalString("hint") == problem.hint)
  }

  private static let bindingProblems: [BindingProblem] = [
    .noSuchApplication("org.test.a", nearest: ["org.test.b"]),
    .cannotStart("org.test.a", .notExecutable), .roleCannotBeChosen(.quickLookGenerator),
    .typeLacksTag(
      .test("public.jpeg"), .test(.filenameExtension, "png"), others: [.test("public.png")]),
    .notATag(.type(.test("public.jpeg"))), .notATag(.family(.test("public.image"))),
  ]

  @Test(arguments: bindingProblems)
  func aProblemOfARequestIsReadAsItWasWritten(_ problem: BindingProblem) throws {
    let details = try answer(text(problem.writeMembers))
    let read = try BindingProblem(problem.wireError, details)
    #expect(read == problem)
    #expect(try details.string("message") == problem.description)
  }

  @Test func anErrorAboutSomethingElseIsNoProblem() throws {
    let details = try answer("{}")
    #expect(try RegistrationProblem(.typeNotFound, details) == nil)
    #expect(try BindingProblem(.typeNotFound, details) == nil)
  }

  private static let status =
    #"{"version":"1","generation":4,"digest":"d","searchPathDigest":"s","loadedFrom":"image","#
    + #""types":5,"bundles":6,"diagnostics":7,"imageSize":8,"#

  @Test func aStatusIsReadAsItWasWritten() throws {
    let json = [
      Self.status,
      #""directories":[{"path":"/a","origin":"local","exists":true}],"sleeping":2,"#,
      #""loadedAt":10,"comparedAt":11,"startedAt":12,"#,
      #""watching":{"mode":"polling","reason":"on a network","interval":30},"#,
      #""limits":[{"name":"calls","value":9}],"health":"degraded","#,
      #""reasons":[{"kind":"socket-lost","message":"m","hint":"h"},"#,
      #"{"kind":"not-watched","message":"changes are noticed only every 30 s: on a network","#,
      #""hint":"a call of Reload has the declarations read at once"},"#,
      #"{"kind":"store","message":"is full","hint":"make space"}],"#,
      #""store":{"path":"/s","bindings":1,"lastChange":2,"problem":"is full","#,
      #""hint":"make space","notices":[]}}"#,
    ].joined()
    let status = try RegistryStatus(answer(json))
    // The problems that other members tell of are not read twice.
    #expect(status.problems == [RegistryStatus.Problem("socket-lost", "m", hint: "h")])
    #expect(status.reasons.map(\.kind) == ["socket-lost", "not-watched", "store"])
    #expect(status.sleepingCount == 2)
    let again = try RegistryStatus(answer(text(status.writeMembers)))
    #expect(again == status)
    #expect(text(status.writeMembers).contains(#""sleeping":2,"#))
  }

  @Test func whatAnEarlierDaemonDoesNotTellIsZero() throws {
    let status = try RegistryStatus(answer(Self.status + #""watching":{"mode":"polling"}}"#))
    #expect(status.sleepingCount == 0 && status.loadedAt == 0 && status.comparedAt == 0)
    #expect(status.startedAt == nil && status.watching?.interval == 0)
    #expect(!text(status.writeMembers).contains("sleeping"))
  }

  @Test func anApplicationWithoutAVersionHasAnEmptyOne() throws {
    let json = #"{"bundle":"org.test.a","name":"A","origin":"user","path":"/a","arguments":["/b"]}"#
    let application = try ApplicationInformation(answer(json))
    #expect(application.version.isEmpty && application.arguments == ["/b"])
  }

  @Test func anExplanationWithoutATypeIsAboutData() throws {
    let json = #"{"explanation":{"verdict":"nothing says more","steps":[]}}"#
    let explanation = try Explanation(answer(json), of: "a")
    #expect(explanation.identifier == .test("public.data"))
    #expect(explanation.verdict == "nothing says more" && explanation.subject == "a")
  }

  @Test func aNulInANameIsShownAsAReplacementCharacter() throws {
    let name: [UInt8] = [0x61, 0, 0x62]
    #expect(FileNameText.text(name) == "a\u{FFFD}b")
    let json = text { $0.fileName(name) }
    #expect(json == "{\"name\":\"a\u{FFFD}b\",\"nameBytes\":\"YQBi\"}")
    #expect(try answer(json).fileName() == name)
  }

  // MARK: - What is not described by the interfaces

  /// A part of an answer.
  enum Part: Sendable {
    case application, binding, change, declaration, diagnostic, fileName, handlers, limit, problem
    case searchResult, slot
  }

  /// The member because of which a part is refused; `nil` if it is read.
  private func wrongMember(_ part: Part, _ answer: AnswerObject) -> String? {
    do throws(InvalidAnswer) {
      switch part {
      case .application: _ = try ApplicationInformation(answer)
      case .binding: _ = try Binding(answer)
      case .change: _ = try BindingChange(answer)
      case .declaration: _ = try DeclarationInformation(answer)
      case .diagnostic: _ = try Diagnostic(answer)
      case .fileName: _ = try answer.fileName()
      case .handlers: _ = try HandlerAnswer(answer)
      case .limit: _ = try RegistryStatus.Limit(answer)
      case .problem: _ = try BindingProblem(.cannotStart, answer)
      case .searchResult: _ = try SearchResult(answer)
      case .slot: _ = try Binding.Slot(answer)
      }
      return nil
    } catch {
      return error.member
    }
  }

  private static let wrongParts: [(Part, String, String)] = [
    (.application, #"{"bundle":"a","name":"A","origin":"moon"}"#, "origin"),
    (
      .application, #"{"bundle":"a","name":"A","origin":"user","path":"/","arguments":1}"#,
      "arguments"
    ),
    (.binding, #"{"handler":1}"#, "handler"),
    (.binding, #"{"never":"a","tag":{"tagClass":"not one","value":"x"}}"#, "tag"),
    (.binding, #"{"never":"a","tag":{"tagClass":"public.mime-type","value":""}}"#, "tag"),
    (.binding, #"{"never":"a","type":"not one"}"#, "type"),
    (.change, #"{"action":"paint"}"#, "action"),
    (.change, #"{"action":"undo"}"#, "undoes"),
    (.change, #"{"action":"bind","entries":"no edits"}"#, "entries"),
    (.change, #"{"action":"bind","user":4294967296}"#, "user"),
    (.change, #"{"action":"bind","user":-1}"#, "user"),
    (
      .change, #"{"action":"bind","user":0,"number":1,"time":-1,"program":"p","edits":[{}]}"#,
      "edits"
    ),
    (.change, #"{"action":"bind","user":0,"number":1,"time":1,"program":"p","edits":{}}"#, "edits"),
    (.declaration, #"{"kind":"exported","active":false,"reason":"weather"}"#, "reason"),
    (.diagnostic, #"{"line":1}"#, "column"),
    (.diagnostic, #"{"severity":"mild"}"#, "severity"),
    (.fileName, "{}", "name"),
    (.fileName, #"{"nameBytes":"%"}"#, "nameBytes"),
    (.handlers, #"{"problem":"the tag is empty"}"#, "problem"),
    (.handlers, #"{"handlers":[1]}"#, "handlers"),
    (.limit, #"{"name":"calls","value":-1}"#, "value"),
    (.problem, #"{"bundle":"a","reason":"tired"}"#, "reason"),
    (.searchResult, #"{"identifier":"a.b","quality":"odd"}"#, "quality"),
    (.slot, #"{"type":"a.b","kind":"other"}"#, "kind"),
    (.slot, #"{"type":"a.b","kind":"never"}"#, "never"),
    (.slot, #"{"type":"a.b","kind":"handler","role":"Cook"}"#, "role"),
  ]

  @Test(arguments: wrongParts)
  func aPartThatTheInterfaceDoesNotHaveIsRefused(
    _ part: Part, _ json: String, _ member: String
  ) throws {
    #expect(wrongMember(part, try answer(json)) == member)
  }
}
