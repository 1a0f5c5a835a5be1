// SPDX-License-Identifier: MIT

public import StrictJSON

/// One call in the hands of its method: what was asked, by whom, and the reply as it is written.
///
/// A method writes the members of the reply's parameters to ``reply``, and returns. If it throws,
/// what it has written is taken back, and the error is sent instead. If the call wants no reply
/// it is all thrown away; a method need not know.
///
///     func typesForTag(_ context: inout CallContext) throws(MethodError) {
///       …
///       context.reply.name("types")
///       context.reply.beginArray()
///       for type in types { context.reply.string(type.identifier) }
///       context.reply.endArray()
///     }
public struct CallContext: ~Copyable {
  /// The call.
  public let call: Call

  /// Who called.
  public let peer: Peer

  var output: OutputBuffer

  /// Where the reply being written starts.
  private var start: Int
  /// Where the members of its parameters start; nil before the first access to ``reply``.
  private var membersStart: Int?

  init(call: consuming Call, peer: Peer, output: consuming OutputBuffer) {
    self.call = call
    self.peer = peer
    start = output.end
    self.output = output
  }

  /// The call's parameters.
  public var parameters: Parameters { call.parameters }

  /// Writes the members of the reply's parameters.
  public var reply: JSONWriter {
    get { output.writer }
    _modify {
      if membersStart == nil { beginParameters() }
      yield &output.writer
    }
  }

  /// How long the reply is so far, in bytes.
  public var replyLength: Int { output.end - start }

  // MARK: - Replies

  private mutating func beginParameters() {
    output.writer.beginObject()
    output.writer.name(quoted: "\"parameters\":")
    output.writer.beginObject()
    membersStart = output.end
  }

  /// Ends the reply, and is ready for the next one of a series.
  ///
  /// - Throws: ``ReplyTooLong``; then nothing of the reply is left.
  mutating func endReply(continues: Bool, limit: Int) throws(ReplyTooLong) {
    if let membersStart, output.end > membersStart {
      output.writer.endObject()
    } else {
      // No members, no `parameters`: what was opened for them is taken back.
      discardReply()
      output.writer.beginObject()
    }
    if continues {
      output.writer.name("continues")
      output.writer.boolean(true)
    }
    output.writer.endObject()
    guard replyLength <= limit else {
      discardReply()
      throw ReplyTooLong(limit: limit)
    }
    output.writer.endText(terminator: 0)
    start = output.end
    membersStart = nil
  }

  /// Takes back what has been written of the reply.
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

/// A reply is longer than what clients accept: a mistake of the method.
struct ReplyTooLong: Error {
  let limit: Int
}
