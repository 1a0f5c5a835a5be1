// SPDX-License-Identifier: MIT

/// The supertypes that declaration files in effect give to types; those of MIME packages can be added.
struct DeclaredParents {
  typealias Number = IdentifierTable.Number

  private var parents: [Number: [Number]] = [:]
  private var origins: [Number: Origin] = [:]

  init(
    _ bundles: [LinkedBundle], _ identifiers: IdentifierTable, isActive: (Int, Int) -> Bool
  ) {
    let files = bundles.indices.filter { bundles[$0].record.kind == .declarations }
    for bundle in files {
      let unit = bundles[bundle].unit
      for index in 0..<unit.declarations.count where isActive(index, bundle) {
        let record = unit.declarations[index]
        let type = identifiers.number(record.identifier, of: bundle)
        origins[type] = bundles[bundle].origin
        for reference in record.references..<record.references + record.parents {
          parents[type, default: []].append(
            identifiers.number(unit.references[reference], of: bundle))
        }
      }
    }
    for bundle in files {
      let (unit, origin) = (bundles[bundle].unit, bundles[bundle].origin)
      for index in 0..<unit.supplements.count {
        let record = unit.supplements[index]
        let type = identifiers.number(record.identifier, of: bundle)
        // As in the graph: a less trusted one adds none, and none but the core to a reserved type.
        guard let declared = origins[type], origin <= declared,
          origin == .core || !identifiers.identifier(type).isReserved
        else { continue }
        for reference in record.references..<record.references + record.parents {
          parents[type, default: []].append(
            identifiers.number(unit.references[reference], of: bundle))
        }
      }
    }
  }

  /// Adds the supertypes in MIME packages.
  ///
  /// - Parameters:
  ///   - bundles: All bundles, the more trusted first.
  ///   - identifiers: The identifiers in them.
  ///   - target: The type that a package means by an identifier.
  mutating func addPackages(
    _ bundles: [LinkedBundle], _ identifiers: IdentifierTable, target: (Number) -> Number
  ) {
    for bundle in bundles.indices where bundles[bundle].record.kind == .mimePackage {
      let (unit, origin) = (bundles[bundle].unit, bundles[bundle].origin)
      for index in 0..<unit.declarations.count {
        let record = unit.declarations[index]
        let type = target(identifiers.number(record.identifier, of: bundle))
        var count = record.parents
        if let declared = origins[type] {
          // As in the graph: such a type only opens as what the package says.
          if declared < origin || identifiers.identifier(type).isReserved { continue }
          if count > 0, record.flags & UnitDeclaration.endsWithUsualParent != 0 { count -= 1 }
        } else {
          origins[type] = origin
        }
        for reference in record.references..<record.references + count {
          let parent = target(identifiers.number(unit.references[reference], of: bundle))
          if parent != type { parents[type, default: []].append(parent) }
        }
      }
    }
  }

  /// All types that a type conforms to, with itself.
  ///
  /// - Complexity: O(*n*) for the *n* conformances of these types.
  func supertypes(of type: Number) -> Set<Number> {
    var reached: Set<Number> = [type]
    var open = [type]
    while let next = open.popLast() {
      for parent in parents[next] ?? [] where reached.insert(parent).inserted {
        open.append(parent)
      }
    }
    return reached
  }
}
