// SPDX-License-Identifier: MIT

internal import StrictJSON

/// One of the declarations of a type; only one of them is in effect.
struct Contender {
  /// Index of the bundle among those in effect.
  var bundle: Int32
  /// Index of the declaration among those of all bundles.
  var index: Int32
  /// Whether it is treated as exported; for reserved identifiers only in core.
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
  let linked: LinkedDeclarations
  /// Each bundle's first two labels.
  private let owners: [Substring]
  private(set) var diagnostics: [Diagnostic] = []
  /// The declared types in order of their identifiers.
  private(set) var types: [IdentifierTable.Number] = []
  /// The contenders of all types; of each type the active one comes first, if there is one.
  private var contenders: [Contender] = []
  /// Where the contenders of each type begin, and the end of the last ones.
  private var starts: [Int32] = []
  /// The type of each identifier; -1 for one that is only named.
  private var typeOfIdentifier: [Int32] = []

  init(_ linked: LinkedDeclarations) {
    self.linked = linked
    // A bundle identifier need not be a type identifier; only its first two labels are read.
    owners = linked.bundles.map { TypeIdentifier(trusted: $0.orderedIdentifier).owner }
    gatherContenders()
    for type in types.indices
    where contenders(of: type).count > 1 || contenders[Int(starts[type])].reason != nil {
      decide(type)
    }
  }

  /// Sorts the declarations by their types, those of one type by the order.
  private mutating func gatherContenders() {
    let count = linked.identifiers.count
    var next = Array(repeating: Int32(0), count: count + 1)
    for declaration in linked.declarations { next[Int(declaration.identifier) + 1] += 1 }
    typeOfIdentifier = Array(repeating: -1, count: count)
    for identifier in 0..<count {
      if next[identifier + 1] > 0 {
        typeOfIdentifier[identifier] = Int32(types.count)
        types.append(IdentifierTable.Number(identifier))
        starts.append(next[identifier])
      }
      next[identifier + 1] += next[identifier]
    }
    starts.append(Int32(linked.declarations.count))
    contenders = Array(
      repeating: Contender(bundle: 0, index: 0, isExported: false),
      count: linked.declarations.count)
    for (index, declaration) in linked.declarations.enumerated() {
      let identifier = Int(declaration.identifier)
      contenders[Int(next[identifier])] = enter(declaration, at: index)
      next[identifier] += 1
    }
    for type in types.indices where contenders(of: type).count > 1 {
      let identifier = linked.identifiers.identifier(types[type])
      let run = Int(starts[type])..<Int(starts[type + 1])
      contenders.replaceSubrange(
        run, with: contenders[run].sorted { precedes($0, $1, for: identifier) })
    }
  }

  /// The identifier of a type.
  func identifier(of type: Int) -> TypeIdentifier { linked.identifiers.identifier(types[type]) }

  /// The declarations of a type; the active one comes first, if there is one.
  func contenders(of type: Int) -> ArraySlice<Contender> {
    contenders[Int(starts[type])..<Int(starts[type + 1])]
  }

  /// The type of an identifier; `nil` for one that is only named.
  func type(of identifier: IdentifierTable.Number) -> Int? {
    let type = typeOfIdentifier[Int(identifier)]
    return type < 0 ? nil : Int(type)
  }

  func declaration(_ contender: Contender) -> LinkedDeclaration {
    linked.declarations[Int(contender.index)]
  }

  private func bundle(of contender: Contender) -> LinkedBundle {
    linked.bundles[Int(contender.bundle)]
  }

  private func origin(of contender: Contender) -> Origin { bundle(of: contender).origin }

  /// The contender whose declaration of a type is in effect, if there is one.
  func winner(of type: Int) -> Contender? {
    let first = contenders[Int(starts[type])]
    return first.reason == nil ? first : nil
  }

  /// Whether a declaration of `identifier` is in effect.
  func isDeclared(_ identifier: IdentifierTable.Number) -> Bool {
    type(of: identifier).flatMap { winner(of: $0) } != nil
  }

  /// The more trusted import that the active export of a type replaced, if there is one.
  func replacedImport(of type: Int) -> Contender? {
    let contenders = contenders(of: type)
    guard contenders.count > 1, let active = contenders.first else { return nil }
    let origin = origin(of: active)
    return contenders.dropFirst().first {
      $0.reason == .imported && self.origin(of: $0) < origin
    }
  }

  /// The rank of a contender among those of its type.
  func index(of contender: Contender, in type: Int) -> UInt32 {
    let contenders = contenders(of: type)
    let index = contenders.firstIndex { $0.index == contender.index }
    return UInt32((index ?? contenders.startIndex) - contenders.startIndex)
  }

