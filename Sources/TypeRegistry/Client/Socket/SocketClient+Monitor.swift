// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import SystemBase
internal import Varlink

extension SocketClient {
  /// Subscribes to the changes of the daemon's registry, and of the choices over it.
  ///
  /// The client can ask nothing else from now on.
  ///
  /// ```swift
  /// let client = try SocketClient(to: SocketAddress("unix:/run/user/1000/typed/org.typeregistry"))
  /// let events = try client.events(matching: RegistryFilter(types: [TypeIdentifier("public.jpeg")]))
  /// while let event = try events.next() { print(event) }
  /// ```
  ///
  /// - Parameter filter: The names whose changes are reported, at most ``RegistryFilter/limit``;
  ///   all changes if it is empty.
  /// - Returns: The events, the present state first.
  /// - Throws: ``RegistryClientError``.
  public func events(
    matching filter: RegistryFilter = RegistryFilter()
  ) throws(RegistryClientError) -> RegistryEvents {
    RegistryEvents(
      self,
      try open(.monitor) { parameters in
        parameters.member("types", filter.types.sorted().map(\.text))
        parameters.member("bundles", filter.bundles.sorted())
        let classes: [(String, TagClass)] = [
          ("extensions", .filenameExtension), ("mimeTypes", .mimeType), ("schemes", .urlScheme),
        ]
        for (name, tagClass) in classes {
          let tags = filter.tags.sorted().filter { $0.tagClass == tagClass }
          parameters.member(name, tags.map(\.value))
        }
      })
  }
}

/// The events that a daemon sends to a subscriber, one by one.
public final class RegistryEvents {
  let client: SocketClient
  private let replies: Replies

  fileprivate init(_ client: SocketClient, _ replies: Replies) {
    self.client = client
    self.replies = replies
  }

  /// Waits for the next event: for the present state as for any answer, then however long it takes.
  ///
  /// - Returns: `nil` if the daemon sends no more.
  /// - Throws: ``RegistryClientError``, after which no other event follows.
  public func next() throws(RegistryClientError) -> RegistryEvent? {
    var difference: RegistryDifference?
    while let reply = try client.next(replies) {
      // The present state comes at once; other events come whenever something happens.
      replies.timeout = nil
      guard let members = reply.parameters else { throw client.abandon(.invalidAnswer("event")) }
      do throws(InvalidAnswer) {
        let answer = try AnswerObject(members, "parameters")
        let generation = UInt64(try answer.count("generation"))
        switch try answer.string("event") {
        case "state":
          return .state(
            generation: generation, digest: try answer.string("digest"),
            defaults: try answer.objects(
              "defaults", RegistryDifference.DefaultChange.init(_:)))
        case "missed": return .missed(generation: generation)
        case "change":
          var changed = difference ?? RegistryDifference()
          changed.append(try RegistryDifference(answer))
          guard changed.count <= Self.changeLimit else { throw InvalidAnswer("partial") }
          guard try answer.flag("partial") else {
            return .change(generation: generation, difference: changed)
          }
          difference = changed
        // A later daemon may send other events.
        default: continue
        }
      } catch {
        throw client.abandon(RegistryClientError(error))
      }
    }
    return nil
  }

  /// The most changes that one event may have: more than any registry can.
  private static let changeLimit = 4_000_000
}
