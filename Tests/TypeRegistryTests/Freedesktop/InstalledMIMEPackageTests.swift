// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
@testable import TypeRegistry

private let directory = "/usr/share/mime"
private let packagePath = "\(directory)/packages/freedesktop.org.xml"

private var isInstalled: Bool {
  guard let stream = unsafe opendir("\(directory)/packages") else { return false }
  defer { unsafe closedir(stream) }
  var packages = 0
  while let entry = unsafe readdir(stream) {
    if unsafe entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { packages += 1 }
  }
  return packages == 1 && TestFiles.bytes(at: packagePath) != nil
}

/// The package that the machine has, beside what `update-mime-database` made of it.
@Suite(
  .enabled(
    if: isInstalled,
    "needs shared-mime-info, with no other package than its own"))
struct InstalledMIMEPackageTests {
  /// The bundle of the package, with the declaration of each MIME type by its name.
  private static func read() throws -> (
    bundle: Bundle, types: [String: TypeDeclaration], diagnostics: [Diagnostic]
  ) {
    let (bundle, diagnostics) = MIMEPackageParser.parse(
      try #require(TestFiles.bytes(at: packagePath)), path: packagePath, origin: .system)
    let read = try #require(bundle)
    var types: [String: TypeDeclaration] = [:]
    for declaration in read.declarations {
      types[declaration.freedesktopMIMEType?.value ?? ""] = declaration
    }
    return (read, types, diagnostics)
  }

  /// The fields of each line of a file of the database.
  private static func lines(_ name: String, separator: Character) throws -> [[String]] {
    let text = String(
      decoding: try #require(TestFiles.bytes(at: "\(directory)/\(name)")), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: separator).map { $0.lowercased() } }
  }

  @Test func hasEveryTypeAliasAndParent() throws {
    let (bundle, types, diagnostics) = try Self.read()
    #expect(diagnostics.isEmpty)
    let names = try Self.lines("types", separator: " ").map { $0[0] }
    #expect(Set(names) == Set(types.keys))
    #expect(bundle.declarations.count == names.count)
    for fields in try Self.lines("aliases", separator: " ") {
      #expect(types[fields[1]]?.tags.contains(try TypeRegistry.Tag(.mimeType, fields[0])) == true)
    }
    for fields in try Self.lines("subclasses", separator: " ") {
      let parent = try #require(FreedesktopName.identifier(ofMIMEType: fields[1]))
      #expect(types[fields[0]]?.parents.contains(parent) == true)
    }
  }

  @Test func hasEveryPattern() throws {
    let types = try Self.read().types
    var count = 0
    let text = String(
      decoding: try #require(TestFiles.bytes(at: "\(directory)/globs2")), as: UTF8.self)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ":").map(String.init)
      let isCaseSensitive = fields.dropFirst(3).contains("cs")
      let pattern = fields[2]
      let declaration = try #require(types[fields[1].lowercased()])
      var candidates: [TypeRegistry.Tag] = []
      if pattern.hasPrefix("*."), !isCaseSensitive || pattern == pattern.lowercased() {
        candidates.append(try TypeRegistry.Tag(.filenameExtension, String(pattern.dropFirst(2))))
      }
      candidates.append(try TypeRegistry.Tag(.filenameGlob, pattern))
      candidates.append(try TypeRegistry.Tag(.caseSensitiveGlob, pattern))
      let tag = try #require(declaration.tags.first { candidates.contains($0) }, "\(line)")
      #expect(declaration.weights[tag] ?? 50 == Int(fields[0]))
      count += 1
    }
    #expect(count > 1_000)
  }

  @Test func hasEveryIcon() throws {
    let types = try Self.read().types
    for (name, isGeneric) in [("generic-icons", true), ("icons", false)] {
      for fields in try Self.lines(name, separator: ":") {
        let declaration = try #require(types[fields[0]])
        #expect((isGeneric ? declaration.genericIconName : declaration.iconName) == fields[1])
      }
    }
  }

  @Test func hasTranslationsOfAllDescriptions() throws {
    let bundle = try Self.read().bundle
    #expect(bundle.declarations.allSatisfy { $0.typeDescription != nil })
    #expect(bundle.descriptionTranslations.languages.count > 30)
    let unit = DeclarationUnit(bundle)
    #expect(unit.translations.count > 20_000)
  }
}
