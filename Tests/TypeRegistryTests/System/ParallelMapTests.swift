// SPDX-License-Identifier: MIT

import Synchronization
import SystemBase
import Testing
import TypeRegistry

@Suite struct ParallelMapTests {
  @Test(arguments: [1, 2, 3, 16])
  func resultsAreInTheOrderOfTheElements(threads: Int) {
    let elements = Array(0..<500)
    let results = ParallelMap.results(of: elements, threads: threads) { "\($0)" }
    #expect(results == elements.map { "\($0)" })
  }

  @Test
  func noElementsGiveNoResults() {
    #expect(ParallelMap.results(of: [Int](), threads: 4) { $0 } == [])
  }

  /// A thread takes several elements at once, and has one state for all that it takes.
  @Test(arguments: [1, 2, 5], [1, 7, 64, 1_000])
  func elementsOfOneThreadShareItsState(threads: Int, run: Int) {
    let states = Lock(0)
    let results = ParallelMap.results(
      count: 500, threads: threads, run: run,
      state: {
        states.withLock { $0 += 1 }
        return [Int]()
      },
      { (index, taken) -> (index: Int, isNext: Bool) in
        let isNext = taken.allSatisfy { $0 < index }
        taken.append(index)
        return (index, isNext)
      })
    #expect(results.map(\.index) == Array(0..<500))
    #expect(results.allSatisfy { $0.isNext })
    #expect(states.withLock { $0 } <= threads)
  }

  /// Each of two elements waits until the other was taken, so they must be taken by two threads.
  @Test
  func elementsAreTakenByDifferentThreads() {
    let taken = Lock(0)
    let results = ParallelMap.results(of: [0, 1], threads: 2) { element in
      taken.withLock { $0 += 1 }
      let clock = ContinuousClock()
      let deadline = clock.now + .seconds(20)
      while taken.withLock({ $0 }) < 2 {
        if clock.now > deadline { return -1 }
      }
      return element
    }
    #expect(results == [0, 1])
  }
}
