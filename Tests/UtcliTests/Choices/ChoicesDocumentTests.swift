// SPDX-License-Identifier: MIT

import StrictJSON
import Testing
import TypeRegistry

@testable import utcli

@Suite("Files of choices are read with line and column, and not without limits")
struct ChoicesDocumentTests {
  private func read(_ settings: String) -> ChoicesDocument {
    var file = ChoicesDocument(name: "f")
    file.read(settings: Array(settings.utf8))
    return file
  }

  @Test(arguments: [
    ("a.b public.png all", "type public.png all"), ("a.b .PNG Viewer", "extension png Viewer"),
    ("a.b png EDITOR", "extension png Editor"), ("a.b image/png shell", "mime image/png Shell"),
    ("a.b mailto", "scheme mailto all"), ("\ta.b\t mailto: \r", "scheme mailto all"),
    ("a.b ftp: all # comment", "scheme ftp all"),
  ])
  func aLineIsAChoice(_ line: String, _ choice: String) {
    let file = read(line)
    let words = file.entries.map { entry in
      let subject = entry.slot.subject
      return "\(subject.kindName) \(subject.text) \(entry.slot.role?.rawValue ?? "all")"
    }
    #expect(words == [choice])
    #expect(file.problems.isEmpty)
    #expect(file.entries.first?.request.operation == .handler(bundle: "a.b"))
  }

  @Test(arguments: ["", "\n\n", "# nothing", "  # nothing\n\t\n"])
  func blankLinesAndCommentsAreNone(_ text: String) {
    #expect(read(text).entries.isEmpty)
    #expect(read(text).problems.isEmpty)
  }

  @Test(arguments: [
    ("a.b", "f:1:1"), ("\n a.b x y z", "f:2:10"), ("a.b pub..png all", "f:1:5"),
    ("a.b .png none", "f:1:10"), ("é é é é é", "f:1:7"), ("a.b . all", "f:1:5"),
  ])
  func aMistakeHasAPlace(_ text: String, _ position: String) {
    #expect(read(text).problems.map(\.position) == [position])
  }

  @Test
  func theSamePlaceTwiceIsAMistakeUnlessItIsTheSame() {
    #expect(read("a.b .png all\na.b .png all").problems.isEmpty)
    #expect(read("a.b .png all\nc.d .png viewer").problems.isEmpty)
    #expect(read("a.b .png all\nc.d .png all").problems.map(\.position) == ["f:2:1"])
  }

  @Test
  func problemsAreToldUpToALimit() {
    let limit = ChoicesDocument.maximumProblems
    #expect(read(String(repeating: "x\n", count: limit)).problems.count == limit)
    #expect(read(String(repeating: "x\n", count: limit + 1)).problems.count == limit)
  }

  @Test
  func choicesAreReadUpToALimit() {
    let limit = ChoicesDocument.maximumEntries
    func file(_ count: Int) -> ChoicesDocument {
      read((0..<count).map { "a.b x\($0) all\n" }.joined())
    }
    #expect(file(limit).problems.isEmpty)
    let more = file(limit + 2)
    #expect(more.entries.count == limit)
    #expect(!more.problems.isEmpty)
  }

