// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

/// Random documents; a failure reports the seed, which determines the document.
@Suite struct RoundTripTests {
  private func model(seed: UInt64) -> Model {
    var random = SeededRandom(seed: seed)
    return Model.random(depth: 5, using: &random)
  }

  @Test(arguments: [JSONWriter.Layout.compact, .pretty])
  func readsWrittenTexts(_ layout: JSONWriter.Layout) throws {
    for seed in 0..<UInt64(propertyCases(300)) {
      let model = model(seed: seed)
      var writer = JSONWriter(layout: layout)
      model.write(to: &writer)
      let document = try JSONDocument(parsing: writer.bytes)
      guard Model(document.root) == model else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  @Test func writesACompactTextAsItWasRead() throws {
    for seed in 0..<UInt64(propertyCases(300)) {
      var first = JSONWriter()
      model(seed: seed).write(to: &first)
      let document = try JSONDocument(parsing: first.bytes)
      var second = JSONWriter()
      second.value(document.root)
      guard first.bytes == second.bytes else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  @Test func buildsWhatItReads() throws {
    for seed in 0..<UInt64(propertyCases(300)) {
      let model = model(seed: seed)
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      try model.build(with: &builder)
      guard Model(builder.finish().root) == model else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  @Test func findsTheDuplicatesThatASetFinds() throws {
    for seed in 0..<UInt64(propertyCases(300)) {
      var random = SeededRandom(seed: seed)
      let names = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        String(
          "aaaaaaaaaaaaaab".shuffled(using: &random).suffix(Int.random(in: 0...14, using: &random)))
      }
      var seen: Set<String> = []
      let expected = names.filter { !seen.insert($0).inserted }
      let members = names.map { "\"\($0)\":[]" }
      let document = try parse("{" + members.joined(separator: ",") + "}")
      guard document.duplicates.map(\.name) == expected else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  /// The bytes of each value, read as a text of their own, give the same value.
  @Test func reportsTheBytesOfEachValue() throws {
    for seed in 0..<UInt64(propertyCases(300)) {
      var writer = JSONWriter(layout: .pretty)
      model(seed: seed).write(to: &writer)
      let document = try JSONDocument(parsing: writer.bytes)
      var pending = [document.root]
      while let value = pending.popLast() {
        let part = try JSONDocument(parsing: Array(writer.bytes[value.offset..<value.endOffset]))
        guard Model(part.root) == Model(value) else {
          Issue.record("seed \(seed), \(value.keyPath)")
          return
        }
        pending += value.elements + value.members.map(\.value)
      }
    }
  }

  /// A text with one changed byte is valid, or gives an error with an offset inside of it.
  @Test func survivesAnyChangedByte() throws {
    for seed in 0..<UInt64(propertyCases(300)) {
      var random = SeededRandom(seed: seed)
      var writer = JSONWriter()
      Model.random(depth: 4, using: &random).write(to: &writer)
      var bytes = writer.bytes
      let index = Int.random(in: bytes.indices, using: &random)
      bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      do {
        let document = try JSONDocument(parsing: bytes)
        _ = Model(document.root)
      } catch {
        #expect(error.offset >= 0 && error.offset <= bytes.count, "seed \(seed)")
      }
    }
  }
}
