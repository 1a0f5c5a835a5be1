// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("doctor groups what is wrong, and says how to mend it")
struct DoctorProblemTests {
  private let installation: Installation

  init() throws { installation = try Installation() }

  /// A kind of problem in `doctor --json`.
  private struct Group {
    let count: Int
    let hint: String
    let items: [String]
  }

  private func group(_ kind: String) throws -> Group? {
    let problems = try installation.doctor()["problems"] as? [[String: Any]] ?? []
    guard let problem = problems.first(where: { $0["kind"] as? String == kind }) else {
      return nil
    }
    let group = Group(
      count: try #require(problem["count"] as? Int),
      hint: try #require(problem["hint"] as? String),
      items: try #require(problem["items"] as? [String]))
    #expect(group.items.count == group.count)
    return group
  }

  private func types(_ bundle: String, _ types: String) -> String {
    #"{"CFBundleIdentifier": "\#(bundle)", "UTExportedTypeDeclarations": [\#(types)]}"#
  }

  private func install(_ text: String, as name: String) throws {
    try installation.write(text, to: "\(installation.declarations)/\(name).json")
  }

  @Test
  func aSoundMachineHasNoProblem() throws {
    try installation.declare("org.one.menu", extension: "xyz")
    #expect(try installation.doctor()["problems"] == nil)
    #expect(!(try installation.run("doctor").text.contains("problem\t")))
    #expect(try installation.run("doctor", "--strict").status == 0)
    #expect(try installation.run("doctor").lines.last == "problems\tnone")
  }

  /// Where desktop entries are, choices are written for other programs, too.
  @Test
  func aListThatCannotBeWrittenIsAProblem() throws {
    let list = "\(installation.home)/.config/mimeapps.list"
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    #expect(try group("unwritable-list") == nil)
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=A\nExec=/bin/true %f\nMimeType=image/png;\n",
      to: "data/applications/org.test.a.desktop")
    let directory = try #require(try group("unwritable-list"))
    #expect(directory.items.count == 1 && directory.items[0].hasPrefix("\(list): "))
    try FileManager.default.removeItem(atPath: list)
    #expect(try group("unwritable-list") == nil)
    try FileManager.default.removeItem(atPath: "\(installation.home)/.config")
    #expect(try group("unwritable-list") == nil)
    // The directory is not there, and cannot be made.
    try installation.write("", to: "\(installation.home)/.config")
    #expect(try group("unwritable-list")?.items.count == 1)
    #expect(try installation.run("doctor", "--strict").status == 3)
    #expect(try installation.run("doctor").status == 0)
    let set = try installation.run("default", "set", "image/png", "org.test.a", "--json")
    #expect(set.text.contains("\"unlisted\""), "\(set.text)")
  }

