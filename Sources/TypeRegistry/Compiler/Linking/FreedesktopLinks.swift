// SPDX-License-Identifier: MIT

/// Resolves the MIME types that freedesktop's files name to types.
///
/// A MIME package, a desktop entry and a list of associations say "the type with the MIME type
/// `text/x-python`", spelt as an identifier (``FreedesktopName``). If a declaration file declares a type with
/// that tag and is in effect, that type is meant which a look-up of the MIME type finds (`TagResolution.swift`):
/// the most trusted one; among equals the one that has the MIME type as its name on Linux, then an exported
/// one, then in the core the first one, elsewhere the more general one, then that of the smallest identifier.
/// Conformance is that of declaration files alone: what packages add follows from these links, and has a say only
/// in what entries and lists mean. Otherwise the type is meant that a MIME package declares with this MIME type, as
/// its name or as an alias.
struct FreedesktopLinks {
  typealias Number = IdentifierTable.Number

  /// The first identifier of a MIME type: in byte order, they follow each other.
  private let first: Int
  /// The type of each of them.
  private var targets: [Number]
  /// The MIME type of each of them; -1 if no unit has it as a tag.
  private var mimeTypes: [TagTable.Number]
  /// The types that entries and lists mean by some of them, where that is not the target; see ``meaning(of:)``.
  private var meanings: [Int: Number] = [:]
  /// Whether a file declares the type that each leads to.
  private var isDeclared: [Bool]
  private var owners = MIMETypeOwners(count: 0, named: 0..<0)

  /// - Parameters:
  ///   - bundles: The bundles in effect, the more trusted first.
  ///   - identifiers: The identifiers in them.
  ///   - tags: Their tags. A MIME type that is only claimed is added.
  ///   - inactiveTags: `nil` if the declaration at an index of a bundle's unit is in effect; otherwise the tags
  ///     of the less trusted export that replaces it, which are as trusted as this declaration if it has them.
  ///   - number: The number of a tag of a bundle's unit.
  init(
    _ bundles: [LinkedBundle], _ identifiers: IdentifierTable, _ tags: inout TagTable,
    inactiveTags: (Int, Int) -> Set<TagTable.Number>?, number: (UInt32, Int) -> TagTable.Number
  ) {
    let range = identifiers.range(withPrefix: FreedesktopName.prefix)
    first = range.lowerBound
    targets = range.map { Number($0) }
    isDeclared = Array(repeating: false, count: range.count)
    mimeTypes = []
    guard !range.isEmpty else { return }
    let mimeClass = UInt32(TagClass.mimeTypeCode - 1)
    for index in range {
      let bytes = identifiers.texts[index].withSpan { FreedesktopName.mimeType(of: $0) }
      mimeTypes.append(bytes.map { tags.number(of: $0.span, in: mimeClass) } ?? -1)
    }
    owners = MIMETypeOwners(count: tags.entries.count, named: range)
    for (index, bundle) in bundles.enumerated() {
      owners.noteSupplemented(by: bundle, at: index, identifiers)
    }
    func addAll(to owners: inout MIMETypeOwners) {
      for (index, bundle) in bundles.enumerated() {
        owners.add(bundle, at: index, tags, identifiers, inactiveTags: inactiveTags, number: number)
      }
      for (index, bundle) in bundles.enumerated() {
        owners.addSupplements(of: bundle, at: index, tags, identifiers, number: number)
      }
    }
    addAll(to: &owners)
    var parents: DeclaredParents?
    if owners.beginComparing(mimeTypes) {
      addAll(to: &owners)
      let ofFiles = DeclaredParents(bundles, identifiers) { inactiveTags($0, $1) == nil }
      owners.compare { ofFiles.supertypes(of: $0) }
      parents = ofFiles
    }
    for index in targets.indices where mimeTypes[index] >= 0 {
      targets[index] = owners.type(with: mimeTypes[index]) ?? targets[index]
    }
    // A package's type may be known by another of its names, and an alias leads to the same type as its
    // target.
    for index in targets.indices {
      let own = Number(first + index)
      if let other = owners.alias(of: own), targets[index] == own { targets[index] = other }
    }
    leadToTrustedPackages()
    followTargets()
    if var parents {
      let links = self
      parents.addPackages(bundles, identifiers) { links.target(of: $0) }
      noteMeanings(owners.endComparing({ links.target(of: $0) }) { parents.supertypes(of: $0) })
    }
    for index in targets.indices { isDeclared[index] = owners.declares(targets[index]) }
    leadDirectories(identifiers, owners)
  }

