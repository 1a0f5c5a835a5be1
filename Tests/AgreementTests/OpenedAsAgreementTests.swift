// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

/// Choices for a type also apply to those that are opened as it, whichever way is asked.
@Suite("Types that are opened as others have one answer", .serialized)
struct OpenedAsAgreementTests {
  /// Chooses at random, and compares all ways to ask about every type that is concerned.
  private func compare(_ world: OpenedAsWorld, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try #require(world.opened.count > 3 && !world.opening.isEmpty)
    var chosen = 0
    for number in 0..<6 {
      let client: any HandlerClient = number % 2 == 0 ? world.embedded : world.socket
      for _ in 0..<3 {
        let type = try #require(world.opened.randomElement(using: &random))
        let bundle = try #require(world.bundles.randomElement(using: &random))
        let isFamily = Bool.random(using: &random)
        let change = try client.change(
          [
            BindingRequest(
              isFamily ? .family(type) : .type(type),
              Bool.random(using: &random) ? .never(bundle: bundle) : .handler(bundle: bundle))
          ], as: .bind, dryRun: false)
        if change != nil { chosen += 1 }
      }
      for type in world.opening.shuffled(using: &random).prefix(propertyCases(25)) {
        try compare(type, in: world)
      }
    }
    #expect(chosen > 10)
  }

  private func compare(_ type: TypeIdentifier, in world: OpenedAsWorld) throws {
    let query = HandlerQuery(.type(type), explains: true)
    let alone = try world.embedded.handlers(for: [query], in: .none)[0]
    let among = try world.embedded.handlers(
      for: Array(repeating: query, count: 9), in: .none)[0]
    let served = try world.socket.handlers(for: [query], in: .none)[0]
    #expect(alone == among, "\(type) among others")
    #expect(alone == served, "\(type) by the daemon")
    #expect(alone.handlers.map(\.bundle) == world.bundlesByC(type), "\(type) in C")
    for command in ["default", "handlers", "why"] {
      let words = [command, "--type", type.text].map { Array($0.utf8) }
      let here = Transcript(words, answeredBy: world.embedded)
      #expect(here == Transcript(words, answeredBy: world.socket), "\(command) \(type)")
    }
  }

  @Test(arguments: 1...UInt64(4))
  func inRandomWorlds(_ seed: UInt64) throws {
    try compare(OpenedAsWorld(seed: seed), seed: seed)
  }

  /// The types that the database of shared-mime-info makes sub-classes of others.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(
        atPath: "/usr/share/mime/packages/freedesktop.org.xml"),
      "shared-mime-info is not installed"))
  func withTheDatabaseOfThisMachine() throws {
    let world = try OpenedAsWorld(seed: 1, usesSystemDatabase: true)
    #expect(world.opening.contains(.test("public.directory")))
    try compare(world, seed: 2)
  }
}
