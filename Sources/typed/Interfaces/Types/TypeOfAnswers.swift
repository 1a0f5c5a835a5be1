// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `TypeOf`.
///
/// The hot call: names are read in place in the message, and their answers are written directly, so
/// that a name without escape sequences allocates nothing.
struct TypeOfAnswers: AnswerList {
  var key: String { "answers" }
  let generation: UInt64
  private let registry: CompiledRegistry
  private var names: ParameterElements?
  private var items: ParameterElements?
  private var explains = false
  private var batch = ParameterBatch()

  private enum Member: Int {
    case names, items, explain

    static let allNames: [StaticString] = ["names", "items", "explain"]
  }

  static var stepsPerLook: Int { 16 }

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    var members = parameters.members(Member.allNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.name(as: Member.self) {
      case .names: names = try member.value.elements()
      case .items: items = try member.value.elements()
      case .explain: explains = try member.value.boolean()
      }
    }
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    if let name = try batch.next(of: &names) {
      try name.withUTF8 { (text) throws(MethodError) in
        answer(text, .regular, to: &writer)
      }
      return .answer
    }
    guard let item = try batch.next(of: &items) else { return .end }
    try answer(item, to: &writer)
    return .answer
  }

  // MARK: - Items

  private enum ItemMember: Int {
    case name, nameBytes, kind, mimeType, tag, conformingTo

    static let allNames: [StaticString] = [
      "name", "nameBytes", "kind", "mimeType", "tag", "conformingTo",
    ]
  }

  private func answer(
    _ item: ParameterValue, to writer: inout JSONWriter
  ) throws(MethodError) {
    var subject: (member: ItemMember, value: ParameterValue)?
    var kind: FileKind?
    var supertype: TypeIdentifier?
    var isAmbiguous = false
    var members = try item.members(ItemMember.allNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.name(as: ItemMember.self) {
      case .kind:
        kind = FileKind(rawValue: try member.value.string())
        guard kind != nil else { return Self.write(.unknownKind, to: &writer) }
      case .conformingTo:
        let text = try member.value.string()
        do {
          supertype = try TypeIdentifier(text)
        } catch {
          return Self.write(problem: "the type identifier \(error)", to: &writer)
        }
      case let name:
        isAmbiguous = isAmbiguous || subject != nil
        subject = (name, member.value)
      }
    }
    guard !isAmbiguous, let (member, value) = subject else {
      return Self.write(problem: "the item does not name exactly one thing", to: &writer)
    }
    switch member {
    case .name, .nameBytes:
      // Reject members that would be ignored, so that callers notice.
      guard supertype == nil else {
        return Self.write(problem: "the name of a file has no conformingTo", to: &writer)
      }
      try answer(fileName: value, isEncoded: member == .nameBytes, kind ?? .regular, to: &writer)
    case .mimeType, .tag:
      guard kind == nil else {
        return Self.write(problem: "only the name of a file has a kind", to: &writer)
      }
      if member == .mimeType {
        return answer(.mimeType, try value.string(), conformingTo: supertype, to: &writer)
      }
      try answer(tag: value, conformingTo: supertype, to: &writer)
    case .kind, .conformingTo: throw item.invalid
    }
  }

  private func answer(
    fileName value: ParameterValue, isEncoded: Bool, _ kind: FileKind, to writer: inout JSONWriter
  ) throws(MethodError) {
    guard isEncoded else {
      return try value.withUTF8 { (text) throws(MethodError) in
        answer(text, kind, to: &writer)
      }
    }
    let bytes = try value.withUTF8 { (text) throws(MethodError) in Base64.decode(text) }
    guard let bytes else { return Self.write(.notBase64, to: &writer) }
    answer(bytes.span, kind, to: &writer)
  }

  private func answer(
    tag: ParameterValue, conformingTo supertype: TypeIdentifier?, to writer: inout JSONWriter
  ) throws(MethodError) {
    let (name, value) = try TagParameter.read(tag)
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
    writer.contentsDecide(resolution, kind, registry)
    if explains {
      writer.member("explanation", registry.explain(name: name.array, kind: kind))
    }
    writer.endObject()
  }

  private func answer(
    _ tagClass: TagClass, _ value: String, conformingTo supertype: TypeIdentifier?,
    to writer: inout JSONWriter
  ) {
    let tag: Tag
    do {
      tag =
        try tagClass == .mimeType
        ? FreedesktopName.tag(ofMIMEType: value) : Tag(tagClass, value)
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
    writer.flag("dynamic", answer.isDynamic)
    writer.flag("tie", answer.isTie)
    if explains {
      writer.member("explanation", registry.explain(tag: tag, conformingTo: supertype))
    }
    writer.endObject()
  }

  private static func write(_ malformed: RequestSubject.Malformed, to writer: inout JSONWriter) {
    write(problem: malformed.problem, to: &writer)
  }

  private static func write(problem: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("problem", problem)
    writer.endObject()
  }
}

