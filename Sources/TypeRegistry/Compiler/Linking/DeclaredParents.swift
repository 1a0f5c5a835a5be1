// SPDX-License-Identifier: MIT

/// The supertypes that declaration files in effect give to types, before what MIME packages add.
struct DeclaredParents {
  typealias Number = IdentifierTable.Number

  private var parents: [Number: [Number]] = [:]

  init(
    _ bundles: [LinkedBundle], _ identifiers: IdentifierTable, isActive: (Int, Int) -> Bool
  ) {
    var origins: [Number: Origin] = [:]
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

  /// Whether a type conforms to another one.
  func conforms(_ type: Number, to other: Number) -> Bool {
    var reached: Set<Number> = [type]
    var open = [type]
    while let next = open.popLast() {
      if next == other { return true }
      for parent in parents[next] ?? [] where reached.insert(parent).inserted {
        open.append(parent)
      }
    }
    return false
  }
}
