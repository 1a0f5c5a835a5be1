// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import Texts
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.handlers`.
///
/// Queries are answered at once, from one registry and the bindings of the same moment. Changes are
/// made by a worker, and the reply waits until they are on the disk.
enum HandlersInterface {
  /// `org.typeregistry.handlers` as clients read it.
  static let description = InterfaceDescription(
    literal: unsafe String(cString: tr_text_handlers_interface()))

  static func register(_ source: LiveBindings, on service: Service) {
    service.handle(.rank) { (parameters) throws(MethodError) in
      try RankAnswers(parameters, source.takeDirectory())
    }
    service.handle(.applications) { (parameters) throws(MethodError) in
      try ApplicationList(parameters, source.takeDirectory())
    }
    service.handle(.bindings) { (parameters) throws(MethodError) in
      try BindingList(parameters, source)
    }
    service.handle(.history) { (parameters) throws(MethodError) in
      try HistoryList(parameters, source)
    }
    handleChange(.bind, source, on: service) { (parameters) throws(MethodError) in
      let object = try parameters.object(["requests", "action", "dryRun", "entries"])
      var action = BindingChange.Action.bind
      switch try object.optionalString("action") {
      case nil, "bind": break
      case "apply": action = .apply
      default: throw object.invalid("action")
      }
      return .change(
        try BindRequestList.read(
          parameters, isUnbind: false, in: source.takeRegistry().registry), action,
        dryRun: try object.optionalBoolean("dryRun") ?? false,
        entryEdits: try Self.entryEdits(object))
    }
    handleChange(.unbind, source, on: service) { (parameters) throws(MethodError) in
      let object = try parameters.object(["requests", "dryRun", "entries"])
      return .change(
        try BindRequestList.read(
          parameters, isUnbind: true, in: source.takeRegistry().registry), .unbind,
        dryRun: try object.optionalBoolean("dryRun") ?? false,
        entryEdits: try Self.entryEdits(object))
    }
    handleChange(.undo, source, on: service) { (parameters) throws(MethodError) in
      let object = try parameters.object(["number", "dryRun", "entries"])
      return .undo(
        try object.optionalInteger("number"),
        dryRun: try object.optionalBoolean("dryRun") ?? false,
        entryEdits: try Self.entryEdits(object))
    }
    handleChange(.confirm, source, on: service) { (parameters) throws(MethodError) in
      let object = try parameters.object(["bundles"])
      guard object.optional("bundles") != nil else { return .confirm([]) }
      return .confirm(try object.strings("bundles", limit: BindingRequest.limit))
    }
  }

  /// The lines that the caller has changed in the user's `mimeapps.list`.
  private static func entryEdits(_ object: ParameterObject) throws(MethodError) -> [MIMEAppsEdit] {
    guard let edits = MIMEAppsEdit.edits(of: try object.optionalString("entries") ?? "") else {
      throw object.invalid("entries")
    }
    return edits
  }

  /// Registers a method whose jobs are done for callers that are allowed to change bindings.
  private static func handleChange(
    _ method: WireMethod, _ source: LiveBindings, on service: Service,
    _ read: @escaping (Parameters) throws(MethodError) -> BindingJob
  ) {
    let limit = service.replyLimit
    service.handleDeferred(method.rawValue) { (context) throws(MethodError) in
      // The user is the one that the kernel reported when the connection was made. It is checked
      // before the parameters are read.
      guard context.peer.user == source.owner else { throw .permissionDenied }
      let job = try read(context.parameters)
      let author = BindingChange.Author(user: context.peer.user, process: context.peer.process)
      return JobReply(
        source.perform(job, for: author), source, isDryRun: job.isDryRun, replyLimit: limit)
    }
  }
}

/// The reply to a call that changes something: in several parts where the caller accepts them.
///
/// By now the change is made. So a list that is too long for one reply is cut, and never an error.
private final class JobReply: ReplySeries {
  private let job: Pending<BindingJob.Outcome>
  private let source: LiveBindings
  private let isDryRun: Bool
  private let replyLimit: Int
  private var parts: BindingChangeParts?

  /// The length after which a part ends, in bytes.
  private static let partLength = 65_536

  init(_ job: Pending<BindingJob.Outcome>, _ source: LiveBindings, isDryRun: Bool, replyLimit: Int)
  {
    self.job = job
    self.source = source
    self.isDryRun = isDryRun
    self.replyLimit = replyLimit
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    if parts == nil {
      guard let outcome = job.outcome else { return .nothingYet }
      if let change = try begin(outcome, &context) {
        parts = BindingChangeParts(change)
        context.reply.name("change")
      }
    } else if context.replyLength == 0 {
      context.reply.name("change")
    }
    if var parts {
      self.parts = nil
      // The parameters after the list need some room, too.
      let limit = context.call.wantsMore ? min(Self.partLength, replyLimit / 2) : replyLimit / 2
      while !parts.writeNext(to: &context.reply, atMost: limit) {
        if context.isOver {
          self.parts = parts
          return .unfinished
        }
      }
      if context.call.wantsMore, !parts.isAtEnd {
        self.parts = parts
        context.reply.member("generation", source.takeDirectory().generation)
        return .continues
      }
    }
    let notices = isDryRun ? [] : source.readNotices()
    if !notices.isEmpty { context.reply.member("notices", notices) }
    context.reply.member("generation", source.takeDirectory().generation)
    return .final
  }

  /// The change that was made; writes the members of the reply about another outcome.
  private func begin(
    _ outcome: BindingJob.Outcome, _ context: inout CallContext
  ) throws(MethodError) -> BindingChange? {
    switch outcome {
    case .change(let change): return change
    case .undo(.undone(let change)): return change
    case .confirmed(let count): context.reply.member("confirmed", count)
    case .undo(.nothingToUndo): throw .wire(.nothingToUndo)
    case .undo(.noSuchChange(let number)):
      throw .wire(.noSuchChange) { $0.member("number", Int(number)) }
    case .undo(.alreadyUndone(let number)):
      throw .wire(.alreadyUndone) { $0.member("number", Int(number)) }
    case .undo(.changedSince(let number, let slots)):
      throw .wire(.changedSince) { writer in
        writer.member("number", Int(number))
        writer.array("slots", slots)
      }
    case .failed(let failure): throw MethodError(failure)
    }
    return nil
  }
}
