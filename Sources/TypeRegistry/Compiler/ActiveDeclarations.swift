// SPDX-License-Identifier: MIT

internal import StrictJSON

/// One declaration of a type, of which only one is in effect.
struct Contender {
  /// Index of the bundle among those in effect.
  var bundle: Int
  /// Index of the declaration in its bundle.
  var index: Int
  /// Whether it counts as exported; reserved identifiers do so only in core.
  var isExported: Bool
  var reason: InactiveReason?
}

/// Decides which declaration of each type is in effect.
///
/// Whole declarations replace each other, nothing is merged. The order is total and depends only on
/// the declarations themselves, not on time or the order of reading: exported before imported; the
/// more trusted origin; a bundle that shares its first two labels with the type; the higher
/// version; bundle identifier, path, position in the file.
struct ActiveDeclarations {
  let bundles: [Bundle]
  /// The bundles' identifiers in lower case.
  let bundleIdentifiers: [String]
  /// Each bundle's first two labels.
  private let owners: [Substring]
  private(set) var diagnostics: [Diagnostic] = []
  /// Types in order of their identifiers, each with its contenders; the active one comes first, if
  /// there is one.
  private(set) var types: [(identifier: TypeIdentifier, contenders: [Contender])] = []

  init(_ bundles: [Bundle]) {
    self.bundles = bundles
    bundleIdentifiers = bundles.map(\.identifier.asciiLowercased)
    // A bundle identifier need not be a type identifier; only its first two labels are read.
    owners = bundleIdentifiers.map { TypeIdentifier(trusted: $0).owner }
    var all: [(identifier: TypeIdentifier, contender: Contender)] = []
    all.reserveCapacity(bundles.reduce(0) { $0 + $1.declarations.count })
    for (bundle, contents) in bundles.enumerated() {
      for (index, declaration) in contents.declarations.enumerated() {
        let contender = enter(declaration, of: bundle, at: index)
        all.append((declaration.identifier, contender))
      }
    }
    all.sort { left, right in
      left.identifier == right.identifier
        ? precedes(left.contender, right.contender, for: left.identifier)
        : left.identifier < right.identifier
    }
    types.reserveCapacity(all.count)
    var start = 0
    while start < all.count {
      var end = start + 1
      while end < all.count, all[end].identifier == all[start].identifier { end += 1 }
      types.append((all[start].identifier, all[start..<end].map(\.contender)))
      start = end
    }
    for type in types.indices
    where types[type].contenders.count > 1 || types[type].contenders[0].reason != nil {
      decide(type)
    }
  }

  func declaration(_ contender: Contender) -> TypeDeclaration {
    bundles[contender.bundle].declarations[contender.index]
  }

  /// The contender whose declaration of a type is in effect, if there is one.
  func winner(of type: Int) -> Contender? {
    guard let first = types[type].contenders.first, first.reason == nil else { return nil }
    return first
  }

  /// The more trusted import that the active export of a type replaced, if there is one.
  func replacedImport(of type: Int) -> Contender? {
    guard let active = types[type].contenders.first else { return nil }
    let origin = bundles[active.bundle].origin
    return types[type].contenders.dropFirst().first {
      $0.reason == .imported && bundles[$0.bundle].origin < origin
    }
  }

  /// The rank of a contender among those of its type.
  func index(of contender: Contender, in type: Int) -> UInt32 {
    let index = types[type].contenders.firstIndex {
      $0.bundle == contender.bundle && $0.index == contender.index
    }
    return UInt32(index ?? 0)
  }

  /// Applies the rules that depend only on the identifier.
  private mutating func enter(
    _ declaration: TypeDeclaration, of bundle: Int, at index: Int
  ) -> Contender {
    var contender = Contender(
      bundle: bundle, index: index, isExported: declaration.kind == .exported)
    guard bundles[bundle].origin != .core, declaration.identifier.isReserved else {
      return contender
    }
    if declaration.identifier.isDynamic {
      contender.reason = .dynamic
      report(
        .error, .reservedIdentifier, contender,
        "'\(declaration.identifier)' cannot be declared: 'dyn.' is for types made from unknown tags",
        hint: "choose an identifier in a domain of your own")
    } else if contender.isExported {
      contender.isExported = false
      report(
        .warning, .reservedIdentifier, contender,
        "'\(declaration.identifier)' is reserved, so this export counts as an import",
        hint: "import the type, or export one of your own that conforms to it")
    }
    return contender
  }