  /// GLib reads nothing of a list with such a line.
  @Test
  func aListThatOtherProgramsRejectIsAProblem() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=A\nExec=/bin/true %f\nMimeType=image/png;\n",
      to: "data/applications/org.test.a.desktop")
    let list = "\(installation.home)/.config/mimeapps.list"
    try installation.write("\u{FEFF}[Default Applications]\n", to: list)
    #expect(try group("unwritable-list") == nil)
    #expect(try group("rejected-list")?.items.first?.hasPrefix("\(list): line 1: ") == true)
    try installation.write("[Default Applications]\n", to: list)
    #expect(try group("rejected-list") == nil)
  }

  @Test(.enabled(if: geteuid() != 0))
  func aListInADirectoryThatCannotBeWrittenIsAProblem() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=A\nExec=/bin/true %f\nMimeType=image/png;\n",
      to: "data/applications/org.test.a.desktop")
    #expect(
      try installation.shell(
        "mkdir -p '\(installation.home)/.config' && chmod 500 '\(installation.home)/.config'"
      ).status == 0)
    #expect(try group("unwritable-list")?.items.count == 1)
  }

  // MARK: - Types

  /// A rule decides between the core and an installed type: nothing has to be done.
  @Test
  func anExtensionThatARuleDecidesIsANote() throws {
    try installation.declare("org.one.picture", extension: "jpeg")
    #expect(try group("contested-extension") == nil)
    let plain = try installation.run("doctor", "--strict")
    #expect(plain.status == 0)
    #expect(plain.lines.last == "problems\tnone")
    #expect(!plain.text.contains("decided-extension"))
    let all = try installation.run("doctor", "--all").lines
    let head = try #require(all.firstIndex { $0.hasPrefix("note\tdecided-extension\t1\t") })
    #expect(
      all[head + 1].hasPrefix("  .jpeg means 'public.jpeg' (org.example-core.base), not "))
    let notes = try installation.doctor()["notes"] as? [[String: Any]] ?? []
    #expect(notes.map { $0["kind"] as? String } == ["decided-extension"])
  }

  @Test
  func anExtensionOfTwoTypesIsContested() throws {
    try installation.declare("org.one.menu", extension: "xyz")
    #expect(try group("contested-extension") == nil)
    try installation.declare("org.two.menu", extension: "xyz")
    let group = try #require(try group("contested-extension"))
    #expect(group.count == 1)
    #expect(
      group.items[0].hasPrefix(
        ".xyz means 'org.one.menu' (org.one.menu-application), not 'org.two.menu' "
          + "(org.two.menu-application): "), "\(group.items)")
    #expect(group.hint.contains("utcli prefer .EXT TYPE"))
    // A warning about others' declarations is no failure, unless that is requested.
    #expect(try installation.run("doctor").status == 0)
    #expect(try installation.run("doctor", "--strict").status == 3)
    // What the hint says settles it.
    #expect(try installation.run("prefer", ".xyz", "org.two.menu").status == 0)
    #expect(try self.group("contested-extension") == nil)
  }

  @Test
  func aLongGroupIsCutUnlessAllIsRequested() throws {
    for index in 1...5 {
      try installation.declare("org.one.t\(index)", extension: "x\(index)")
      try installation.declare("org.two.t\(index)", extension: "x\(index)")
    }
    let lines = try installation.run("doctor").lines
    #expect(lines.contains { $0.hasPrefix("problem\tcontested-extension\t5\t") })
    #expect(lines.count { $0.hasPrefix("  .x") } == 3)
    #expect(lines.contains("  2 more; --all shows them"))
    let all = try installation.run("doctor", "--all").lines
    #expect(all.count { $0.hasPrefix("  .x") } == 5)
    #expect(!all.contains { $0.contains("--all") })
    #expect(try group("contested-extension")?.count == 5)
  }

  @Test
  func allFindingsAreShownIfThatIsRequested() throws {
    try install(
      LintTests.claiming("org.no.a", "org.no.b", "org.no.c", "org.no.d", "org.no.e"), as: "a")
    func count(_ words: String...) throws -> Int {
      try installation.run(words).lines.count { $0.contains("claims 'org.no.") }
    }
    #expect(try count("doctor") == 3)
    #expect(try count("doctor", "--all") == 5)
  }

  @Test
  func aMaskedBundleIsShadowed() throws {
    try installation.declare("org.one.menu", extension: "xyz")
    #expect(try group("shadowed-declaration") == nil)
    try installation.declare(
      "org.one.menu", extension: "xyz", in: "data/typed/declarations/other.json")
    #expect(try group("shadowed-declaration")?.count == 1)
  }

  @Test
  func anExportOutsideItsDomainIsForeign() throws {
    let menu = #"{"UTTypeIdentifier": "org.one.menu", "UTTypeConformsTo": ["public.data"]}"#
    try install(types("org.one.app", menu), as: "a")
    #expect(try group("foreign-export") == nil)
    try install(types("org.other.app", menu), as: "a")
    let items = try #require(try group("foreign-export")).items
    #expect(items.count == 1)
    #expect(items[0].hasSuffix("'org.other.app' exports 'org.one.menu'"))
  }

  @Test
  func aClaimOnATypeThatIsNotDeclaredDangles() throws {
    try install(LintTests.claiming("public.jpeg"), as: "a")
    #expect(try group("dangling") == nil)
    try install(LintTests.claiming("org.missing.type"), as: "a")
    #expect(try group("dangling")?.count == 1)
    // The finding with its position is listed once, below.
    let lines = try installation.run("doctor").lines
    #expect(lines.contains { $0.hasPrefix("problem\tdangling\t1\t") })
    #expect(lines.count { $0.contains("claims 'org.missing.type'") } == 1)
  }

  @Test
  func aCycleIsShown() throws {
    func cycle(_ parent: String) -> String {
      types(
        "org.one.app",
        """
        {"UTTypeIdentifier": "org.one.a", "UTTypeConformsTo": ["org.one.b"]},
        {"UTTypeIdentifier": "org.one.b", "UTTypeConformsTo": ["\(parent)"]}
        """)
    }
    try install(cycle("public.data"), as: "a")
    #expect(try group("cycle") == nil)
    try install(cycle("org.one.a"), as: "a")
    #expect(try group("cycle")?.count == 1)
  }

  // MARK: - Applications and choices

  @Test
  func aProgramThatIsMissingIsShown() throws {
    let sound = LintTests.claiming("public.jpeg")
    try install(sound, as: "a")
    #expect(try group("program-missing") == nil)
    try install(sound.replacing("/bin/true", with: "/no/such/program"), as: "a")
    #expect(try group("program-missing")?.items.count == 1)
    #expect(try group("program-missing")?.items[0].hasPrefix("org.acme.o: ") == true)
  }

  @Test
  func aChoiceOfAnApplicationThatIsGoneSleeps() throws {
    try install(LintTests.claiming("public.jpeg"), as: "a")
    #expect(try installation.run("default", "set", "public.jpeg", "org.acme.o").status == 0)
    #expect(try group("sleeping-choice") == nil)
    try FileManager.default.removeItem(atPath: "\(installation.declarations)/a.json")
    #expect(try group("sleeping-choice")?.items == ["public.jpeg: org.acme.o"])
    #expect(try installation.run("default", "unset", "public.jpeg").status == 0)
    #expect(try group("sleeping-choice") == nil)
  }

  @Test
  func aRegistrationWithoutItsFileSleeps() throws {
    let file = try installation.declare("org.one.menu", extension: "xyz", in: "work/a.json")
    #expect(try installation.run("register", file).status == 0)
    #expect(try group("sleeping-registration") == nil)
    try FileManager.default.removeItem(atPath: file)
    #expect(try group("sleeping-registration")?.count == 1)
    #expect(try installation.run("gc").status == 0)
    #expect(try group("sleeping-registration") == nil)
  }

  // MARK: - Files

  @Test
  func aDirectoryThatCannotBeListedIsShown() throws {
    try installation.declare("org.one.menu", extension: "xyz")
    #expect(try group("unreadable") == nil)
    // A link to itself, because root reads everything.
    try FileManager.default.removeItem(atPath: installation.declarations)
    try FileManager.default.createSymbolicLink(
      atPath: installation.declarations, withDestinationPath: "declarations")
    #expect(try group("unreadable")?.count == 1)
  }

  @Test
  func anImageThatCannotBeWrittenIsShown() throws {
    try installation.declare("org.one.menu", extension: "xyz")
    #expect(try group("image-not-written") == nil)
    installation.environment["XDG_CACHE_HOME"] = "/dev/null/none"
    #expect(try group("image-not-written")?.items[0].hasPrefix("/dev/null/none/") == true)
  }

  @Test
  func aDamagedImageIsShownOnce() throws {
    try installation.declare("org.one.menu", extension: "xyz")
    try installation.warm()
    let image = URL(fileURLWithPath: try installation.image())
    var bytes = try Data(contentsOf: image)
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: image)
    unsafe chmod(image.path, 0o600)
    #expect(try group("image-damaged")?.count == 1)
    #expect(try group("image-damaged") == nil)
  }

  // MARK: - The daemon

  private func kinds(_ change: (inout RegistryStatus) -> Void) -> [String] {
    var status = RegistryStatus(
      PublishedRegistry(RegistryCompiler.compile([]).registry, generation: 1), of: .current)
    let (digest, searchPath) = (status.digest, status.searchPathDigest)
    change(&status)
    return DaemonExamination.problems(
      of: status, at: "/socket", digest: digest, searchPath: searchPath,
      environment: DaemonEnvironment(status)
    ).map(\.kind)
  }

  @Test
  func aDaemonIsComparedWithTheDeclarations() {
    #expect(kinds { _ in }.isEmpty)
    #expect(kinds { $0.digest = "other" } == ["daemon-behind"])
    // No reload would make them equal.
    #expect(
      kinds {
        $0.digest = "other"
        $0.searchPathDigest = "other"
      } == ["daemon-core"])
    #expect(
      kinds {
        $0.digest = "other"
        $0.environment = String(repeating: "0", count: 104) + "-"
      } == ["daemon-elsewhere"])
    // What another version has read is of its own core.
    #expect(
      kinds {
        $0.digest = "other"
        $0.version = "0.0.1"
      } == ["daemon-version"])
    #expect(kinds { $0.version = ProgramVersion.text }.isEmpty)
    #expect(
      kinds { $0.watching = RegistryStatus.Watching(problem: nil, interval: 30) }.isEmpty)
    #expect(
      kinds { $0.watching = RegistryStatus.Watching(problem: "no room", interval: 30) }
        == ["daemon-not-watching"])
  }

  /// The hint names the way to the same environment.
  @Test(arguments: [
    (
      ["PATH"],
      "commands do without it; 'systemctl --user import-environment PATH' and a restart give it this "
        + "PATH; 'TRProgramDirectories' names directories for both"
    ),
    (
      ["HOME or root directory", "PATH"],
      "commands do without it; start it with the same environment to use it"
    ),
  ])
  func aDaemonOfAnotherEnvironmentHasAHint(_ variables: [String], _ hint: String) throws {
    let status = RegistryStatus(
      PublishedRegistry(RegistryCompiler.compile([]).registry, generation: 1), of: .current)
    let problems = DaemonExamination.problems(
      of: status, at: "/socket", digest: status.digest, searchPath: status.searchPathDigest,
      environment: .other(variables))
    let problem = try #require(problems.first)
    #expect(problems.count == 1 && problem.kind == "daemon-elsewhere")
    #expect(problem.hint == hint)
    #expect(
      problem.items == [
        "'/socket': its environment is another (\(variables.joined(separator: ", ")))"
      ])
  }

  // MARK: - Choices of the site

  private static let site = """
    {"CFBundleIdentifier": "org.site",
     "TRDefaultHandlers": {"public.jpeg": "org.gone", "public.png": "org.one.menu-application"}}
    """

  /// By the commands that look at the file before it is installed.
  @Test
  func aSitesChoiceOfAMissingApplicationIsFound() throws {
    try installation.write(Self.site, to: "work/site.json")
    let message = "default handler 'org.gone' for 'public.jpeg' is not installed"
    for words in [["lint"], ["register", "--dry-run"]] {
      let asked = try installation.run(words + ["--origin", "local", "site.json"])
      #expect((asked.text + asked.errorText).contains(message), "\(asked.errorText)")
    }
    let asUser = try installation.run("lint", "site.json")
    #expect(asUser.text.contains("'utcli lint --origin local'"))
    #expect(!asUser.text.contains("org.gone"))
  }
}
