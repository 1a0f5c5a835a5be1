// SPDX-License-Identifier: MIT

import TypeRegistry

extension HandlerRanking {
  /// The first row that ``HandlerStanding/order`` would put before the row above it; `nil` if the
  /// rows are in the table's order.
  func firstRowOutOfOrder(in registry: CompiledRegistry) -> Int? {
    rows.indices.dropFirst().first { index in
      !standing(at: index - 1, in: registry).precedes(standing(at: index, in: registry))
    }
  }
}

extension HandlerStanding {
  /// Whether this handler comes before another.
  func precedes(_ other: HandlerStanding) -> Bool {
    firstDifference(from: other)?.isFirst ?? false
  }
}
