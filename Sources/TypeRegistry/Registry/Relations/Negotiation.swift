// SPDX-License-Identifier: MIT

/// An offered type and an accepted type that it is or conforms to.
public struct NegotiatedPair: Hashable, Sendable {
  /// The type that the offering side has.
  public var offered: TypeIdentifier
  /// The type that the accepting side asked for.
  public var accepted: TypeIdentifier
  /// The number of conformances between the two: 0 if they are the same.
  public var distance: Int
}

extension CompiledRegistry {
  /// Every pair of an offered type and an accepted type that it conforms to, the best first.
  ///
  /// Exact pairs first, then those with the nearest conformance, then in the accepting side's order
  /// of preference, then in the offering side's. A type that a side names twice counts once, at its
  /// first position.
  ///
  /// - Complexity: O(*o* · *a*) conformance tests, and a walk for each pair that fits.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) -> [NegotiatedPair] {
    var pairs: [(pair: NegotiatedPair, accepted: Int, offered: Int)] = []
    let accepted = Self.distinct(accepted)
    for (offeredIndex, offer) in Self.distinct(offered).enumerated() {
      for (acceptedIndex, accept) in accepted.enumerated() where conforms(offer, to: accept) {
        let distance = path(from: offer, to: accept).count - 1
        pairs.append(
          (
            NegotiatedPair(offered: offer, accepted: accept, distance: max(distance, 0)),
            acceptedIndex, offeredIndex
          ))
      }
    }
    return pairs.sorted { left, right in
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
