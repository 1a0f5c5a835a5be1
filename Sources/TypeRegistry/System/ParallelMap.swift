// SPDX-License-Identifier: MIT

internal import Synchronization

/// Applies a function to many elements on several threads.
///
/// An element is taken as soon as a thread is free, in the order of the elements: where some take much
/// longer than others, these belong first.
package final class ParallelMap<Element: Sendable, Result: Sendable>: Sendable {
  private struct State {
    /// The index of the element that is taken next.
    var next = 0
    var results: [Result?]
  }

  private let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let state: Mutex<State>

  private init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result) {
    self.elements = elements
    self.transform = transform
    state = Mutex(State(results: Array(repeating: nil, count: elements.count)))
  }

  /// Applies a function to all elements.
  ///
  /// - Parameters:
  ///   - elements: The arguments of the function.
  ///   - threads: The most threads that run at once, the caller's among them.
  ///   - transform: The function.
  /// - Returns: Its results, in the order of the elements.
  package static func results(
    of elements: [Element], threads: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard threads > 1, elements.count > 1 else { return elements.map(transform) }
    let map = ParallelMap(elements, transform)
    Thread.run(on: min(threads, elements.count)) { map.work() }
    return map.state.withLock { state in
      state.results.map { result in
        guard let result else { preconditionFailure("each element is taken once") }
        return result
      }
    }
  }

  private func work() {
    while true {
      let index = state.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      guard index < elements.count else { return }
      let result = transform(elements[index])
      state.withLock { $0.results[index] = result }
    }
  }
}