  /// Applies the rules that depend only on the identifier.
  private mutating func enter(_ declaration: LinkedDeclaration, at index: Int) -> Contender {
    let bundle = linked.bundles[Int(declaration.bundle)]
    var contender = Contender(
      bundle: declaration.bundle, index: Int32(index),
      isExported: linked.record(of: declaration).isExported)
    guard bundle.origin != .core else { return contender }
    let identifier = linked.identifiers.identifier(declaration.identifier)
    guard identifier.isReserved else { return contender }
    if identifier.isDynamic {
      contender.reason = .dynamic
      report(
        .error, .reservedIdentifier, contender,
        "'\(identifier)' cannot be declared: 'dyn.' is for types made from unknown tags",
        hint: "choose an identifier in a domain of your own")
    } else if contender.isExported {
      contender.isExported = false
      report(
        .warning, .reservedIdentifier, contender,
        "'\(identifier)' is reserved, so this export is treated as an import",
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
    let leftBundle = bundle(of: left)
    let rightBundle = bundle(of: right)
    if leftBundle.origin != rightBundle.origin {
      return (leftBundle.origin < rightBundle.origin, .lessTrusted)
    }
    let leftOwns = owns(left, identifier)
    if leftOwns != owns(right, identifier) { return (leftOwns, .foreignBundle) }
    if leftBundle.version != rightBundle.version {
      return (leftBundle.version > rightBundle.version, .lowerVersion)
    }
    if left.bundle != right.bundle {
      if let isFirst = leftBundle.identifierPrecedes(rightBundle) { return (isFirst, .laterBundle) }
      return (leftBundle.path.utf8.lexicographicallyPrecedes(rightBundle.path.utf8), .laterBundle)
    }
    return (left.index < right.index, .laterInFile)
  }

  private func owns(_ contender: Contender, _ identifier: TypeIdentifier) -> Bool {
    owners[Int(contender.bundle)] == identifier.owner
  }

  // MARK: - The decision

  private mutating func decide(_ type: Int) {
    let identifier = identifier(of: type)
    var contenders = Array(contenders(of: type))
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
    self.contenders.replaceSubrange(Int(starts[type])..<Int(starts[type + 1]), with: contenders)
  }

  /// The rule against squatting: outside core and system, an export may replace a more trusted
  /// origin's import only if its bundle owns the type, and only if it keeps the tags and parents of
  /// that import.
  private func objection(
    to contender: Contender, among contenders: [Contender]
  ) -> InactiveReason? {
    guard contender.isExported, origin(of: contender) > .system else { return nil }
    guard let best = trustedImport(before: contender, among: contenders) else { return nil }
    let claimed = declaration(contender)
    guard owns(contender, linked.identifiers.identifier(claimed.identifier)) else {
      return .notOwner
    }
    let dropped = dropped(from: declaration(best), by: claimed)
    return dropped.tags.isEmpty && dropped.parents.isEmpty ? nil : .narrowsTrusted
  }

  /// The import of a more trusted origin that an export would replace.
  private func trustedImport(
    before contender: Contender, among contenders: [Contender]
  ) -> Contender? {
    let origin = origin(of: contender)
    return contenders.first {
      !$0.isExported && $0.reason == nil && self.origin(of: $0) < origin
    }
  }

  /// The tags and parents of a trusted declaration that another one would take from the type.
  private func dropped(
    from trusted: LinkedDeclaration, by claimed: LinkedDeclaration
  ) -> (tags: [TagTable.Number], parents: [IdentifierTable.Number]) {
    let tags = Set(linked.tags(of: claimed))
    let direct = Set(linked.parents(of: claimed))
    var parents = linked.parents(of: trusted).filter { !direct.contains($0) }
    if !parents.isEmpty {
      let reached = closureInCore(of: linked.parents(of: claimed))
      parents.removeAll(where: reached.contains)
    }
    return (linked.tags(of: trusted).filter { !tags.contains($0) }, parents)
  }

  /// `parents` and their supertypes by those declarations of the core that no other bundle can replace.
  ///
  /// The parents of a type that another export may replace are not followed: two exports could rely
  /// on each other, and neither would keep anything.
  private func closureInCore(
    of parents: ArraySlice<IdentifierTable.Number>
  ) -> Set<IdentifierTable.Number> {
    var reached: Set<IdentifierTable.Number> = []
    var queue = Array(parents)
    while let next = queue.popLast() {
      guard reached.insert(next).inserted, let type = type(of: next) else { continue }
      let identifier = linked.identifiers.identifier(next)
      // Ignore `reason`: the result must not depend on the order in which types are decided.
      let contenders = contenders(of: type)
      let core = contenders.filter { origin(of: $0) == .core }
      guard let best = core.min(by: { precedes($0, $1, for: identifier) }) else { continue }
      let isContested =
        !best.isExported
        && contenders.contains {
          let origin = origin(of: $0)
          return $0.isExported && (origin == .system || origin > .system && owns($0, identifier))
        }
      if !isContested { queue.append(contentsOf: linked.parents(of: declaration(best))) }
    }
    return reached
  }

  private mutating func reportRefused(
    _ contender: Contender, _ reason: InactiveReason, among contenders: [Contender]
  ) {
    let identifier = linked.identifiers.identifier(declaration(contender).identifier)
    var missing = ""
    if reason == .narrowsTrusted, let best = trustedImport(before: contender, among: contenders) {
      let dropped = dropped(from: declaration(best), by: declaration(contender))
      let names =
        dropped.tags.map { "'\(linked.tags.tag($0).spelling)'" }
        + dropped.parents.map { "conformance to '\(linked.identifiers.text($0))'" }
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
    let other = bundle(of: winner)
    let identifier = linked.identifiers.identifier(declaration(contender).identifier)
    report(
      .warning, .inactiveDeclaration, contender,
      "this export of '\(identifier)' is not in effect: "
        + "'\(other.identifier)' (\(other.path)) exports it too, and \(reason.explanation)",
      hint: "import the type if it is that bundle's, else give yours another identifier")
  }

  private func position(of contender: Contender) -> String {
    guard let location = linked.location(of: declaration(contender)) else { return "" }
    return " (line \(location.line))"
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ contender: Contender,
    _ message: String, hint: String
  ) {
    let bundle = bundle(of: contender)
    let position =
      linked.location(of: declaration(contender)).map { Diagnostic.Position.location($0) } ?? .file
    diagnostics.append(
      Diagnostic(
        severity, code, path: bundle.path, position: position, message: message, hint: hint))
  }
}
