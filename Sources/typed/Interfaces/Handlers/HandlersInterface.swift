// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.handlers`.
///
/// What is asked is answered at once, from one registry and the bindings of one moment. What changes
/// something is done elsewhere, and the reply waits until it is on the disk.
final class HandlersInterface {
  private let source: any BindingSource

  init(_ source: any BindingSource) {
    self.source = source
  }

  func register(on service: Service) {
    let source = source
    let prefix = Self.description.name + "."
    service.handle(prefix + "Rank") { (parameters) throws(MethodError) in
      try RankAnswers(parameters, source.publishedDirectory)
    }
    service.handle(prefix + "Applications") { (parameters) throws(MethodError) in
      try ApplicationList(parameters, source.publishedDirectory)
    }
    service.handle(prefix + "Bindings") { (parameters) throws(MethodError) in
      try BindingList(parameters, source)
    }
    service.handle(prefix + "History") { (parameters) throws(MethodError) in
      try HistoryList(parameters, source)
    }
    service.handleDeferred(prefix + "Bind") { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        try Self.bind(parameters)
      }
    }
    service.handleDeferred(prefix + "Unbind") { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        let object = try parameters.object(["wishes", "dryRun"])
        return .change(
          try BindRequestList.read(parameters, isUnbind: true), .unbind,
          dryRun: try object.optionalBoolean("dryRun") ?? false)
      }
    }
    service.handleDeferred(prefix + "Undo") { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        let object = try parameters.object(["number", "dryRun"])
        return .undo(
          try object.optionalInteger("number"),
          dryRun: try object.optionalBoolean("dryRun") ?? false)
      }
    }
    service.handleDeferred(prefix + "Confirm") { (context) throws(MethodError) in
      try Self.begin(&context, source) { (parameters) throws(MethodError) in
        let object = try parameters.object(["bundles"])
        guard object.optional("bundles") != nil else { return .confirm([]) }
        return .confirm(try object.strings("bundles", limit: BindingRequest.limit))
      }
    }
  }

  private static func bind(_ parameters: Parameters) throws(MethodError) -> BindingJob {
    let object = try parameters.object(["wishes", "action", "dryRun"])
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

  /// Begins a job for a caller who may have it done.
  private static func begin(
    _ context: inout CallContext, _ source: any BindingSource,
    _ read: (Parameters) throws(MethodError) -> BindingJob
  ) throws(MethodError) -> any ReplySeries {
    // By what the kernel said when the connection was made, whatever was asked for; only then is it
    // looked at what that is.
    guard context.peer.user == source.owner else { throw .permissionDenied }
    let job = try read(context.parameters)
    let author = BindingChange.Author(user: context.peer.user, process: context.peer.process)
    return JobReply(source.perform(job, for: author), source, isDryRun: job.isDryRun)
  }
}

/// The one reply to a call that has something done.
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
      context.reply.name("change")
      context.reply.value(change)
    case .change(nil): break
    case .confirmed(let count): context.reply.member("confirmed", count)
    case .undo(.nothingToUndo): throw .handlers("NothingToUndo") { _ in }
    case .undo(.noSuchChange(let number)):
      throw .handlers("NoSuchChange") { $0.member("number", Int(number)) }
    case .undo(.alreadyUndone(let number)):
      throw .handlers("AlreadyUndone") { $0.member("number", Int(number)) }
    case .undo(.changedSince(let number, let places)):
      throw .handlers("ChangedSince") { writer in
        writer.member("number", Int(number))
        writer.name("places")
        writer.beginArray()
        for place in places { writer.value(place) }
        writer.endArray()
      }
    case .failed(let failure): throw MethodError(failure)
    }
    let notices = isDryRun ? [] : source.notices
    if !notices.isEmpty { context.reply.member("notices", notices) }
    context.reply.member("generation", source.publishedDirectory.generation)
    return .final
  }
}
