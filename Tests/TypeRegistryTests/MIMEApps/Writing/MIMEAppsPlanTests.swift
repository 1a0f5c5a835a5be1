// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry  // The plan, which only the writer makes.

/// What a list of applications says of requests, and what it cannot say.
@Suite struct MIMEAppsPlanTests {
  private static func desktopEntry(_ name: String, _ type: String) -> TypeRegistry.Bundle {
    var bundle = TypeRegistry.Bundle.application(name, [.test(type)])
    bundle.path = "/test/\(name).desktop"
    return bundle
  }

  /// Two desktop entries, and an application that is not one.
  private static let bundles: [TypeRegistry.Bundle] = [
    .test(
      "org.test.core",
      [
        .test("public.data"), .test("public.folder"),
        .test("org.test.bare", parents: ["public.data"]),
        .test(
          "public.plain-text", parents: ["public.data"], extensions: ["txt"],
          mimeTypes: ["text/plain"]),
        .test("public.html", parents: ["public.data"], mimeTypes: ["text/html"]),
      ]),
    desktopEntry("a", "public.plain-text"), desktopEntry("b", "public.html"),
    .application("org.test.json", [.test("public.plain-text")]),
  ]
  private static let registry = RegistryCompiler.compile(bundles).registry

  /// Requests, and what becomes of a list.
  struct Case: Sendable {
    let request: BindingRequest
    var before = ""
    var after = ""
    var notes: [String] = []
    var expands = false
    var isExact = false
  }

  private static let text = Binding.Subject.type(.test("public.plain-text"))
  private static let http = Binding.Subject.tag(.test(.urlScheme, "http"))
  private static let browser =
    "x-scheme-handler/http=a.desktop\nx-scheme-handler/https=a.desktop\n"

  private static func unseen(_ subject: String, _ reason: String) -> String {
    "other programs will not see the choice for \(subject): \(reason)"
  }

  private static let removals: [Case] = [
    // A page is left to another application, and opened by the same one no longer.
    Case(
      request: BindingRequest(http, .noHandler),
      before: "[Default Applications]\nimage/*=a.desktop\ntext/html=b.desktop\n\(browser)",
      after: "[Default Applications]\nimage/*=a.desktop\ntext/html=b.desktop\n"),
    Case(
      request: BindingRequest(http, .noHandler),
      before: "[Default Applications]\ntext/html=a.desktop\n\(browser)",
      after: "[Default Applications]\n"),
    Case(
      request: BindingRequest(http, .noHandler),
      before: "[Default Applications]\ntext/html=a.desktop\n\(browser)",
      after:
        "[Default Applications]\ntext/html=a.desktop\nx-scheme-handler/https=a.desktop\n",
      isExact: true),
    Case(
      request: BindingRequest(http, .never(bundle: "a")),
      after: "[Removed Associations]\nx-scheme-handler/http=a.desktop;\n"
        + "x-scheme-handler/https=a.desktop;\n"),
    Case(
      request: BindingRequest(http, .never(bundle: "a")),
      after: "[Removed Associations]\nx-scheme-handler/http=a.desktop;\n", isExact: true),
    Case(
      request: BindingRequest(text, .notNever(bundle: "a")),
      before: "[Removed Associations]\ntext/plain=a.desktop;b.desktop;\n",
      after: "[Removed Associations]\ntext/plain=b.desktop;\n"),
  ]

  private static let choices: [Case] = [
    Case(
      request: BindingRequest(text, .handler(bundle: "a")),
      after: "[Default Applications]\ntext/plain=a.desktop\n"),
    // Folders have a MIME type of their own; an application that does not claim it is added.
    Case(
      request: BindingRequest(.type(.test("public.folder")), .handler(bundle: "a")),
      after: "[Default Applications]\ninode/directory=a.desktop\n\n"
        + "[Added Associations]\ninode/directory=a.desktop;\n"),
    Case(
      request: BindingRequest(text, .awaitedHandler(bundle: "gone", origin: .user)),
      after: "[Default Applications]\ntext/plain=gone.desktop\n\n"
        + "[Added Associations]\ntext/plain=gone.desktop;\n"),
    Case(
      request: BindingRequest(text, role: .viewer, .handler(bundle: "a")),
      after: "[Default Applications]\ntext/plain=a.desktop\n", expands: true),
    Case(
      request: BindingRequest(
        .tag(.test(.filenameExtension, "txt")), .handler(bundle: "a")),
      after: "[Default Applications]\ntext/plain=a.desktop\n", expands: true),
    Case(
      request: BindingRequest(
        .tag(.test(.mimeType, "application/x-none")), role: .viewer, .handler(bundle: "a")),
      after: "[Default Applications]\napplication/x-none=a.desktop\n\n"
        + "[Added Associations]\napplication/x-none=a.desktop;\n", expands: true),
    Case(
      request: BindingRequest(.family(.test("public.data")), .handler(bundle: "a")),
      after: "[Default Applications]\ntext/plain=a.desktop\n",
      notes: [
        unseen(
          "'public.data' and its subtypes",
          "'a' does not claim 1 of the types that it covers")
      ], expands: true),
  ]

