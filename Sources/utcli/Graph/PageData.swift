// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// The part of the registry that the page shows, as the JSON that its script reads.
///
/// Values that many types share are written once, and named by their index: bundles with their
/// files, reasons, tag classes, the ends of lists of icons, and whole rows of a ranking. A type
/// names others by their index among the types. An identifier and a reference are written without
/// the beginning that they share with those of the type before. The names of the members are short
/// because each is written thousands of times; ``write(to:)`` explains them.
struct PageData {
  private let types: [TypeInformation]
  private let handlers: [HandlerAnswer]
  private let start: TypeIdentifier?
  private let translations: (TypeIdentifier) -> [String]
  private var indices: [TypeIdentifier: Int] = [:]
  private var sources = Interned<Source>()
  private var applications = Interned<Application>()
  private var rows = Interned<Row>()
  private var tagClasses = Interned<TagClass>()
  private var icons = Interned<[String]>()
  private var kinds = Interned<DeclarationKind>()

  /// The file of a declaration or claim, and its bundle.
  private struct Source: Hashable {
    var bundle: ExactText
    var origin: Origin
    var path: ExactText
  }

  private struct DeclarationKind: Hashable {
    var kind: DeclarationInformation.Kind
    var isActive: Bool
  }

  private struct Application: Hashable {
    var identity: HandlerIdentity
    var name: ExactText
    var version: ExactText
  }

  /// A position in a file of ``sources``.
  private struct Position: Hashable {
    var source: Int
    var line: Int
    var column: Int

    /// The elements of its list.
    var numbers: [Int] { [source, line, column] }
  }

  /// An application among those that open a type.
  private struct Row: Hashable {
    var application: Int
    var placement: Handler.Placement
    var role: Role?
    var rank: HandlerRank?
    var isOwner: Bool
    var distance: Int?
    var isUnconfirmed: Bool
    var reason: ExactText
    var type: Int?
    var tag: Tag?
    var position: Position?
  }

  /// The data of a page.
  ///
  /// - Parameters:
  ///   - types: All types, in byte order.
  ///   - handlers: The handlers of each of them, with their reasons.
  ///   - start: The type that the page shows first, unless its address names another.
  ///   - translations: The description of a type in other languages, for the search.
  init(
    _ types: [TypeInformation], _ handlers: [HandlerAnswer], start: TypeIdentifier?,
    translations: @escaping (TypeIdentifier) -> [String] = { _ in [] }
  ) {
    self.translations = translations
    self.types = types
    self.handlers = handlers
    self.start = start
    for (index, type) in types.enumerated() { indices[type.identifier] = index }
  }

