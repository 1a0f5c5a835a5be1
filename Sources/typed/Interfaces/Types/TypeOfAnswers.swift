// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `TypeOf`.
///
/// The hot call: names are read where they lie in the message, and their answers written; nothing
/// is allocated for a name without escape sequences.
struct TypeOfAnswers: AnswerList {
  static let key = "answers"

  let generation: UInt64
  private let registry: CompiledRegistry
  private var names: ParameterElements?
  private var items: ParameterElements?
  private var explains = false
  private var count = 0

  private static let parameterNames: [StaticString] = ["names", "items", "explain"]

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    var members = parameters.members(Self.parameterNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.index {
      case 0: names = try member.value.elements()
      case 1: items = try member.value.elements()
      default: explains = try member.value.boolean()
      }
    }
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool {
    if let name = names?.next() {
      try countOne(name)
      try name.withUTF8 { (text) throws(MethodError) in
        answer(text, .regular, to: &writer)
      }
      return true
    }
    guard let item = items?.next() else { return false }
    try countOne(item)
    try answer(item, to: &writer)
    return true
  }

  private mutating func countOne(_ value: ParameterValue) throws(MethodError) {
    count += 1
    guard count <= Interfaces.batchLimit else { throw value.invalid }
  }

  // MARK: - Items

  private static let itemNames: [StaticString] = [
    "name", "nameBytes", "kind", "mimeType", "tag", "conformingTo",
  ]

  private static let kindNames: [StaticString] = [
    "regular", "directory", "mount-point", "symbolic-link", "character-device", "block-device",
    "named-pipe", "socket",
  ]

  private func answer(
    _ item: ParameterValue, to writer: inout JSONWriter
  ) throws(MethodError) {
    var subject: (index: Int, value: ParameterValue)?
    var kind: FileKind?
    var supertype: TypeIdentifier?
    var members = try item.members(Self.itemNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.index {
      case 2:
        let place = try member.value.choice(Self.kindNames)
        kind = FileKind(rawValue: "\(Self.kindNames[place])")
      case 5:
        guard let identifier = try? TypeIdentifier(member.value.string()) else {
          throw member.value.invalid
        }
        supertype = identifier
      default:
        guard subject == nil else { throw item.invalid }
        subject = (member.index, member.value)
      }
    }
    guard let (index, value) = subject else { throw item.invalid }
    // What would be passed over is refused, lest somebody believe that it counted.
    guard index <= 1 ? supertype == nil : kind == nil else { throw item.invalid }
    switch index {
    case 0:
      try value.withUTF8 { (text) throws(MethodError) in
        answer(text, kind ?? .regular, to: &writer)
      }
    case 1:
      let bytes = try value.withUTF8 { (text) throws(MethodError) in Base64.decode(text) }
      guard let bytes else { throw value.invalid }
      answer(bytes.span, kind ?? .regular, to: &writer)
    case 3:
      answer(.mimeType, try value.string(), conformingTo: supertype, to: &writer)
    default:
      try answer(tag: value, conformingTo: supertype, to: &writer)
    }
  }

  private static let tagNames: [StaticString] = ["tagClass", "value"]

  private func answer(
    tag: ParameterValue, conformingTo supertype: TypeIdentifier?, to writer: inout JSONWriter
  ) throws(MethodError) {
    var name: String?
    var value: String?
    var members = try tag.members(Self.tagNames)
    while let member = try members.next() {
      if member.index == 0 {
        name = try member.value.string()
      } else {
        value = try member.value.string()
      }
    }
    guard let name, let value else { throw tag.invalid }
    do {
      answer(try TagClass(name), value, conformingTo: supertype, to: &writer)
    } catch {
      Self.write(problem: "the tag class \(error)", to: &writer)
    }
  }

  // MARK: - Answers

  private func answer(_ name: Span<UInt8>, _ kind: FileKind, to writer: inout JSONWriter) {
    let resolution = registry.resolve(name: name, kind: kind)
    writer.beginObject()
    writer.members(of: resolution, name, registry)
    if explains {
      let bytes = (0..<name.count).map { name[$0] }
      writer.explanation(registry.explain(name: bytes, kind: kind))
    }
    writer.endObject()
  }

