// SPDX-License-Identifier: MIT

/// The applications of a directory one by one, and the claims of each one by one.
///
/// A claim is ranked when it is requested, so that a caller that serves several clients can pause between any
/// two; ``advance()`` prepares the first application, also in steps. The applications come in byte order of
/// their identifiers, the claims of each on types first, then on tags, then on everything, each once.
package struct ApplicationSeries {
  private let directory: HandlerDirectory
  private let languages: LanguageList
  private var claimsOfBundle: [UInt32: [UInt32]] = [:]
  /// The claims that are not in ``claimsOfBundle`` yet.
  private var unsorted: Range<UInt32>
  private var hasBundles = false
  private var bundles: ArraySlice<UInt32> = []
  private var bundle: UInt32 = 0
  private var claims: ArraySlice<UInt32> = []
  private var defaults: DefaultHandlers

  private var registry: CompiledRegistry { directory.registry }

  /// Begins with the first application.
  package init(_ directory: HandlerDirectory, in languages: LanguageList) {
    self.directory = directory
    self.languages = languages
    defaults = DefaultHandlers(directory: directory)
    unsorted = 1..<UInt32(max(directory.registry.claims.count, 1))
  }

  /// Does a part of the work that comes before the first application.
  ///
  /// - Returns: Whether more is to be done.
  package mutating func advance() -> Bool {
    guard !hasBundles else { return false }
    for index in unsorted.prefix(64) {
      claimsOfBundle[registry.claims[index].bundle, default: []].append(index)
    }
    unsorted = unsorted.dropFirst(64)
    guard unsorted.isEmpty else { return true }
    hasBundles = true
    bundles =
      registry.effectiveBundles
      .filter { claimsOfBundle[$0] != nil || registry.missingReason(ofBundle: $0) == nil }
      .map { (identifier: registry.text(registry.bundleRecords[$0].identifier), bundle: $0) }
      .sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) }
      .map(\.bundle)[...]
    return false
  }

  /// The next application, without its claims; `nil` after the last one.
  ///
  /// - Complexity: O(*c* log *c*) for *c* claims of the application.
  package mutating func nextApplication() -> ApplicationInformation? {
    while advance() {}
    guard let bundle = bundles.popFirst() else { return nil }
    self.bundle = bundle
    claims = ordered(claimsOfBundle.removeValue(forKey: bundle) ?? [])
    let application = registry.handler(ofBundle: bundle, with: directory.table, in: languages)
    let missing = registry.missingReason(ofBundle: bundle)
    return ApplicationInformation(
      bundle: application.bundle, name: application.name, version: application.version,
      origin: application.origin, path: application.path, arguments: application.arguments,
      isTerminal: application.isTerminal, workingDirectory: application.workingDirectory,
      problem: missing?.words, isUnconfirmed: missing == nil && application.isUnconfirmed,
      claims: [])
  }

  /// Whether the current application has more claims.
  package var hasClaim: Bool { !claims.isEmpty }

  /// The next claim of the current application; `nil` after its last one.
  ///
  /// - Complexity: Like one ranking.
  package mutating func nextClaim() -> ApplicationInformation.Claim? {
    guard let index = claims.popFirst() else { return nil }
    let record = registry.claims[index]
    let (type, tag) = registry.subject(ofClaim: index)
    return ApplicationInformation.Claim(
      type: type, tag: tag, role: record.role, rank: HandlerRank(code: record.rank),
      isOwner: record.flags & ClaimRecord.owner != 0,
      isDefault: defaults.isFirst(bundle, for: type, tag),
      source: registry.source(ofClaim: index))
  }

  // MARK: - Order

  /// Equal for claims that are shown as one: a claim on a tag has a record for each type that has the
  /// tag, and some formats have no lines.
  private struct Equality: Hashable {
    var tagClass: StringReference = 0
    /// The tag, or the type.
    var subject: UInt32
    var role: UInt8
    var rank: UInt8
    var line: UInt32
    var column: UInt32
  }

  /// The sort key of a claim among those of its application.
  private struct SortKey {
    var claim: UInt32
    var kind: UInt8
    var name = ""
    var value = ""
    var role: UInt8
    var line: UInt32
    var column: UInt32

    static func < (left: SortKey, right: SortKey) -> Bool {
      if left.kind != right.kind { return left.kind < right.kind }
      if left.name != right.name {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      if left.value != right.value {
        return left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
      }
      return (left.role, left.line, left.column, left.claim)
        < (right.role, right.line, right.column, right.claim)
    }
  }

  /// The claims on types, then on tags, then on everything, each once.
  private func ordered(_ claims: [UInt32]) -> ArraySlice<UInt32> {
    var seen: Set<Equality> = []
    var keys: [SortKey] = []
    for index in claims {
      let record = registry.claims[index]
      let details = registry.claimDetails[index]
      let isOnTag = record.flags & ClaimRecord.onTag != 0
      var equality = Equality(
        subject: record.type, role: record.roleBit, rank: record.rank, line: details.line,
        column: details.column)
      if isOnTag {
        equality.tagClass = details.tagClass
        equality.subject = details.tag
      }
      guard seen.insert(equality).inserted else { continue }
      var key = SortKey(
        claim: index, kind: 2, role: record.roleBit, line: details.line, column: details.column)
      if isOnTag {
        key.kind = 1
        key.name = registry.text(details.tagClass)
        key.value = registry.text(details.tag)
      } else if record.type != 0 {
        key.kind = 0
        key.name = registry.identifier(of: TypeIndex(record.type)).text
      }
      keys.append(key)
    }
    return keys.sorted { $0 < $1 }.map(\.claim)[...]
  }
}

/// The first handlers of types and tags, each ranked once.
private struct DefaultHandlers {
  let directory: HandlerDirectory
  var ranking = HandlerRanking()
  var first: [HandlerQuery.Subject: UInt32?] = [:]

  mutating func isFirst(_ bundle: UInt32, for type: TypeIdentifier?, _ tag: Tag?) -> Bool {
    guard
      let subject = type.map({ HandlerQuery.Subject.type($0) })
        ?? tag.map({ HandlerQuery.Subject.tag($0) })
    else { return false }
    if let known = first[subject] { return known == bundle }
    let registry = directory.registry
    ranking.rank(
      registry.question(HandlerQuery(subject), with: directory.table).question, in: registry,
      with: directory.table)
    let winner = ranking.rows.first.flatMap { $0.placement == .drops ? nil : $0.bundle }
    first[subject] = .some(winner)
    return winner == bundle
  }
}
