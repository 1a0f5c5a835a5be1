// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The declarations that ship with the program, compiled once.
enum Shipped {
  static let compilation = RegistryLoader.compile(
    RegistryLocations(
      core: #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Declarations",
      environment: Environment(declarations: ""), cache: nil))
  static let registry = compilation.registry
}

@Suite struct ShippedDeclarationsTests {
  private static func type(ofName name: String) -> String {
    let bytes = Array(name.utf8)
    return Shipped.registry.identifier(
      of: Shipped.registry.resolve(name: bytes.span), name: bytes.span
    ).text
  }

  @Test func compileWithoutErrorOrWarning() {
    let findings = Shipped.compilation.diagnostics.filter { $0.severity != .note }
    #expect(findings.isEmpty, "\(findings.map(\.description))")
  }

  @Test(arguments: [
    ("holiday.jpeg", "public.jpeg"), ("IMG_0001.JPG", "public.jpeg"), ("a.png", "public.png"),
    ("report.pdf", "com.adobe.pdf"), ("main.swift", "public.swift-source"),
    ("x.c", "public.c-source"), ("x.h", "public.c-header"), ("index.html", "public.html"),
    ("notes.txt", "public.plain-text"), ("README.md", "net.daringfireball.markdown"),
    ("movie.mp4", "public.mpeg-4"), ("song.mp3", "public.mp3"),
    ("x.ts", "public.mpeg-2-transport-stream"),
    ("a.gz", "org.gnu.gnu-zip-archive"), ("a.tar.gz", "org.gnu.gnu-zip-tar-archive"),
    ("Makefile", "public.make-source"), ("makefile", "public.make-source"),
    ("photo.webp", "org.webmproject.webp"), ("song.flac", "org.xiph.flac"),
    ("x.plist", "com.apple.property-list"), ("x.json", "public.json"),
    ("x.sh", "public.shell-script"),
    ("x.key", "com.apple.iWork.Keynote.sffkey"), ("noextension", "public.data"),
    (".bashrc", "org.gnu.shell-startup"), (".hidden", "public.data"),
  ])
  func nameMeans(_ name: String, _ identifier: String) {
    #expect(Self.type(ofName: name) == identifier.lowercased())
  }

  @Test(arguments: [
    ("text/x-csrc", "public.c-source"), ("application/x-shellscript", "public.shell-script"),
    ("IMAGE/JPEG; q=1", "public.jpeg"), ("application/pdf", "com.adobe.pdf"),
    ("text/plain;charset=utf-8", "public.plain-text"),
  ])
  func mimeTypeMeans(_ mimeType: String, _ identifier: String) throws {
    let tag = try Tag(.mimeType, mimeType)
    #expect(Shipped.registry.types(tag: tag).types.first?.text == identifier)
  }

  @Test(arguments: [
    ("public.jpeg", "public.content", true), ("public.jpeg", "public.data", true),
    ("public.data", "public.jpeg", false), ("public.folder", "public.data", false),
    ("com.apple.rtfd", "com.apple.package", true), ("public.swift-source", "public.text", true),
  ])
  func conforms(_ type: String, _ supertype: String, _ expected: Bool) {
    #expect(Shipped.registry.conforms(.test(type), to: .test(supertype)) == expected)
  }

  @Test func everyTypeLeadsToARoot() {
    for identifier in Shipped.registry.declaredTypes {
      let supertypes = Shipped.registry.supertypes(of: identifier)
      #expect(supertypes.allSatisfy(Shipped.registry.isDeclared(_:)), "\(identifier)")
    }
  }

  @Test func everyTypeIsFoundByItsOwnTags() {
    for identifier in Shipped.registry.declaredTypes {
      for tag in Shipped.registry.tags(of: identifier) {
        #expect(Shipped.registry.types(tag: tag).types.contains(identifier), "\(identifier) \(tag)")
      }
    }
  }

  /// What was added to Apple's types for Linux never changes what one of Apple's tags means.
  @Test func everyTagOfApplesTypesMeansWhatItMeansThere() throws {
    let text = String(
      decoding: TestFiles.bytes(of: "apple-tags.tsv", in: "Corpora/tags"), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows.count > 1_000)
    for row in rows {
      let fields = row.split(separator: "\t").map(String.init)
      try #require(fields.count == 4, "\(row)")
      let tag = try Tag(TagClass(fields[0]), fields[1])
      #expect(Shipped.registry.types(tag: tag).types.first?.text == fields[2], "\(tag)")
      // A type for directories alone leaves the tag free for files.
      guard fields[3] != "-" else { continue }
      let ofFiles = Shipped.registry.types(tag: tag, conformingTo: .test("public.data"))
      #expect(ofFiles.types.first?.text == fields[3], "\(tag) of files")
    }
  }

  @Test(arguments: ["de", "fr", "ja", "vi", "zh"])
  func constantsAreDescribedIn(_ language: String) throws {
    let jpeg = TypeIdentifier.test("public.jpeg")
    let own = try #require(Shipped.registry.localizedDescription(of: jpeg))
    let translated = Shipped.registry.localizedDescription(of: jpeg, in: LanguageList(language))
    #expect(translated != own)
  }
}
