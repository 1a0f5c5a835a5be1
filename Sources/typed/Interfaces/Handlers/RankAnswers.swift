// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Rank`.
struct RankAnswers: AnswerList {
  static let key = "answers"

  let generation: UInt64
  private let published: PublishedDirectory
  private var names: ParameterElements?
  private var items: ParameterElements?
  private var roles = RoleMask.all
  private var languages = LanguageList.none
  private var explains = false
  private var limit: Int?
  private var count = 0
  /// The answer of which there is more.
  private var unfinished: Rest?
  private var length = Int.max

  /// What is left of an answer.
  private struct Rest {
    let answers: HandlerAnswerBuilder
    var next = 0
    /// What is left of the hidden ones; nil until they are looked for.
    var hidden: ArraySlice<HiddenHandler>?
  }

  private static let parameterNames: [StaticString] = [
    "names", "items", "roles", "locale", "explain", "limit",
  ]

  init(_ parameters: Parameters, _ published: PublishedDirectory) throws(MethodError) {
    self.published = published
    generation = published.generation
    var members = parameters.members(Self.parameterNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.index {
      case 0: names = try member.value.elements()
      case 1: items = try member.value.elements()
      case 2: roles = try Self.roles(member.value)
      case 3: languages = LanguageList(try member.value.string())
      case 4: explains = try member.value.boolean()
      default: limit = try member.value.integer(in: 1 ... .max)
      }
    }
  }

  private static func roles(_ value: ParameterValue) throws(MethodError) -> RoleMask {
    var roles: RoleMask = []
    for name in try value.strings(limit: Role.allCases.count) {
      guard let role = Role(rawValue: name) else { throw value.invalid }
      roles.insert(RoleMask(role))
    }
    return roles
  }

  var bindingsProblem: String? { published.problem }

  mutating func split(behind length: Int) { self.length = length }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool {
    if let rest = unfinished {
      unfinished = nil
      writer.beginObject()
      writer.name("handlers")
      writer.beginArray()
      write(rest, from: writer.bytes.count, to: &writer)
      return true
    }
    if let name = names?.next() {
      try countOne(name)
      let bytes = try name.withUTF8 { (text) throws(MethodError) in text.bytesArray }
      answer(.file(FileQuery(name: bytes)), nil, to: &writer)
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

  private static let itemNames =
    SubjectMembers.names + ["name", "nameBytes", "kind", "ownHandler"]

  private static let kindNames: [StaticString] = [
    "regular", "directory", "mount-point", "symbolic-link", "character-device", "block-device",
    "named-pipe", "socket",
  ]

  private mutating func answer(
    _ item: ParameterValue, to writer: inout JSONWriter
  ) throws(MethodError) {
    var subject: (index: Int, value: ParameterValue)?
    var kind: FileKind?
    var own: String?
    var members = try item.members(Self.itemNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.index - SubjectMembers.names.count {
      case 2:
        let place = try member.value.choice(Self.kindNames)
        kind = FileKind(rawValue: "\(Self.kindNames[place])")
      case 3: own = HandlerQuery.checked(ownHandler: try member.value.string())
      default:
        guard subject == nil else { throw item.invalid }
        subject = (member.index, member.value)
      }
    }
    guard let (index, value) = subject else { throw item.invalid }
    switch index - SubjectMembers.names.count {
    case 0:
      let bytes = try value.withUTF8 { (text) throws(MethodError) in text.bytesArray }
      answer(.file(FileQuery(name: bytes, kind: kind ?? .regular)), own, to: &writer)
    case 1:
      let bytes = try value.withUTF8 { (text) throws(MethodError) in Base64.decode(text) }
      guard let bytes else { throw value.invalid }
      answer(.file(FileQuery(name: bytes, kind: kind ?? .regular)), own, to: &writer)
    default:
      // What would be passed over is refused, lest somebody believe that it counted.
      guard kind == nil else { throw item.invalid }
      switch try SubjectMembers.read(value, at: index) {
      case .success(.type(let identifier)): answer(.type(identifier), own, to: &writer)
      case .success(.tag(let tag)): answer(.tag(tag), own, to: &writer)
      case .failure(let malformed):
        writer.beginObject()
        writer.member("problem", malformed.problem)
        writer.endObject()
      }
    }
  }

  // MARK: - Answers

  private mutating func answer(
    _ subject: HandlerQuery.Subject, _ own: String?, to writer: inout JSONWriter
  ) {
    let query = HandlerQuery(
      subject, roles: roles, ownHandler: own, explains: explains, limit: limit)
    let answers = published.directory.answers(to: query, in: languages)
    let start = writer.bytes.count
    var rest = Rest(answers: answers)
    let first = answers.count > 0 ? answers.handler(at: 0) : nil
    writer.beginObject()
    writer.member("type", answers.type?.text)
    writer.list("tags", answers.tags) { $0.value($1) }
    writer.member("decision", HandlerAnswer.Decision(first: first).rawValue)
    writer.name("handlers")
    writer.beginArray()
    if let first {
      writer.value(first)
      rest.next = 1
    }
    write(rest, from: start, to: &writer)
  }

  /// Writes what is left of an answer, its array of handlers being open, as far as it may be long.
  private mutating func write(_ rest: Rest, from start: Int, to writer: inout JSONWriter) {
    var rest = rest
    while rest.next < rest.answers.count, writer.bytes.count - start <= length {
      writer.value(rest.answers.handler(at: rest.next))
      rest.next += 1
    }
    writer.endArray()
    var isAtEnd = false
    if rest.next == rest.answers.count {
      var hidden = rest.hidden ?? rest.answers.hidden()[...]
      if !hidden.isEmpty {
        writer.name("hidden")
        writer.beginArray()
        while writer.bytes.count - start <= length, let next = hidden.popFirst() {
          writer.value(next)
        }
        writer.endArray()
      }
      rest.hidden = hidden
      isAtEnd = hidden.isEmpty
    }
    if !isAtEnd {
      writer.member("continues", true)
      unfinished = rest
    }
    writer.endObject()
  }
}

extension Span<UInt8> {
  /// The bytes in storage of their own.
  fileprivate var bytesArray: [UInt8] { (0..<count).map { self[$0] } }
}
