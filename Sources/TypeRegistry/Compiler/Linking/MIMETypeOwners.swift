// SPDX-License-Identifier: MIT

/// The types that have each MIME type.
struct MIMETypeOwners {
  typealias Number = IdentifierTable.Number

  /// How well a type is known by a MIME type; smaller is better.
  private struct Standing: Comparable {
    var isFromPackage: Bool
    /// The package declares no identity for it but the MIME type.
    var isUnnamed: Bool
    var origin: Origin
    /// The MIME type is not the one that is marked as the type's name on Linux.
    var isUnmarked: Bool
    var isImported: Bool
    /// A supplement gives the MIME type; no part of the order.
    var isSupplement = false

    static func < (left: Standing, right: Standing) -> Bool {
      if left.isFromPackage != right.isFromPackage { return !left.isFromPackage }
      if left.isUnnamed != right.isUnnamed { return !left.isUnnamed }
      if left.origin != right.origin { return left.origin < right.origin }
      if left.isUnmarked != right.isUnmarked { return !left.isUnmarked }
      return !left.isImported && right.isImported
    }
  }

  /// The best type of each tag.
  private var best: [(type: Number, standing: Standing)?]
  /// The MIME types of each type that a package declares, and the origin of the most trusted such package: what
  /// others say makes no other type of it.
  private var names: [Number: (origin: Origin, tags: [TagTable.Number])] = [:]
  /// The MIME types that less trusted packages add to such types.
  private var addedNames: [(origin: Origin, type: Number, tag: TagTable.Number)] = []
  private var declared: Set<Number> = []
  /// Whether a declaration file adds something to a type.
  private var isSupplemented: [Bool] = []
  /// The MIME types that such types have by their declarations.
  private var held: [Number: Set<TagTable.Number>] = [:]
  /// The tags that several types outside the core have with the best standing.
  private var disputed: Set<TagTable.Number> = []
  /// All types of these tags, while they are compared.
  private var rivals: [TagTable.Number: [(type: Number, standing: Standing)]]?

  /// The identifiers that are made from MIME types.
  private let named: Range<Int>

  init(count: Int, named: Range<Int>) {
    best = Array(repeating: nil, count: count)
    self.named = named
  }

  /// Notes the types that a declaration file adds something to, before all declarations are added.
  mutating func noteSupplemented(
    by bundle: LinkedBundle, at place: Int, _ identifiers: IdentifierTable
  ) {
    guard bundle.unit.supplements.count > 0 else { return }
    if isSupplemented.isEmpty {
      isSupplemented = Array(repeating: false, count: identifiers.texts.count)
    }
    for index in 0..<bundle.unit.supplements.count {
      let type = identifiers.number(bundle.unit.supplements[index].identifier, of: place)
      isSupplemented[Int(type)] = true
    }
  }

  /// Adds the MIME types of a bundle's declarations that are in effect, and of the imports that less trusted
  /// exports have replaced those that these have, too.
  mutating func add(
    _ bundle: LinkedBundle, at place: Int, _ tags: TagTable, _ identifiers: IdentifierTable,
    inactiveTags: (Int, Int) -> Set<TagTable.Number>?, number: (UInt32, Int) -> TagTable.Number
  ) {
    let unit = bundle.unit
    let isPackage = bundle.record.kind == .mimePackage
    for index in 0..<unit.declarations.count {
      let counted = inactiveTags(index, place)
      if counted?.isEmpty == true { continue }
      let record = unit.declarations[index]
      let type = identifiers.number(record.identifier, of: place)
      declared.insert(type)
      let start = record.references + record.parents
      for reference in start..<start + record.tags {
        let tag = number(unit.references[reference], place)
        guard tags.isOf(TagClass.mimeTypeCode, tag), counted?.contains(tag) != false
        else { continue }
        // The bundles of more trusted origins come first.
        if isPackage, rivals == nil {
          if names[type, default: (bundle.origin, [])].origin == bundle.origin {
            names[type, default: (bundle.origin, [])].tags.append(tag)
          } else {
            addedNames.append((bundle.origin, type, tag))
          }
        }
        // An export of a reserved identifier outside of the core is treated as an import.
        let isExported =
          record.isExported
          && (bundle.origin == .core || !identifiers.identifier(type).isReserved)
        if !isSupplemented.isEmpty, isSupplemented[Int(type)] {
          held[type, default: []].insert(tag)
        }
        let marked = record.mimeType == 0 ? -1 : number(record.mimeType - 1, place)
        add(
          type, tag,
          Standing(
            isFromPackage: isPackage, isUnnamed: isPackage && named.contains(Int(type)),
            origin: bundle.origin, isUnmarked: marked != tag, isImported: !isExported))
      }
    }
  }

