// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Choices that are written to the user's list while another program writes it, too.
@Suite struct ChoiceWriterTests {
  /// A client that does something as soon as it has changed the store.
  private final class BusyClient: HandlerClient {
    let client: EmbeddedClient
    private(set) var refreshes = 0
    var afterChange: () throws -> Void = {}
    /// Why changes are refused; `nil` if they are made.
    var refusal: RegistryClientError?

    init(_ client: EmbeddedClient) { self.client = client }

    func handlers(
      for queries: [HandlerQuery], in languages: LanguageList
    ) throws(RegistryClientError) -> [HandlerAnswer] {
      try client.handlers(for: queries, in: languages)
    }

    func applications(
      in languages: LanguageList
    ) throws(RegistryClientError) -> [ApplicationInformation] {
      try client.applications(in: languages)
    }

    func bindings() throws(RegistryClientError) -> [Binding] { try client.bindings() }

    func siteBindings() throws(RegistryClientError) -> [DeclaredSiteBinding] {
      client.siteBindings()
    }

    func change(
      _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
      entryEdits: [MIMEAppsEdit]
    ) throws(RegistryClientError) -> BindingChange? {
      if !dryRun, let refusal {
        do { try afterChange() } catch { Issue.record(error) }
        throw refusal
      }
      let change = try client.change(
        requests, as: action, dryRun: dryRun, entryEdits: entryEdits)
      if !dryRun {
        do { try afterChange() } catch { Issue.record(error) }
      }
      return change
    }

    func history(
      before number: Int64?, limit: Int
    ) throws(RegistryClientError) -> [BindingChange] {
      try client.history(before: number, limit: limit)
    }

    func undo(
      _ number: Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit]
    ) throws(RegistryClientError) -> UndoOutcome {
      try client.undo(number, dryRun: dryRun, entryEdits: entryEdits)
    }

    func refresh() throws(RegistryClientError) {
      refreshes += 1
      client.refresh()
    }

