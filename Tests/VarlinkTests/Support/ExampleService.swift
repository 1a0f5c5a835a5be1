// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

/// A service with a method of each kind.
enum ExampleService {
  static let peer = Peer(user: 1000, group: 1000, process: 1)

  static let interface = InterfaceDescription(
    literal: """
      # An interface for tests.
      interface org.example.test

      method Echo(value: ?string) -> (value: ?string)

      method Fail() -> ()

      # Writes half a reply, and fails.
      method FailLate() -> (value: string)

      method Refuse() -> ()

      method Big(size: int) -> (value: string)

      method Missing() -> ()

      # [Supports 'more' flag]
      method Count(to: int) -> (number: ?int)

      # [Requires 'more' flag]
      method Monitor(fail: ?bool) -> (news: string)

      error Failed (reason: string, code: ?int)

      error ReplyTooLong (limit: int)

      """)

  /// Counts up to a number, one reply each.
  private final class Counting: ReplySeries {
    private let end: Int
    private var number = 0

    init(to end: Int) {
      self.end = end
    }

    func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
      number += 1
      context.reply.name("number")
      context.reply.integer(number)
      return number == end ? .final : .continues
    }
  }

  /// The news that a monitor reports.
  final class News {
    var waiting: [String] = []
  }

  private final class Monitoring: ReplySeries {
    private let news: News

    init(_ news: News) {
      self.news = news
    }

    func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
      context.reply.name("news")
      guard !news.waiting.isEmpty else { return .nothingYet }
      let item = news.waiting.removeFirst()
      if item == "fail" { throw .declared("org.example.test.Failed") }
      context.reply.string(item)
      return item == "last" ? .final : .continues
    }
  }

  static func make(news: News = News(), replyLimit: Int = 1_048_576) -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "Example", product: "Test", version: "1", url: "https://example.org",
        interfaces: [interface]),
      replyLimit: replyLimit)
    service.handle("org.example.test.Echo") { context throws(MethodError) in
      var members = context.parameters.members(["value"])
      while let member = try members.next() {
        guard let value = try member.value.optionalString() else { continue }
        context.reply.name("value")
        context.reply.string(value)
      }
    }
    service.handle("org.example.test.Fail") { _ throws(MethodError) in
      throw .declared("org.example.test.Failed") { parameters in
        parameters.name("reason")
        parameters.string("because")
      }
    }
    service.handle("org.example.test.FailLate") { context throws(MethodError) in
      context.reply.name("value")
      context.reply.beginArray()
      context.reply.beginObject()
      throw .declared("org.example.test.Failed")
    }
    service.handle("org.example.test.Refuse") { _ throws(MethodError) in
      throw .permissionDenied
    }
    service.handle("org.example.test.Big") { context throws(MethodError) in
      let size = try context.parameters.object(["size"]).integer("size", in: 0...10_000_000)
      context.reply.name("value")
      context.reply.string(String(repeating: "x", count: Int(size)))
    }
    service.handle(
      "org.example.test.Count",
      series: { context throws(MethodError) in
        let object = try context.parameters.object(["to"])
        return Counting(to: Int(try object.integer("to", in: 1...1_000_000)))
      },
      single: { context throws(MethodError) in
        context.reply.name("number")
        context.reply.integer(try context.parameters.object(["to"]).integer("to"))
        return nil
      })
    service.handle(
      "org.example.test.Monitor",
      series: { context throws(MethodError) in
        let object = try context.parameters.object(["fail"])
        if try object.optionalBoolean("fail") ?? false { throw .permissionDenied }
        return Monitoring(news)
      })
    return service
  }

  /// The replies of a service to some bytes, and the state of the conversation after them.
  static func answers(
    to text: String, news: News = News(), service: Service? = nil
  ) -> (replies: [String], progress: Conversation.Progress) {
    let service = service ?? make(news: news)
    var conversation = Conversation(peer: peer)
    conversation.input.append(text)
    var progress = conversation.proceed(with: service)
    while progress == .turn { progress = conversation.proceed(with: service) }
    return (conversation.output.replies, progress)
  }
}