  /// Adds the MIME types that declaration files add to declared types of others, after all declarations.
  ///
  /// A type that has one by its declaration is as trusted with it as that declaration, as in a look-up.
  mutating func addSupplements(
    of bundle: LinkedBundle, at place: Int, _ tags: TagTable, _ identifiers: IdentifierTable,
    number: (UInt32, Int) -> TagTable.Number
  ) {
    let unit = bundle.unit
    for index in 0..<unit.supplements.count {
      let record = unit.supplements[index]
      let type = identifiers.number(record.identifier, of: place)
      guard declared.contains(type) else { continue }
      let start = record.references + record.parents
      for reference in start..<start + record.tags {
        let tag = number(unit.references[reference], place)
        guard tags.isOf(TagClass.mimeTypeCode, tag), held[type]?.contains(tag) != true
        else { continue }
        add(
          type, tag,
          Standing(
            isFromPackage: false, isUnnamed: false, origin: bundle.origin, isUnmarked: true,
            isImported: true, isSupplement: true))
      }
    }
  }

  /// Begins to gather all types of the disputed ones among `tags`, which have to be added once more.
  ///
  /// - Returns: Whether there are such tags.
  mutating func beginComparing(_ tags: [TagTable.Number]) -> Bool {
    if disputed.isEmpty { return false }
    let compared = disputed.intersection(tags)
    guard !compared.isEmpty else { return false }
    rivals = Dictionary(uniqueKeysWithValues: compared.map { ($0, []) })
    return true
  }

  /// Lets the most general of the types of equal standing be the best one, that is the one that conforms to
  /// the fewest of the tag's other types that are as trusted.
  mutating func compare(supertypes: (Number) -> Set<Number>) {
    // Those of packages come last: a package's type may be known by another name, which a tag of the others decides.
    for isOfPackages in [false, true] {
      for (tag, named) in rivals ?? [:] {
        guard let known = best[Int(tag)], known.standing.isFromPackage == isOfPackages else {
          continue
        }
        let all =
          isOfPackages
          ? named.map { (type: alias(of: $0.type) ?? $0.type, standing: $0.standing) } : named
        if let type = mostGeneral(of: all, knownAs: known.standing, supertypes: supertypes) {
          best[Int(tag)] = (type, known.standing)
        }
      }
    }
  }

  /// Compares once more, and forgets what was compared.
  ///
  /// - Parameters:
  ///   - target: Leads a package's type on.
  ///   - supertypes: The types that a type conforms to, with itself, also by packages.
  /// - Returns: The most general type of each tag that several types have; none of one that a more trusted
  ///   package gives to another type.
  mutating func endComparing(
    _ target: (Number) -> Number, supertypes: (Number) -> Set<Number>
  ) -> [TagTable.Number: Number] {
    var found: [TagTable.Number: Number] = [:]
    let trusted = trustedPackageNames(target)
    for (tag, named) in rivals ?? [:] where trusted[tag] == nil {
      guard let known = best[Int(tag)] else { continue }
      let all = named.map { (type: target($0.type), standing: $0.standing) }
      found[tag] = mostGeneral(of: all, knownAs: known.standing, supertypes: supertypes)
    }
    rivals = nil
    return found
  }

