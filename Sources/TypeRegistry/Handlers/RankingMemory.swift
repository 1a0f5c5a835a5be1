// SPDX-License-Identifier: MIT

internal import SystemBase

/// The memory that a directory uses for ranking, kept from query to query.
package final class RankingMemory: Sendable {
  private let ranking = Lock(HandlerRanking())

  /// Ranks, in memory of its own if another thread is ranking in this one.
  package func rank<Result>(
    _ question: ResolvedHandlerQuery, in registry: CompiledRegistry, with table: BindingTable,
    firstOnly: Bool, _ body: (borrowing HandlerRanking) -> Result
  ) -> Result {
    let result = ranking.withLockIfAvailable { ranking in
      ranking.rank(question, in: registry, with: table, firstOnly: firstOnly)
      return body(ranking)
    }
    if let result { return result }
    var ranking = HandlerRanking()
    ranking.rank(question, in: registry, with: table, firstOnly: firstOnly)
    return body(ranking)
  }
}
