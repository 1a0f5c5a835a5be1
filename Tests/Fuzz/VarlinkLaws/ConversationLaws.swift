// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import Varlink

/// Laws of a conversation that hold for all bytes; a broken law traps.
public enum ConversationLaws {
  private static let messageLimit = 8_192

  /// Checks all laws with a stream of bytes.
  public static func check(_ bytes: [UInt8]) {
    let whole = converse(bytes, pieceLength: max(bytes.count, 1))
    let pieces = converse(bytes, pieceLength: 1 + Int(bytes.first ?? 0) % 23)
    precondition(whole.output == pieces.output, "the result must not depend on the pieces")
    precondition(whole.ending == pieces.ending, "the result must not depend on the pieces")
    checkReplies(whole.output, finals: expectedReplies(bytes, ending: whole.ending))
    let sent = converse(overSocket: bytes)
    precondition(sent.output == whole.output, "a socket changes nothing")
    precondition(sent.ending == whole.ending, "a socket changes nothing")
    FrameLaws.check(bytes)
    FrameLaws.checkMemory(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    checkDescription(text)
    _ = try? SocketAddress(text)
    checkCall(bytes)
    for acceptsMore in [false, true] { checkReply(bytes, acceptsMore: acceptsMore) }
  }

  // MARK: - Conversation

  private static func newConversation() -> Conversation {
    Conversation(
      peer: Peer(user: 1, group: 1, process: 1), messageLimit: messageLimit, outputLimit: 100)
  }

  private static func converse(
    _ bytes: [UInt8], pieceLength: Int
  ) -> (output: [UInt8], ending: Conversation.Ending?) {
    let service = LawfulService.make()
    var conversation = newConversation()
    var output: [UInt8] = []
    var index = 0
    while true {
      let progress = conversation.proceed(with: service, atMost: 3)
      output += conversation.output.bytes
      conversation.output.remove(conversation.output.count)
      switch progress {
      case .output: continue
      // Every other conversation leaves a series that may be written elsewhere to that place.
      case .turn: if pieceLength.isMultiple(of: 2) { writeElsewhere(&conversation) }
      case .news: preconditionFailure("no series of this service waits for news")
      case .end(let ending):
        check(ending)
        return (output, ending)
      case .input:
        precondition(!conversation.isStreaming, "a call is begun after the end of the one before")
        guard index < bytes.count else { return (output, nil) }
        let end = min(bytes.count, index + pieceLength)
        conversation.input.append(Array(bytes[index..<end]).span)
        index = end
      }
    }
  }

  /// Continues the series as another thread does it, if it has begun and may be.
  private static func writeElsewhere(_ conversation: inout Conversation) {
    guard var series = conversation.detachSeries() else { return }
    precondition(conversation.isStreaming, "the conversation waits for the series")
    precondition(series.peer == conversation.peer, "a series has its caller")
    while series.advance() == .needsTurn {}
    conversation.attach(series)
  }

  private static func check(_ ending: Conversation.Ending) {
    guard case .refused(let error) = ending else { return }
    precondition(!error.description.isEmpty, "a refusal has a description")
  }

  /// A conversation whose bytes come and go through a socket, in pieces of two lengths.
  private static func converse(
    overSocket bytes: [UInt8]
  ) -> (output: [UInt8], ending: Conversation.Ending?) {
    let sockets = SocketPair()
    let service = LawfulService.make()
    var conversation = newConversation()
    var output: [UInt8] = []
    var index = 0
    while true {
      let progress = conversation.proceed(with: service, atMost: 3)
      precondition(conversation.pendingBytes >= conversation.output.count, "output needs memory")
      while !conversation.output.isEmpty {
        do throws(SystemError) {
          _ = try conversation.output.send(to: sockets.service, atMost: 150)
        } catch {
          preconditionFailure("the client reads: \(error)")
        }
        output += sockets.received()
      }
      switch progress {
      case .output, .turn: continue
      case .news: preconditionFailure("no series of this service waits for news")
      case .end(let ending):
        check(ending)
        return (output, ending)
      case .input:
        guard index < bytes.count else {
          checkEnd(of: &conversation.input, sockets)
          return (output, nil)
        }
        if receive(&conversation.input, sockets) { continue }
        let end = min(bytes.count, index + 1_500)
        sockets.send(bytes[index..<end])
        index = end
        precondition(receive(&conversation.input, sockets), "what is sent is received")
        while index == bytes.count, receive(&conversation.input, sockets) {}
      }
    }
  }

  /// Receives once; false if nothing is there.
  private static func receive(_ input: inout FrameBuffer, _ sockets: SocketPair) -> Bool {
    do throws(SystemError) {
      let count = input.count
      switch try input.receive(from: sockets.service, now: MonotonicTime(nanoseconds: 1)) {
      case .received(let received):
        precondition(received > 0 && input.count == count + received, "received bytes are there")
        return true
      case .nothingYet:
        precondition(!input.mayHaveMore, "there is no more than nothing")
        return false
      case .ended: preconditionFailure("the client has not ended")
      }
    } catch {
      preconditionFailure("the client is there: \(error)")
    }
  }

  /// Checks that the client's end is seen, and that a socket which is none is an error.
  private static func checkEnd(of input: inout FrameBuffer, _ sockets: SocketPair) {
    sockets.endSending()
    let now = MonotonicTime(nanoseconds: 2)
    precondition((try? input.receive(from: sockets.service, now: now)) == .ended, "it has ended")
    precondition((try? input.receive(from: -1, now: now)) == nil, "no socket receives nothing")
  }

  /// The number of final replies that the stream requires, by a second, slower reading.
  private static func expectedReplies(_ bytes: [UInt8], ending: Conversation.Ending?) -> Int {
    var finals = 0
    var frames = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    let rest = frames.removeLast()
    for frame in frames {
      guard frame.count <= messageLimit else {
        precondition(ending == .frame(.tooLong(limit: messageLimit)), "a long message ends it")
        return finals
      }
      guard let wantsReply = wantsReply(frame) else {
        guard case .refused = ending else {
          preconditionFailure("a frame that is not a call ends it")
        }
        return finals
      }
      finals += wantsReply ? 1 : 0
    }
    precondition((ending == nil) == (rest.count <= messageLimit), "nothing else ends it")
    return finals
  }

  /// Whether a call wants a reply; `nil` if the frame is not a call.
  private static func wantsReply(_ frame: [UInt8]) -> Bool? {
    let options = JSONReaderOptions(refusesNUL: true)
    guard let root = try? JSONDocument(parsing: frame, options: options).root,
      root.kind == .object
    else { return nil }
    var names: Set<String> = []
    var flags: Set<String> = []
    for member in root.members {
      let name = member.name.string ?? ""
      switch name {
      case "method": guard member.value.string != nil else { return nil }
      case "parameters":
        guard member.value.kind == .object || member.value.isNull else { return nil }
      case "oneway", "more", "upgrade":
        guard let flag = member.value.boolean else { return nil }
        if flag { flags.insert(name) }
      default:
        guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        continue
      }
      guard names.insert(name).inserted else { return nil }
    }
    guard names.contains("method"), flags.count <= 1 else { return nil }
    return !flags.contains("oneway")
  }

  private static func checkReplies(_ output: [UInt8], finals expected: Int) {
    precondition(output.isEmpty || output.last == 0, "replies are whole")
    var finals = 0
    for text in output.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
      let options = JSONReaderOptions(refusesNUL: true)
      guard let document = try? JSONDocument(parsing: Array(text), options: options) else {
        preconditionFailure("a reply is JSON")
      }
      precondition(!document.hasDuplicates, "a reply has each member once")
      precondition(text.allSatisfy { $0 >= 0x20 }, "a reply has no raw control character")
      guard let reply = try? Reply(Message(Array(text)), acceptsMore: true) else {
        preconditionFailure("a reply is valid")
      }
      for member in document.root.members {
        precondition(
          ["parameters", "error", "continues"].contains(member.name.string),
          "a reply has no other member")
      }
      precondition(reply.parameters?.count != 0, "a reply has no empty parameters")
      if !reply.continues { finals += 1 }
    }
    precondition(finals == expected, "each call but a oneway one has one final reply")
  }

