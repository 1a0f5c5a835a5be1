// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Answers calls: finds the method that is called, runs it, and writes exactly one final reply to
/// every call that wants one, whatever happens.
///
///     let service = Service(description)
///     service.handle("org.example.ftl.Jump") { context throws(MethodError) in
///       …
///     }
///     switch service.dispatch(message, peer: peer, output: &output) {
///     case .answered: …
///     case .opened(let series): …   // see OpenSeries
///     case .refused(let error): …   // send what waits, then close the connection
///     }
///
/// The service knows neither sockets nor threads. It answers `org.varlink.service` by itself.
/// A method that is declared and has no handler is `MethodNotImplemented`. A call with `upgrade`
/// is refused with `MethodNotImplemented` too, and the connection stays what it is.
public final class Service {
  /// A method with one reply.
  public typealias Handler = (inout CallContext) throws(MethodError) -> Void

  /// A method with a series of replies.
  public typealias SeriesHandler = (inout CallContext) throws(MethodError) -> any ReplySeries

  /// What has become of a message.
  public enum Outcome: ~Copyable {
    /// One reply has been written.
    case answered
    /// The call wanted no reply.
    case unanswered
    /// Replies are to be had from a series; none has been written yet.
    ///
    /// Of a call that wants no reply none will be, and yet the next call has to wait.
    case opened(OpenSeries)
    /// The message is no call. Nothing has been written; the connection is to be closed.
    case refused(CallError)
  }

  /// What the service says of itself.
  public let description: ServiceDescription

  /// The length of the longest reply that is sent, in bytes, its NUL not counted.
  ///
  /// A longer one is a mistake of its method. It is taken back, and the caller gets the error
  /// `ReplyTooLong (limit: int)` of the method's interface.
  public let replyLimit: Int

  /// How many replies had to be taken back because they were too long.
  public internal(set) var overlongReplies = 0

  var table: MethodTable

  /// A service without a handler.
  ///
  /// - Parameters:
  ///   - description: What it says of itself.
  ///   - replyLimit: The length of the longest reply that is sent, in bytes.
  public init(_ description: ServiceDescription, replyLimit: Int = 1_048_576) {
    precondition(replyLimit >= 1_024, "an error reply must fit")
    self.description = description
    self.replyLimit = replyLimit
    table = MethodTable(description.interfaces)
    handle("org.varlink.service.GetInfo") { context throws(MethodError) in
      try description.information(&context)
    }
    handle("org.varlink.service.GetInterfaceDescription") { context throws(MethodError) in
      try description.interfaceDescription(&context)
    }
  }

  /// Says what answers a method, once for each.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares. It must not be
  ///     marked there as one that requires `more`.
  ///   - handler: Answers a call.
  public func handle(_ method: String, _ handler: @escaping Handler) {
    precondition(
      requirement(of: method) == .none, "a method with a series is handled by one")
    table.set(method, handler: handler, series: nil)
  }

  /// Says what answers a method that can give a series of replies, once for each.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares and marks with
  ///     `[Requires 'more' flag]` or `[Supports 'more' flag]`.
  ///   - series: Answers a call with `more`.
  ///   - handler: Answers a call without it. It is there if, and only if, the mark says
  ///     `Supports`; otherwise such a call gets `ExpectedMore`.
  public func handle(
    _ method: String, series: @escaping SeriesHandler, single handler: Handler? = nil
  ) {
    precondition(
      requirement(of: method) == (handler == nil ? .requires : .supports),
      "a method's mark says whether it can be called without 'more'")
    table.set(method, handler: handler, series: series)
  }

  /// Says what answers a method whose one reply may come later, once for each.
  ///
  /// Until it has come no other call of the connection begins. A call that wants no reply is done
  /// all the same, in its turn.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares without a mark.
  ///   - series: Begins to answer a call. What it gives says ``ReplyStep/nothingYet`` until it
  ///     writes the one reply, which is ``ReplyStep/final``.
  public func handleDeferred(_ method: String, _ series: @escaping SeriesHandler) {
    precondition(
      requirement(of: method) == .none, "a method with a series is handled by one")
    table.set(method, handler: nil, series: series, isDeferred: true)
  }

  private func requirement(of method: String) -> InterfaceDescription.MoreFlag {
    guard let declared = description.method(method) else {
      preconditionFailure("a method that is handled is declared")
    }
    return declared.more
  }

  // MARK: - Dispatch

  /// Answers one message.
  ///
  /// - Parameters:
  ///   - message: A whole message, without the NUL behind it.
  ///   - peer: Who sent it.
  ///   - output: Gets the reply, if there is one.
  /// - Returns: What has become of the message.
  public func dispatch(
    _ message: Message, peer: Peer, output: inout OutputBuffer
  ) -> Outcome {
    let end = output.end
    var context: CallContext
    do throws(CallError) {
      context = CallContext(call: try Call(message), peer: peer, output: output.take())
    } catch {
      return .refused(error)
    }
    let series = answer(&context)
    swap(&output, &context.output)
    // Also when the method does not exist: UAPI.20, "oneway".
    if context.call.isOneway, output.end > end { output.truncate(to: end) }
    guard let series else { return context.call.isOneway ? .unanswered : .answered }
    return .opened(
      OpenSeries(call: context.call, peer: peer, series: series, replyLimit: replyLimit))
  }

  /// Writes one reply, or returns the series that will.
  private func answer(_ context: inout CallContext) -> (any ReplySeries)? {
    let method: MethodTable.Method
    switch table.find(context.call.method) {
    case .method(let found): method = found
    case .noMethod:
      context.output.appendMethodNotFound(context.call.method)
      return nil
    case .noInterface(let length):
      context.output.appendInterfaceNotFound(context.call.method, interfaceLength: length)
      return nil
    }
    do throws(MethodError) {
      if context.call.wantsUpgrade { throw .methodNotImplemented }
      if context.call.wantsMore || method.isDeferred, let series = method.series {
        let opened = try series(&context)
        context.discardReply()
        return opened
      }
      guard let handler = method.handler else {
        throw method.series == nil ? .methodNotImplemented : .expectedMore
      }
      try handler(&context)
      if !context.finish(continues: false, limit: replyLimit) { overlongReplies += 1 }
    } catch {
      context.fail(error)
    }
    return nil
  }
}

extension CallContext {
  /// Ends a reply; one that is too long is replaced by an error, and false returned.
  mutating func finish(continues: Bool, limit: Int) -> Bool {
    do throws(ReplyTooLong) {
      try endReply(continues: continues, limit: limit)
      return true
    } catch {
      let method = call.methodName
      let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) ?? method.startIndex
      let name = method[...dot] + "ReplyTooLong"
      fail(
        .declared(String(name)) { parameters in
          parameters.name("limit")
          parameters.integer(limit)
        })
      return false
    }
  }
}

extension OutputBuffer {
  /// Moves the buffer out, and leaves an empty one.
  mutating func take() -> OutputBuffer {
    var taken = OutputBuffer()
    swap(&taken, &self)
    return taken
  }
}