    func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int {
      try client.confirm(bundles)
    }
  }

  private let directory: TemporaryDirectory
  private let environment: Environment
  private let client: BusyClient

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["a", "b"] {
      try directory.write(
        "data/applications/\(name).desktop",
        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true %f\nMimeType=text/plain;\n")
    }
    try directory.write("config/mimeapps.list", "[Default Applications]\nimage/png=b.desktop\n")
    var environment = Environment(
      home: directory.path, dataHome: directory.path + "/data", dataDirectories: "/nonexistent")
    environment.configHome = Array("\(directory.path)/config".utf8)
    environment.configDirectories = Array("/nonexistent".utf8)
    self.environment = environment
    let store = try #require(StoreLocation(directory: directory.path + "/store"))
    client = BusyClient(
      EmbeddedClient(
        loading: RegistryLocations(core: nil, environment: environment, cache: nil),
        store: store))
  }

  private var list: String {
    TestFiles.bytes(at: directory.path + "/config/mimeapps.list")
      .map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func choose(_ bundle: String) throws -> ChoiceWriter.Outcome {
    let request = BindingRequest(
      .tag(try Tag(.mimeType, "text/plain")), role: nil, .handler(bundle: bundle))
    return try ChoiceWriter(client, over: client.client.registry, environment: environment)
      .change([request], as: .bind, dryRun: false)
  }

  /// A program that had read the list before puts its own entry there, and leaves out the choice.
  private func overwrite(_ text: String) -> () throws -> Void {
    { [directory] in try directory.write("config/mimeapps.list", text) }
  }

  @Test func aChoiceThatAnotherProgramOverwritesIsWrittenAgain() throws {
    client.afterChange = overwrite(
      "[Default Applications]\nimage/png=b.desktop\naudio/ogg=b.desktop\n")
    _ = try choose("a")
    #expect(list.contains("text/plain=a.desktop"))
    #expect(list.contains("audio/ogg=b.desktop"))
  }

  @Test func aNewerChoiceOfAnotherProgramStays() throws {
    client.afterChange = overwrite("[Default Applications]\ntext/plain=b.desktop\n")
    _ = try choose("a")
    #expect(list == "[Default Applications]\ntext/plain=b.desktop\n")
  }

  @Test func aListThatIsTooLongToBeReadIsLeftAlone() throws {
    let text = "[Default Applications]\n#" + String(repeating: "x", count: 1 << 20) + "\n"
    client.afterChange = overwrite(text)
    _ = try choose("a")
    #expect(list == text)
  }

  @Test func withoutAnotherProgramItIsWrittenOnce() throws {
    _ = try choose("a")
    #expect(list.contains("text/plain=a.desktop"))
    let refreshes = client.refreshes
    _ = try choose("b")
    #expect(client.refreshes == refreshes + 1)
  }

  // MARK: - Refused choices

  private static let before = "[Default Applications]\nimage/png=b.desktop\n"

  @Test func aRefusedChoiceLeavesTheListUnchanged() throws {
    client.refusal = .notPermitted
    #expect(throws: RegistryClientError.notPermitted) { try choose("a") }
    #expect(list == Self.before)
  }

  @Test func aRefusedChoiceLeavesNoListWhereThereWasNone() throws {
    TemporaryDirectory.remove(directory.path + "/config/mimeapps.list")
    client.refusal = .notPermitted
    #expect(throws: RegistryClientError.notPermitted) { try choose("a") }
    #expect(TestFiles.names(at: directory.path + "/config").isEmpty)
  }

  /// Of a list that another program has written meanwhile only the own entry is taken back.
  @Test(arguments: [
    (
      "[Default Applications]\ntext/plain=a.desktop\naudio/ogg=b.desktop\n",
      "[Default Applications]\naudio/ogg=b.desktop\n"
    ),
    (
      "[Default Applications]\ntext/plain=b.desktop\n",
      "[Default Applications]\ntext/plain=b.desktop\n"
    ),
    ("", ""), ("[Added Associations]\n", "[Added Associations]\n"),
  ])
  func aRefusedChoiceIsTakenBackFromAnotherList(_ theirs: String, _ after: String) throws {
    client.refusal = .notPermitted
    client.afterChange = overwrite(theirs)
    #expect(throws: RegistryClientError.notPermitted) { try choose("a") }
    #expect(list == after)
  }

  @Test func aListThatAnotherProgramRemovesStaysRemoved() throws {
    client.refusal = .notPermitted
    client.afterChange = { [directory] in
      TemporaryDirectory.remove(directory.path + "/config/mimeapps.list")
    }
    #expect(throws: RegistryClientError.notPermitted) { try choose("a") }
    #expect(TestFiles.names(at: directory.path + "/config").isEmpty)
  }

  // MARK: - Lists that cannot be written

  private var path: String { directory.path + "/config/mimeapps.list" }

  private func unwritten(_ reason: String) -> String {
    "'\(path)' is not written, so other programs will not see this choice: \(reason)"
  }

  private func writer() -> ChoiceWriter {
    ChoiceWriter(client, over: client.client.registry, environment: environment)
  }

  @Test func whatIsNotAListIsNotWritten() throws {
    let wrong: [UInt8] = [0xFF, 0xFE, 0x61, 0]
    try directory.write("config/mimeapps.list", wrong)
    let reason = "it is not a list of applications by MIME type"
    let outcome = try choose("a")
    #expect(outcome.change?.number == 1 && !outcome.isListed)
    #expect(outcome.unlisted == [unwritten(reason)] && outcome.notes == outcome.unlisted)
    #expect(TestFiles.bytes(at: path) == wrong)
    #expect(UserMIMEApps(environment)?.findWritingProblem() == reason)
    // Neither is it when the choice is previewed.
    let request = BindingRequest(
      .tag(try Tag(.mimeType, "text/plain")), role: nil, .handler(bundle: "b"))
    let preview = try writer().change([request], as: .bind, dryRun: true)
    #expect(preview.change?.number == 0 && preview.unlisted == [unwritten(reason)])
  }

  @Test func aLinkThatLeadsNowhereIsNotWritten() throws {
    TemporaryDirectory.remove(path)
    try directory.link("config/mimeapps.list", to: "mimeapps.list")
    let outcome = try choose("a")
    #expect(outcome.change?.number == 1)
    #expect(outcome.unlisted.count == 1)
    #expect(outcome.unlisted.first?.hasPrefix(unwritten("")) == true)
    #expect(UserMIMEApps(environment)?.findWritingProblem() == "its links lead nowhere")
  }

  /// Only the change has the former entries: it is not used up.
  @Test func anUndoThatCannotRestoreTheListChangesNothing() throws {
    _ = try choose("a")
    let chosen = list
    let wrong: [UInt8] = [0xFF, 0xFE, 0x61, 0]
    try directory.write("config/mimeapps.list", wrong)
    let error = RegistryClientError.store(
      problem: "change 1 is not undone, because its entries in '\(path)' cannot be restored: "
        + "it is not a list of applications by MIME type",
      hint: "make the list writable and undo again; --no-mimeapps undoes the choice alone")
    #expect(throws: error) { try writer().undo(nil, dryRun: false) }
    #expect(TestFiles.bytes(at: path) == wrong)
    #expect(try client.bindings().count == 1)
    try directory.write("config/mimeapps.list", chosen)
    let undone = try writer().undo(nil, dryRun: false)
    #expect(undone.unlisted.isEmpty && list == Self.before)
    #expect(try client.bindings().isEmpty)
  }

  @Test func anEntryThatWasChangedSinceIsNotUndone() throws {
    _ = try choose("a")
    try directory.write("config/mimeapps.list", Self.before)
    let undone = try writer().undo(nil, dryRun: false)
    guard case .undone(let change) = undone.outcome else {
      Issue.record("\(undone.outcome)")
      return
    }
    #expect(change.action == .undo(1))
    #expect(
      undone.unlisted == [
        "'text/plain' of '[Default Applications]' in '\(path)' was changed since, and is left "
          + "unchanged"
      ])
    #expect(undone.notes == undone.unlisted && list == Self.before)
  }
}
