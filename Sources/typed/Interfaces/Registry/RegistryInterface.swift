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
    service.handle(WireMethod.status.rawValue) { (context) throws(MethodError) in
      try Self.status(&context, source, bindings, version)
    }
    service.handle(.bundles) { (parameters) throws(MethodError) in
      let languages = try parameters.object(["locale"]).languages()
      let published = source.published
      let registry = published.registry
      return IndexedList(
        "bundles", count: registry.bundleRecords.count, generation: published.generation
      ) { registry.bundle(at: $0, in: languages) }
    }
    service.handle(.diagnostics) { (parameters) throws(MethodError) in
      try parameters.expectNone()
      let published = source.published
      let registry = published.registry
      return IndexedList(
        "diagnostics", count: registry.diagnosticRecords.count, generation: published.generation
      ) { registry.diagnostic(at: $0) }
    }
    service.handle(
      WireMethod.reload.rawValue,
      series: { (context) throws(MethodError) in
        try context.parameters.expectNone()
        return Reloading(source)
      },
      single: { (context) throws(MethodError) in
        try context.parameters.expectNone()
        Reloading(source).write(to: &context)
        return nil
      })
  }

  private static func status(
    _ context: inout CallContext, _ source: any RegistrySource, _ bindings: any BindingSource,
    _ version: String
  ) throws(MethodError) {
    try context.parameters.expectNone()
    var status = RegistryStatus(source.published, of: source.locations)
    status.version = version
    if let serving = source.serving {
      status.startedAt = serving.startedAt
      if let comparedAt = serving.comparedAt {
        status.comparedAt = max(comparedAt, status.loadedAt)
      }
      status.watching = serving.watching
      status.limits = serving.limits
      if let socket = serving.passedSocket, (try? FileStatus(of: socket)) == nil {
        status.problems.append(
          RegistryStatus.Problem(
            "socket-lost", "'\(socket)' does not exist any more, so new clients do not find it",
            hint: "have the service manager listen again: 'systemctl --user restart typed.socket'"))
      }
    }
    status.store = bindings.storeStatus
    status.writeMembers(to: &context.reply)
  }
}

/// The reply of `Reload`, sent when the declarations have been read again.
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