// MARK: - Plain names

extension TypeOfAnswers {
  /// Answers a call that has only names, without escape sequences, as nearly all calls do.
  ///
  /// Nothing has been written to any other call, and to a malformed one.
  static func answerPlainNames(
    _ context: inout CallContext, _ source: LiveBindings, replyLimit: Int
  ) throws(MethodError) -> QuickAnswer {
    guard let names = context.parameters.plainStrings("names"),
      names.count <= ParameterBatch.limit
    else { return .none }
    let published = source.takeRegistry()
    var position = PlainStrings.Position()
    let isComplete = try write(
      names, from: &position, published.registry, generation: published.generation, to: &context,
      replyLimit)
    guard !isComplete else { return .complete }
    return .unfinished(
      RestOfPlainNames(names, from: position, published, replyLimit: replyLimit))
  }

  /// Writes the answers to names from a position on; false if not all have been written in time.
  fileprivate static func write(
    _ names: PlainStrings, from position: inout PlainStrings.Position, _ registry: CompiledRegistry,
    generation: UInt64, to context: inout CallContext, _ replyLimit: Int
  ) throws(MethodError) -> Bool {
    while true {
      try write(names, from: &position, registry, to: &context.reply)
      guard position.index < names.count else { break }
      // Beyond the limit the reply is too long whatever follows, and is discarded.
      if context.replyLength > replyLimit { break }
      if context.isOver { return false }
    }
    end(generation: generation, &context.reply)
    return true
  }

  /// Writes the answers to a few names.
  private static func write(
    _ names: PlainStrings, from position: inout PlainStrings.Position, _ registry: CompiledRegistry,
    to writer: inout JSONWriter
  ) throws(MethodError) {
    if position.isAtStart {
      writer.name(quoted: "\"answers\":")
      writer.beginArray()
    }
    try names.visit(from: &position, atMost: namesPerLook) { (name) throws(MethodError) in
      writer.beginObject()
      let resolution = registry.resolve(name: name)
      writer.members(of: resolution, name, registry)
      writer.contentsDecide(resolution, .regular, registry)
      writer.endObject()
    }
  }

  private static func end(generation: UInt64, _ writer: inout JSONWriter) {
    writer.endArray()
    writer.name(quoted: "\"generation\":")
    writer.integer(generation)
  }

  /// The number of names that are answered between two looks at the clock.
  private static var namesPerLook: Int { 64 }
}

/// The rest of the answers to plain names, in other turns.
private struct RestOfPlainNames: IndependentSeries {
  private let names: PlainStrings
  private var position: PlainStrings.Position
  private let published: PublishedRegistry
  private let replyLimit: Int

  init(
    _ names: PlainStrings, from position: PlainStrings.Position, _ published: PublishedRegistry,
    replyLimit: Int
  ) {
    self.names = names
    self.position = position
    self.published = published
    self.replyLimit = replyLimit
  }

  mutating func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    try TypeOfAnswers.write(
      names, from: &position, published.registry, generation: published.generation, to: &context,
      replyLimit) ? .final : .unfinished
  }
}

extension JSONWriter {
  /// Writes whether the contents of a file can decide more than its name; allocates nothing.
  fileprivate mutating func contentsDecide(
    _ resolution: NameResolution, _ kind: FileKind, _ registry: CompiledRegistry
  ) {
    guard kind == .regular, registry.dependsOnContents(resolution) else { return }
    member("contentsDecide", true)
  }
}
