// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.handlers`.
///
/// Queries are answered at once, from one registry and the bindings of the same moment. Changes are
/// made by a worker, and the reply waits until they are on the disk.
final class HandlersInterface {
  private let source: any BindingSource

  init(_ source: any BindingSource) {
    self.source = source
  }

  func register(on service: Service) {
    let source = source
    service.handle(.rank) { (parameters) throws(MethodError) in
      try RankAnswers(parameters, source.publishedDirectory)
    }
    service.handle(.applications) { (parameters) throws(MethodError) in
      try ApplicationList(parameters, source.publishedDirectory)
    }
    service.handle(.bindings) { (parameters) throws(MethodError) in
      try BindingList(parameters, source)
    }
    service.handle(.history) { (parameters) throws(MethodError) in
      try HistoryList(parameters, source)
    }
    service.handleDeferred(WireMethod.bind.rawValue) { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        try Self.bind(parameters)
      }
    }
    service.handleDeferred(WireMethod.unbind.rawValue) { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        let object = try parameters.object(["requests", "dryRun"])
        return .change(
          try BindRequestList.read(parameters, isUnbind: true), .unbind,
          dryRun: try object.optionalBoolean("dryRun") ?? false)
      }
    }
    service.handleDeferred(WireMethod.undo.rawValue) { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        let object = try parameters.object(["number", "dryRun"])
        return .undo(
          try object.optionalInteger("number"),
          dryRun: try object.optionalBoolean("dryRun") ?? false)
      }
    }
    service.handleDeferred(WireMethod.confirm.rawValue) { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        let object = try parameters.object(["bundles"])
        guard object.optional("bundles") != nil else { return .confirm([]) }
        return .confirm(try object.strings("bundles", limit: BindingRequest.limit))
      }
    }
  }

  private static func bind(_ parameters: Parameters) throws(MethodError) -> BindingJob {
    let object = try parameters.object(["requests", "action", "dryRun"])
    var action = BindingChange.Action.bind
    switch try object.optionalString("action") {
    case nil, "bind": break
    case "apply": action = .apply
    default: throw object.invalid("action")
    }
    return .change(
      try BindRequestList.read(parameters, isUnbind: false), action,
      dryRun: try object.optionalBoolean("dryRun") ?? false)
  }

  /// Begins a job for a caller that is allowed to change bindings.
  private static func begin(
    _ context: inout CallContext, _ source: any BindingSource,
    _ read: (Parameters) throws(MethodError) -> BindingJob
  ) throws(MethodError) -> any ReplySeries {
    // The user is the one that the kernel reported when the connection was made. It is checked
    // before the parameters are read.
    guard context.peer.user == source.owner else { throw .permissionDenied }
    let job = try read(context.parameters)
    let author = BindingChange.Author(user: context.peer.user, process: context.peer.process)
    return JobReply(source.perform(job, for: author), source, isDryRun: job.isDryRun)
  }
}

/// The reply to a call that changes something.
private final class JobReply: ReplySeries {
  private let job: PendingJob
  private let source: any BindingSource
  private let isDryRun: Bool

  init(_ job: PendingJob, _ source: any BindingSource, isDryRun: Bool) {
    self.job = job
    self.source = source
    self.isDryRun = isDryRun
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    guard let outcome = job.outcome else { return .nothingYet }
    switch outcome {
    case .change(let change?), .undo(.undone(let change)):
      context.reply.member("change", change)
    case .change(nil): break
    case .confirmed(let count): context.reply.member("confirmed", count)
    case .undo(.nothingToUndo): throw .handlers(.nothingToUndo) { _ in }
    case .undo(.noSuchChange(let number)):
      throw .handlers(.noSuchChange) { $0.member("number", Int(number)) }
    case .undo(.alreadyUndone(let number)):
      throw .handlers(.alreadyUndone) { $0.member("number", Int(number)) }
    case .undo(.changedSince(let number, let slots)):
      throw .handlers(.changedSince) { writer in
        writer.member("number", Int(number))
        writer.array("slots", slots)
      }
    case .failed(let failure): throw MethodError(failure)
    }
    let notices = isDryRun ? [] : source.notices
    if !notices.isEmpty { context.reply.member("notices", notices) }
    context.reply.member("generation", source.publishedDirectory.generation)
    return .final
  }
}
