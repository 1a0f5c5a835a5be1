// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// What the package of the core's types says beside a database, and that nothing changes by it here.
@Suite struct CorePackageTests {
  private static let core = RegistryLoader.bundles(
    of: RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil))

  /// A database that knows little.
  private static let database = parsed(
    Array(
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="text/plain"><comment>text</comment><glob pattern="*.txt"/></mime-type>
        <mime-type type="application/xml"><comment>XML</comment>
          <sub-class-of type="text/plain"/><glob pattern="*.xml"/></mime-type>
        <mime-type type="application/x-yaml"><comment>YAML</comment><glob pattern="*.yml"/></mime-type>
        <mime-type type="application/gzip"><comment>Gzip</comment><glob pattern="*.gz"/></mime-type>
        <mime-type type="image/jpeg"><comment>JPEG</comment><glob pattern="*.jpg"/></mime-type>
        <mime-type type="video/x-numbered"><comment>Video</comment>
          <glob pattern="[0-9][0-9].vdr"/></mime-type>
        <mime-type type="text/x-other"><comment>Nix, to others</comment>
          <alias type="application/vnd.apple.keynote"/>
          <glob pattern="*.NIX" case-sensitive="true" weight="10"/></mime-type>
      </mime-info>
      """.utf8))
  private static let package = CorePackage(of: core, beyond: [database])

  private static func parsed(_ bytes: [UInt8]) -> Bundle {
    let (bundle, diagnostics) = MIMEPackageParser.parse(
      bytes, path: "/usr/share/mime/packages/a.xml", origin: .system)
    precondition(diagnostics.isEmpty, "\(diagnostics)")
    return bundle ?? Bundle(identifier: "", path: "", origin: .system)
  }

  private func types(named name: String) -> [ExportedType] {
    Self.package.types.filter { $0.mimeType == name }
  }

  private func patterns(_ type: ExportedType?) -> [String] { type?.patterns.map(\.text) ?? [] }

  private var allPatterns: Set<String> {
    Set(Self.package.types.flatMap { $0.patterns.map(\.text) })
  }

  @Test func aTypeOfTheDatabaseGetsPatternsAlone() throws {
    let jpeg = try #require(types(named: "image/jpeg").first)
    #expect(patterns(jpeg).contains("*.jpeg") && !patterns(jpeg).contains("*.jpg"))
    #expect(jpeg.comment == nil && jpeg.translations.isEmpty && jpeg.iconName == nil)
    #expect(jpeg.superclasses.isEmpty && jpeg.aliases.isEmpty && jpeg.genericIconName == nil)
    #expect(types(named: "text/plain").allSatisfy { $0.comment == nil })
  }

  @Test func aTypeWithoutMIMETypeSaysWhichItIs() throws {
    let registry = RegistryCompiler.compile(Self.core).registry
    let type = try #require(types(named: "application/x-uti.com.docker.compose-file").first)
    #expect(type.comment == "Compose file" && type.superclasses == ["application/x-yaml"])
    for type in Self.package.types {
      let tag = try Tag(.mimeType, type.mimeType)
      if types(named: type.mimeType).count > 1 { Issue.record("\(type.mimeType) is there twice") }
      guard let meant = FreedesktopName.identifier(ofGeneratedMIMEType: tag) else { continue }
      #expect(registry.types(tag: tag).types == [type.identifier])
      #expect(meant == type.identifier && !type.patterns.isEmpty, "\(type.mimeType)")
    }
  }

  @Test(arguments: ["*.xml", "*.vdr", "*.warc.gz", "compose.yml", "*.txt"])
  func aNameThatTheDatabaseKnowsIsLeftToIt(_ pattern: String) {
    #expect(!allPatterns.contains(pattern))
  }

  @Test func anExtensionGoesToItsFirstMeaning() {
    let holders = Self.package.types.filter { patterns($0).contains("*.ts") }
    #expect(holders.map(\.identifier.text) == ["public.mpeg-2-transport-stream"])
    #expect(allPatterns.contains("*.fs"))
    var seen: Set<String> = []
    for type in Self.package.types {
      for pattern in type.patterns {
        let text = pattern.isCaseSensitive ? "\(pattern.text) with case" : pattern.text
        #expect(seen.insert(text).inserted, "\(text)")
      }
    }
  }

  @Test func patternsComeAfterThoseOfAllOthers() {
    #expect(Self.package.types.flatMap(\.patterns).allSatisfy { $0.weight == 5 })
  }

  @Test func namesAndSupertypesLeadToDeclaredTypes() {
    let database = Set(Self.database.declarations.compactMap(\.freedesktopMIMEType?.value))
    let names = Set(Self.package.types.map { $0.mimeType.asciiLowercased })
    for type in Self.package.types {
      for name in type.superclasses {
        #expect(names.union(database).contains(name.asciiLowercased), "\(type.mimeType): \(name)")
      }
      for alias in type.aliases {
        #expect(!names.union(database).contains(alias), "\(type.mimeType): \(alias)")
        #expect(alias != "application/vnd.apple.keynote")
      }
    }
  }

  @Test func textThatIsNotPlainOpensInAnEditor() throws {
    let type = try #require(
      Self.package.types.first { $0.identifier.text == "build.astro.component" })
    #expect(type.superclasses == ["text/plain"])
  }

  @Test func theTextIsTheSameEachTime() {
    let again = CorePackage(of: Self.core, beyond: [Self.database])
    #expect(
      MIMEPackageWriter.bytes(ofCore: again.types)
        == MIMEPackageWriter.bytes(ofCore: Self.package.types))
  }

  // MARK: - Read again

  @Test func thisRegistryDoesNotReadIt() {
    let bundle = Self.parsed(MIMEPackageWriter.bytes(ofCore: Self.package.types))
    #expect(bundle.kind == .mimePackage && bundle.declarations.isEmpty)
    // Whatever prefix the writer of a file chose.
    let text = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"
        xmlns:o="https://typeregistry.org/declaration" o:origin="core"><mime-type type="a/b"/></mime-info>
      """
    #expect(Self.parsed(Array(text.utf8)).declarations.isEmpty)
  }

  @Test(arguments: [
    "uti:origin='core'", "xmlns:uti='https://typeregistry.org/declaration' uti:origin='local'",
    "xmlns:uti='https://example.org' uti:origin='core'", "origin='core'",
    "xmlns:o='https://typeregistry.org/declaration' uti:origin='core'",
  ]) func anyOtherPackageIsRead(_ attributes: String) {
    let text = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info" \(attributes)>\
      <mime-type type="a/b"/></mime-info>
      """
    #expect(Self.parsed(Array(text.utf8)).declarations.count == 1)
  }

  /// A reader that knows nothing of the attribute finds the same types by the same names.
  @Test(arguments: [true, false]) func noTagMeansAnotherType(_ isMarked: Bool) {
    let bytes =
      isMarked
      ? MIMEPackageWriter.bytes(ofCore: Self.package.types)
      : MIMEPackageWriter.bytes(Self.package.types)
    let bundles = Self.core + [Self.database]
    let before = RegistryCompiler.compile(bundles).registry
    let after = RegistryCompiler.compile(bundles + [Self.parsed(bytes)]).registry
    #expect(before.declaredTypes == after.declaredTypes)
    for type in before.declaredTypes {
      #expect(before.parents(of: type) == after.parents(of: type), "\(type)")
      let tags = before.tags(of: type)
      let added = after.tags(of: type).filter { !tags.contains($0) }
      #expect(after.tags(of: type).filter(tags.contains) == tags, "\(type)")
      #expect(
        added.allSatisfy {
          !isMarked && FreedesktopName.identifier(ofGeneratedMIMEType: $0) == type
        }, "\(type): \(added)")
      for tag in tags {
        #expect(before.types(tag: tag) == after.types(tag: tag), "\(tag)")
      }
    }
  }
}
