// SPDX-License-Identifier: MIT

internal import StrictJSON
public import SystemBase

/// Answers calls: finds the called method, runs it, and writes exactly one final reply to every call
/// that wants one, also after errors.
///
/// ```swift
/// let interface = try InterfaceDescription(
///   parsing: "interface org.example.ftl\nmethod Jump(distance: int) -> (fuel: int)\n")
/// let service = Service(
///   ServiceDescription(
///     vendor: "Example", product: "FTL", version: "1", url: "https://example.org",
///     interfaces: [interface]))
/// service.handle("org.example.ftl.Jump") { context throws(MethodError) in
///   let distance = try context.parameters.object(["distance"]).integer("distance", in: 0...9)
///   context.reply.name("fuel")
///   context.reply.integer(100 - distance)
/// }
/// var output = OutputBuffer()
/// let call = #"{"method":"org.example.ftl.Jump","parameters":{"distance":7}}"#
/// let peer = Peer(user: 1000, group: 1000, process: 1)
/// switch service.dispatch(Message(Array(call.utf8)), peer: peer, output: &output) {
/// case .answered: print(output.count)
/// case .opened(let series): print(series.isSingle)
/// case .refused(let error): print(error)
/// }
/// ```
///
/// The service uses neither sockets nor threads. It implements `org.varlink.service` itself. The
/// reply to a declared method without a handler is `MethodNotImplemented`, also to a call with
/// `upgrade`, after which the connection keeps its protocol.
public final class Service {
  /// A method with one reply.
  public typealias Handler = (inout CallContext) throws(MethodError) -> Void

  /// A method with one reply, which may take long.
  ///
  /// At ``CallContext/deadline`` it stops writing, and returns the series that continues the same reply;
  /// `nil` if the reply is complete.
  public typealias PausingHandler = (inout CallContext) throws(MethodError) -> (any ReplySeries)?

  /// A method with a series of replies.
  public typealias SeriesHandler = (inout CallContext) throws(MethodError) -> any ReplySeries

  /// The result of handling a message.
  public enum Outcome: ~Copyable {
    /// One reply was written, unless the call wanted none.
    case answered
    /// A series will produce replies; none has been written yet.
    ///
    /// The next call has to wait for its end, also if the call wants no reply.
    case opened(OpenSeries)
    /// The message is not a call. Nothing was written; the server should close the connection.
    case refused(CallError)
  }

  /// The service's description of itself.
  public let description: ServiceDescription

  /// The length of the longest reply that is sent, in bytes without its NUL.
  ///
  /// A longer one is an error in its method. It is discarded, and the caller gets the error
  /// `ReplyTooLong (limit: int)` of the method's interface.
  public let replyLimit: Int

  /// The number of replies discarded because they were too long.
  public internal(set) var overlongReplies = 0

  /// The length of the longest call, in bytes, whose parameters are read in the buffer of the connection even
  /// if the series that continues the reply keeps them.
  private static let sharedLength = 16_384

  var table: MethodTable

  /// Creates a service without handlers.
  ///
  /// - Parameters:
  ///   - description: The service's description of itself.
  ///   - replyLimit: The length of the longest reply that is sent, in bytes.
  public init(_ description: ServiceDescription, replyLimit: Int = 1_048_576) {
    precondition(replyLimit >= 1_024, "the reply limit must allow an error reply")
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

  /// Sets the handler of a method, once for each method.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares without a mark about
  ///     `more`.
  ///   - handler: Answers a call.
  public func handle(_ method: String, _ handler: @escaping Handler) {
    handlePausing(method) { (context) throws(MethodError) in
      try handler(&context)
      return nil
    }
  }

  /// Sets the handler of a method whose reply may take long, once for each method.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares without a mark about
  ///     `more`.
  ///   - handler: Answers a call, or begins to.
  public func handlePausing(_ method: String, _ handler: @escaping PausingHandler) {
    precondition(
      requirement(of: method) == .none, "the method is declared with a series of replies")
    table.set(method, handler: handler, series: nil)
  }

  /// Sets the handlers of a method that can send a series of replies, once for each method.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares and marks with
  ///     `[Requires 'more' flag]` or `[Supports 'more' flag]`.
  ///   - series: Answers a call with `more`.
  ///   - handler: Answers a call without `more`. It must be given if, and only if, the mark is
  ///     `Supports`; otherwise such a call gets `ExpectedMore`.
  public func handle(
    _ method: String, series: @escaping SeriesHandler, single handler: PausingHandler? = nil
  ) {
    precondition(
      requirement(of: method) == (handler == nil ? .requires : .supports),
      "the method's mark must show whether it can be called without 'more'")
    table.set(method, handler: handler, series: series)
  }

  /// Sets the handler of a method whose single reply may come later, once for each method.
  ///
  /// Until it has come, no other call of the connection begins. A call that wants no reply is handled
  /// in the same way.
  ///
  /// - Parameters:
  ///   - method: The qualified name of a method that the description declares without a mark, or
  ///     marks with `[Supports 'more' flag]`.
  ///   - series: Begins to answer a call. The series returns ``ReplyStep/nothingYet`` until it
  ///     writes the first reply, which is ``ReplyStep/final`` unless the call has `more`.
  public func handleDeferred(_ method: String, _ series: @escaping SeriesHandler) {
    precondition(
      requirement(of: method) != .requires, "the method is declared with a series of replies")
    table.set(method, handler: nil, series: series, isDeferred: true)
  }

  private func requirement(of method: String) -> InterfaceDescription.MoreFlag {
    guard let declared = description.method(method) else {
      preconditionFailure("a handled method must be declared")
    }
    return declared.more
  }

  // MARK: - Dispatch

  /// Answers one message.
  ///
  /// - Parameters:
  ///   - message: A whole message, without its terminating NUL.
  ///   - peer: Its sender.
  ///   - output: Receives the reply, if there is one.
  ///   - deadline: After this time a method whose reply takes long pauses.
  /// - Returns: The result.
  public func dispatch(
    _ message: Message, peer: Peer, output: inout OutputBuffer,
    until deadline: MonotonicTime = .never
  ) -> Outcome {
    let end = output.end
    var context: CallContext
    do throws(CallError) {
      context = CallContext(
        call: try Call(message), peer: peer, output: output.take(), until: deadline)
    } catch {
      return .refused(error)
    }
    // A reply that takes long must not keep a whole buffer for the parameters that it still needs.
    if context.call.message.count > Self.sharedLength { context.call = context.call.copy }
    let series = answer(&context)
    let unfinished = series == nil ? nil : context.suspendReply()
    swap(&output, &context.output)
    // Also if the method does not exist: UAPI.20, "oneway".
    if context.call.isOneway, output.end > end { output.truncate(to: end) }
    guard let series else { return .answered }
    return .opened(
      OpenSeries(context, series: series, replyLimit: replyLimit, unfinished: unfinished))
  }

  /// Writes one reply, or returns the series that will write replies.
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
        context.call = context.call.copy
        let opened = try series(&context)
        context.discardReply()
        return opened
      }
      guard let handler = method.handler else {
        throw method.series == nil ? .methodNotImplemented : .expectedMore
      }
      if let rest = try handler(&context) { return rest }
      if !context.finish(continues: false, limit: replyLimit) { overlongReplies += 1 }
    } catch {
      context.fail(error)
    }
    return nil
  }
}

extension OutputBuffer {
  /// Returns the buffer, and leaves an empty one.
  mutating func take() -> OutputBuffer {
    var taken = OutputBuffer()
    swap(&taken, &self)
    return taken
  }
}