  /// The type that conforms to the fewest of the others that are as trusted, among those of a standing.
  private func mostGeneral(
    of all: [(type: Number, standing: Standing)], knownAs standing: Standing,
    supertypes: (Number) -> Set<Number>
  ) -> Number? {
    let trusted = Set(all.lazy.filter { $0.standing.origin <= standing.origin }.map(\.type))
    var most: (supertypes: Int, type: Number)?
    for rival in all where !(standing < rival.standing) {
      let found = (supertypes(rival.type).count { trusted.contains($0) }, rival.type)
      if most.map({ found < $0 }) ?? true { most = found }
    }
    return most?.type
  }

  private mutating func add(_ type: Number, _ tag: TagTable.Number, _ standing: Standing) {
    if rivals != nil {
      rivals?[tag]?.append((type, standing))
      return
    }
    if let known = best[Int(tag)] {
      if known.standing < standing { return }
      if standing < known.standing {
        disputed.remove(tag)
      } else if standing.origin != .core, known.type != type {
        disputed.insert(tag)
      }
      // Numbers are in the order of identifiers.
      if !(standing < known.standing), standing.origin == .core || known.type <= type { return }
    }
    best[Int(tag)] = (type, standing)
  }

  func type(with tag: TagTable.Number) -> Number? { best[Int(tag)]?.type }

  /// The type outside MIME packages with a tag.
  func outside(with tag: TagTable.Number) -> Number? {
    guard best.indices.contains(Int(tag)), let known = best[Int(tag)],
      !known.standing.isFromPackage
    else { return nil }
    return known.type
  }

  func declares(_ type: Number) -> Bool { declared.contains(type) }

  /// The MIME types that the packages which declare a type give to it and that less trusted files declare for
  /// others, each with the type of the most trusted package: of several the smallest one, as in a look-up.
  ///
  /// - Parameter target: Leads a package's type on.
  /// - Returns: The type by the MIME type.
  func trustedPackageNames(_ target: (Number) -> Number) -> [TagTable.Number: Number] {
    var found = TrustedNames()
    for (type, name) in names {
      for tag in name.tags { note(name.origin, target(type), tag, in: &found) }
    }
    return found.mapValues(\.type)
  }

  /// Whether packages add MIME types to types that more trusted ones declare.
  var packagesAddNames: Bool { !addedNames.isEmpty }

  /// As ``trustedPackageNames(_:)``, of all packages, without a type whose declaration in a file has the MIME type
  /// itself.
  func trustedPackageMeanings(_ target: (Number) -> Number) -> [TagTable.Number: Number] {
    var found = TrustedNames()
    for (type, name) in names {
      for tag in name.tags { note(name.origin, target(type), tag, ofOthers: true, in: &found) }
    }
    for added in addedNames {
      note(added.origin, target(added.type), added.tag, ofOthers: true, in: &found)
    }
    return found.mapValues(\.type)
  }

  private typealias TrustedNames = [TagTable.Number: (origin: Origin, type: Number)]

  /// Notes what a package says of a MIME type, if no file as trusted declares a type with it.
  private func note(
    _ origin: Origin, _ type: @autoclosure () -> Number, _ tag: TagTable.Number,
    ofOthers: Bool = false, in found: inout TrustedNames
  ) {
    guard let known = best[Int(tag)], !known.standing.isFromPackage, origin < known.standing.origin
    else { return }
    let type = type()
    if ofOthers, type == known.type, !known.standing.isSupplement { return }
    // Numbers are in the order of identifiers.
    if let other = found[tag], other < (origin, type) { return }
    found[tag] = (origin, type)
  }

  /// The type outside MIME packages that has one of the MIME types that a package declares for a type.
  func alias(of type: Number) -> Number? {
    names[type]?.tags.lazy.compactMap { best[Int($0)] }.first { !$0.standing.isFromPackage }?.type
  }
}
