// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Applications`.
struct ApplicationList: AnswerList {
  var key: String { "applications" }
  let generation: UInt64
  let bindingsProblem: String?
  private var series: ApplicationSeries
  /// The application whose claims are not all written.
  private var unfinished: ApplicationInformation?
  /// The length of the claims that are written in the open list of them; `nil` if none is open.
  private var openLength: Int?
  private var length = Int.max

  static var stepsPerLook: Int { 4 }

  init(_ parameters: Parameters, _ published: PublishedDirectory) throws(MethodError) {
    let languages = try parameters.object(["locale"]).languages()
    generation = published.generation
    bindingsProblem = published.problem
    series = ApplicationSeries(published.directory, in: languages)
  }

  mutating func split(after length: Int) { self.length = length }

  /// Writes one claim at a time: each is ranked.
  mutating func writeNext(to writer: inout JSONWriter) -> ListProgress {
    if series.advance() { return .working }
    if let written = openLength {
      let start = writer.bytes.count
      guard written <= length, let claim = series.nextClaim() else {
        writer.endArray()
        writer.flag("continues", series.hasClaim)
        if !series.hasClaim { unfinished = nil }
        writer.endObject()
        openLength = nil
        return .answer
      }
      claim.write(to: &writer)
      openLength = written + writer.bytes.count - start
      return .working
    }
    guard let application = unfinished ?? series.nextApplication() else { return .end }
    writer.beginObject()
    application.writeHead(to: &writer)
    guard series.hasClaim else {
      writer.endObject()
      return .answer
    }
    unfinished = application
    openLength = 0
    writer.name("claims")
    writer.beginArray()
    return .working
  }
}

/// The answers of `Bindings`: the user's, then the administrator's.
struct BindingList: AnswerList {
  var key: String { "bindings" }
  let generation: UInt64
  let bindingsProblem: String?
  private var bindings: ArraySlice<Binding> = []
  private var directory: HandlerDirectory?
  private var siteBindings: Range<Int> = 0..<0

  static var stepsPerLook: Int { 4 }

  init(_ parameters: Parameters, _ source: LiveBindings) throws(MethodError) {
    let ofSite = try parameters.object(["site"]).optionalBoolean("site")
    let published = source.takeDirectory()
    generation = published.generation
    bindingsProblem = ofSite == true ? nil : published.problem
    if ofSite != true {
      do throws(StoreError) {
        bindings = try source.takeBindings()[...]
      } catch {
        throw .store(error)
      }
    }
    if ofSite != false {
      directory = published.directory
      siteBindings = published.directory.siteBindingNumbers
    }
  }

  mutating func writeNext(to writer: inout JSONWriter) -> ListProgress {
    if let binding = bindings.popFirst() {
      binding.write(to: &writer)
      return .answer
    }
    guard let number = siteBindings.popFirst() else { return .end }
    directory?.siteBinding(number)?.write(to: &writer)
    return .answer
  }
}

/// The answers of `History`, read from the store a page at a time, by a thread that may wait for it.
struct HistoryList: AnswerList {
  /// The most changes of a page.
  private static let pageLength = 64

  var key: String { "changes" }
  let generation: UInt64
  let bindingsProblem: String?
  private let history: BindingWriter?
  private var page: ArraySlice<BindingChange> = []
  /// The change that is not written completely.
  private var unfinished: BindingChangeParts?
  private var length = Int.max
  private var before: Int64?
  private var left: Int
  private var isAtEnd = false
  /// The memory of the page, in bytes, about.
  private(set) var heldBytes = 0

  static var waits: Bool { true }

  init(_ parameters: Parameters, _ source: LiveBindings) throws(MethodError) {
    let object = try parameters.object(["before", "limit"])
    before = try object.optionalInteger("before")
    left = Int(clamping: try object.optionalInteger("limit", in: 0 ... .max) ?? .max)
    do throws(StoreError) {
      history = try source.takeHistory()
    } catch {
      throw .store(error)
    }
    let published = source.takeDirectory()
    generation = published.generation
    bindingsProblem = published.problem
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    if unfinished != nil { return goOn(&writer) }
    guard left > 0 else { return .end }
    if page.isEmpty, !isAtEnd {
      let limit = min(left, Self.pageLength)
      do throws(StoreError) {
        page = try history?.changes(before: before, limit: limit)[...] ?? []
      } catch {
        throw .store(error)
      }
      isAtEnd = page.isEmpty
      heldBytes = page.reduce(0) { $0 + 512 * (1 + $1.edits.count + $1.entryEdits.count) }
    }
    guard let change = page.popFirst() else { return .end }
    before = change.number
    left -= 1
    unfinished = BindingChangeParts(change)
    return goOn(&writer)
  }

  mutating func split(after length: Int) { self.length = length }

  private mutating func goOn(_ writer: inout JSONWriter) -> ListProgress {
    guard var parts = unfinished else { return .end }
    unfinished = nil
    let isPartOver = parts.writeNext(to: &writer, atMost: length)
    if !parts.isAtEnd { unfinished = parts }
    return isPartOver ? .answer : .working
  }
}
