// SPDX-License-Identifier: MIT

import StrictJSON
import Testing
import Varlink

/// Methods whose single reply comes later.
@Suite("Deferred replies")
struct DeferredReplyTests {
  /// A reply that is available only when the test says so.
  private final class Later: ReplySeries {
    var isDone = false

    func next(_ context: inout CallContext) -> ReplyStep {
      guard isDone else { return .nothingYet }
      context.reply.name("value")
      context.reply.string("done")
      return .final
    }
  }

  private let later = Later()

  private func service() throws -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "test", product: "test", version: "0", url: "",
        interfaces: [
          try InterfaceDescription(
            parsing: """
              interface org.test.later

              method Work() -> (value: string)

              """)
        ]))
    let later = later
    service.handleDeferred("org.test.later.Work") { (_) throws(MethodError) in later }
    return service
  }

  /// The output after a call, before and after the reply is available.
  private func replies(_ flags: String) throws -> (before: String, after: String) {
    let service = try service()
    var conversation = Conversation(peer: Peer(user: 0, group: 0, process: 0))
    let text = "{\"method\":\"org.test.later.Work\"\(flags)}\0{\"method\":\"org.test.later.No\"}\0"
    conversation.input.append(Array(text.utf8).span)
    let progress = conversation.proceed(with: service)
    #expect(progress == .news)
    let before = String(decoding: conversation.output.bytes, as: UTF8.self)
    later.isDone = true
    let end = conversation.proceed(with: service)
    #expect(end == .input)
    return (before, String(decoding: conversation.output.bytes, as: UTF8.self))
  }

  private static let next =
    "{\"error\":\"org.varlink.service.MethodNotFound\","
    + "\"parameters\":{\"method\":\"org.test.later.No\"}}\0"

  @Test(arguments: ["", ",\"more\":true", ",\"more\":false"])
  func theReplyComesWhenAvailableAndTheNextCallWaits(_ flags: String) throws {
    let (before, after) = try replies(flags)
    #expect(before.isEmpty)
    #expect(after == "{\"parameters\":{\"value\":\"done\"}}\0" + Self.next)
  }

  @Test
  func aOnewayCallIsHandledInItsTurn() throws {
    let (before, after) = try replies(",\"oneway\":true")
    #expect(before.isEmpty)
    #expect(after == Self.next)
  }

  @Test func aMethodWithASeriesAlwaysHasNoSingleReply() async {
    await #expect(processExitsWith: .failure) {
      let interface = try InterfaceDescription(
        parsing: """
          interface org.test.series

          # [Requires 'more' flag]
          method Watch() -> (value: string)

          """)
      let service = Service(
        ServiceDescription(
          vendor: "test", product: "test", version: "0", url: "", interfaces: [interface]))
      service.handleDeferred("org.test.series.Watch") { (_) throws(MethodError) in
        throw .invalidParameter("value")
      }
    }
  }
}
