// SPDX-License-Identifier: MIT

import StrictJSON
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
    let text = String(decoding: bytes, as: UTF8.self)
    checkDescription(text)
    _ = try? SocketAddress(text)
    for acceptsMore in [false, true] { _ = try? Reply(Message(bytes), acceptsMore: acceptsMore) }
  }

  // MARK: - Conversation

  private static func converse(
    _ bytes: [UInt8], pieceLength: Int
  ) -> (output: [UInt8], ending: Conversation.Ending?) {
    let service = LawfulService.make()
    var conversation = Conversation(
      peer: Peer(user: 1, group: 1, process: 1), messageLimit: messageLimit, outputLimit: 100)
    var output: [UInt8] = []
    var index = 0
    while true {
      let progress = conversation.proceed(with: service, atMost: 3)
      output += conversation.output.bytes
      conversation.output.remove(conversation.output.count)
      switch progress {
      case .output, .turn: continue
      case .news: preconditionFailure("no series of this service waits for news")
      case .end(let ending): return (output, ending)
      case .input:
        precondition(!conversation.isStreaming, "a call is begun after the end of the one before")
        guard index < bytes.count else { return (output, nil) }
        let end = min(bytes.count, index + pieceLength)
        conversation.input.append(Array(bytes[index..<end]).span)
        index = end
      }
    }
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
