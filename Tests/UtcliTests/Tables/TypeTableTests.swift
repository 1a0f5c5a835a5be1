// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("A table says what the registry answers")
struct TypeTableTests {
  /// The core that ships, with hostile declarations.
  private struct World: Sendable {
    let registry: CompiledRegistry
    let table: TypeTable

    init() throws {
      let installation = try Installation()
      try installation.write(
        HostileTags.declarations, to: "\(installation.declarations)/hostile.json")
      let loaded = EmbeddedClient(
        loading: RegistryLocations(
          core: "\(Installation.sources)/Declarations",
          environment: Environment(declarations: installation.declarations), cache: nil),
        store: nil)
      registry = loaded.registry
      let arguments = try Arguments(
        [][...], of: "export", takesValue: Command.export.takesValue, options: { [] })
      let session = Session(arguments, client: loaded, errors: ErrorOutput(write: { _ in }))
      table = try session.typeTable { _ in true }
    }
  }

  private static let world = Result { try World() }
  private let registry: CompiledRegistry
  private let table: TypeTable

  init() throws {
    registry = try Self.world.get().registry
    table = try Self.world.get().table
  }

  /// The extensions of a text, each with the MIME type of its line.
  private static func words(_ text: TableText, _ separators: String = "\t ") -> [(String, String)] {
    String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").flatMap { line in
      let words = line.split { separators.contains($0) }.map(String.init)
      return line.hasPrefix("# ") ? [] : words.dropFirst().map { ($0, words[0]) }
    }
  }

  // MARK: - Answers

  @Test func eachExtensionHasTheAnswerOfTypeOf() {
    var extensions: Set<TypeRegistry.Tag> = []
    for type in registry.declaredTypes {
      for tag in registry.tags(of: type) where tag.tagClass == .filenameExtension {
        extensions.insert(tag)
      }
    }
    #expect(extensions.count > 2_000)
    var known: [TypeRegistry.Tag: TypeTable.Row] = [:]
    for row in table.rows { known[row.filenameExtension] = row }
    #expect(known.count == table.rows.count)
    for tag in extensions {
      let answer = registry.fileType(name: Array("photo.\(tag.value)".utf8))
      let row = known[tag]
      // Those of directories mean nothing for a file.
      #expect((row == nil) == answer.isDynamic, "\(tag)")
      guard let row else { continue }
      #expect(row.type == answer.identifier && row.mimeType == answer.mimeType, "\(tag)")
      #expect(row.mimeTypeSource == answer.mimeTypeSource, "\(tag)")
    }
  }

  @Test func eachMIMETypeHasItsPreferredExtensionFirst() throws {
    #expect(table.names.count > 1_400)
    var preferred = 0
    for name in table.names {
      let tag = try TypeRegistry.Tag(.mimeType, name.mimeType)
      #expect(
        name.type
          == registry.types(tag: tag, conformingTo: registry.usualSupertype(for: tag)).types[0])
      let own = registry.preferredTag(of: name.type, .filenameExtension)
      guard let own, table.rows.contains(where: { $0.filenameExtension == own }) else { continue }
      #expect(name.extensions.first == own, "\(name.mimeType)")
      preferred += 1
    }
    #expect(preferred > 1_000)
  }

  @Test func theOrderIsThatOfBytes() {
    #expect(table.rows.map(\.filenameExtension) == table.rows.map(\.filenameExtension).sorted())
    #expect(table.names.map(\.mimeType) == table.names.map(\.mimeType).sorted())
    #expect(table.groups.map(\.mimeType) == table.groups.map(\.mimeType).sorted())
    let grouped = table.groups.flatMap(\.rows)
    #expect(Set(grouped).count == grouped.count)
    #expect(Set(grouped) == Set(table.rows.filter { $0.mimeType != nil }))
  }

  // MARK: - Formats

  /// What a format with the last part of extensions only has, if each character can be written.
  private func expected(_ isHeld: (TypeTable.Row) -> Bool) -> [TypeRegistry.Tag: String] {
    var expected: [TypeRegistry.Tag: String] = [:]
    for row in table.rows where !row.hasSeveralParts && row.isTelling && isHeld(row) {
      expected[row.filenameExtension] = row.mimeType
    }
    return expected
  }

  private static func byTag(_ words: [(String, String)]) throws -> [TypeRegistry.Tag: String] {
    var found: [TypeRegistry.Tag: String] = [:]
    for (word, mimeType) in words {
      #expect(
        found.updateValue(mimeType, forKey: try TypeRegistry.Tag(.filenameExtension, word)) == nil,
        "\(word)")
    }
    return found
  }

  private static func isPlain(_ text: String) -> Bool {
    !(HostileTags.signs + HostileTags.invisible).contains(text)
  }

  @Test func mimeTypesHasEachPlainExtensionOnce() throws {
    let text = table.mimeTypes
    let expected = expected {
      Self.isPlain($0.filenameExtension.value) && $0.mimeType?.hasPrefix("#") == false
        && !$0.filenameExtension.value.hasPrefix("evil")
    }
    #expect(try Self.byTag(Self.words(text)) == expected)
    #expect(expected.count > 1_800)
    let count = HostileTags.signs.count + HostileTags.invisible.count + 1
    #expect(text.losses.contains { $0.hasPrefix("left out: \(count) extensions with characters") })
  }

  @Test func nginxHasEachVisibleExtensionOnce() throws {
    let text = table.nginx
    var directives = try NginxWords.directives(String(decoding: text.bytes, as: UTF8.self))[...]
    #expect(directives.popFirst() == ["types", "{"] && directives.popLast() == ["}"])
    let expected = expected {
      $0.filenameExtension.value.utf8.count <= 46
        && !HostileTags.invisible.contains($0.filenameExtension.value)
    }
    let words = directives.flatMap { line in line.dropFirst().map { ($0, line[0]) } }
    #expect(try Self.byTag(words) == expected)
    #expect(text.losses.contains { $0.hasPrefix("left out: 1 extension longer") })
  }

  @Test(arguments: [TableFormat.apache, .mimeTypes])
  func apacheRunsNothing(_ format: TableFormat) {
    let text = format.text(of: table)
    for word in ["x-httpd", "httpd/", "x-type-map", "server-parsed", "evil"] {
      #expect(!String(decoding: text.bytes, as: UTF8.self).contains(word), "\(word)")
    }
    #expect(text.losses.contains { $0.contains("that make Apache run programs") })
  }

  @Test func apacheHasEachPlainExtensionOnce() throws {
    let text = String(decoding: table.apache.bytes, as: UTF8.self)
    let expected = expected {
      Self.isPlain($0.filenameExtension.value) && !$0.filenameExtension.value.hasPrefix("evil")
    }
    var words: [(String, String)] = []
    for line in text.split(separator: "\n") where line.hasPrefix("AddType ") {
      let parts = line.split(separator: " ").map(String.init)
      let mimeType = parts[1].trimmingCharacters(in: ["\""])
      for word in parts.dropFirst(2) {
        #expect(
          word.hasPrefix(".") && !word.contains { "\"'\\;{}<>%|*([$#".contains($0) }, "\(word)")
        words.append((String(word.dropFirst()), mimeType))
      }
    }
    #expect(try Self.byTag(words) == expected)
  }

  @Test func apacheMatchesExtensionsOfSeveralParts() throws {
    let lines = String(decoding: table.apache.bytes, as: UTF8.self).split(separator: "\n")
    let matching = try #require(lines.firstIndex { $0.contains(#"\.(?:tar\.gz)$"#) })
    let gzip = try #require(table.rows.first { $0.filenameExtension.value == "tar.gz" })
    #expect(lines[matching + 1].hasSuffix("ForceType \(gzip.mimeType ?? "")"))
    #expect(lines.contains { $0 == #"<FilesMatch "(?i).\.(?:par\+ts\.x\^y)$">"# })
    #expect(!lines.contains { $0.contains(#"a\.b"#) || $0.contains(#"jpg\.php"#) })
    // Of two that match the later one counts.
    let longest = try #require(lines.lastIndex { $0.contains(#"(?:pkg\.tar\."#) })
    #expect(longest > matching)
  }

  @Test(arguments: TableFormat.allCases)
  func aHostileExtensionEndsNoLine(_ format: TableFormat) {
    let text = String(decoding: format.text(of: table).bytes, as: UTF8.self)
    #expect(
      text.unicodeScalars.allSatisfy {
        !$0.isInvisible || "\n\t".unicodeScalars.contains($0) || format == .json
      })
    if format == .python || format == .go {
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
      #expect(
        text.contains("\".a\\\"b\"") && text.contains("\".a\\\\\"") && text.contains("\\u202eabc"))
    }
    #expect(text.hasSuffix("\n") && text.contains(table.source.digest))
    #expect(ExportMark.isPresent(in: text.utf8))
  }

  /// A registry in a file can have tags that no declaration can have.
  @Test(arguments: TableFormat.allCases)
  func tagsOfADamagedRegistryAreLeftOut(_ format: TableFormat) throws {
    let jpegType = try TypeIdentifier("public.jpeg")
    let evil = "x\nevil \"'; }"
    var damaged = try #require(registry.information(on: jpegType))
    damaged.tags += [
      TypeRegistry.Tag(trusted: .filenameExtension, evil),
      TypeRegistry.Tag(trusted: .mimeType, "a/\(evil)"),
    ]
    let answer = FileTypeAnswer(identifier: jpegType, mimeType: "image/jpeg")
    let jpeg = try TypeRegistry.Tag(.filenameExtension, "jpeg")
    let table = TypeTable(
      [damaged],
      answers: [
        jpeg: answer, TypeRegistry.Tag(trusted: .filenameExtension, evil): answer,
        try TypeRegistry.Tag(.filenameExtension, "other"): FileTypeAnswer(
          identifier: jpegType, mimeType: "a/\(evil)"),
      ],
      meanings: [
        try TypeRegistry.Tag(.mimeType, "image/jpeg"): jpegType,
        TypeRegistry.Tag(trusted: .mimeType, "a/\(evil)"): jpegType,
      ], source: table.source
    ) { _ in true }
    #expect(table.rows.map(\.filenameExtension) == [jpeg])
    let text = String(decoding: format.text(of: table).bytes, as: UTF8.self)
    #expect(text.contains("jpeg") && !text.contains("evil"), "\(text)")
  }

  /// A registry of another process may have types that its list of types has not.
  @Test func answersAboutTypesThatAreNotListedAreLeftOut() throws {
    let type = try TypeIdentifier("org.test.a")
    let unknown = try TypeIdentifier("org.test.unknown")
    func tag(_ value: String) throws -> TypeRegistry.Tag {
      try TypeRegistry.Tag(.filenameExtension, value)
    }
    let mimeType = try TypeRegistry.Tag(.mimeType, "application/x-a")
    var information = TypeInformation.test("org.test.a")
    information.tags = [try tag("aa"), try tag("bb"), mimeType]
    let table = TypeTable(
      [information],
      answers: [
        try tag("aa"): FileTypeAnswer(identifier: type, mimeType: "application/x-a"),
        // Without a MIME type, or with one that means nothing.
        try tag("bb"): FileTypeAnswer(identifier: type, mimeType: nil),
        try tag("cc"): FileTypeAnswer(identifier: type, mimeType: "application/x-none"),
        try tag("dd"): FileTypeAnswer(identifier: unknown, mimeType: "application/x-a"),
        // Unknown data, which the type of a directory's extension is for a file.
        try tag("ee"): FileTypeAnswer(
          identifier: try TypeIdentifier("public.data"), mimeType: "application/octet-stream"),
      ],
      meanings: [mimeType: type, try TypeRegistry.Tag(.mimeType, "application/x-gone"): unknown],
      source: TypeTable.Source(digest: "digest")
    ) { _ in true }
    #expect(table.rows.map(\.filenameExtension.value) == ["aa", "bb", "cc"])
    #expect(table.rows.map(\.mimeTypes) == Array(repeating: ["application/x-a"], count: 3))
    #expect(table.names.map(\.mimeType) == ["application/x-a"])
    #expect(table.names.first?.extensions.map(\.value) == ["aa", "bb"])
    #expect(table.groups.map(\.mimeType) == ["application/x-a"])
    #expect(table.groups.first?.rows.map(\.filenameExtension.value) == ["aa"])
    #expect(table.source.choices.isEmpty)
  }

  @Test func textIsQuotedForPrograms() {
    #expect("a\"\\\u{E9}\u{1F600}~\u{7F}".quotedForPrograms == #""a\"\\\u00e9\U0001f600~\u007f""#)
    #expect("".quotedForPrograms == "\"\"")
  }

  @Test func longLinesAreCut() {
    let words = (0..<50).map { "\($0)" + String(repeating: "x", count: 200) }
    let lines = words.wrapped
    #expect(lines.count == 3 && lines.flatMap(\.self) == words)
    #expect(lines.allSatisfy { $0.joined(separator: " ").utf8.count <= 4_000 })
    #expect([String(repeating: "x", count: 5_000), "y"].wrapped.count == 2)
    #expect([String]().wrapped.isEmpty)
  }

  @Test func lossesAreCounted() {
    var losses = TableLosses()
    #expect(losses.texts.isEmpty)
    losses.add(.length, "b")
    losses.add(.severalParts, ["tar.gz", "a.b"])
    losses.add(.pattern, "makefile")
    #expect(
      losses.texts == [
        "left out: 2 extensions of several parts: the program sees only the last one, such as 'a.b'",
        "left out: 1 extension longer than the program's usual limit, such as 'b'",
        "left out: 1 name or pattern of names, such as 'makefile'",
      ])
  }
}

