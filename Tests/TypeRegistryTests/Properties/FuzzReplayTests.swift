// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// What the fuzzers have found worth keeping, without the fuzzers.
@Suite struct FuzzReplayTests {
  @Test(arguments: ["Fuzz/corpus/dynamic", "Fuzz/corpus/image"])
  func hasFiles(_ folder: String) {
    #expect(!TestFiles.names(in: folder).isEmpty)
  }

  @Test(arguments: TestFiles.names(in: "Fuzz/corpus/dynamic"))
  func aDynamicIdentifierComesBackOrIsRefused(_ name: String) {
    let bytes = TestFiles.bytes(of: name, in: "Fuzz/corpus/dynamic")
    var text = Array("dyn.a".utf8)
    DynamicIdentifier.appendBase32(bytes.span, to: &text)
    for spelling in [String(decoding: text, as: UTF8.self), String(decoding: bytes, as: UTF8.self)]
    {
      guard let identifier = try? TypeIdentifier(spelling),
        let decoded = try? DynamicIdentifier(decoding: identifier),
        let again = DynamicIdentifier(decoded.items)
      else { continue }
      #expect((try? DynamicIdentifier(decoding: again.identifier))?.items == decoded.items)
    }
  }

  @Test(arguments: TestFiles.names(in: "Fuzz/corpus/image"))
  func aDamagedImageAnswersOrIsRefused(_ name: String) {
    ImageMutation.run(TestFiles.bytes(of: name, in: "Fuzz/corpus/image"))
  }
}
