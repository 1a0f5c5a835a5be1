// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli register --dry-run`: what a file would change, and why it might change nothing.
@Suite struct RegisterTests {
  private let installation: Installation

  init() throws { installation = try HandlerCommandTests.installation() }

  /// An application that opens sketches; `program` starts it.
  private func declaration(
    _ bundle: String, version: String = "1", program: String = "/bin/true"
  ) -> String {
    """
    {"CFBundleIdentifier": "\(bundle)", "CFBundleVersion": "\(version)", "CFBundleDocumentTypes": [
      {"CFBundleTypeRole": "Editor", "CFBundleTypeExtensions": ["sketch"]}],
     "TRLaunch": {"Arguments": ["\(program)", "%F"]}}
    """
  }

  private static let nothing =
    "utcli: note: nothing would change: no default application, and no meaning of an extension or "
    + "MIME type\n"

  @Test func aFileWithTheIdentifierOfTheCoreWouldNotBeUsed() throws {
    try installation.write(declaration("org.example-core.base"), to: "work/a.json")
    let outcome = try installation.run("register", "--dry-run", "a.json")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(
      outcome.errorText == Self.nothing
        + "utcli: note: the bundle at \(installation.core)/base.json has the identifier "
        + "'org.example-core.base' too and would be used instead\n")
  }

  @Test func ofTwoFilesWithOneIdentifierOneWouldBeUsed() throws {
    for name in ["a", "b"] {
      try installation.write(declaration("org.new.editor"), to: "work/both/\(name).json")
    }
    let outcome = try installation.run("register", "--dry-run", "both")
    #expect(outcome.status == 0)
    #expect(
      outcome.errorText.hasSuffix(
        "utcli: note: the bundle at both/a.json has the identifier 'org.new.editor' too and would be "
          + "used instead\n"), "\(outcome.errorText)")
  }

  @Test func anApplicationWhoseProgramIsMissingWouldOpenNothing() throws {
    try installation.write(declaration("org.new.editor", program: "/no/x"), to: "work/a.json")
    let outcome = try installation.run("register", "--dry-run", "a.json")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(
      outcome.errorText == Self.nothing
        + "utcli: note: 'org.new.editor' cannot be started: its program was not found; it would open "
        + "nothing\n")
  }

  /// The new version of an application claims other types.
  @Test func aTypeThatLosesItsOnlyApplicationHasAHyphen() throws {
    try installation.write(declaration("org.bistro.Paint", version: "9"), to: "work/a.json")
    let outcome = try installation.run("register", "--dry-run", "a.json")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.contains(
        "default\tpublic.image\torg.bistro.Paint\t-\tno other application opens it"),
      "\(outcome.text)")
    #expect(
      outcome.lines.contains("default\t.sketch\t-\torg.bistro.Paint\tthe only candidate"),
      "\(outcome.text)")
  }

  /// A registration does not replace the file of an installed bundle: the greater version is used.
  @Test func anOlderVersionOfAnInstalledBundleWouldNotBeUsed() throws {
    try installation.write(declaration("org.bistro.Paint", version: "0.5"), to: "work/a.json")
    let outcome = try installation.run("register", "--dry-run", "a.json")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(
      outcome.errorText.hasPrefix(Self.nothing + "utcli: note: the bundle at ")
        && outcome.errorText.hasSuffix(
          " has the identifier 'org.bistro.Paint' too and would be used instead\n"),
      "\(outcome.errorText)")
    let real = try installation.run("register", "a.json")
    #expect(real.errorText.contains("is masked"), "\(real.errorText)")
  }

  @Test func aFileThatIsInstalledWouldChangeNothing() throws {
    let path = try installation.write(
      declaration("org.new.editor"), to: "data/typed/declarations/new.json")
    let outcome = try installation.run("register", "--dry-run", "\(path)")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(outcome.errorText == Self.nothing)
  }

  /// An empty description is none, so that the type has that of its supertype.
  @Test func anEmptyDescriptionIsNone() throws {
    let words = ["register", "--extension", ".sketch", "--as", "public.data"]
    let made = try installation.run(words + ["--describe", ""])
    #expect(made.status == 0, "\(made.errorText)")
    let lines = try installation.run("info", "local.type.sketch").lines
    #expect(lines.contains("description-from\tpublic.data"), "\(lines)")
    let again = try installation.run(words)
    #expect(again.status == 0 && again.text.hasPrefix("unchanged\tlocal.type.sketch\t"))
    let other = try installation.run(words + ["--describe", "sketch"])
    #expect(other.status == 3)
    #expect(
      other.errorText == """
        utcli: extension 'sketch' already means 'local.type.sketch'
        utcli: hint: 'utcli unregister local.type.sketch' removes that type

        """)
  }
}
