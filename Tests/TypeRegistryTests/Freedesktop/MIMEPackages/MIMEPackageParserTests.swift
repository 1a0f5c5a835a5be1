// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
@testable import TypeRegistry

@Suite struct MIMEPackageParserTests {
  private typealias Result = (bundle: Bundle?, diagnostics: [Diagnostic])

  private static func parse(_ text: String, path: String = "/p/kitchen.xml") -> Result {
    MIMEPackageParser.parse(Array(text.utf8), path: path, origin: .system)
  }

  /// The package that consists of these types.
  private static func package(_ types: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<mime-info xmlns=\"\(MIMEPackageParserTests.namespace)\">\(types)</mime-info>"
  }

  private static let namespace = "http://www.freedesktop.org/standards/shared-mime-info"

  /// The declaration of `text/x-recipe` with these elements.
  private static func recipe(_ elements: String, of name: String = "text/x-recipe") throws -> (
    declaration: TypeDeclaration, diagnostics: [Diagnostic]
  ) {
    let result = parse(package("<mime-type type=\"\(name)\">\(elements)</mime-type>"))
    return (try #require(result.bundle?.declarations.first), result.diagnostics)
  }

  /// The translations by language, as `language:untranslated=translated` in order.
  private static func translations(_ bundle: Bundle) -> [String] {
    let keys = bundle.declarations.map(\.typeDescription)
    var found: [String] = []
    bundle.descriptionTranslations.forEach(keys: keys) { language, declaration, text in
      let bytes = (0..<text.count).map { text[$0] }
      found.append(
        "\(bundle.descriptionTranslations.languages[language]):\(keys[declaration] ?? "")="
          + String(decoding: bytes, as: UTF8.self))
    }
    return found
  }

  /// A generated MIME type can name a supertype that the media type adds.
  @Test(arguments: [
    ("application/x-uti.public.data", "", [], TypeDeclaration.UsualParent.none),
    ("image/x-uti.public.image", "", [], .none),
    (
      "image/png", "<sub-class-of type=\"image/x-uti.public.image\"/>", ["public.image"], .none
    ),
    ("image/png", "", ["public.image"], .last),
  ])
  func noParentIsDeclaredTwiceOrOfItself(
    _ name: String, _ elements: String, _ parents: [String], _ usual: TypeDeclaration.UsualParent
  ) throws {
    let declaration = try Self.recipe(elements, of: name).declaration
    #expect(declaration.parents.map(\.text) == parents)
    #expect(declaration.usualParent == usual)
  }

  /// Translations written with double quotes are read in a shorter way than others.
  @Test func allSpellingsOfTranslationsMeanTheSame() throws {
    let long = String(repeating: "x", count: DeclarationLimits.maximumTextBytes + 1)
    let comments = [
      ("de", "Rezept"), ("pt-BR", " receita "), ("ru", "рецепт"), ("", "x"), ("a/b", "x"),
      ("fr", ""),
      ("it", long), ("de", "Kochrezept"), ("x", "y"),
    ]
    func package(_ write: (_ language: String, _ text: String) -> String) -> Result {
      Self.parse(
        Self.package(
          "<mime-type type=\"text/x-recipe\"><comment>recipe</comment>"
            + comments.map { write($0.0, $0.1) }.joined(separator: "\n")
            + "<glob pattern=\"*.recipe\"/></mime-type>"))
    }
    let plain = package { "<comment xml:lang=\"\($0)\">\($1)</comment>" }
    let other = package { "<comment xml:lang='\($0)'>\($1)</comment>" }
    let (bundle, otherBundle) = try (#require(plain.bundle), #require(other.bundle))
    #expect(Self.translations(bundle) == Self.translations(otherBundle))
    #expect(
      Self.translations(bundle) == [
        "de:recipe=Kochrezept", "pt_BR:recipe=receita", "ru:recipe=рецепт",
      ])
    #expect(bundle.declarations == otherBundle.declarations)
    #expect(plain.diagnostics == other.diagnostics)
    #expect(plain.diagnostics.count == 4)
  }

  @Test func readsAPackage() throws {
    let (bundle, diagnostics) = Self.parse(
      Self.package(
        """
        <!-- what cooks write -->
        <mime-type type="text/x-recipe">
          <comment>recipe</comment>
          <comment xml:lang="de">Rezept</comment>
          <comment xml:lang="pt-BR">receita</comment>
          <acronym>RCP</acronym>
          <expanded-acronym>Recipe Card Protocol</expanded-acronym>
          <generic-icon name="x-office-document"/>
          <glob pattern="*.recipe"/>
          <glob weight="60" pattern="RECIPE"/>
          <alias type="application/x-recipe"/>
          <sub-class-of type="application/xml"/>
          <magic priority="50"><match type="string" value="recipe:" offset="0"/></magic>
        </mime-type>
        <mime-type type="application/x-menu"><comment>menu</comment></mime-type>
        """))
    let package = try #require(bundle)
    #expect(diagnostics.isEmpty)
    #expect(package.kind == .mimePackage)
    #expect(package.identifier == "kitchen.xml")
    #expect(package.origin == .system)
    #expect(package.path == "/p/kitchen.xml")
    let recipe = package.declarations[0]
    #expect(recipe.identifier.text == "org.freedesktop.mime.text.x-recipe")
    #expect(recipe.kind == .imported)
    #expect(
      recipe.tags.map(\.description) == [
        "public.mime-type=text/x-recipe", "public.mime-type=application/x-recipe",
        "public.filename-extension=recipe", "org.freedesktop.filename-glob=recipe",
      ])
    #expect(recipe.weights == [try TypeRegistry.Tag(.filenameGlob, "RECIPE"): 60])
    #expect(recipe.freedesktopMIMEType == recipe.tags[0])
    #expect(
      recipe.parents.map(\.text) == ["org.freedesktop.mime.application.xml", "public.plain-text"])
    #expect(recipe.typeDescription == "recipe")
    #expect(recipe.genericIconName == "x-office-document")
    #expect(recipe.iconName == nil)
    #expect(!recipe.deletesPatterns)
    #expect(recipe.location == SourceLocation(line: 3, column: 12))
    let menu = package.declarations[1]
    #expect(menu.identifier.text == "org.freedesktop.mime.application.x-menu")
    #expect(menu.parents.map(\.text) == ["public.data"])
    #expect(package.declarations.count == 2)
    #expect(Self.translations(package) == ["de:recipe=Rezept", "pt_BR:recipe=receita"])
  }

  @Test(arguments: [
    ("<glob pattern='*.cook'/>", "public.filename-extension=cook", 50),
    ("<glob pattern='*.COOK'/>", "public.filename-extension=cook", 50),
    ("<glob pattern='*.tar.cook'/>", "public.filename-extension=tar.cook", 50),
    ("<glob pattern='*.cook' weight='10'/>", "public.filename-extension=cook", 10),
    ("<glob pattern='*.c' case-sensitive='true'/>", "public.filename-extension=c", 50),
    ("<glob pattern='*.C' case-sensitive='true'/>", "org.freedesktop.case-sensitive-glob=*.C", 50),
    ("<glob pattern='*.C' case-sensitive='false'/>", "public.filename-extension=c", 50),
    (
      "<glob pattern='core' case-sensitive='true'/>", "org.freedesktop.case-sensitive-glob=core", 50
    ),
    ("<glob pattern='Makefile'/>", "org.freedesktop.filename-glob=makefile", 50),
    ("<glob pattern='Makefile.*' weight='70'/>", "org.freedesktop.filename-glob=makefile.*", 70),
    ("<glob pattern='*~'/>", "org.freedesktop.filename-glob=*~", 50),
    ("<glob pattern='*.[ch]'/>", "org.freedesktop.filename-glob=*.[ch]", 50),
    ("<glob pattern='*.a*'/>", "org.freedesktop.filename-glob=*.a*", 50),
    ("<glob pattern='*.a b'/>", "org.freedesktop.filename-glob=*.a b", 50),
    ("<glob pattern='*.'/>", "org.freedesktop.filename-glob=*.", 50),
    ("<glob pattern='*..a'/>", "org.freedesktop.filename-glob=*..a", 50),
    ("<glob pattern='*.é'/>", "public.filename-extension=é", 50),
    ("<glob pattern='[0-9][0-9].vdr'/>", "org.freedesktop.filename-glob=[0-9][0-9].vdr", 50),
    ("<glob pattern='a&amp;b'/>", "org.freedesktop.filename-glob=a&b", 50),
    ("<glob pattern='*.k'/><glob pattern='*.k' weight='80'/>", "public.filename-extension=k", 80),
    ("<glob pattern='*.k' weight='80'/><glob pattern='*.k'/>", "public.filename-extension=k", 80),
    ("<glob pattern='*.k' weight='20'/><glob pattern='*.k'/>", "public.filename-extension=k", 50),
    ("<glob pattern='*.k'/><glob pattern='*.k' weight='20'/>", "public.filename-extension=k", 50),
  ])
  func readsPatterns(_ elements: String, _ tag: String, _ weight: Int) throws {
    let (declaration, diagnostics) = try Self.recipe(elements)
    #expect(diagnostics.isEmpty)
    #expect(declaration.tags.dropFirst().map(\.description) == [tag])
    #expect(declaration.weights == (weight == 50 ? [:] : [declaration.tags[1]: weight]))
  }

  @Test(arguments: [
    ("text/x-a", "", ["public.plain-text"]),
    (
      "text/x-a", "<sub-class-of type='text/plain'/>",
      ["org.freedesktop.mime.text.plain", "public.plain-text"]
    ),
    ("image/x-a", "", ["public.image"]),
    (
      "video/x-a", "<sub-class-of type='application/ogg'/>",
      ["org.freedesktop.mime.application.ogg", "public.movie"]
    ),
    (
      "application/x-a", "<sub-class-of type='text/B'/><sub-class-of type='application/c'/>",
      ["org.freedesktop.mime.text.b", "org.freedesktop.mime.application.c", "public.data"]
    ),
    (
      "application/x-a", "<sub-class-of type='a/b'/><sub-class-of type='a/b'/>",
      ["org.freedesktop.mime.a.b", "public.data"]
    ),
    ("multipart/x-a", "", ["public.data"]),
    ("x-content/a", "", ["public.volume"]),
  ])
  func readsParents(_ name: String, _ elements: String, _ parents: [String]) throws {
    let (declaration, diagnostics) = try Self.recipe(elements, of: name)
    #expect(declaration.parents.map(\.text) == parents)
    #expect(diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("<icon name='a'/>", "a", nil),
      ("<generic-icon name='b'/>", nil, "b"),
      ("<generic-icon name='b'/><icon name='a'/>", "a", "b"),
    ] as [(String, String?, String?)])
  func readsIcons(_ elements: String, _ icon: String?, _ generic: String?) throws {
    let declaration = try Self.recipe(elements).declaration
    #expect(declaration.iconName == icon)
    #expect(declaration.genericIconName == generic)
  }

  @Test func readsWhatIsSaidTwiceAsOneType() throws {
    let (bundle, diagnostics) = Self.parse(
      Self.package(
        """
        <mime-type type="text/x-a"><comment>a</comment><glob pattern="*.a"/></mime-type>
        <mime-type type="text/x-b"><comment>b</comment></mime-type>
        <mime-type type="Text/X-A"><comment xml:lang="de">ä</comment><glob-deleteall/>
          <glob pattern="*.aa"/><alias type="text/a"/></mime-type>
        """))
    let package = try #require(bundle)
    #expect(diagnostics.isEmpty)
    #expect(package.declarations.map(\.typeDescription) == ["a", "b"])
    #expect(package.declarations[0].deletesPatterns)
    #expect(package.declarations[0].tags.map(\.value) == ["text/x-a", "text/a", "a", "aa"])
    #expect(Self.translations(package) == ["de:a=ä"])
  }

  @Test func readsComments() throws {
    let (bundle, diagnostics) = Self.parse(
      Self.package(
        """
        <mime-type type="text/x-b"><comment> b
        </comment>
          <comment xml:lang="sr@latin">a&lt;b</comment>
          <comment xml:lang="de">x<!-- y --> z</comment>
          <comment xml:lang="fr"/>
          <comment xml:lang="da"><![CDATA[<]]></comment>
        </mime-type>
        <mime-type type="text/x-a"><comment>a</comment><comment xml:lang="de">ä</comment></mime-type>
        <mime-type type="text/x-c"><comment xml:lang="de">c</comment></mime-type>
        """))
    let package = try #require(bundle)
    #expect(diagnostics.isEmpty)
    #expect(package.declarations.map(\.typeDescription) == ["b", "a", nil])
    #expect(
      Self.translations(package) == ["da:b=<", "de:a=ä", "de:b=x z", "sr@latin:b=a<b"])
  }

  /// Time that is quadratic in the parts of a text would take minutes.
  @Test(.timeLimit(.minutes(10)))
  func leavesOutAnEndlessComment() throws {
    let parts = String(repeating: "a<x/>", count: 2_400_000)
    let (bundle, diagnostics) = Self.parse(
      Self.package(
        """
        <mime-type type="text/x-a"><comment>\(parts)</comment><glob pattern="*.a"/>
        <comment> a<x/><!-- b -->c<x/>d&amp; </comment></mime-type>
        """))
    let package = try #require(bundle)
    #expect(diagnostics.map(\.code) == [.textTooLong])
    #expect(package.declarations.map(\.typeDescription) == ["acd&"])
    #expect(package.declarations.map { $0.tags.map(\.value) } == [["text/x-a", "a"]])
  }

  @Test func unitHasTheTranslations() throws {
    let bundle = try #require(
      Self.parse(
        Self.package(
          """
          <mime-type type="text/x-b"><comment>b</comment><comment xml:lang="de">B</comment>
          </mime-type>
          <mime-type type="text/x-a"><comment>a</comment><comment xml:lang="de">A</comment>
          <comment xml:lang="cs">Á</comment></mime-type>
          """)
      ).bundle)
    let unit = DeclarationUnit(bundle)
    let translations = (0..<unit.translations.count).map { index in
      let record = unit.translations[index]
      return "\(unit.text(record.language)):\(unit.text(record.key))=\(unit.text(record.value))"
    }
    #expect(translations == ["cs:a=Á", "de:a=A", "de:b=B"])
  }

  /// A package of a prefixed namespace is rare, and valid.
  @Test func readsPrefixedElements() throws {
    let (bundle, diagnostics) = Self.parse(
      """
      <m:mime-info xmlns:m="\(Self.namespace)" xmlns:o="urn:other">
        <m:mime-type type="text/x-a"><m:comment>a</m:comment><o:comment>o</o:comment></m:mime-type>
        <o:mime-type type="text/x-b"/>
      </m:mime-info>
      """)
    let package = try #require(bundle)
    #expect(package.declarations.map(\.typeDescription) == ["a"])
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("<glob/>", Diagnostic.Code.invalidMIMEPackage, "has no 'pattern'"),
    ("<icon/>", .invalidMIMEPackage, "element 'icon' has no 'name' and is left out"),
    (
      "<sub-class-of type='a/a\(String(repeating: "+", count: 100))'/>", .invalidMIMEPackage,
      "is too long, and is left out"
    ),
    ("<glob pattern=''/>", .invalidMIMEPackage, "is empty"),
    ("<glob pattern='a/b'/>", .invalidMIMEPackage, "holds a '/'"),
    ("<glob pattern='*.k' weight='101'/>", .invalidMIMEPackage, "weight '101'"),
    ("<glob pattern='*.k' weight='much'/>", .invalidMIMEPackage, "weight 'much'"),
    ("<alias/>", .invalidMIMEPackage, "has no 'type'"),
    ("<alias type='text'/>", .invalidMIMEPackage, "'text' of 'alias' is not of the form"),
    ("<sub-class-of type='a/b/c'/>", .invalidMIMEPackage, "'a/b/c' of 'sub-class-of' is not"),
    ("<sub-class-of type='text/x-recipe'/>", .invalidMIMEPackage, "sub-class of itself"),
    ("<icon name='../a'/>", .invalidIconName, "is not the name of an icon"),
    ("<comment xml:lang='?'>a</comment>", .invalidMIMEPackage, "'?' is not a language"),
    ("<glop pattern='*.k'/>", .unknownKey, "element 'glop' is not known"),
  ])
  func leavesOutOneElement(
    _ element: String, _ code: Diagnostic.Code, _ message: String
  ) throws {
    let (declaration, diagnostics) = try Self.recipe("\n  \(element)<glob pattern='*.ok'/>")
    let finding = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(finding.code == code)
    #expect(finding.severity != .error)
    #expect(finding.message.contains(message))
    guard case .location(let location) = finding.position else {
      Issue.record("a finding has a position")
      return
    }
    #expect(location.line == 3)
    #expect(declaration.tags.contains(try TypeRegistry.Tag(.filenameExtension, "ok")))
  }

  @Test func leavesOutTypesWithoutAName() throws {
    let (bundle, diagnostics) = Self.parse(
      Self.package(
        """
        <mime-type><glob pattern="*.a"/></mime-type>
        <mime-type type="nonsense"><glob pattern="*.b"/></mime-type>
        <mime-type type="text/x-c"><glob pattern="*.c"/></mime-type>
        """))
    #expect(bundle?.declarations.map(\.identifier.text) == ["org.freedesktop.mime.text.x-c"])
    #expect(diagnostics.map(\.code) == [.invalidMIMEPackage, .invalidMIMEPackage])
  }

  @Test func aPackageWithoutANamespaceIsRead() {
    let (bundle, diagnostics) = Self.parse("<mime-info><mime-type type='text/x-c'/></mime-info>")
    #expect(bundle?.declarations.map(\.identifier.text) == ["org.freedesktop.mime.text.x-c"])
    #expect(diagnostics.map(\.message) == ["'mime-info' has no namespace"])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  /// An escape in an identifier has four characters for each that is neither a letter nor a digit.
  @Test func aMIMETypeWithoutAnIdentifierIsLeftOut() {
    let (bundle, diagnostics) = Self.parse(
      Self.package(
        "<mime-type type='a/a\(String(repeating: "+", count: 100))'><glob pattern='*.a'/>"
          + "</mime-type><mime-type type='text/x-c'/>"))
    #expect(bundle?.declarations.map(\.identifier.text) == ["org.freedesktop.mime.text.x-c"])
    #expect(diagnostics.map(\.code) == [.invalidMIMEPackage])
  }

  @Test(arguments: [
    ("", Diagnostic.Code.invalidXML),
    ("<mime-info", .invalidXML),
    ("<mime-info xmlns='\(namespace)'><mime-type type='a/b'></mime-info>", .invalidXML),
    ("<!DOCTYPE a [<!ENTITY e 'x'>]><mime-info xmlns='\(namespace)'/>", .invalidXML),
    ("<plist/>", .notAMIMEPackage),
    ("<mime-info xmlns='urn:other'/>", .notAMIMEPackage),
  ])
  func rejectsAFile(_ text: String, _ code: Diagnostic.Code) throws {
    let (bundle, diagnostics) = Self.parse(text)
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.first?.severity == .error)
  }

  @Test func nestsNoDeeperThanTheLimit() throws {
    func nested(_ depth: Int) -> String {
      let inner = depth - 2
      return Self.package(
        "<mime-type type='a/b'>" + String(repeating: "<x>", count: inner)
          + String(repeating: "</x>", count: inner) + "</mime-type>")
    }
    #expect(Self.parse(nested(64)).bundle != nil)
    #expect(Self.parse(nested(65)).bundle == nil)
  }

  @Test func boundsTypesTagsAndFindings() throws {
    func types(_ count: Int) -> String {
      Self.package((0..<count).map { "<mime-type type='a/t\($0)'/>" }.joined())
    }
    let most = DeclarationLimits.maximumTypesPerPackage
    #expect(Self.parse(types(most)).bundle?.declarations.count == most)
    let (bundle, diagnostics) = Self.parse(types(most + 1))
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.tooManyTypes])
    let globs = (0..<300).map { "<glob pattern='*.e\($0)'/>" }.joined()
    let many = try Self.recipe(globs)
    #expect(many.declaration.tags.count == 256)
    #expect(many.diagnostics.first?.code == .tooManyTags)
    let parents = try Self.recipe((0..<300).map { "<sub-class-of type='a/t\($0)'/>" }.joined())
    #expect(parents.declaration.parents.count == 256)
    let sloppy = try Self.recipe(String(repeating: "<glob/>", count: 1_000))
    #expect(sloppy.diagnostics.count == 101)
  }

  @Test func identifierIsTheFilesName() {
    let text = Self.package("")
    #expect(
      Self.parse(text, path: "/a b/freedesktop.org.xml").bundle?.identifier == "freedesktop.org.xml"
    )
    #expect(
      Self.parse(text, path: "two words\u{202E}.xml").bundle?.identifier == "two-words---.xml")
    #expect(Self.parse(text, path: "").bundle?.identifier == "mime-package")
  }

  /// Every truncation and every changed byte of a package gives a bundle or an error.
  @Test func survivesDamage() throws {
    let text = Array(
      Self.package(
        """
        <mime-type type="text/x-a"><comment>a</comment><comment xml:lang="de">ä&amp;</comment>
        <glob pattern="*.a" weight="60"/><alias type="a/b"/><sub-class-of type="c/d"/></mime-type>
        """
      ).utf8)
    for count in text.indices {
      let (bundle, diagnostics) = MIMEPackageParser.parse(
        Array(text[..<count]), path: "a", origin: .user)
      #expect(bundle == nil && diagnostics.contains { $0.severity == .error })
    }
    for index in text.indices {
      for byte in [0, UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "&"), 0xFF] {
        var damaged = text
        damaged[index] = byte
        let (bundle, diagnostics) = MIMEPackageParser.parse(damaged, path: "a", origin: .user)
        #expect(bundle != nil || diagnostics.contains { $0.severity == .error })
      }
    }
  }
}
