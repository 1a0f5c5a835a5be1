// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// Answers longer than a message are equal too.
@Suite("Answers that need several replies")
struct LongAnswersTests {
  /// A registry, asked in this process and over a socket.
  private struct Pair {
    let embedded: EmbeddedClient
    let socket: SocketClient

    init(_ bundles: [TypeRegistry.Bundle]) throws {
      let published = PublishedRegistry(
        RegistryCompiler.compile(RegistryLoader.bundles(of: Questions.place) + bundles).registry,
        generation: 3)
      embedded = EmbeddedClient(published, of: Questions.place)
      socket = try ServedRegistry(published, of: Questions.place).client
    }

    func both<Value: Equatable>(_ ask: (any HandlerClient) throws -> Value) throws -> Value {
      let here = try ask(embedded)
      let there = try ask(socket)
      // Not as an expectation, which would spell out megabytes.
      let isEqual = here == there
      #expect(isEqual)
      return here
    }
  }

  /// The most that one bundle may claim, half of it tags that some type has.
  @Test
  func anApplicationThatClaimsAllItMay() throws {
    let count = DeclarationLimits.maximumSubjectsPerBundle
    let claims = (0..<count).map { number in
      number % 2 == 0
        ? HandlerClaim.test("org.test.type\(number)")
        : .test(.test(.filenameExtension, number == 1 ? "jpg" : "tag\(number)"))
    }
    let pair = try Pair([.application("org.test.greedy", claims)])
    let start = ContinuousClock.now
    let applications = try pair.both { try $0.applications(in: .none) }
    // Anything quadratic takes minutes; the bound leaves room for slow machines and sanitizers.
    #expect(ContinuousClock.now - start < .seconds(20))
    let greedy = try #require(applications.first { $0.bundle == "org.test.greedy" })
    #expect(greedy.claims.count == count)
    #expect(greedy.claims.count(where: \.isDefault) == count)
  }
}