  private static let unsayable: [Case] = [
    Case(
      request: BindingRequest(.type(.test("org.test.bare")), .handler(bundle: "a")),
      notes: [unseen("'org.test.bare'", "'org.test.bare' has no MIME type")]),
    Case(
      request: BindingRequest(text, role: .viewer, .handler(bundle: "a")),
      notes: [
        unseen(
          "'public.plain-text'",
          "mimeapps.list has no role 'Viewer'; 'default set --expand' writes the MIME types that it "
            + "covers")
      ]),
    // No option writes these for an application that is blocked.
    Case(
      request: BindingRequest(.family(.test("public.data")), .never(bundle: "a")),
      notes: [
        unseen(
          "'public.data' and its subtypes", "an entry of mimeapps.list is for one MIME type")
      ]),
    Case(
      request: BindingRequest(text, .handler(bundle: "gone")),
      notes: [unseen("'public.plain-text'", "'gone' is not installed")]),
    Case(
      request: BindingRequest(text, .awaitedHandler(bundle: "a/b", origin: .user)),
      notes: [unseen("'public.plain-text'", "'a/b' is not installed")]),
    Case(
      request: BindingRequest(text, .never(bundle: "org.test.json")),
      notes: [unseen("'public.plain-text'", "'org.test.json' is not a desktop entry")]),
    // What is removed needs no note: there is nothing that others could see.
    Case(request: BindingRequest(.type(.test("org.test.bare")), .noHandler)),
    Case(request: BindingRequest(.family(.test("public.data")), .noHandler)),
  ]

  @Test(arguments: removals + choices + unsayable)
  func aListSaysWhatItCan(_ example: Case) throws {
    let document = try #require(MIMEAppsDocument(Array(example.before.utf8)))
    var plan = MIMEAppsPlan(document, over: Self.registry, expands: example.expands)
    plan.add([example.request], isExact: example.isExact)
    #expect(String(decoding: plan.document.bytes, as: UTF8.self) == example.after)
    #expect(plan.notes == example.notes)
  }

  private static let conflict = "[Default Applications]\n<<<<<<< HEAD\n"

  private static let rejection =
    "programs that use GLib read nothing of mimeapps.list, so they will not see this choice: "
    + "line 2: expected '[group]', 'key=value' or '#', found '<<<<<<< HEAD'; write 'key=value', or "
    + "begin a comment with '#'"

  /// A choice that a list has is noted if GLib rejects the list, also if it was there before.
  @Test(arguments: ["", "text/plain=a.desktop\n"])
  func aListThatGLibRejectsIsNoted(_ entry: String) throws {
    let document = try #require(MIMEAppsDocument(Array((Self.conflict + entry).utf8)))
    var plan = MIMEAppsPlan(document, over: Self.registry, expands: false)
    plan.add([BindingRequest(Self.text, .handler(bundle: "a"))], isExact: false)
    let lines = String(decoding: plan.document.bytes, as: UTF8.self).split(separator: "\n")
    #expect(Set(lines) == ["[Default Applications]", "<<<<<<< HEAD", "text/plain=a.desktop"])
    #expect(lines.count == 3)
    #expect(plan.notes == [Self.rejection])
  }

  @Test func nothingIsAdoptedInAListThatGLibRejects() throws {
    let document = try #require(MIMEAppsDocument(Array(Self.conflict.utf8)))
    var plan = MIMEAppsPlan(document, over: Self.registry, expands: false)
    #expect(plan.adopt([(subject: Self.text, bundle: "a")]).written == 0)
    #expect(plan.document.edits.isEmpty && plan.notes == [Self.rejection])
  }

  @Test func whatHasADefaultIsNotAdopted() throws {
    let list = "[Default Applications]\ntext/plain=\n"
    let document = try #require(MIMEAppsDocument(Array(list.utf8)))
    var plan = MIMEAppsPlan(document, over: Self.registry, expands: false)
    let adoption = plan.adopt([
      (subject: Self.text, bundle: "a"),
      (subject: .type(.test("public.html")), bundle: "b"),
      (subject: Self.http, bundle: "org.test.json"),
    ])
    #expect(adoption.written == 1 && adoption.left == 0 && adoption.unnameable == 1)
    // An empty default is of no application.
    #expect(adoption.kept == 1 && adoption.keptOthers == 1)
    #expect(
      String(decoding: plan.document.bytes, as: UTF8.self) == list + "text/html=b.desktop\n")
  }
}
