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

  /// The rest of an answer.
  private struct Rest {
    let answers: HandlerAnswerBuilder
    var next = 0
    /// The hidden applications that are left; `nil` until they are looked for.
    var hidden: ArraySlice<HiddenHandler>?
    /// The list that is open.
    var open = OpenList.none
    /// The length of the part that is being written, in bytes.
    var length = 0
  }

  private enum OpenList {
    case none
    case handlers
    case hidden
  }

  private enum Member: Int {
    case names, items, roles, locale, explain, limit

    static let allNames: [StaticString] = ["names", "items", "roles", "locale", "explain", "limit"]
  }

  static var stepsPerLook: Int { 2 }

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

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    if unfinished != nil { return goOn(&writer) }
    if let name = try batch.next(of: &names) {
      let bytes = try name.withUTF8 { (text) throws(MethodError) in text.array }
      return answer(HandlerQuery(.file(FileQuery(name: bytes))), to: &writer)
    }
    guard let item = try batch.next(of: &items) else { return .end }
    switch try HandlerQuery.read(item) {
    case .success(let query): return answer(query, to: &writer)
    case .failure(let malformed):
      writer.beginObject()
      writer.member("problem", malformed.problem)
      writer.endObject()
      return .answer
    }
  }

  // MARK: - Answers

  private mutating func answer(
    _ query: HandlerQuery, to writer: inout JSONWriter
  ) -> ListProgress {
    var query = query
    query.roles = roles
    query.explains = explains
    query.limit = limit
    let answers = published.directory.answers(to: query, in: languages)
    let start = writer.bytes.count
    var rest = Rest(answers: answers)
    let first = answers.count > 0 ? answers.handler(at: 0) : nil
    writer.beginObject()
    HandlerAnswer.writeHead(
      type: answers.type, contentsDecide: answers.contentsDecide, iconNames: answers.iconNames,
      tags: answers.tags, first: first, to: &writer)
    writer.name("handlers")
    writer.beginArray()
    rest.open = .handlers
    if let first {
      first.write(to: &writer)
      rest.next = 1
    }
    rest.length = writer.bytes.count - start
    return write(rest, to: &writer)
  }

  private mutating func goOn(_ writer: inout JSONWriter) -> ListProgress {
    guard var rest = unfinished else { return .end }
    unfinished = nil
    if rest.open == .none {
      rest.length = 0
      writer.beginObject()
      writer.name("handlers")
      writer.beginArray()
      rest.open = .handlers
    }
    return write(rest, to: &writer)
  }

  /// The number of handlers that are written in one step.
  private static let handlersPerStep = 16

  /// Writes the next handlers of an answer, one of whose lists is open; at the length of a part the
  /// answer ends, and continues in the next one.
  private mutating func write(_ rest: Rest, to writer: inout JSONWriter) -> ListProgress {
    var rest = rest
    let start = writer.bytes.count - rest.length
    var left = Self.handlersPerStep
    if rest.open == .handlers {
      while rest.next < rest.answers.count, writer.bytes.count - start <= length {
        guard left > 0 else { return pause(&rest, writer.bytes.count - start) }
        left -= 1
        rest.answers.handler(at: rest.next).write(to: &writer)
        rest.next += 1
      }
      writer.endArray()
      rest.open = .none
      if rest.next == rest.answers.count {
        let hidden = rest.hidden ?? rest.answers.hidden()[...]
        rest.hidden = hidden
        if !hidden.isEmpty {
          writer.name("hidden")
          writer.beginArray()
          rest.open = .hidden
        }
      }
    }
    if rest.open == .hidden {
      while writer.bytes.count - start <= length, let next = rest.hidden?.popFirst() {
        next.write(to: &writer)
        left -= 1
        if left <= 0, rest.hidden?.isEmpty == false {
          return pause(&rest, writer.bytes.count - start)
        }
      }
      writer.endArray()
      rest.open = .none
    }
    if rest.hidden?.isEmpty != true {
      writer.member("continues", true)
      unfinished = rest
    }
    writer.endObject()
    return .answer
  }

  private mutating func pause(_ rest: inout Rest, _ length: Int) -> ListProgress {
    rest.length = length
    unfinished = rest
    return .working
  }
}
