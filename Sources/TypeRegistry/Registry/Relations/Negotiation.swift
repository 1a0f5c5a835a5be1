// SPDX-License-Identifier: MIT

/// An offered type and an accepted type that it is or conforms to.
public struct NegotiatedPair: Hashable, Sendable {
  /// The type that the offering side has.
  public var offered: TypeIdentifier
  /// The type that the accepting side named.
  public var accepted: TypeIdentifier
  /// The number of conformances between the two: 0 if they are the same.
  public var distance: Int
}

extension CompiledRegistry {
  /// Every pair of an offered type and an accepted type that it conforms to, the best first.
  ///
  /// Exact pairs first, then those with the nearest conformance, then in the accepting side's order of
  /// preference, then in the offering side's. A type that a side names twice is used once, at its first
  /// position.
  ///
  /// - Complexity: O(*o* · *a*) conformance tests, and a walk for each pair that fits.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) -> [NegotiatedPair] {
    var negotiation = Negotiation(offered: offered, accepted: accepted, in: self)
    while negotiation.advance() {}
    return negotiation.pairs
  }
}

/// A negotiation, one offered type at a time, so that a caller that serves several clients can pause.
package struct Negotiation {
  private let registry: CompiledRegistry
  private let offered: [TypeIdentifier]
  private let accepted: [TypeIdentifier]
  private var next = 0
  private var found: [(pair: NegotiatedPair, accepted: Int, offered: Int)] = []

  package init(
    offered: [TypeIdentifier], accepted: [TypeIdentifier], in registry: CompiledRegistry
  ) {
    self.registry = registry
    self.offered = Self.distinct(offered)
    self.accepted = Self.distinct(accepted)
  }

  /// Compares the next offered type with all accepted ones; returns whether any are left.
  package mutating func advance() -> Bool {
    guard next < offered.count else { return false }
    let offer = offered[next]
    for (index, accept) in accepted.enumerated() where registry.conforms(offer, to: accept) {
      let distance = registry.path(from: offer, to: accept).count - 1
      found.append(
        (
          NegotiatedPair(offered: offer, accepted: accept, distance: max(distance, 0)), index, next
        ))
    }
    next += 1
    return next < offered.count
  }

  /// The pairs, once all offered types have been compared; the best first.
  package var pairs: [NegotiatedPair] {
    found.sorted { left, right in
      (left.pair.distance, left.accepted, left.offered)
        < (right.pair.distance, right.accepted, right.offered)
    }.map(\.pair)
  }

  private static func distinct(_ identifiers: [TypeIdentifier]) -> [TypeIdentifier] {
    var seen: Set<TypeIdentifier> = []
    return identifiers.filter { seen.insert($0).inserted }
  }
}

extension NegotiatedPair {
  /// The most types on each side of a negotiation: the work grows with the product.
  public static let limit = 256
}