/// Reads words as nginx does: `ngx_conf_read_token` in `src/core/ngx_conf_file.c`.
private enum NginxWords {
  struct Problem: Error { let line: String }

  /// The directives, each with what ends it if that is a brace.
  static func directives(_ text: String) throws -> [[String]] {
    var directives: [[String]] = []
    var words: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "#" {
        rest = rest.drop { $0 != "\n" }
      } else if first.isWhitespace {
        rest.removeFirst()
      } else if first == "{" || first == "}" {
        directives.append(words + ["\(first)"])
        words = []
        rest.removeFirst()
      } else if first == ";" {
        directives.append(words)
        words = []
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        var word = ""
        rest.removeFirst()
        while let next = rest.popFirst(), next != first {
          word.append(
            next == "\\" && "\"'\\".contains(rest.first ?? " ") ? rest.removeFirst() : next)
        }
        words.append(word)
        guard let next = rest.first, next.isWhitespace || next == ";" || next == "{" else {
          throw Problem(line: word)
        }
      } else {
        let word = rest.prefix { !$0.isWhitespace && $0 != ";" && $0 != "{" }
        guard !word.contains(where: { "$\\\"'".contains($0) }) else {
          throw Problem(line: "\(word)")
        }
        words.append(String(word))
        rest = rest.dropFirst(word.count)
      }
    }
    guard words.isEmpty else { throw Problem(line: words.joined(separator: " ")) }
    return directives
  }
}
