// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import VarlinkLaws

/// Replays the corpus of the fuzzer.
@Suite struct FuzzCorpusTests {
  private static let folder = "Fuzz/corpus/varlink"

  @Test func everyKeptStreamObeysTheLaws() throws {
    let names = TestFiles.names(in: Self.folder)
    #expect(names.count >= 16)
    for name in names {
      let stream = TestFiles.bytes(of: name, in: Self.folder)
      try #require(!stream.isEmpty, "\(name)")
      ConversationLaws.check(stream)
    }
  }
}