  private func answer(
    _ tagClass: TagClass, _ value: String, conformingTo supertype: TypeIdentifier?,
    to writer: inout JSONWriter
  ) {
    let tag: Tag
    do {
      tag = try Tag(tagClass, value)
    } catch {
      Self.write(problem: "the tag \(error)", to: &writer)
      return
    }
    let supertype = supertype ?? registry.usualSupertype(for: tag)
    let answer = registry.types(tag: tag, conformingTo: supertype)
    writer.beginObject()
    if let first = answer.types.first {
      writer.member("identifier", first.text)
      if let found = registry.nearestMIMEType(of: first) {
        writer.member("mimeType", found.mimeType)
        writer.member("mimeTypeFrom", found.supertype?.text)
      }
    } else {
      writer.member("problem", "the tag is too long to be spelt in an identifier")
    }
    if answer.isDynamic { writer.member("dynamic", true) }
    if answer.isTie { writer.member("tie", true) }
    if explains { writer.explanation(registry.explain(tag: tag, conformingTo: supertype)) }
    writer.endObject()
  }

  private static func write(problem: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("problem", problem)
    writer.endObject()
  }
}

// MARK: - The short way

extension TypeOfAnswers {
  /// Answers a call with names alone that are spelt plainly, which nearly all are.
  ///
  /// - Returns: False if it is another call, or one to refuse; then nothing has been written.
  static func answerPlainNames(
    _ context: inout CallContext, _ source: any RegistrySource, replyLimit: Int
  ) throws(MethodError) -> Bool {
    guard let names = context.parameters.plainStrings("names"),
      names.count <= Interfaces.batchLimit
    else { return false }
    let published = source.published
    try write(
      names, published.registry, generation: published.generation, to: &context.reply, replyLimit)
    return true
  }

  private static func write(
    _ names: PlainStrings, _ registry: CompiledRegistry, generation: UInt64,
    to writer: inout JSONWriter, _ replyLimit: Int
  ) throws(MethodError) {
    let start = writer.bytes.count
    writer.name(quoted: "\"answers\":")
    writer.beginArray()
    try names.visit { (name) throws(MethodError) in
      writer.beginObject()
      writer.members(of: registry.resolve(name: name), name, registry)
      writer.endObject()
      // Behind the limit the reply is too long whatever follows, and is taken back.
      return writer.bytes.count - start <= replyLimit
    }
    writer.endArray()
    writer.name(quoted: "\"generation\":")
    writer.integer(generation)
  }
}

extension JSONWriter {
  /// Writes what an answer says of a name.
  fileprivate mutating func members(
    of resolution: NameResolution, _ fileName: Span<UInt8>, _ registry: CompiledRegistry
  ) {
    member(quoted: "\"identifier\":") { text in
      registry.append(resolution, name: fileName, to: &text)
      return true
    }
    if resolution.isDynamic {
      member("dynamic", true)
      // A dynamic type of an extension conforms to data, and has no tag but that extension.
      inheritedMIMEType(ofFirst: registry.data, registry)
    } else {
      let type = registry.registeredType(of: resolution)
      let hasMIMEType = member(quoted: "\"mimeType\":") { text in
        registry.appendPreferredTag(of: type, tagClass: TagClass.mimeTypeCode, to: &text)
      }
      if !hasMIMEType { inheritedMIMEType(above: type, registry) }
    }
    guard resolution.isTie else { return }
    member("tie", true)
    name(quoted: "\"candidates\":")
    beginArray()
    registry.forEachTiedCandidate(of: resolution) { candidate in
      string(appending: { registry.identifierBytes(of: candidate).append(to: &$0) })
    }
    endArray()
  }

  /// Writes the MIME type of the nearest of a type's supertypes that has one.
  private mutating func inheritedMIMEType(above type: TypeIndex, _ registry: CompiledRegistry) {
    _ = registry.nearestSupertype(of: type) { supertype in
      inheritedMIMEType(of: supertype, registry)
    }
  }

  /// Writes the MIME type of a type itself, or of the nearest of its supertypes that has one.
  private mutating func inheritedMIMEType(ofFirst type: TypeIndex, _ registry: CompiledRegistry) {
    if !inheritedMIMEType(of: type, registry) { inheritedMIMEType(above: type, registry) }
  }

  private mutating func inheritedMIMEType(
    of type: TypeIndex, _ registry: CompiledRegistry
  ) -> Bool {
    let hasMIMEType = member(quoted: "\"mimeType\":") { text in
      registry.appendPreferredTag(of: type, tagClass: TagClass.mimeTypeCode, to: &text)
    }
    guard hasMIMEType else { return false }
    return member(quoted: "\"mimeTypeFrom\":") { text in
      registry.identifierBytes(of: type).append(to: &text)
      return true
    }
  }
}
