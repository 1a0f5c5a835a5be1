// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// `Register` and `Unregister` of `org.typeregistry.registry`.
///
/// A worker makes the change; the reply waits until it is on the disk, and until the registry that
/// answers has it.
enum RegistrationMethods {
  static func register(
    _ registrations: LiveRegistrations, of bindings: LiveBindings, on service: Service
  ) {
    let limit = service.replyLimit
    service.handleDeferred(WireMethod.register.rawValue) { (context) throws(MethodError) in
      try Self.checkPermission(of: context.peer, bindings)
      let job = RegistrationJob.register(try RegistrationSource(context.parameters))
      return RegistrationReply(
        registrations.perform(job), bindings, isDryRun: false, replyLimit: limit)
    }
    service.handleDeferred(WireMethod.unregister.rawValue) { (context) throws(MethodError) in
      try Self.checkPermission(of: context.peer, bindings)
      let object = try context.parameters.object([
        "bundle", "path", "pathBytes", "missing", "dryRun",
      ])
      let isDryRun = try object.optionalBoolean("dryRun") ?? false
      let job = RegistrationJob.unregister(try RegistrationSelection(object), dryRun: isDryRun)
      return RegistrationReply(
        registrations.perform(job), bindings, isDryRun: isDryRun, replyLimit: limit)
    }
  }

  /// Throws if a caller may not register bundles; called before the parameters are read.
  private static func checkPermission(
    of peer: Peer, _ bindings: LiveBindings
  ) throws(MethodError) {
    guard peer.user == bindings.owner else { throw .permissionDenied }
  }
}

/// The reply to a call that changes the registered bundles.
private final class RegistrationReply: ReplySeries {
  private let job: Pending<RegistrationJob.Outcome>
  private let bindings: LiveBindings
  private let isDryRun: Bool
  private let replyLimit: Int
  /// The number of the reload after which the registry has the change; `nil` before the job is done.
  private var target: Int?
  private var written = 0

  /// The length after which a part ends, in bytes.
  private static let partLength = 65_536

  init(
    _ job: Pending<RegistrationJob.Outcome>, _ bindings: LiveBindings, isDryRun: Bool,
    replyLimit: Int
  ) {
    self.job = job
    self.bindings = bindings
    self.isDryRun = isDryRun
    self.replyLimit = replyLimit
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    guard let outcome = job.outcome else { return .nothingYet }
    if case .failed(let failure) = outcome { throw MethodError(failure) }
    if !isDryRun {
      let target = target ?? bindings.base.requestCheck()
      self.target = target
      guard bindings.base.reloads >= target else { return .nothingYet }
    }
    let published = bindings.takeRegistry()
    switch outcome {
    case .registered(let registration):
      registration.completed(by: published).writeMembers(to: &context.reply)
    case .removed(let bundles):
      let wantsMore = context.call.wantsMore
      // The parameters after the list need some room, too.
      let limit = wantsMore ? min(Self.partLength, replyLimit / 2) : replyLimit / 2
      context.reply.name("removed")
      context.reply.beginArray()
      while written < bundles.count, context.replyLength < limit {
        bundles[written].write(to: &context.reply)
        written += 1
      }
      context.reply.endArray()
      context.reply.member("generation", published.generation)
      return wantsMore && written < bundles.count ? .continues : .final
    case .failed: break
    }
    return .final
  }
}

extension MethodError {
  /// A registration that was not made.
  fileprivate init(_ failure: Registrar.Failure) {
    switch failure {
    case .store(let error): self = .store(error, as: .registryStoreProblem)
    case .noStore: self = .store(nil, as: .registryStoreProblem)
    case .problem(let problem):
      self = .wire(problem.wireError) { problem.writeMembers(to: &$0) }
    }
  }
}
