// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import TypeRegistry

@Suite struct KeptTextsTests {
  /// Counts how often a text was made.
  final class Maker: Sendable {
    let made = Atomic(0)
    func make(_ text: String?) -> String? {
      made.wrappingAdd(1, ordering: .relaxed)
      return text
    }
  }

  @Test(arguments: [nil, "", "short", "longer than the fifteen bytes that need no memory"])
  func aTextIsMadeOnce(_ text: String?) {
    let texts = KeptTexts(count: 3)
    let maker = Maker()
    for row in 0..<3 {
      for column in 0..<2 {
        for _ in 0..<4 { #expect(texts.text(column, of: row) { maker.make(text) } == text) }
      }
    }
    #expect(maker.made.load(ordering: .relaxed) == 6)
  }

  @Test(arguments: [-1, 2, .max])
  func aRowThatIsNotThereKeepsNothing(_ row: Int) {
    let texts = KeptTexts(count: 2)
    let maker = Maker()
    for _ in 0..<2 { #expect(texts.text(0, of: row) { maker.make("a") } == "a") }
    #expect(maker.made.load(ordering: .relaxed) == 2)
  }

  /// Holds the table, which cannot be copied.
  final class Shared: Sendable {
    let texts = KeptTexts(count: 500)
  }

  /// Threads that ask at the same time all have the right text, whichever of them keeps its own.
  @Test func threadsKeepTheSameTexts() {
    let shared = Shared()
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<2_000 {
        let (row, column) = ((round * 7 + thread) % 500, (round + thread) % 2)
        let expected = "a text of more than fifteen bytes: \(row), \(column)"
        let text = shared.texts.text(column, of: row) { expected }
        if text != expected { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func aSharedNumberIsWhatWasStored() {
    let numbers = SharedNumbers(count: 2)
    #expect(numbers.load(at: 0) == 0 && numbers.load(at: 1) == 0)
    numbers.store(9, at: 1)
    numbers.store(9, at: 2)
    numbers.store(9, at: -1)
    #expect(numbers.load(at: 0) == 0 && numbers.load(at: 1) == 9)
    #expect(numbers.load(at: 2) == 0 && numbers.load(at: -1) == 0)
  }
}
