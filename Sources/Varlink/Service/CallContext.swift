// SPDX-License-Identifier: MIT

public import StrictJSON
public import SystemBase

/// A call while its method runs: the call, its peer, and the reply being written.
///
/// A method writes the members of the reply's parameters to ``reply``, and returns. If it throws,
/// its output is discarded, and the error is sent instead. If the call wants no reply, the output is
/// discarded, too; methods need not check.
///
/// ```swift
/// func planets(_ context: inout CallContext) throws(MethodError) {
///   let object = try context.parameters.object(["prefix"])
///   let prefix = try object.optionalString("prefix") ?? ""
///   context.reply.name("planets")
///   context.reply.beginArray()
///   for planet in ["Venus", "Mars"] where planet.hasPrefix(prefix) {
///     context.reply.string(planet)
///   }
///   context.reply.endArray()
/// }
/// ```
public struct CallContext: ~Copyable {
  /// The call.
  public internal(set) var call: Call

  /// The caller.
  public let peer: Peer

  /// When the method should return, because other clients wait; ``MonotonicTime/never`` if it need
  /// not hurry.
  public let deadline: MonotonicTime

  /// Whether the method may wait, for a file or a lock: no other client waits for its thread.
  public let mayWait: Bool

  var output: OutputBuffer

  /// The start of the reply in the output.
  private var start: Int
  /// The start of the members of its parameters; `nil` before the first access to ``reply``.
  private(set) var membersStart: Int?

  init(
    call: consuming Call, peer: Peer, output: consuming OutputBuffer,
    until deadline: MonotonicTime, mayWait: Bool = false
  ) {
    self.call = call
    self.peer = peer
    self.deadline = deadline
    self.mayWait = mayWait || deadline == .never
    start = output.end
    self.output = output
  }

  /// Continues a reply that was moved to a buffer of its own.
  init(
    _ unfinished: consuming UnfinishedReply, of call: Call, peer: Peer,
    until deadline: MonotonicTime, mayWait: Bool
  ) {
    self.call = call
    self.peer = peer
    self.deadline = deadline
    self.mayWait = mayWait || deadline == .never
    start = 0
    membersStart = unfinished.membersStart
    output = unfinished.output
  }

  /// Whether ``deadline`` is over; reads the clock.
  public var isOver: Bool { deadline != .never && deadline <= .now }

  /// The call's parameters.
  public var parameters: Parameters { call.parameters }

  /// The writer for the members of the reply's parameters.
  public var reply: JSONWriter {
    get { output.writer }
    _modify {
      if membersStart == nil { beginParameters() }
      yield &output.writer
    }
  }

  /// The length of the reply so far, in bytes.
  public var replyLength: Int { output.end - start }

  // MARK: - Replies

  private mutating func beginParameters() {
    output.writer.beginObject()
    output.writer.name(quoted: "\"parameters\":")
    output.writer.beginObject()
    membersStart = output.end
  }

  /// Ends the reply; the next one of a series may follow.
  ///
  /// - Returns: Whether the reply is short enough; otherwise it is discarded.
  private mutating func endReply(continues: Bool, limit: Int) -> Bool {
    if let membersStart, output.end > membersStart {
      output.writer.endObject()
    } else {
      // A reply without members has no `parameters`: removes the text that opens them.
      discardReply()
      output.writer.beginObject()
    }
    if continues { output.writer.member("continues", true) }
    output.writer.endObject()
    guard replyLength <= limit else {
      discardReply()
      return false
    }
    output.writer.endText(terminator: 0)
    start = output.end
    membersStart = nil
    return true
  }

  /// Ends a reply; replaces one that is too long by an error, and returns `false`.
  mutating func finish(continues: Bool, limit: Int) -> Bool {
    if endReply(continues: continues, limit: limit) { return true }
    let method = call.methodName
    let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) ?? method.startIndex
    let name = method[...dot] + "ReplyTooLong"
    fail(.declared(String(name)) { $0.member("limit", limit) })
    return false
  }

  /// Moves the reply written so far to a buffer of its own; `nil` if nothing has been written.
  mutating func suspendReply() -> UnfinishedReply? {
    guard replyLength > 0 else { return nil }
    let members = membersStart.map { $0 - start }
    let output = output.split(at: start)
    membersStart = nil
    return UnfinishedReply(output: output, membersStart: members)
  }

  /// Discards the reply written so far.
  mutating func discardReply() {
    if output.end > start { output.truncate(to: start) }
    membersStart = nil
  }

  /// Discards the reply and writes an error instead.
  mutating func fail(_ error: MethodError) {
    discardReply()
    output.append(error, method: call.method)
    start = output.end
  }
}

/// A part of a reply, at the start of its own buffer.
struct UnfinishedReply: Sendable {
  var output: OutputBuffer
  /// The start of the members of its parameters; `nil` if none was written.
  var membersStart: Int?
}
