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
  private var length = Int.max

  init(_ parameters: Parameters, _ published: PublishedDirectory) throws(MethodError) {
    let languages = try parameters.object(["locale"]).languages()
    generation = published.generation
    bindingsProblem = published.problem
    series = ApplicationSeries(published.directory, in: languages)
  }

  mutating func split(after length: Int) { self.length = length }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard let application = unfinished ?? series.nextApplication() else { return false }
    unfinished = nil
    writer.beginObject()
    application.writeHead(to: &writer)
    if series.hasClaim {
      let start = writer.bytes.count
      writer.name("claims")
      writer.beginArray()
      while writer.bytes.count - start <= length, let claim = series.nextClaim() {
        claim.write(to: &writer)
      }
      writer.endArray()
    }
    if series.hasClaim {
      writer.member("continues", true)
      unfinished = application
    }
    writer.endObject()
    return true
  }
}

/// The answers of `Bindings`: the user's, then the administrator's.
struct BindingList: AnswerList {
  var key: String { "bindings" }
  let generation: UInt64
  let bindingsProblem: String?
  private var bindings: ArraySlice<Binding> = []
  private var siteBindings: ArraySlice<DeclaredSiteBinding> = []

  init(_ parameters: Parameters, _ source: any BindingSource) throws(MethodError) {
    let ofSite = try parameters.object(["site"]).optionalBoolean("site")
    let published = source.publishedDirectory
    generation = published.generation
    bindingsProblem = ofSite == true ? nil : published.problem
    if ofSite != true {
      do throws(StoreError) {
        bindings = try source.bindings()[...]
      } catch {
        throw .store(error)
      }
    }
    if ofSite != false { siteBindings = published.directory.siteBindings()[...] }
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    if let binding = bindings.popFirst() {
      binding.write(to: &writer)
      return true
    }
    guard let binding = siteBindings.popFirst() else { return false }
    binding.write(to: &writer)
    return true
  }
}

/// The answers of `History`, read from the store a page at a time.
struct HistoryList: AnswerList {
  private static let pageLength = 64

  var key: String { "changes" }
  let generation: UInt64
  let bindingsProblem: String?
  private let source: any BindingSource
  private var page: ArraySlice<BindingChange> = []
  private var before: Int64?
  private var left: Int
  private var isAtEnd = false

  init(_ parameters: Parameters, _ source: any BindingSource) throws(MethodError) {
    let object = try parameters.object(["before", "limit"])
    before = try object.optionalInteger("before")
    left = Int(clamping: try object.optionalInteger("limit", in: 0 ... .max) ?? .max)
    self.source = source
    let published = source.publishedDirectory
    generation = published.generation
    bindingsProblem = published.problem
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool {
    guard left > 0 else { return false }
    if page.isEmpty, !isAtEnd {
      let limit = min(left, Self.pageLength)
      do throws(StoreError) {
        page = try source.history(before: before, limit: limit)[...]
      } catch {
        throw .store(error)
      }
      isAtEnd = page.isEmpty
    }
    guard let change = page.popFirst() else { return false }
    before = change.number
    left -= 1
    change.write(to: &writer)
    return true
  }
}
