// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import Texts
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.registry`.
enum RegistryInterface {
  /// `org.typeregistry.registry` as clients read it.
  static let description = InterfaceDescription(
    literal: unsafe String(cString: tr_text_registry_interface()))

  static func register(_ bindings: LiveBindings, version: String, on service: Service) {
    let files = KnownFiles()
    service.handle(WireMethod.status.rawValue) { (context) throws(MethodError) in
      try Self.status(&context, bindings, files, version)
    }
    service.handle(.bundles) { (parameters) throws(MethodError) in
      let languages = try parameters.object(["locale"]).languages()
      let published = bindings.takeRegistry()
      let registry = published.registry
      return IndexedList(
        "bundles", count: registry.bundleRecords.count, generation: published.generation
      ) { registry.bundle(at: $0, in: languages) }
    }
    service.handle(.diagnostics) { (parameters) throws(MethodError) in
      try parameters.expectNone()
      let published = bindings.takeRegistry()
      let registry = published.registry
      return IndexedList(
        "diagnostics", count: registry.diagnosticRecords.count, generation: published.generation
      ) { registry.diagnostic(at: $0) }
    }
    service.handle(
      WireMethod.reload.rawValue,
      series: { (context) throws(MethodError) in
        Reloading(bindings, desktop: try Self.desktop(in: context, bindings))
      },
      single: { (context) throws(MethodError) in
        Reloading(bindings, desktop: try Self.desktop(in: context, bindings)).write(to: &context)
        return nil
      })
  }

  private static let reloadParameters: [StaticString] = ["desktop"]

  /// The names of the desktop that the caller of `Reload` is in; `nil` if it does not name one.
  private static func desktop(
    in context: borrowing CallContext, _ bindings: LiveBindings
  ) throws(MethodError) -> [UInt8]? {
    var members = context.parameters.members(reloadParameters)
    var names: [UInt8]?
    while let member = try members.next() {
      guard let text = try member.value.optionalString() else { continue }
      guard context.peer.user == bindings.owner else { throw .permissionDenied }
      let bytes = Array(text.utf8)
      guard bytes.count <= Environment.longestDesktop,
        bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else {
        throw .invalidParameter("desktop")
      }
      names = bytes
    }
    return names
  }

  private static func status(
    _ context: inout CallContext, _ bindings: LiveBindings, _ files: KnownFiles, _ version: String
  ) throws(MethodError) {
    try context.parameters.expectNone()
    var status = files.status(of: bindings)
    status.version = version
    if let serving = bindings.base.serving {
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
    status.store = bindings.checkStore()
    status.writeMembers(to: &context.reply)
  }
}

/// The part of `Status` about the files and directories that a registry depends on.
///
/// To look at them takes longer than anything else that is answered in one turn, and happens once for each
/// ``RegistrySource/quietPeriod``.
private final class KnownFiles {
  private var known: (period: Int, generation: UInt64, status: RegistryStatus)?

  /// The status of the current registry, without the program that serves it.
  func status(of bindings: LiveBindings) -> RegistryStatus {
    let chosen = bindings.choices.take()
    let (published, period) = (chosen.registry, bindings.base.quietPeriod)
    if let known, known.period == period, known.generation == published.generation {
      return known.status
    }
    let status = RegistryStatus(published, of: chosen.locations)
    known = period.map { ($0, published.generation, status) }
    return status
  }
}

/// The reply of `Reload`, sent when the declarations have been read again.
private final class Reloading: ReplySeries {
  private let bindings: LiveBindings
  private let before: ContentDigest
  private let target: Int

  init(_ bindings: LiveBindings, desktop: [UInt8]?) {
    self.bindings = bindings
    before = bindings.takeRegistry().registry.digest
    target = bindings.base.requestReload(forDesktop: desktop)
  }

  func next(_ context: inout CallContext) -> ReplyStep {
    guard bindings.base.reloads >= target else { return .nothingYet }
    write(to: &context)
    return .final
  }

  func write(to context: inout CallContext) {
    let published = bindings.takeRegistry()
    let isDone = bindings.base.reloads >= target
    context.reply.member("done", isDone)
    if isDone { context.reply.member("changed", published.registry.digest != before) }
    context.reply.member("generation", published.generation)
  }
}