  @Test(arguments: [
    ("{}", "f:1:1"), ("[]", "f:1:1"), (#"{"bindings": 1}"#, "f:1:1"),
    (#"{"bindings": [], "schema": 2}"#, "f:1:28"), (#"{"bindings": [1]}"#, "f:1:15"),
    (#"{"bindings": [], "bindings": []}"#, "f:1:18"),
    (#"{"DUTISettings": {}}"#, "f:1:18"), (#"{"DUTISettings": [{}]}"#, "f:1:19"),
    (#"{"bindings": [{"tag": {"value": "x"}, "handler": "a.b"}]}"#, "f:1:23"),
    (#"{"bindings": [{"type": "a.b", "scheme": "x", "handler": "a.b"}]}"#, "f:1:15"),
    (#"{"bindings": [{"handler": "a.b"}]}"#, "f:1:15"),
    (#"{"bindings": [{"type": "a.b", "handler": {"path": "/x"}}]}"#, "f:1:42"),
    (#"{"bindings": [{"kind": "type", "subject": "a.b", "handler": "a.b"}]}"#, "f:1:16"),
  ])
  func aDocumentOfAnotherShapeIsRefused(_ text: String, _ position: String) throws {
    var file = ChoicesDocument(name: "f")
    file.read(try JSONDocument(parsing: Array(text.utf8)))
    #expect(file.problems.map(\.position) == [position])
    #expect(file.entries.isEmpty)
  }

  /// The mark ^ is before what is wrong.
  @Test(arguments: [
    #"{"type": ^"a..b", "handler": "a.b"}"#, #"{"family": ^"a..b", "handler": "a.b"}"#,
    #"{"extension": ^".", "handler": "a.b"}"#, #"{"mimeType": ^"a", "handler": "a.b"}"#,
    #"{"scheme": ^"a b", "handler": "a.b"}"#, #"{"type": ^7, "handler": "a.b"}"#,
    #"{"tag": {"tagClass": "public.mime-type", "value": ^"a"}, "handler": "a.b"}"#,
    #"{"tag": {"tagClass": "public.mime-type", "value": ^""}, "handler": "a.b"}"#,
    #"^{"type": "public.png", "handler": "a.b", "never": "c.d"}"#,
    #"{"type": "public.png", "role": ^"reader", "handler": "a.b"}"#,
    #"{"type": "public.png", "role": ^1, "handler": "a.b"}"#,
    #"{"type": "public.png", "handler": ^""}"#, #"{"type": "public.png", "never": ^[]}"#,
    #"{"extension": "png", "meaning": ^""}"#, #"{"extension": "png", "meaning": ^"a..b"}"#,
    #"{"DUTIBundleIdentifier": ^"", "DUTIURLScheme": "ftp"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIURLScheme": ^""}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIURLScheme": ^"a b"}"#,
    #"^{"DUTIBundleIdentifier": "a.b", "DUTIRole": "all"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIUniformTypeIdentifier": ^"a..b", "DUTIRole": "all"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIUniformTypeIdentifier": ^"a/", "DUTIRole": "all"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIUniformTypeIdentifier": "a.b", "DUTIRole": ^"x"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIUniformTypeIdentifier": "a.b", "DUTIRole": ^false}"#,
  ])
  func aMistakeInABindingHasItsPlace(_ marked: String) throws {
    let member = marked.utf8.contains(UInt8(ascii: "D")) ? "DUTISettings" : "bindings"
    let text = Array("{\"\(member)\": [\(marked)]}".utf8)
    let mark = try #require(text.firstIndex(of: UInt8(ascii: "^")))
    var file = ChoicesDocument(name: "f")
    file.read(try JSONDocument(parsing: text.filter { $0 != UInt8(ascii: "^") }))
    #expect(file.problems.map(\.position) == ["f:1:\(mark + 1)"])
    #expect(file.entries.isEmpty)
  }

  @Test(arguments: [
    #"{"DUTIBundleIdentifier": "a.b", "DUTIURLScheme": "mailto"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIUniformTypeIdentifier": "mailto:", "DUTIRole": "all"}"#,
    #"{"type": "public.png", "never": "a.b"}"#, #"{"extension": "x", "meaning": "public.png"}"#,
    #"{"type": "public.png", "role": "Viewer", "handler": "a.b"}"#,
  ])
  func aBindingOfEachKindIsRead(_ binding: String) throws {
    let member = binding.utf8.contains(UInt8(ascii: "D")) ? "DUTISettings" : "bindings"
    var file = ChoicesDocument(name: "f")
    file.read(try JSONDocument(parsing: Array("{\"\(member)\": [\(binding)]}".utf8)))
    #expect(file.problems.map(\.message) == [] && file.entries.count == 1)
  }

  /// The position, which only messages have, is that of the whole choice.
  @Test(arguments: [
    #"{"DUTIBundleIdentifier": "a.b", "DUTIURLScheme": "mailto"}"#,
    #"{"DUTIBundleIdentifier": "a.b", "DUTIUniformTypeIdentifier": "a.b", "DUTIRole": "all"}"#,
    #"{"type": "public.png", "never": "a.b"}"#, #"{"extension": "x", "meaning": "public.png"}"#,
    #"{"type": "public.png", "handler": "a.b"}"#,
  ])
  func anEntryKnowsItsPosition(_ binding: String) throws {
    let member = binding.utf8.contains(UInt8(ascii: "D")) ? "DUTISettings" : "bindings"
    let start = "{\"\(member)\": [\n  "
    var file = ChoicesDocument(name: "f")
    file.read(try JSONDocument(parsing: Array("\(start)\(binding)]}".utf8)))
    #expect(file.entries.map(\.position) == ["f:2:3"])
  }

  @Test(arguments: [("a.b mailto", "f:1:1"), ("\n  a.b .png all", "f:2:3")])
  func anEntryOfALineKnowsItsPosition(_ text: String, _ position: String) {
    #expect(read(text).entries.map(\.position) == [position])
  }

  /// Fields that are not extensions, MIME types, schemes or identifiers are told with their columns.
  @Test(arguments: [
    ("a.b ^a/ all"), ("a.b ^http:// all"), ("a.b ^a\u{1}: all"), ("a.b ^.a/b all"),
    ("a.b ^a\u{1}b all"),
    ("a.b ^a..b all"), ("a.b ^://x/"), ("a.b ^a\u{1}"),
  ])
  func aMistakeInALineHasItsColumn(_ marked: String) throws {
    let mark = try #require(Array(marked.utf8).firstIndex(of: UInt8(ascii: "^")))
    let file = read(String(decoding: marked.utf8.filter { $0 != UInt8(ascii: "^") }, as: UTF8.self))
    #expect(file.problems.map(\.position) == ["f:1:\(mark + 1)"])
    #expect(file.entries.isEmpty)
  }

  @Test func aLineThatIsNotTextIsAMistake() {
    var file = ChoicesDocument(name: "f")
    file.read(settings: Array("a.b .png all\na.b .".utf8) + [0xFF] + Array(" all\n".utf8))
    #expect(file.problems.map(\.position) == ["f:2:1"] && file.entries.count == 1)
  }

  @Test(arguments: [
    (#"{"extension": "png", "handler": "a.b"}"#, "extension png"),
    (#"{"mimeType": "image/png", "handler": {"bundle": "a.b"}}"#, "mime image/png"),
    (#"{"scheme": "ftp", "handler": "a.b"}"#, "scheme ftp"),
    (#"{"family": "public.image", "handler": "a.b"}"#, "family public.image"),
  ])
  func aBindingMayBeWrittenAsARequest(_ binding: String, _ subject: String) throws {
    var file = ChoicesDocument(name: "f")
    file.read(try JSONDocument(parsing: Array("{\"bindings\": [\(binding)]}".utf8)))
    #expect(file.problems.map(\.message) == [])
    #expect(file.entries.first?.request.operation == .handler(bundle: "a.b"))
    let read = file.entries.map { "\($0.slot.subject.kindName) \($0.slot.subject.text)" }
    #expect(read == [subject])
  }

  @Test
  func whatWasDumpedIsReadBack() throws {
    let identity = HandlerIdentity(bundle: "a.b", origin: .local, path: "/x y")
    let png = try TypeIdentifier("public.png")
    let bindings = [
      Binding(.type(png), role: .viewer, .handler(identity)),
      Binding(.family(png), .handler(identity)), Binding(.type(png), .never(bundle: "c.d")),
      Binding(.tag(try Tag(.filenameExtension, "x")), .type(png)),
      Binding(.tag(try Tag(.mimeType, "image/x")), .handler(identity)),
      Binding(.tag(try Tag(.osType, "ABCD")), .handler(identity)),
    ]
    var writer = JSONWriter()
    writer.beginObject()
    writer.array("bindings", bindings)
    writer.endObject()
    var file = ChoicesDocument(name: "f")
    file.read(try JSONDocument(parsing: writer.bytes))
    #expect(file.problems.map(\.message) == [])
    #expect(file.entries.map(\.slot) == bindings.map(\.slot))
    for (entry, binding) in zip(file.entries, bindings) {
      if case .handler = binding.choice { #expect(entry.identity == identity) }
    }
  }
}
