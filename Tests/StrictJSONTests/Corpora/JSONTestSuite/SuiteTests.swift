// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONTestSuiteTests {
  @Test func holdsAllCases() {
    let sizes = [SuiteCase.accepted.count, SuiteCase.refused.count]
    let choices = SuiteCase.acceptedByChoice.count + SuiteCase.refusedByChoice.count
    #expect(sizes + [choices] == [95, 188, 35])
  }

  @Test(arguments: SuiteCase.accepted + SuiteCase.acceptedByChoice)
  func accepts(_ text: SuiteCase) {
    #expect(throws: Never.self) { try JSONDocument(parsing: text.bytes) }
  }

  @Test(arguments: SuiteCase.refused)
  func refuses(_ text: SuiteCase) {
    #expect(throws: JSONError.self) { try JSONDocument(parsing: text.bytes) }
  }

  @Test(arguments: SuiteCase.refusedByChoice)
  func refusesByChoice(_ text: SuiteCase, _ error: JSONError) {
    #expect(throws: error) { try JSONDocument(parsing: text.bytes) }
  }

  /// The bytes before an error are the beginning of some valid text.
  @Test(arguments: SuiteCase.refused + SuiteCase.refusedByChoice.map(\.0))
  func reportsNoValidByte(_ text: SuiteCase) throws {
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: text.bytes) }
    do {
      _ = try JSONDocument(parsing: Array(text.bytes[..<error.offset]))
    } catch {
      guard case .unexpectedEnd = error.reason else {
        Issue.record("\(error.offset): \(error)")
        return
      }
    }
  }

  @Test(arguments: SuiteCase.accepted)
  func copiesToTheSameValues(_ text: SuiteCase) throws {
    let document = try JSONDocument(parsing: text.bytes)
    var writer = JSONWriter()
    writer.value(document.root)
    let copy = try JSONDocument(parsing: writer.bytes)
    #expect(Model(copy.root) == Model(document.root))
  }

  @Test func skipsAByteOrderMarkWhereItIsAllowed() throws {
    let text = try #require(
      SuiteCase.refusedByChoice.map(\.0).first { $0.name.contains("BOM_empty") })
    let options = JSONReaderOptions(allowsByteOrderMark: true)
    let document = try JSONDocument(parsing: text.bytes, options: options)
    #expect(document.root.offset == 3)
  }
}