  // MARK: - The order

  private func precedes(
    _ left: Contender, _ right: Contender, for identifier: TypeIdentifier
  ) -> Bool {
    firstDifference(left, right, for: identifier).isFirst
  }

  /// The first step of the order that distinguishes two contenders, and whether `left` comes first.
  private func firstDifference(
    _ left: Contender, _ right: Contender, for identifier: TypeIdentifier
  ) -> (isFirst: Bool, reason: InactiveReason) {
    if left.isExported != right.isExported { return (left.isExported, .imported) }
    let leftBundle = bundles[left.bundle]
    let rightBundle = bundles[right.bundle]
    if leftBundle.origin != rightBundle.origin {
      return (leftBundle.origin < rightBundle.origin, .lessTrusted)
    }
    let leftOwns = owns(left, identifier)
    if leftOwns != owns(right, identifier) { return (leftOwns, .foreignBundle) }
    if leftBundle.version != rightBundle.version {
      return (leftBundle.version > rightBundle.version, .lowerVersion)
    }
    if left.bundle != right.bundle {
      let leftIdentifier = bundleIdentifiers[left.bundle]
      let rightIdentifier = bundleIdentifiers[right.bundle]
      if leftIdentifier != rightIdentifier {
        return (leftIdentifier.utf8.lexicographicallyPrecedes(rightIdentifier.utf8), .laterBundle)
      }
      return (leftBundle.path.utf8.lexicographicallyPrecedes(rightBundle.path.utf8), .laterBundle)
    }
    return (left.index < right.index, .laterInFile)
  }

  private func owns(_ contender: Contender, _ identifier: TypeIdentifier) -> Bool {
    owners[contender.bundle] == identifier.owner
  }

  // MARK: - The decision

  private mutating func decide(_ type: Int) {
    let identifier = types[type].identifier
    var contenders = types[type].contenders
    for index in contenders.indices where contenders[index].reason == nil {
      contenders[index].reason = objection(to: contenders[index], among: contenders)
      if let reason = contenders[index].reason {
        reportRefused(contenders[index], reason, among: contenders)
      }
    }
    if let active = contenders.firstIndex(where: { $0.reason == nil }) {
      let winner = contenders.remove(at: active)
      for index in contenders.indices where contenders[index].reason == nil {
        contenders[index].reason =
          firstDifference(winner, contenders[index], for: identifier).reason
        if contenders[index].reason == .laterInFile {
          report(
            .warning, .duplicateDeclaration, contenders[index],
            "'\(identifier)' is already declared in this file\(position(of: winner)); this declaration is not in effect",
            hint: "keep one of them")
        } else if contenders[index].isExported, let reason = contenders[index].reason {
          reportSecondExport(contenders[index], reason, after: winner)
        }
      }
      contenders.insert(winner, at: 0)
    }
    types[type].contenders = contenders
  }

  /// The rule against squatting: outside core and system, an export may replace a more trusted
  /// origin's import only if its bundle owns the type, and only if it keeps the tags and parents of
  /// that import.
  private func objection(
    to contender: Contender, among contenders: [Contender]
  ) -> InactiveReason? {
    guard contender.isExported, bundles[contender.bundle].origin > .system else { return nil }
    guard let best = trustedImport(before: contender, among: contenders) else { return nil }
    let claimed = declaration(contender)
    guard owns(contender, claimed.identifier) else { return .notOwner }
    let dropped = dropped(from: declaration(best), by: claimed)
    return dropped.tags.isEmpty && dropped.parents.isEmpty ? nil : .narrowsTrusted
  }

