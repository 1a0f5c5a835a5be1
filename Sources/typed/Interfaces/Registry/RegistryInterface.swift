// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.registry`.
final class RegistryInterface {
  private let source: any RegistrySource
  private let bindings: any BindingSource
  private let version: String

  init(_ source: any RegistrySource, bindings: any BindingSource, version: String) {
    self.source = source
    self.bindings = bindings
    self.version = version
  }

  func register(on service: Service) {
    let source = source
    let bindings = bindings
    let version = version
    let prefix = Self.description.name + "."
    service.handle(prefix + "Status") { (context) throws(MethodError) in
      try Self.status(&context, source, bindings, version)
    }
    service.handle(prefix + "Bundles") { (parameters) throws(MethodError) in
      try BundleList(parameters, source.published)
    }
    service.handle(prefix + "Diagnostics") { (parameters) throws(MethodError) in
      try DiagnosticList(parameters, source.published)
    }
    service.handle(
      prefix + "Reload",
      series: { (context) throws(MethodError) in
        try context.parameters.expectNone()
        return Reloading(source)
      },
      single: { (context) throws(MethodError) in
        try context.parameters.expectNone()
        Reloading(source).write(to: &context)
      })
  }

  private static func status(
    _ context: inout CallContext, _ source: any RegistrySource, _ bindings: any BindingSource,
    _ version: String
  ) throws(MethodError) {
    try context.parameters.expectNone()
    let published = source.published
    let registry = published.registry
    let report = RegistryLoader.report(source.place)
    context.reply.member("version", version)
    context.reply.member("generation", published.generation)
    context.reply.member("digest", registry.digest.description)
    context.reply.member("searchPathDigest", source.place.searchPathDigest)
    context.reply.member("source", published.source.rawValue)
    context.reply.member("types", registry.typeCount)
    context.reply.member("bundles", registry.bundleRecords.count)
    context.reply.member("diagnostics", registry.diagnosticRecords.count)
    context.reply.member("imageSize", registry.imageSize)
    context.reply.member("core", report.core)
    context.reply.name("directories")
    context.reply.beginArray()
    for directory in report.directories {
      context.reply.beginObject()
      context.reply.member("path", directory.path)
      context.reply.member("origin", directory.origin.name)
      context.reply.member("exists", directory.exists)
      context.reply.endObject()
    }
    context.reply.endArray()
    context.reply.member("image", report.image)
    context.reply.member("cacheProblem", published.cacheProblem)
    guard let store = bindings.storeStatus else { return }
    context.reply.name("store")
    context.reply.beginObject()
    context.reply.member("path", store.path)
    context.reply.member("bindings", store.bindingCount)
    context.reply.member("lastChange", Int(store.lastChange))
    context.reply.member("problem", store.problem)
    context.reply.member("hint", store.hint)
    context.reply.member("notices", store.notices)
    context.reply.endObject()
  }
}

/// The one reply of `Reload`, when declarations have been looked at.
private final class Reloading: ReplySeries {
  private let source: any RegistrySource
  private let before: ContentDigest
  private let target: Int

  init(_ source: any RegistrySource) {
    self.source = source
    before = source.published.registry.digest
    target = source.requestReload()
  }

  func next(_ context: inout CallContext) -> ReplyStep {
    guard source.reloads >= target else { return .nothingYet }
    write(to: &context)
    return .final
  }

  func write(to context: inout CallContext) {
    let published = source.published
    let isDone = source.reloads >= target
    context.reply.member("done", isDone)
    if isDone { context.reply.member("changed", published.registry.digest != before) }
    context.reply.member("generation", published.generation)
  }
}

/// The answers of `Bundles`.
struct BundleList: AnswerList {
  static let key = "bundles"

  let generation: UInt64
  private let bundles: [BundleInformation]
  private var next = 0

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let languages = try parameters.object(["locale"]).languages()
    generation = published.generation
    bundles = published.registry.bundles(in: languages)
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard next < bundles.count else { return false }
    let bundle = bundles[next]
    writer.beginObject()
    writer.member("identifier", bundle.identifier)
    writer.member("name", bundle.name)
    if !bundle.version.isEmpty { writer.member("version", bundle.version) }
    writer.member("path", bundle.path)
    writer.member("origin", bundle.origin.name)
    writer.member("declarations", bundle.declarations)
    writer.member("supplements", bundle.supplements)
    writer.member("claims", bundle.claims)
    writer.member("maskedBy", bundle.maskedBy)
    writer.endObject()
    next += 1
    return true
  }
}

/// The answers of `Diagnostics`.
struct DiagnosticList: AnswerList {
  static let key = "diagnostics"

  let generation: UInt64
  private let diagnostics: [Diagnostic]
  private var next = 0

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    try parameters.expectNone()
    generation = published.generation
    diagnostics = published.registry.diagnostics
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard next < diagnostics.count else { return false }
    let diagnostic = diagnostics[next]
    writer.beginObject()
    writer.member("severity", diagnostic.severity.rawValue)
    writer.member("path", diagnostic.path)
    switch diagnostic.position {
    case .file: break
    case .location(let location):
      writer.member("line", location.line)
      writer.member("column", location.column)
    case .keyPath(let keyPath): writer.member("keyPath", keyPath)
    }
    writer.member("code", diagnostic.code.rawValue)
    writer.member("message", diagnostic.message)
    writer.member("hint", diagnostic.hint)
    if let isAccepted = diagnostic.isAcceptedByApple {
      writer.member("acceptedByApple", isAccepted)
    }
    writer.endObject()
    next += 1
    return true
  }
}
