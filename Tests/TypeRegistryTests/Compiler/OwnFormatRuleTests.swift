// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Viewers list the formats in which other programs keep their work.
@Suite struct OwnFormatRuleTests {
  private static let types = Bundle.test(
    "org.test.formats",
    [
      .test("org.gimp.xcf", parents: ["public.image"], mimeTypes: ["image/x-xcf"]),
      .test("org.kde.krita.picture", parents: ["public.image"], mimeTypes: ["image/x-krita"]),
      .test("com.compuserve.gif", parents: ["public.image"], mimeTypes: ["image/gif"]),
      .test("org.gimp.notes", parents: ["public.data"], mimeTypes: ["application/x-notes"]),
      .test("public.gimp", parents: ["public.image"], mimeTypes: ["image/x-shared"]),
    ])
  private static let all =
    "image/x-xcf;image/x-krita;image/gif;image/x-shared;image/jpeg;application/x-notes;image/*"

  private static func entry(
    _ identifier: String, _ categories: String, weight: Int = 0, origin: Origin = .system,
    program: LaunchProgram = .present("/bin/true")
  ) throws -> CompilerInput {
    let text =
      "[Desktop Entry]\nType=Application\nName=\(identifier)\nExec=/bin/true %F\n"
      + "MimeType=\(all);\nCategories=\(categories);\nInitialPreference=\(weight)\n"
    let path = "/\(origin)/\(identifier).desktop"
    let (bundle, _) = DesktopEntryParser.parse(
      Array(text.utf8), path: path, identifier: identifier, origin: origin)
    return CompilerInput(DeclarationUnit(try #require(bundle)), path: path, program: program)
  }

  private static func registry(_ entries: CompilerInput...) -> CompiledRegistry {
    RegistryCompiler.compile(
      [CompilerInput(World.types), CompilerInput(types)] + entries, diagnostics: [], inputs: [],
      builtAt: 0
    ).registry
  }

  @Test(arguments: ["gimp", "org.gimp.GIMP", "org.gimp.GIMP.Stable"])
  func theApplicationOfTheFormatOpensIt(_ editor: String) throws {
    let gwenview = try Self.entry("org.kde.gwenview", "Viewer", weight: 8)
    let photos = try Self.entry("a.photos", "Viewer")
    let registry = Self.registry(gwenview, photos, try Self.entry(editor, "RasterGraphics"))
    let answer = registry.answer(.type(.test("org.gimp.xcf")))
    #expect(answer.handlers.map(\.bundle) == [editor, "org.kde.gwenview", "a.photos"])
    #expect(answer.handlers.map(\.claim?.rank) == [.default, .alternate, .alternate])
    #expect(answer.handlers.first?.rule == .rank)
    // Whether its program is there decides about the others, too.
    #expect(registry.programsThatDecideRanks == ["/bin/true"])
    #expect(Self.registry(gwenview, photos).programsThatDecideRanks.isEmpty)
    // Its main use of all other pictures is the viewer's.
    for type in ["com.compuserve.gif", "public.jpeg", "public.gimp", "public.image"] {
      #expect(registry.opening(type).first == "org.kde.gwenview")
    }
    // Nor does it concern what is not the main use of viewers.
    let notes = registry.answer(.type(.test("org.gimp.notes"))).handlers
    #expect(notes.allSatisfy { $0.claim?.rank == .alternate })
  }

  @Test func withoutItTheViewerOpensTheFormat() throws {
    let gwenview = try Self.entry("org.kde.gwenview", "Viewer")
    for entries in [
      [gwenview], [gwenview, try Self.entry("org.gimpel.app", "RasterGraphics")],
      [gwenview, try Self.entry("gimp", "RasterGraphics", program: .missing(.notFound))],
    ] {
      let registry = RegistryCompiler.compile(
        [CompilerInput(World.types), CompilerInput(Self.types)] + entries, diagnostics: [],
        inputs: [], builtAt: 0
      ).registry
      let first = registry.answer(.type(.test("org.gimp.xcf"))).handlers.first
      #expect(first?.bundle == "org.kde.gwenview" && first?.claim?.rank == .default)
    }
  }

  /// Applications of one maker are not all those of its formats.
  @Test func theMostLabelsDecide() throws {
    let gwenview = try Self.entry("org.kde.gwenview", "Viewer", weight: 8)
    let krita = try Self.entry("org.kde.krita", "RasterGraphics")
    #expect(
      Self.registry(gwenview, krita).opening("org.kde.krita.picture")
        == ["org.kde.krita", "org.kde.gwenview"])
    // Nor is one of them the maker if that is not installed.
    let photos = try Self.entry("a.photos", "Viewer", weight: 9)
    #expect(
      Self.registry(gwenview, photos).opening("org.kde.krita.picture")
        == ["a.photos", "org.kde.gwenview"])
  }

  /// An entry that a user can write, and that shares more labels, takes nothing from the maker.
  @Test func aMakerOfTheSystemStaysBesideOneOfAUser() throws {
    let registry = Self.registry(
      try Self.entry("org.gimp.GIMP", "RasterGraphics"), try Self.entry("b.viewer", "Viewer"),
      try Self.entry("org.gimp.xcf", "RasterGraphics", origin: .user))
    #expect(
      registry.opening("org.gimp.xcf") == ["org.gimp.GIMP", "b.viewer", "org.gimp.xcf"])
  }

  @Test func whatAUserCanChangeMovesOnlyWhatIsTheUsers() throws {
    let system = [
      try Self.entry("a.editor", "RasterGraphics"), try Self.entry("b.viewer", "Viewer"),
    ]
    let registry = Self.registry(
      system[0], system[1], try Self.entry("c.viewer", "Viewer", origin: .user),
      try Self.entry("org.gimp.evil", "RasterGraphics", origin: .user))
    let handlers = registry.answer(.type(.test("org.gimp.xcf"))).handlers
    #expect(handlers.map(\.bundle) == ["b.viewer", "a.editor", "org.gimp.evil", "c.viewer"])
  }
}
