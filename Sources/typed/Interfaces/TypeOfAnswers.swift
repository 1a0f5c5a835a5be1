// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `TypeOf`.
///
/// The hot call: names are read where they lie in the message, and their answers written; nothing
/// is allocated for a name that has no escape sequences and is no tie.
struct TypeOfAnswers: AnswerList {
  static let key = "answers"

  let generation: UInt64
  private let registry: CompiledRegistry
  private var names: ParameterElements?
  private var items: ParameterElements?
  private var explains = false
  private var count = 0
  /// For identifiers and MIME types on their way to the reply.
  private var scratch: [UInt8] = []

  private static let parameterNames: [StaticString] = ["names", "items", "explain"]

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    scratch.reserveCapacity(TypeIdentifier.maximumLength + 1)
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

  private mutating func answer(
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

  private mutating func answer(
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

  private mutating func answer(
    _ name: Span<UInt8>, _ kind: FileKind, to writer: inout JSONWriter
  ) {
    let resolution = registry.resolve(name: name, kind: kind)
    writer.beginObject()
    scratch.removeAll(keepingCapacity: true)
    registry.append(resolution, name: name, to: &scratch)
    writer.name("identifier")
    writer.string(bytes: scratch.span)
    if resolution.isDynamic { writer.member("dynamic", true) }
    // A dynamic type of an extension conforms to data, and has no tag but that extension.
    let type = registry.registeredType(of: resolution)
    if resolution.isDynamic {
      if !writeMIMEType(of: registry.data, inherited: true, to: &writer) {
        writeInheritedMIMEType(of: registry.data, to: &writer)
      }
    } else if !writeMIMEType(of: type, inherited: false, to: &writer) {
      writeInheritedMIMEType(of: type, to: &writer)
    }
    if resolution.isTie {
      writer.member("tie", true)
      writer.member("candidates", registry.tiedCandidates(of: resolution).map(\.text))
    }
    if explains {
      let bytes = (0..<name.count).map { name[$0] }
      writer.explanation(registry.explain(name: bytes, kind: kind))
    }
    writer.endObject()
  }

  private mutating func answer(
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

  /// Writes the preferred MIME type of a type itself.
  ///
  /// - Returns: Whether it has one.
  private mutating func writeMIMEType(
    of type: TypeIndex, inherited isInherited: Bool, to writer: inout JSONWriter
  ) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    guard registry.appendPreferredTag(of: type, tagClass: TagClass.mimeTypeCode, to: &scratch)
    else { return false }
    writer.name("mimeType")
    writer.string(bytes: scratch.span)
    guard isInherited else { return true }
    scratch.removeAll(keepingCapacity: true)
    registry.identifierBytes(of: type).append(to: &scratch)
    writer.name("mimeTypeFrom")
    writer.string(bytes: scratch.span)
    return true
  }

  /// Writes the MIME type of the nearest supertype that has one.
  private mutating func writeInheritedMIMEType(
    of type: TypeIndex, to writer: inout JSONWriter
  ) {
    for supertype in registry.supertypes(of: type)
    where writeMIMEType(of: supertype, inherited: true, to: &writer) {
      return
    }
  }

  private static func write(problem: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("problem", problem)
    writer.endObject()
  }
}
