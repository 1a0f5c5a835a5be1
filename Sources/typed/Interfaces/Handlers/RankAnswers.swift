// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Rank`.
struct RankAnswers: AnswerList {
  var key: String { "answers" }
  let generation: UInt64
  private let published: PublishedDirectory
  private var names: ParameterElements?
  private var items: ParameterElements?
  private var roles = RoleMask.all
  private var languages = LanguageList.none
  private var explains = false
  private var limit: Int?
  private var batch = ParameterBatch()
  /// The answer that is not written completely.
  private var unfinished: Rest?
  private var length = Int.max

  /// What is left of an answer.
  private struct Rest {
    let answers: HandlerAnswerBuilder
    var next = 0
    /// The hidden applications that are left; `nil` until they are looked for.
    var hidden: ArraySlice<HiddenHandler>?
  }

  private enum Member: Int, MemberName {
    case names, items, roles, locale, explain, limit

    static let allNames = allCases.map(\.name)

    var name: StaticString {
      switch self {
      case .names: "names"
      case .items: "items"
      case .roles: "roles"
      case .locale: "locale"
      case .explain: "explain"
      case .limit: "limit"
      }
    }
  }

  init(_ parameters: Parameters, _ published: PublishedDirectory) throws(MethodError) {
    self.published = published
    generation = published.generation
    var members = parameters.members(Member.allNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.name(as: Member.self) {
      case .names: names = try member.value.elements()
      case .items: items = try member.value.elements()
      case .roles: roles = try RoleMask(member.value)
      case .locale: languages = LanguageList(try member.value.string())
      case .explain: explains = try member.value.boolean()
      case .limit: limit = try member.value.integer(in: 1 ... .max)
      }
    }
  }

  var bindingsProblem: String? { published.problem }

  mutating func split(after length: Int) { self.length = length }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool {
    if let rest = unfinished {
      unfinished = nil
      writer.beginObject()
      writer.name("handlers")
      writer.beginArray()
      write(rest, from: writer.bytes.count, to: &writer)
      return true
    }
    if let name = try batch.next(of: &names) {
      let bytes = try name.withUTF8 { (text) throws(MethodError) in text.array }
      answer(HandlerQuery(.file(FileQuery(name: bytes))), to: &writer)
      return true
    }
    guard let item = try batch.next(of: &items) else { return false }
    switch try HandlerQuery.read(item) {
    case .success(let query): answer(query, to: &writer)
    case .failure(let malformed):
      writer.beginObject()
      writer.member("problem", malformed.problem)
      writer.endObject()
    }
    return true
  }

  // MARK: - Answers

  private mutating func answer(_ query: HandlerQuery, to writer: inout JSONWriter) {
    var query = query
    query.roles = roles
    query.explains = explains
    query.limit = limit
    let answers = published.directory.answers(to: query, in: languages)
    let start = writer.bytes.count
    var rest = Rest(answers: answers)
    let first = answers.count > 0 ? answers.handler(at: 0) : nil
    writer.beginObject()
    HandlerAnswer.writeHead(type: answers.type, tags: answers.tags, first: first, to: &writer)
    writer.name("handlers")
    writer.beginArray()
    if let first {
      first.write(to: &writer)
      rest.next = 1
    }
    write(rest, from: start, to: &writer)
  }

  /// Writes the rest of an answer, whose array of handlers is open, up to the length of a part.
  private mutating func write(_ rest: Rest, from start: Int, to writer: inout JSONWriter) {
    var rest = rest
    while rest.next < rest.answers.count, writer.bytes.count - start <= length {
      rest.answers.handler(at: rest.next).write(to: &writer)
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
          next.write(to: &writer)
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
