// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

/// Reads the corpus of the fuzzer without the fuzzer.
@Suite struct FuzzCorpusTests {
  static let folder = "Fuzz/corpus/json"

  @Test func hasFiles() {
    #expect(!TestFiles.names(in: Self.folder).isEmpty)
  }

  @Test(arguments: TestFiles.names(in: folder))
  func copiesOrRefusesAFile(_ name: String) throws {
    let bytes = TestFiles.bytes(of: name, in: Self.folder)
    let options = JSONReaderOptions(
      limits: JSONLimits(maximumDepth: 1000), allowsByteOrderMark: true)
    do {
      let document = try JSONDocument(parsing: bytes, options: options)
      let text = written { $0.value(document.root) }
      #expect(Model(try parse(text, options).root) == Model(document.root))
    } catch {
      #expect(error.offset >= 0 && error.offset <= bytes.count)
    }
  }
}
