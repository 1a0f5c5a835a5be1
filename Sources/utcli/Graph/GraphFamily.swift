// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A family of types in a picture: its name and its colours.
struct GraphFamily: Sendable {
  let name: String
  /// The colour on a light ground, as `#RRGGBB`; its contrast with white is 4.5 or more.
  let light: String
  /// The colour on a dark ground.
  let dark: String

  /// The families of ``CensusFamily``, that of devices, which no file is, and last the types that
  /// belong to none of them.
  static var all: [GraphFamily] {
    zip(roots.map(\.name) + [CensusFamily.other], colours).map {
      GraphFamily(name: $0, light: $1.light, dark: $1.dark)
    }
  }

  /// The families, each with the types whose subtypes belong to it.
  private static var roots: [(name: String, types: [String])] {
    CensusFamily.all + [("device", ["public.device"])]
  }

  /// One pair for each family, and one for the rest.
  private static var colours: [(light: String, dark: String)] {
    [
      ("#0f766e", "#5eead4"), ("#7c3aed", "#c4b5fd"), ("#c2410c", "#fdba74"),
      ("#be185d", "#f9a8d4"), ("#4d7c0f", "#bef264"), ("#1d4ed8", "#93c5fd"),
      ("#57534e", "#d6d3d1"), ("#a16207", "#fde047"), ("#b91c1c", "#fca5a5"),
      ("#0369a1", "#7dd3fc"), ("#86198f", "#f0abfc"), ("#047857", "#6ee7b7"),
      ("#4338ca", "#a5b4fc"), ("#155e75", "#a5f3fc"), ("#64748b", "#94a3b8"),
    ]
  }

  /// The index of the first family that a type belongs to; that of the last one if it belongs to none.
  ///
  /// - Complexity: O(*f* · *s*) for *f* types of families and *s* supertypes.
  static func index(of type: TypeInformation) -> Int {
    let roots = roots
    return roots.firstIndex { family in
      family.types.contains { root in
        type.identifier.text == root || type.supertypes.contains { $0.text == root }
      }
    } ?? roots.count
  }
}
