// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import TypeRegistry

/// The shipped types with many applications over them, a store, and both back ends.
final class HandlerWorld {
  let embedded: EmbeddedClient
  let socket: SocketClient
  private let temporary: TemporaryDirectory
  var directory: String { temporary.path }
  let remarks = Remarks()

  /// What the clients remarked.
  final class Remarks {
    var embedded: [String] = []
    var socket: [String] = []
  }

  /// A world.
  ///
  /// - Parameter owner: Who may change bindings over the socket.
  /// - Throws: What keeps the sockets from being made.
  init(owner: UInt32 = geteuid()) throws {
    temporary = try TemporaryDirectory()
    let store = StoreLocation(directory: temporary.path)
    embedded = EmbeddedClient(Self.published, of: Questions.locations, store: store)
    socket = try ServedRegistry(Self.published, of: Questions.locations, store: store, owner: owner)
      .client
    embedded.onRemark = { [remarks] in remarks.embedded.append("\($0)") }
    socket.onRemark = { [remarks] in remarks.socket.append("\($0)") }
    // The first answer comes when the daemon's side has made the store.
    _ = try socket.bindings()
  }

  /// The shipped declarations, and applications that claim at random, one in five sites' own.
  static let published: PublishedRegistry = {
    var random = SeededRandom(seed: 4)
    let types = Questions.published.registry.declaredTypes
    let tags = types.flatMap { Questions.published.registry.tags(of: $0) }
    let roles: [Role] = [.editor, .viewer, .shell, .quickLookGenerator, .none]
    let ranks: [HandlerRank] = [.owner, .default, .alternate, .none]
    var bundles = RegistryLoader.bundles(of: Questions.locations)
    for number in 0..<60 {
      var claims: [HandlerClaim] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        var subjects: [HandlerClaim.Subject] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          switch Int.random(in: 0..<12, using: &random) {
          // Few, or every answer has them all.
          case 0: if number % 12 == 0 { subjects.append(.everything) }
          case 1...3: if let tag = tags.randomElement(using: &random) { subjects.append(.tag(tag)) }
          case 4: subjects.append(.tag(.test(.urlScheme, ["http", "mailto", "x-y"][number % 3])))
          default:
            if let type = types.randomElement(using: &random) { subjects.append(.type(type)) }
          }
        }
        claims.append(
          HandlerClaim(
            subjects: subjects, role: roles.randomElement(using: &random) ?? .viewer,
            rank: ranks.randomElement(using: &random) ?? .default))
      }
      let origin: Origin = [.system, .local, .user][number % 3]
      let siteBindings: [SiteBinding] =
        number % 20 == 0
        ? [SiteBinding(subject: .type(types[number]), handler: "org.test.app1")] : []
      bundles.append(
        .application(
          "org.test.App\(number)", origin: origin, claims,
          arguments: number % 7 == 6 ? [] : ["/bin/true", ["%f", "%F", "%U"][number % 3]],
          siteBindings: siteBindings))
    }
    return PublishedRegistry(RegistryCompiler.compile(bundles).registry, generation: 3)
  }()
}
