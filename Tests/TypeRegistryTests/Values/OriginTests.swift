// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct OriginTests {
  @Test func theMoreTrustedComesFirst() {
    #expect(Origin.allCases.shuffled().sorted() == [.core, .system, .local, .user])
  }

  @Test(arguments: zip(Origin.allCases, ["core", "system", "local", "user"]))
  func hasAWord(_ origin: Origin, _ word: String) {
    #expect(origin.description == word)
  }
}
