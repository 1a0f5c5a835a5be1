// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Many names in one run of bytes.
struct Batches {
  let registry: CompiledRegistry
  let bytes: [UInt8]
  let count: Int

  init(_ registry: CompiledRegistry) {
    self.registry = registry
    let count = isQuick ? 20_000 : 100_000
    self.count = count
    var bytes: [UInt8] = []
    // In an order without a rhythm that a processor could learn.
    for index in 0..<count { bytes += Array((names[index &* 7_919 % names.count] + "\0").utf8) }
    self.bytes = bytes
  }

  func run() {
    var batch = TypeBatch(room: count, in: registry)
    line(
      "batch of \(count) names, a name", per: count, goal: "at most 66 ns (15 M/s)", peer: "name"
    ) {
      batch.removeAll()
      return batch.append(fileNames: bytes.span)
    }
    guard batch.count == count else { fail("a name of the batch is missing") }
    var answers: [Bool] = []
    answers.reserveCapacity(count)
    line("conformance of the batch, a name", per: count, goal: "at most 10 ns (100 M/s)") {
      answers.removeAll(keepingCapacity: true)
      batch.appendConformances(to: .image, into: &answers)
      return answers.count
    }
    line("images of the batch, a name", per: count, goal: "at most 10 ns (100 M/s)") {
      batch.count(conformingTo: .image)
    }
  }
}
