// SPDX-License-Identifier: MIT

internal import SystemBase

/// Applies a function to many elements on several threads.
///
/// Elements are taken as soon as a thread is free, in their order: where some take much longer than
/// others, these belong first.
package final class ParallelMap<State, Result: Sendable>: Sendable {
  private struct Progress {
    /// The index of the element that is taken next.
    var next = 0
    /// The results of elements that follow each other, with the index of the first one.
    var runs: [(start: Int, results: [Result])] = []
  }

  private let count: Int
  private let run: Int
  private let makeState: @Sendable () -> State
  private let transform: @Sendable (Int, inout State) -> Result
  private let progress = Lock(Progress())

  private init(
    _ count: Int, _ run: Int, _ makeState: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (Int, inout State) -> Result
  ) {
    self.count = count
    self.run = run
    self.makeState = makeState
    self.transform = transform
  }

  /// Applies a function to all indices below a count.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - threads: The most threads that run at once, the caller's among them.
  ///   - run: The number of elements that a thread takes at once.
  ///   - state: Makes the state of a thread, such as buffers that each element uses again.
  ///   - transform: The function of an index and the state of the thread that calls it.
  /// - Returns: Its results, in the order of the indices.
  package static func results(
    count: Int, threads: Int, run: Int = 1, state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (Int, inout State) -> Result
  ) -> [Result] {
    let threads = min(threads, (count + run - 1) / run)
    guard threads > 1 else {
      var own = state()
      return (0..<count).map { transform($0, &own) }
    }
    let map = ParallelMap(count, run, state, transform)
    Thread.run(on: threads) { map.work() }
    var runs = map.progress.withLock { $0.runs }
    runs.sort { $0.start < $1.start }
    return runs.flatMap(\.results)
  }

  private func work() {
    var state = makeState()
    while true {
      let start = progress.withLock { progress in
        defer { progress.next += run }
        return progress.next
      }
      guard start < count else { return }
      let results = (start..<min(start + run, count)).map { transform($0, &state) }
      progress.withLock { $0.runs.append((start, results)) }
    }
  }
}

extension ParallelMap where State == Void {
  /// Applies a function to all elements of an array.
  ///
  /// - Parameters:
  ///   - elements: The arguments of the function.
  ///   - threads: The most threads that run at once, the caller's among them.
  ///   - transform: The function.
  /// - Returns: Its results, in the order of the elements.
  package static func results<Element: Sendable>(
    of elements: [Element], threads: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    results(
      count: elements.count, threads: threads, state: {},
      { (index, _) in transform(elements[index]) })
  }
}