  /// The import of a more trusted origin that an export would replace.
  private func trustedImport(
    before contender: Contender, among contenders: [Contender]
  ) -> Contender? {
    let origin = bundles[contender.bundle].origin
    return contenders.first {
      !$0.isExported && $0.reason == nil && bundles[$0.bundle].origin < origin
    }
  }

  /// The tags and parents of a trusted declaration that another one would take from the type.
  private func dropped(
    from trusted: TypeDeclaration, by claimed: TypeDeclaration
  ) -> (tags: [Tag], parents: [TypeIdentifier]) {
    let tags = Set(claimed.tags)
    let direct = Set(claimed.parents)
    var parents = trusted.parents.filter { !direct.contains($0) }
    if !parents.isEmpty {
      let reached = closureInCore(of: claimed.parents)
      parents.removeAll(where: reached.contains)
    }
    return (trusted.tags.filter { !tags.contains($0) }, parents)
  }

  /// `parents` and their supertypes by the core's declarations, as far as no other bundle can
  /// replace these.
  ///
  /// The parents of a type that another export may replace are not followed: two exports could rely
  /// on each other, and neither would keep anything.
  private func closureInCore(of parents: [TypeIdentifier]) -> Set<TypeIdentifier> {
    var reached: Set<TypeIdentifier> = []
    var queue = parents
    while let next = queue.popLast() {
      guard reached.insert(next).inserted, let type = index(of: next) else { continue }
      // Ignore `reason`: the result must not depend on the order in which types are decided.
      let contenders = types[type].contenders
      let core = contenders.filter { bundles[$0.bundle].origin == .core }
      guard let best = core.min(by: { precedes($0, $1, for: next) }) else { continue }
      let isContested =
        !best.isExported
        && contenders.contains {
          let origin = bundles[$0.bundle].origin
          return $0.isExported && (origin == .system || origin > .system && owns($0, next))
        }
      if !isContested { queue.append(contentsOf: declaration(best).parents) }
    }
    return reached
  }

  private func index(of identifier: TypeIdentifier) -> Int? {
    let index = types.indices.partitioningIndex { types[$0].identifier >= identifier }
    return index < types.count && types[index].identifier == identifier ? index : nil
  }

  private mutating func reportRefused(
    _ contender: Contender, _ reason: InactiveReason, among contenders: [Contender]
  ) {
    let identifier = declaration(contender).identifier
    var missing = ""
    if reason == .narrowsTrusted, let best = trustedImport(before: contender, among: contenders) {
      let dropped = dropped(from: declaration(best), by: declaration(contender))
      let names =
        dropped.tags.map { "'\($0.spelling)'" } + dropped.parents.map { "conformance to '\($0)'" }
      missing = ": " + names.prefix(Self.mostNamed).joined(separator: ", ")
      if names.count > Self.mostNamed { missing += " and \(names.count - Self.mostNamed) more" }
    }
    report(
      .warning, .narrowsTrustedDeclaration, contender,
      "this export of '\(identifier)' is not in effect: \(reason.explanation)\(missing)",
      hint: reason == .notOwner
        ? "import the type instead of exporting it"
        : "keep the tags and parents of the trusted declaration; more may be added")
  }

  /// How many tags and parents a message names.
  private static let mostNamed = 8

  private mutating func reportSecondExport(
    _ contender: Contender, _ reason: InactiveReason, after winner: Contender
  ) {
    let other = bundles[winner.bundle]
    report(
      .warning, .inactiveDeclaration, contender,
      "this export of '\(declaration(contender).identifier)' is not in effect: "
        + "'\(other.identifier)' (\(other.path)) exports it too, and \(reason.explanation)",
      hint: "import the type if it is that bundle's, else give yours another identifier")
  }

  private func position(of contender: Contender) -> String {
    guard let location = declaration(contender).location else { return "" }
    return " (line \(location.line))"
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ contender: Contender,
    _ message: String, hint: String
  ) {
    let bundle = bundles[contender.bundle]
    let position =
      bundle.declarations[contender.index].location.map { Diagnostic.Position.location($0) }
      ?? .file
    diagnostics.append(
      Diagnostic(
        severity, code, path: bundle.path, position: position, message: message, hint: hint))
  }
}