  /// The JSON document, in which no byte can end the element that holds it.
  ///
  /// - Complexity: O(*n*) for the bytes of the document.
  mutating func text() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return Self.embeddable(writer.bytes)
  }

  /// A JSON document with escapes for characters that could end its element.
  ///
  /// These are `<`, and the separators of lines and paragraphs, which older scripts take for line
  /// ends. In JSON all of them are in strings, where they can be escaped.
  static func embeddable(_ json: [UInt8]) -> [UInt8] {
    var safe: [UInt8] = []
    safe.reserveCapacity(json.count + json.count / 32)
    var index = 0
    while index < json.count {
      let byte = json[index]
      if byte == UInt8(ascii: "<") {
        safe.append(contentsOf: "\\u003C".utf8)
      } else if byte == 0xE2, index + 2 < json.count, json[index + 1] == 0x80,
        json[index + 2] & 0xFE == 0xA8
      {
        safe.append(contentsOf: (json[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
        index += 2
      } else {
        safe.append(byte)
      }
      index += 1
    }
    return safe
  }

  // MARK: - Writing

  /// Writes `types` (with `i` identifier, `d` description, `l` that in other languages, a line each, `f` the type that it is inherited from
  /// instead, `q` state if not declared, `m` family, `v` version, `r` reference, `n` icon names,
  /// `p` parents, `t` tags by class, `o` types that it opens as, `c` declarations, `h` handlers),
  /// and the values that they name by index.
  ///
  /// `i` and `r` are ``SharedBeginning``s. `n` is the index of a list of `icons`, and after it the number
  /// of the MIME types that go before it, with a hyphen for their slash.
  private mutating func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("schema", 1)
    writer.member("start", start?.text)
    writer.texts("families", GraphFamily.all.map(\.name))
    var (identifier, reference) = (SharedBeginning(), SharedBeginning())
    writer.objects("types", Array(zip(types, handlers))) { writer, entry in
      let (type, answer) = entry
      writer.name("i")
      identifier.write(type.identifier.text, to: &writer)
      if let text = type.referenceURL {
        writer.name("r")
        reference.write(text, to: &writer)
      }
      writeMembers(of: type, answer, to: &writer)
    }
    writer.texts("classes", tagClasses.values.map(\.text))
    writer.arrays("kinds", kinds.values) { writer, kind in
      writer.string(kind.kind.rawValue)
      writer.integer(kind.isActive ? 1 : 0)
    }
    writer.texts("icons", icons.values.map { $0.joined(separator: " ") })
    writer.array("rows", rows.values) { write($1, to: &$0) }
    writer.arrays("applications", applications.values) { writer, application in
      writer.string(application.identity.bundle)
      writer.string(application.name.text)
      writer.string(application.identity.origin.name)
      writer.string(application.identity.path)
      writer.string(application.version.text)
    }
    writer.arrays("sources", sources.values) { writer, source in
      writer.string(source.bundle.text)
      writer.string(source.origin.name)
      writer.string(source.path.text)
    }
    writer.endObject()
  }

  private mutating func writeMembers(
    of type: TypeInformation, _ answer: HandlerAnswer, to writer: inout JSONWriter
  ) {
    let described = type.descriptionInheritedFrom.flatMap { indices[$0] }
    if let described { writer.member("f", described) }
    // The script takes it from there.
    if described.map({ types[$0].description != type.description }) ?? true {
      writer.member("d", type.description)
    }
    let names = translations(type.identifier).filter { $0 != type.description }
    if !names.isEmpty { writer.member("l", names.joined(separator: "\n")) }
    let state = TypeSummary.State(type)
    if state != .declared { writer.member("q", state.rawValue) }
    writer.member("m", GraphFamily.index(of: type))
    writer.member("v", type.version)
    writeIcons(of: type, to: &writer)
    writer.array("p", type.parents.compactMap { indices[$0] }) { $0.integer($1) }
    write(type.tags, to: &writer)
    if !type.opensAs.isEmpty {
      writer.arrays("o", type.opensAs.filter { indices[$0.type] != nil }) { writer, opened in
        if let index = indices[opened.type] { writer.integer(index) }
        for number in position(opened.source).numbers { writer.integer(number) }
      }
    }
    writer.arrays("c", type.declarations) { writer, declaration in
      writer.integer(
        kinds.index(of: DeclarationKind(kind: declaration.kind, isActive: declaration.isActive)))
      for number in position(declaration.source).numbers { writer.integer(number) }
      if let reason = declaration.reason { writer.string(reason.explanation) }
    }
    if !answer.handlers.isEmpty {
      writer.array("h", answer.handlers) { $0.integer(row($1)) }
    }
  }

  /// Writes `t`: a list for each class, of its index and its tags in declared order.
  private mutating func write(_ tags: [Tag], to writer: inout JSONWriter) {
    guard !tags.isEmpty else { return }
    var classes: [TagClass] = []
    for tag in tags where !classes.contains(tag.tagClass) { classes.append(tag.tagClass) }
    writer.arrays("t", classes) { writer, tagClass in
      writer.integer(tagClasses.index(of: tagClass))
      for tag in tags where tag.tagClass == tagClass { writer.string(tag.value) }
    }
  }

  /// Writes `n`: most lists begin with the type's own MIME types, and end as many others do.
  private mutating func writeIcons(of type: TypeInformation, to writer: inout JSONWriter) {
    guard !type.iconNames.isEmpty else { return }
    let mimeTypes = type.tags.lazy.filter { $0.tagClass == .mimeType }
    var rest = type.iconNames[...]
    for mimeType in mimeTypes {
      guard rest.first == Self.iconName(of: mimeType.value) else { break }
      rest.removeFirst()
    }
    let index = icons.index(of: Array(rest))
    let count = type.iconNames.count - rest.count
    writer.array("n", count > 0 ? [index, count] : [index]) { $0.integer($1) }
  }

  /// A MIME type with a hyphen for its slash.
  private static func iconName(of mimeType: String) -> String {
    String(String.UnicodeScalarView(mimeType.unicodeScalars.map { $0 == "/" ? "-" : $0 }))
  }

  private mutating func position(_ source: SourceReference) -> Position {
    let file = Source(
      bundle: ExactText(source.bundle), origin: source.origin, path: ExactText(source.path))
    return Position(source: sources.index(of: file), line: source.line, column: source.column)
  }

  private mutating func row(_ handler: Handler) -> Int {
    let application = Application(
      identity: handler.identity, name: ExactText(handler.name), version: ExactText(handler.version)
    )
    let claim = handler.claim
    return rows.index(
      of: Row(
        application: applications.index(of: application), placement: handler.placement,
        role: claim?.role, rank: claim?.rank, isOwner: claim?.isOwner ?? false,
        distance: handler.distance, isUnconfirmed: handler.isUnconfirmed,
        reason: ExactText(handler.reason),
        type: claim?.type.flatMap { indices[$0] }, tag: claim?.tag,
        position: (claim?.source ?? handler.choice?.source).map { position($0) }))
  }

  /// Writes `a` the application, `p` placement, `r` role, `k` rank, `w` owner, `d` distance, `u`
  /// unconfirmed, `e` reason, `t` the claimed type, `g` the claimed tag, `s` where.
  private func write(_ row: Row, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("a", row.application)
    writer.member("p", row.placement.rawValue)
    writer.member("r", row.role?.rawValue)
    writer.member("k", row.rank?.rawValue)
    writer.flag("w", row.isOwner)
    if let distance = row.distance { writer.member("d", distance) }
    writer.flag("u", row.isUnconfirmed)
    if !row.reason.text.isEmpty { writer.member("e", row.reason.text) }
    if let type = row.type { writer.member("t", type) }
    if let tag = row.tag { writer.member("g", "\(tag.tagClass.text)=\(tag.value)") }
    if let position = row.position {
      writer.array("s", position.numbers) { $0.integer($1) }
    }
    writer.endObject()
  }
}