  /// Replaces each target by the one at the end of its chain.
  ///
  /// Follows aliases of aliases to the last target. Of names that lead to each other in a circle the first
  /// one is the type of all.
  private mutating func followTargets() {
    let next = targets
    var isFollowed = Array(repeating: false, count: targets.count)
    /// Which chain a name was last seen in.
    var seenIn = Array(repeating: -1, count: targets.count)
    for start in targets.indices {
      var chain: [Int] = []
      var current = start
      var end: Number?
      while end == nil {
        if isFollowed[current] {
          end = targets[current]
        } else if seenIn[current] == start {
          let circle = chain.drop { $0 != current }
          end = circle.min().map { Number(first + $0) }
        } else {
          seenIn[current] = start
          chain.append(current)
          if let position = position(next[current]), position != current {
            current = position
          } else {
            end = next[current]
          }
        }
      }
      for index in chain {
        targets[index] = end ?? next[index]
        isFollowed[index] = true
      }
    }
  }

  /// Leads a MIME type to the type that a package gives it, if that package is more trusted than the file that
  /// declares it for another type: a look-up finds the more trusted one, too.
  private mutating func leadToTrustedPackages() {
    var links = self
    links.followTargets()
    let trusted = owners.trustedPackageNames { links.target(of: $0) }
    guard !trusted.isEmpty || owners.packagesAddNames else { return }
    let meant = owners.trustedPackageMeanings { links.target(of: $0) }
    // Not in the links that were followed: an alias of such a MIME type leads there, too.
    for index in targets.indices {
      if let type = trusted[mimeTypes[index]] { targets[index] = type }
      if let type = meant[mimeTypes[index]], type != targets[index] { meanings[index] = type }
    }
  }

  /// Notes the most general of several types with a MIME type, where that follows from what packages say.
  private mutating func noteMeanings(_ types: [TagTable.Number: Number]) {
    for index in targets.indices where meanings[index] == nil {
      guard let type = types[mimeTypes[index]], type != targets[index] else { continue }
      meanings[index] = type
    }
  }

  /// Leads the database's one type for directories to the type of all directories.
  ///
  /// A folder is only one kind of them.
  private mutating func leadDirectories(_ identifiers: IdentifierTable, _ owners: MIMETypeOwners) {
    guard
      let name = FreedesktopName.identifier(ofMIMEType: FreedesktopName.mimeTypeOfDirectories),
      let index = identifiers.number(of: name).flatMap({ position($0) }),
      let directory = identifiers.number(of: TypeIdentifier(trusted: "public.directory")),
      owners.declares(directory)
    else { return }
    targets[index] = directory
    isDeclared[index] = true
  }

  private func position(_ number: Number) -> Int? {
    let index = Int(number) - first
    return targets.indices.contains(index) ? index : nil
  }

  /// The type that an identifier means: another one only for the name of a MIME type.
  func target(of number: Number) -> Number { position(number).map { targets[$0] } ?? number }

  /// The type that entries and lists mean by an identifier: the one that a look-up of the MIME type finds.
  ///
  /// A package that has the MIME type is about its ``target(of:)``; but it makes a type that has the MIME type by
  /// a less trusted declaration no more trusted, so that a look-up may find another package's type.
  func meaning(of number: Number) -> Number {
    guard !meanings.isEmpty, let index = position(number) else { return target(of: number) }
    return meanings[index] ?? targets[index]
  }

  /// Whether a declaration of a type is in effect.
  func declares(_ type: Number) -> Bool { owners.declares(type) }

  /// The type outside MIME packages that has a MIME type.
  func owner(of mimeType: TagTable.Number) -> Number? { owners.outside(with: mimeType) }

  /// The MIME type that a bundle claims by the name of a type that no file declares.
  func undeclaredMIMEType(_ number: Number) -> TagTable.Number? {
    guard let index = position(number), !isDeclared[index], mimeTypes[index] >= 0 else {
      return nil
    }
    return mimeTypes[index]
  }
}
