// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Which of several desktop entries of one name is in effect, and what it keeps.
@Suite struct DesktopEntryMaskingTests {
  /// An entry in a directory of some precedence.
  private static func entry(
    _ identifier: String, _ origin: Origin, precedence: Int, types: String = "image/jpeg",
    lines: String = ""
  ) throws -> CompilerInput {
    let text =
      "[Desktop Entry]\nType=Application\nName=\(identifier)\nExec=/bin/true %F\n"
      + "MimeType=\(types);\n\(lines)"
    let path = "/\(precedence)/\(identifier).desktop"
    var (bundle, _) = DesktopEntryParser.parse(
      Array(text.utf8), path: path, identifier: identifier, origin: origin)
    bundle?.level = precedence
    return CompilerInput(
      DeclarationUnit(try #require(bundle)), path: path, program: .present("/bin/true"))
  }

  private static func registry(_ entries: [CompilerInput]) -> CompiledRegistry {
    RegistryCompiler.compile(
      [CompilerInput(World.types)] + entries, diagnostics: [], inputs: [], builtAt: 0
    ).registry
  }

  private static func paths(_ registry: CompiledRegistry) -> [String] {
    registry.answer(.type(.test("public.jpeg"))).handlers.map(\.path)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func theDirectoryThatComesFirstMasksTheOthers(_ order: [Int]) throws {
    let entries = try order.map { index in
      try Self.entry("viewer", [.user, .local, .system][index], precedence: index)
    }
    let registry = Self.registry(entries)
    #expect(Self.paths(registry) == ["/0/viewer.desktop"])
    let masked = registry.bundles(in: .none).filter { $0.maskedBy != nil }
    #expect(masked.map(\.path) == ["/1/viewer.desktop", "/2/viewer.desktop"])
    #expect(Set(masked.map(\.maskedBy)) == ["/0/viewer.desktop"])
  }

  @Test func namesThatDifferInCaseMaskNothing() throws {
    let registry = Self.registry([
      try Self.entry("rec-F", .user, precedence: 0), try Self.entry("rec-f", .user, precedence: 0),
      try Self.entry("rec-f", .system, precedence: 1),
      try Self.entry("REC-f", .system, precedence: 1),
    ])
    #expect(
      Set(Self.paths(registry)) == ["/0/rec-F.desktop", "/0/rec-f.desktop", "/1/REC-f.desktop"])
    let masked = registry.bundles(in: .none).filter { $0.maskedBy != nil }
    #expect(masked.map(\.path) == ["/1/rec-f.desktop"])
    #expect(masked.map(\.maskedBy) == ["/0/rec-f.desktop"])
  }

  @Test func aCopyKeepsTheRankOfWhatItMasks() throws {
    let other = try Self.entry("zoom", .local, precedence: 2)
    let system = try Self.entry("viewer", .system, precedence: 2)
    let copy = try Self.entry("viewer", .user, precedence: 0)
    #expect(
      Self.paths(Self.registry([other, system])) == ["/2/viewer.desktop", "/2/zoom.desktop"])
    let registry = Self.registry([other, system, copy])
    #expect(Self.paths(registry) == ["/0/viewer.desktop", "/2/zoom.desktop"])
    let handlers = registry.answer(.type(.test("public.jpeg"))).handlers
    #expect(handlers.first?.origin == .user)
    let own = Self.registry([try Self.entry("home", .user, precedence: 0), system, copy])
    #expect(
      own.answer(.type(.test("public.jpeg"))).handlers.first?.reason
        == "before 'home' by origin: has origin user, and masks an entry of origin system; the other "
        + "has origin user")
    // Without one to mask, it is only the user's.
    #expect(
      Self.paths(Self.registry([other, copy])) == ["/2/zoom.desktop", "/0/viewer.desktop"])
  }

  @Test func aCopyKeepsThePlaceOfWhatItMasks() throws {
    let first = try Self.entry("zoom", .local, precedence: 2)
    let system = try Self.entry("viewer", .system, precedence: 3)
    let local = try Self.entry("viewer", .local, precedence: 1)
    let copy = try Self.entry("viewer", .user, precedence: 0)
    // Alone, it would come first.
    #expect(Self.paths(Self.registry([first, local])) == ["/1/viewer.desktop", "/2/zoom.desktop"])
    for copies in [[local], [copy], [copy, local]] {
      let registry = Self.registry([first, system] + copies)
      let path = copies.count == 1 && copies[0].path == local.path ? local.path : copy.path
      #expect(Self.paths(registry) == ["/2/zoom.desktop", path])
      #expect(
        registry.answer(.type(.test("public.jpeg"))).handlers.last?.reason
          == "after 'zoom' by directory: is in '\(path.dropLast("/viewer.desktop".count))', and is "
          + "ordered like the entry that it masks in '/3'; the other is in '/2'")
    }
  }

  /// A directory that users can change comes last in the variable as well: it moves nothing of others.
  @Test func anEntryThatUsersCanChangeMovesNoOther() throws {
    let first = try Self.entry("zoom", .local, precedence: 2)
    let viewer = try Self.entry("viewer", .system, precedence: 1)
    let shared = try Self.entry("viewer", .user, precedence: 4)
    #expect(
      Self.paths(Self.registry([first, viewer, shared]))
        == ["/1/viewer.desktop", "/2/zoom.desktop"])
  }

  @Test func aHiddenCopyRemovesTheApplication() throws {
    let system = try Self.entry("viewer", .system, precedence: 2)
    let hidden = try Self.entry("viewer", .user, precedence: 0, lines: "Hidden=true\n")
    let registry = Self.registry([system, hidden])
    #expect(Self.paths(registry).isEmpty)
    #expect(registry.startableApplications.isEmpty)
  }

  @Test func aCopyWithoutTypesTakesThemAway() throws {
    let system = try Self.entry("viewer", .system, precedence: 2)
    let copy = try Self.entry("viewer", .user, precedence: 0, types: "")
    #expect(Self.paths(Self.registry([system, copy])).isEmpty)
  }

  @Test func aDeclarationFileMasksEntriesThatAreNotMoreTrusted() throws {
    let declared = CompilerInput(
      Bundle.application(
        "viewer", origin: .local, [.test("public.image")]))
    let local = try Self.entry("viewer", .local, precedence: 1)
    let system = try Self.entry("viewer", .system, precedence: 2)
    #expect(Self.paths(Self.registry([declared, local])) == ["/test/viewer.json"])
    #expect(Self.paths(Self.registry([declared, system])) == ["/2/viewer.desktop"])
  }

  @Test func weightDecidesAmongEquals() throws {
    let light = try Self.entry("a", .system, precedence: 2, lines: "InitialPreference=2\n")
    let heavy = try Self.entry("b", .system, precedence: 2, lines: "InitialPreference=9\n")
    let registry = Self.registry([light, heavy])
    #expect(Self.paths(registry) == ["/2/b.desktop", "/2/a.desktop"])
    #expect(
      registry.answer(.type(.test("public.jpeg"))).handlers.first?.reason.contains("weight 9")
        == true)
  }

  @Test func aGuessedRoleFiltersAndNeverOrders() throws {
    let editor = try Self.entry("b", .system, precedence: 2, lines: "Categories=RasterGraphics;\n")
    let viewer = try Self.entry("a", .system, precedence: 2)
    let registry = Self.registry([editor, viewer])
    #expect(Self.paths(registry) == ["/2/a.desktop", "/2/b.desktop"])
    #expect(
      registry.answer(.type(.test("public.jpeg")), roles: .editor).handlers.map(\.path)
        == ["/2/b.desktop"])
  }
}
