// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct LocalizationTests {
  static let registry: CompiledRegistry = {
    var bundle = Bundle.test(
      "core.a.b",
      [
        .test("org.a.menu"), .test("org.a.sub", parents: ["org.a.plain", "org.a.menu"]),
        .test("org.a.plain"), .test("org.a.only"), .test("org.a.none"),
      ])
    bundle.declarations[0].typeDescription = "Menu"
    bundle.declarations[0].iconName = "menu-icon"
    bundle.declarations[3].typeDescription = "Only"
    bundle.name = "Menus"
    bundle.developmentRegion = "en_GB"
    bundle.localizedStrings = [
      "pt-BR": ["Menu": "Cardápio", "Menus": "Cardápios"], "pt": ["Menu": "Ementa"],
      "de": ["Menu": "Speisekarte", "Only": "Nur"], "en-GB": ["Menu": "Bill of fare"],
    ]
    return RegistryCompiler.compile([bundle]).registry
  }()

  @Test(arguments: [
    ("pt_BR", "Cardápio"), ("pt_BR.UTF-8", "Cardápio"), ("pt-br", "Cardápio"),
    ("PT_BR@euro", "Cardápio"),
    ("pt_PT", "Ementa"), ("pt", "Ementa"), ("de-DE", "Speisekarte"),
    ("de_AT.ISO8859-1", "Speisekarte"),
    ("fr_FR", "Bill of fare"), ("en_GB", "Bill of fare"), ("en_US", "Bill of fare"),
    ("C", "Menu"), ("POSIX", "Menu"), ("C.UTF-8", "Menu"), ("", "Menu"), (".UTF-8", "Menu"),
    ("p", "Bill of fare"), ("_", "Bill of fare"), ("__", "Bill of fare"),
    ("pt_BR." + String(repeating: "x", count: 250), "Cardápio"),
    ("pt_BR." + String(repeating: "x", count: 251), "Menu"),
  ])
  func aLocaleFallsBack(_ locale: String, _ description: String) {
    #expect(
      Self.registry.localizedDescription(of: .test("org.a.menu"), in: LanguageList(locale))
        == description)
  }

  @Test func withoutATranslationTheTextIsUnchanged() {
    #expect(
      Self.registry.localizedDescription(of: .test("org.a.only"), in: LanguageList("pt")) == "Only")
  }

  @Test func aDescriptionIsInherited() {
    let information = Self.registry.information(on: .test("org.a.sub"), in: LanguageList("de"))
    #expect(information?.description == "Speisekarte")
    #expect(information?.descriptionInheritedFrom == .test("org.a.menu"))
    #expect(information?.iconName == "menu-icon")
  }

  @Test func aTypeWithoutAnyHasNone() {
    #expect(Self.registry.localizedDescription(of: .test("org.a.none")) == nil)
    #expect(Self.registry.localizedDescription(of: .test("org.no.such")) == nil)
  }

  @Test func bundleNamesAreTranslated() {
    #expect(Self.registry.bundles(in: LanguageList("pt_BR")).map(\.name) == ["Cardápios"])
    #expect(Self.registry.bundles().map(\.name) == ["Menus"])
  }

  @Test(arguments: [
    ("pt_BR", ["pt_br", "pt"]), ("zh_Hant_TW.UTF-8", ["zh_hant_tw", "zh"]), ("de", ["de"]),
    ("C", []), ("", []), ("sr_RS@latin", ["sr_rs@latin", "sr_rs", "sr@latin", "sr"]),
    ("sr_RS.UTF-8@latin", ["sr_rs@latin", "sr_rs", "sr@latin", "sr"]),
    ("sr@latin:de", ["sr@latin", "sr", "de"]), ("de@", ["de"]), ("@latin", []),
  ])
  func aLocaleNamesItsLanguages(_ locale: String, _ languages: [String]) {
    let list = LanguageList(locale)
    #expect(list.languages == languages)
    // As it is sent to the daemon.
    #expect(LanguageList(list.locale ?? "C") == list)
  }

  @Test(arguments: [
    ("sr_RS@latin", "latinica"), ("sr@latin", "latinica"), ("sr_RS", "ћирилица"),
    ("sr", "ћирилица"),
    ("sr_RS@ijekavian", "ћирилица"),
  ])
  func theModifierOfALocaleCounts(_ locale: String, _ description: String) {
    var bundle = Bundle.test("core.a.b", [.test("org.a.script")])
    bundle.declarations[0].typeDescription = "script"
    bundle.localizedStrings = [
      "sr": ["script": "ћирилица"], "sr@latin": ["script": "latinica"],
    ]
    let registry = RegistryCompiler.compile([bundle]).registry
    #expect(
      registry.localizedDescription(of: .test("org.a.script"), in: LanguageList(locale))
        == description)
  }

  /// A package describes both MIME types of a type; the texts of the other one come first.
  @Test func aPackageTranslatesByTheOwnMIMETypeOfAType() throws {
    var core = Bundle.test(
      "core.a.b",
      [.test("org.a.script", mimeTypes: ["text/x-a", "text/x-a3"])])
    core.declarations[0].typeDescription = "A script"
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="text/x-a3"><comment>A 3 script</comment>
      <comment xml:lang="sv">A 3-skript</comment></mime-type>
      <mime-type type="text/x-a"><comment>A script</comment>
      <comment xml:lang="sv">A-skript</comment></mime-type></mime-info>
      """
    let (packaged, _) = MIMEPackageParser.parse(
      Array(package.utf8), path: "a.xml", origin: .system)
    let registry = RegistryCompiler.compile([core, try #require(packaged)]).registry
    #expect(
      registry.localizedDescription(of: .test("org.a.script"), in: LanguageList("sv")) == "A-skript"
    )
  }
}