  // MARK: - Messages

  /// Checks the bytes up to the first NUL as a call, with the usual limits and with close ones.
  private static func checkCall(_ bytes: [UInt8]) {
    let message = Message(Array(bytes.prefix { $0 != 0 }))
    do throws(CallError) {
      let call = try Call(message)
      precondition(call.copy.methodName == call.methodName, "a copy has the same method")
      precondition(
        Array(call.copy.parameters.json) == Array(call.parameters.json),
        "a copy has the same parameters")
      precondition(
        call.parameters.json.isEmpty || call.parameters.json.first == UInt8(ascii: "{"),
        "parameters are an object")
    } catch {
      precondition(!error.description.isEmpty, "a refusal has a description")
      if case .malformed(let error) = error {
        precondition(
          error.offset >= 0 && error.offset <= message.count, "an error is in the message")
      }
    }
    for limits in [JSONLimits(maximumDepth: 2), JSONLimits(maximumValues: 8)] {
      guard let call = try? Call(message, limits: limits) else { continue }
      precondition(
        (try? Call(message))?.methodName == call.methodName, "close limits change no call")
    }
  }

  /// Checks all bytes as a reply.
  private static func checkReply(_ bytes: [UInt8], acceptsMore: Bool) {
    do throws(Reply.ReplyError) {
      let reply = try Reply(Message(bytes), acceptsMore: acceptsMore)
      precondition(!reply.continues || acceptsMore, "a reply continues only where it may")
      precondition(!reply.continues || reply.error == nil, "no reply follows an error")
      guard let parameters = reply.parameters else { return }
      let names = parameters.members.map { $0.name.string ?? "" }
      guard Set(names).count == names.count else { return }
      for member in parameters.members.prefix(16) {
        precondition(
          (reply[member.name.string ?? ""] == nil) == member.value.isNull,
          "a parameter is found by its name")
      }
    } catch {
      guard case .malformed(let error) = error else { return }
      precondition(error.offset >= 0 && error.offset <= bytes.count, "an error is in the text")
    }
  }

  // MARK: - Descriptions

  private static func checkDescription(_ text: String) {
    do throws(InterfaceError) {
      let interface = try InterfaceDescription(parsing: text)
      precondition(!interface.name.isEmpty, "an interface has a name")
      _ = interface.portabilityViolations
    } catch {
      precondition(
        error.offset >= 0 && error.offset <= text.utf8.count, "an error is in the text")
      precondition(!error.description(in: text).isEmpty, "an error has a description")
    }
  }
}
