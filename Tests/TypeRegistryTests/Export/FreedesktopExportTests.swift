// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// What an export says, read again in this process.
@Suite struct FreedesktopExportTests {
  private static let core = RegistryLoader.bundles(
    of: RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil))

  /// An application with a type of every kind.
  private static let bistro = """
    {
      "CFBundleIdentifier": "org.bistro.restaurant", "CFBundleName": "Restaurant & Café",
      "CFBundleDevelopmentRegion": "en", "CFBundleIconFile": "bistro",
      "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.bistro.menu", "UTTypeDescription": "Menu <\\"of the day\\">",
         "UTTypeConformsTo": ["public.json", "public.composite-content"], "UTTypeVersion": "2",
         "UTTypeReferenceURL": "https://bistro.example/?a=1&b=2", "UTTypeIconName": "bistro-menu",
         "UTTypeTagSpecification": {"public.filename-extension": ["menu", "menu.gz", "m[1]"],
           "com.apple.ostype": ["MENU"], "com.apple.nspboard-type": ["Bistro Menu"],
           "org.freedesktop.filename-glob": ["menu-of-*", "menufile"],
           "org.freedesktop.case-sensitive-glob": ["*.M"]}},
        {"UTTypeIdentifier": "org.bistro.bill", "UTTypeDescription": "Bill",
         "UTTypeConformsTo": ["org.bistro.paper", "public.plain-text"],
         "UTTypeTagSpecification": {"public.filename-extension": ["bill"],
           "public.mime-type": ["application/x-bistro-bill", "text/x-bill"]}},
        {"UTTypeIdentifier": "org.bistro.paper", "UTTypeConformsTo": ["public.content"]},
        {"UTTypeIdentifier": "org.bistro.album", "UTTypeConformsTo": ["com.apple.package"],
         "UTTypeTagSpecification": {"public.filename-extension": ["bistroalbum"]}},
        {"UTTypeIdentifier": "org.bistro.dish", "UTTypeConformsTo": ["public.image"],
         "UTTypeTagSpecification": {"public.filename-extension": ["dish"]}}],
      "TRTypeSupplements": [{"UTTypeIdentifier": "public.png",
        "UTTypeTagSpecification": {"public.filename-extension": ["bistropng"]}}],
      "CFBundleDocumentTypes": [
        {"LSItemContentTypes": ["org.bistro.menu", "org.bistro.bill", "public.jpeg"],
         "CFBundleTypeRole": "Editor"},
        {"CFBundleTypeExtensions": ["png"]}],
      "CFBundleURLTypes": [{"CFBundleURLSchemes": ["bistro"], "CFBundleURLName": "Table"}],
      "TRLaunch": {"Arguments": ["/opt/bi stro/run", "100%", "a\\"$b`\\\\", "", "--file=%f"],
        "Terminal": true},
      "TRLocalizedStrings": {"de": {"Bill": "Rechnung", "Restaurant & Café": "Gasthaus"},
        "pt_BR": {"Bill": "Conta"}}
    }
    """

  private func parsed(_ text: String) throws -> Bundle {
    let (bundle, diagnostics) = BundleParser.parse(
      Array(text.utf8), path: "/bistro.json", origin: .user)
    #expect(!diagnostics.contains { $0.severity == .error }, "\(diagnostics)")
    return try #require(bundle)
  }

  private func export(
    _ bundles: [Bundle], _ selection: FreedesktopExport.Selection = .installed(withCore: false)
  ) -> FreedesktopExport {
    FreedesktopExport(of: Self.core + bundles, selecting: selection)
  }

  /// The package of an export, read as the user's.
  private func imported(_ types: [ExportedType]) throws -> Bundle {
    let (bundle, diagnostics) = MIMEPackageParser.parse(
      MIMEPackageWriter.bytes(types), path: "/typeregistry.xml", origin: .user)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    return try #require(bundle)
  }

  /// An installed package makes the MIME type of one type an alias of the other's.
  @Test func aTypeUnderTheNameOfAnotherIsLeftOutWithAReason() throws {
    let types = ["org.bistro.afeed": "text/x-feed", "org.bistro.feed": "application/x-feed"]
      .map { type, name in
        """
        {"UTTypeIdentifier": "\(type)", "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.mime-type": ["\(name)"]}}
        """
      }
    let declarations = try parsed(
      #"{"CFBundleIdentifier": "org.bistro.feeds", "UTExportedTypeDeclarations": ["#
        + types.joined(separator: ",") + "]}")
    let package = MIMEPackageParser.parse(
      Array(
        """
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-FEED"><alias type="text/x-feed"/></mime-type></mime-info>
        """.utf8), path: "/p/feed.xml", origin: .user)
    let export = export([declarations, try #require(package.bundle)])
    #expect(export.types.map(\.identifier.text) == ["org.bistro.feed"])
    #expect(export.types.map(\.mimeType) == ["application/x-FEED"])
    #expect(
      export.losses == [
        "'org.bistro.afeed' is left out: to an installed package its MIME type is an alias of "
          + "'application/x-FEED', which is written for 'org.bistro.feed'"
      ])
  }

  /// What is compared of a type: everything but where it is declared, and generated names.
  private struct Facts: Equatable {
    var tags: Set<TypeRegistry.Tag>
    var preferredExtension: String?
    var parents: [TypeIdentifier]
    var descriptions: [String?]
    var icons: [String]
    var iconName: String?
    var version: String?
    var referenceURL: String?

    init?(_ type: TypeIdentifier, in registry: CompiledRegistry) {
      guard let information = registry.information(on: type), information.isDeclared else {
        return nil
      }
      let own = information.tags.filter {
        FreedesktopName.identifier(ofGeneratedMIMEType: $0) == nil
      }
      tags = Set(own)
      preferredExtension = information.preferredTag(.filenameExtension)
      parents = information.parents
      descriptions = ["", "de", "pt_BR", "fr"].map {
        registry.information(on: type, in: LanguageList($0))?.description
      }
      icons = information.iconNames.filter { !$0.contains(FreedesktopName.generatedPrefix) }
      iconName = information.iconName
      version = information.version
      referenceURL = information.referenceURL
    }
  }

  @Test func whatIsReadAgainIsTheSame() throws {
    let bundle = try parsed(Self.bistro)
    let export = export([bundle])
    let before = RegistryCompiler.compile(Self.core + [bundle]).registry
    let after = RegistryCompiler.compile(Self.core + [try imported(export.types)]).registry
    for type in bundle.declarations.map(\.identifier) + [.test("public.png")] {
      let facts = try #require(Facts(type, in: before))
      let again = try #require(Facts(type, in: after), "\(type)")
      #expect(again == facts, "\(type)")
    }
    for name in ["a.menu", "a.MENU.gz", "menu-of-monday", "MenuFile", "x.M", "a.bill", "b.dish"] {
      let answers = [before, after].map { registry in
        registry.fileType(name: Array(name.utf8)).identifier
      }
      #expect(answers[0] == answers[1] && !answers[0].isDynamic, "\(name)")
    }
  }

  @Test func aTypeWithoutAMIMETypeGetsOneThatSaysWhichItIs() throws {
    let types = export([try parsed(Self.bistro)]).types
    let names = Dictionary(uniqueKeysWithValues: types.map { ($0.identifier.text, $0.mimeType) })
    #expect(names["org.bistro.menu"] == "application/x-uti.org.bistro.menu")
    #expect(names["org.bistro.dish"] == "image/x-uti.org.bistro.dish")
    #expect(names["org.bistro.album"] == "inode/x-uti.org.bistro.album")
    #expect(names["org.bistro.bill"] == "application/x-bistro-bill")
    let bill = try #require(types.first { $0.identifier.text == "org.bistro.bill" })
    #expect(bill.aliases == ["text/x-bill"])
    #expect(bill.superclasses == ["application/x-uti.org.bistro.paper", "text/plain"])
    let menu = try #require(types.first { $0.identifier.text == "org.bistro.menu" })
    #expect(menu.superclasses == ["application/json"])
  }

  @Test func typesOfOneMIMETypeStayTwo() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.two", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.one", "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.mime-type": ["application/x-one"],
           "public.filename-extension": ["one1"]}},
        {"UTTypeIdentifier": "org.example.template", "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.mime-type": ["application/x-one"],
           "public.filename-extension": ["one2"]}}]}
      """
    let bundle = try parsed(text)
    let export = export([bundle])
    #expect(
      export.types.map(\.mimeType) == [
        "application/x-one", "application/x-uti.org.example.template",
      ])
    #expect(export.types[1].superclasses == ["application/x-one"])
    let before = RegistryCompiler.compile(Self.core + [bundle]).registry
    let after = RegistryCompiler.compile(Self.core + [try imported(export.types)]).registry
    for type in bundle.declarations.map(\.identifier) {
      let facts = Facts(type, in: before)
      #expect(Facts(type, in: after) == facts, "\(type)")
    }
  }

  @Test func ofATypeThatAPackageHasOnlyWhatIsNewIsWritten() throws {
    let text = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-bistro-bill"><comment>Bistro bill</comment>
      <sub-class-of type="text/plain"/><glob pattern="*.bill"/></mime-type>
      <mime-type type="text/x-bill"/></mime-info>
      """
    let package = try #require(
      MIMEPackageParser.parse(Array(text.utf8), path: "/a.xml", origin: .system).bundle)
    let export = export([try parsed(Self.bistro), package])
    let bill = try #require(export.types.first { $0.identifier.text == "org.bistro.bill" })
    #expect(bill.comment == nil && bill.patterns.isEmpty && bill.aliases.isEmpty)
    #expect(bill.superclasses == ["application/x-uti.org.bistro.paper"])
    #expect(export.losses.contains { $0.contains("'text/x-bill'") }, "\(export.losses)")
    // The package's type is the exported one.
    let after = RegistryCompiler.compile(Self.core + [package, try imported(export.types)]).registry
    #expect(after.fileType(name: Array("a.bill".utf8)).identifier.text == "org.bistro.bill")
  }

  @Test func whatAClaimNamesIsFoundByItsMIMEType() throws {
    let bundle = try parsed(Self.bistro)
    let entry = try #require(export([bundle]).entries.first)
    #expect(
      entry.mimeTypes == [
        "application/x-uti.org.bistro.menu", "application/x-bistro-bill", "image/jpeg", "image/png",
        "x-scheme-handler/bistro",
      ])
    let (read, diagnostics) = DesktopEntryParser.parse(
      entry.bytes, path: "/org.bistro.restaurant.desktop", identifier: entry.identifier,
      origin: .user)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let again = try #require(read)
    #expect(again.launchArguments == bundle.launchArguments)
    #expect(again.isTerminal && again.name == bundle.name && again.iconName == "bistro")
    #expect(again.localizedStrings == ["de": ["Restaurant & Café": "Gasthaus"]])
    #expect(again.claims.flatMap(\.subjects).contains(.type(.test("org.bistro.menu"))))
  }

  @Test func aClaimOnATypeWithoutAMIMETypeIsOneOnItsSubtypes() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.viewer", "TRLaunch": {"Arguments": ["viewer", "%F"]},
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.image", "public.text"]},
         {"LSItemContentTypes": ["public.png"], "CFBundleTypeRole": "None"}]}
      """
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="image/png"/><mime-type type="text/plain"/><mime-type type="text/x-python"/>
      <mime-type type="application/json"><sub-class-of type="text/plain"/></mime-type>
      <mime-type type="application/rtf"/></mime-info>
      """
    let known = try #require(
      MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .system).bundle)
    let export = export([try parsed(text), known])
    #expect(
      Set(export.entries.flatMap(\.mimeTypes)) == ["image/png", "text/plain", "application/rtf"])
    #expect(
      export.losses.count == 1 && export.losses[0].contains("without role"), "\(export.losses)")
  }

  @Test func whatAPackageCannotHoldIsSaid() throws {
    let long = "org." + String(repeating: "a", count: 63) + "." + String(repeating: "b", count: 63)
    let text = """
      {"CFBundleIdentifier": "org.example.long", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "\(long)", "UTTypeConformsTo": ["public.data"]},
        {"UTTypeIdentifier": "org.example.control", "UTTypeDescription": "a\\u0001b",
         "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"com.apple.ostype": ["A\\u0002BC"]}}],
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.jpeg"]}]}
      """
    let export = export([try parsed(text)])
    #expect(export.losses.count == 4, "\(export.losses)")
    #expect(export.types.map(\.identifier.text) == ["org.example.control"])
    #expect(try imported(export.types).declarations[0].typeDescription == "ab")
  }

  @Test func theCoreGivesAPackageThatCanBeRead() throws {
    let export = export([], .installed(withCore: true))
    #expect(export.types.count > 500)
    let registry = RegistryCompiler.compile(Self.core).registry
    let after = RegistryCompiler.compile(Self.core + [try imported(export.types)]).registry
    #expect(Set(after.declaredTypes).subtracting(registry.declaredTypes).isEmpty)
    let different = export.types.map(\.identifier).filter { type in
      // A package decides which of several MIME types is the first, and so the first icon; and the
      // media type of a generated one gives a generic icon.
      let facts = [after, registry].map { registry in
        var facts = Facts(type, in: registry)
        facts?.icons.removeAll { $0.hasSuffix("-x-generic") }
        facts?.icons.sort()
        return facts
      }
      return facts[0] != facts[1]
    }
    #expect(different.isEmpty)
  }

  @Test func theRulesOfContentsAreWrittenAsTheyAreRead() throws {
    let text = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="a/b"><magic priority="80">
      <match type="string" value="a\\x00&lt;\\\\" offset="0:64"><match type="big16" value="0x0102"
      mask="0xf00f" offset="8"/><match type="byte" value="7" offset="9"/></match>
      <match type="string" value="z" offset="3"/></magic><root-XML namespaceURI="urn:a" localName="b"/>
      <glob pattern="*.b" weight="80"/><glob-deleteall/><magic-deleteall/></mime-type></mime-info>
      """
    let package = try #require(
      MIMEPackageParser.parse(Array(text.utf8), path: "/a.xml", origin: .user).bundle)
    let type = TypeIdentifier.test("org.freedesktop.mime.a.b")
    var exported = ExportedType(type, mimeType: "a/b")
    exported.content = package.declarations[0].content
    exported.patterns = package.declarations[0].tags.compactMap {
      ExportedType.Pattern($0, weight: package.declarations[0].weights[$0])
    }
    exported.deletesPatterns = true
    let again = try imported([exported])
    // Where the rules are is another matter.
    let rules = [again, package].map { bundle in
      var content = bundle.declarations[0].content
      for index in content.magic.indices { content.magic[index].location = nil }
      for index in content.rootElements.indices { content.rootElements[index].location = nil }
      return content
    }
    #expect(rules[0] == rules[1])
    #expect(again.declarations[0].weights == package.declarations[0].weights)
    #expect(again.declarations[0].deletesPatterns)
    #expect(again.declarations[0].content.deletesMagic)
  }

  @Test func aTypeNamedLikeAMIMETypeHasThatName() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.own", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.freedesktop.mime.application.x-own",
         "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.filename-extension": ["own"]}}]}
      """
    let types = export([try parsed(text)]).types
    #expect(types.map(\.mimeType) == ["application/x-own"])
    #expect(types.map(\.hasIdentity) == [true])
  }

  @Test func aTypeWithoutALocationIsWritten() {
    let bundle = Bundle.test(
      "org.example.a", origin: .user,
      [.test("org.example.t", parents: ["public.data"], extensions: ["exampletype"])])
    let types = export([bundle]).types
    #expect(types.map(\.identifier.text) == ["org.example.t"])
    #expect(types.map { $0.patterns.map(\.text) } == [["*.exampletype"]])
  }

  /// Only a name can be an icon, and a package that has one keeps it.
  @Test func anIconIsANameThatNoPackageHas() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.icons", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.one", "UTTypeConformsTo": ["public.data"],
         "UTTypeIconName": "my icon"},
        {"UTTypeIdentifier": "org.example.three", "UTTypeConformsTo": ["public.data"],
         "UTTypeIconName": "three"},
        {"UTTypeIdentifier": "org.example.two", "UTTypeConformsTo": ["public.data"],
         "UTTypeIconName": "two", "UTTypeTagSpecification": {
           "public.filename-extension": ["two2"], "public.mime-type": ["application/x-two"]}}]}
      """
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-two"><icon name="other"/></mime-type></mime-info>
      """
    let known = try #require(
      MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .system).bundle)
    let export = export([try parsed(text), known])
    #expect(
      export.types.map(\.identifier.text) == [
        "org.example.one", "org.example.three", "org.example.two",
      ])
    #expect(export.types.map(\.iconName) == [nil, "three", nil])
    #expect(export.losses == ["the icon of 'org.example.one' is left out: 'my icon' is not a name"])
  }

  @Test(arguments: [(".a", false), ("a.b", true)])
  func anApplicationNeedsANameThatAFileCanHave(_ identifier: String, _ isWritten: Bool) {
    var bundle = Bundle(
      identifier: identifier, path: "/a.json", origin: .user,
      launchArguments: ["program", "%f"])
    bundle.claims = [HandlerClaim(subjects: [.type(.test("public.png"))], role: .viewer)]
    let export = export([bundle])
    #expect(export.entries.map(\.identifier) == (isWritten ? [identifier] : []))
    #expect(
      export.losses
        == (isWritten ? [] : ["application '.a' is left out: a file cannot have its name"]))
  }

  /// A supertype in the database that the claim does not include covers nothing.
  @Test func aSubtypeStaysBelowATypeThatIsNotClaimed() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.viewer", "TRLaunch": {"Arguments": ["viewer", "%F"]},
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.image"]}]}
      """
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="image/png"><sub-class-of type="application/x-group"/></mime-type>
      <mime-type type="application/x-group"/></mime-info>
      """
    let known = try #require(
      MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .system).bundle)
    let export = export([try parsed(text), known])
    #expect(export.entries.map(\.mimeTypes) == [["image/png"]])
  }
}
