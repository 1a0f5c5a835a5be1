// SPDX-License-Identifier: MIT

/// Ranks handlers; keeps its memory from query to query.
///
/// The order is that of the table ``HandlerStanding/order``. Rows are added in it instead of being
/// sorted by it, so that a query reads the claims of its answer and no others:
///
/// 1. Bindings of the query come first in the table, so they are added first.
/// 2. Levels are added by ascending distance; at each distance bindings of the supertypes, then
///    claims on types, then claims on tags, as the table has them. The types that one of these can be
///    opened as come one step past the last of them, with their own supertypes further on.
/// 3. The rules after these need no query; the compiler sorted the claims by the same table.
/// 4. Claims by wildcards (`image/*`) are collected on the way, and added after all others, the nearer
///    first, those on everything last.
/// 5. What only accepts drops is collected and added last.
///
/// Of a damaged image the rows may be in any order, so ranking does not assert that they are in the table's
/// order; property tests do, by ``standing(at:in:)``.
///
/// - Complexity: O(*r* + *s*²) for *r* claims on the type and its *s* supertypes, and O(*b*/64) for
///   *b* bundles. Once the arrays have grown, nothing is allocated.
package struct HandlerRanking {
  /// The applications in order, each once.
  package private(set) var rows: [HandlerRow] = []
  /// The types whose claims and bindings apply.
  package private(set) var levels = HandlerLevels()

  private var seen: [UInt64] = []
  private var drops: [HandlerRow] = []
  /// The claims by wildcards, which are added after all others.
  private var wildcards: [(claim: UInt32, distance: UInt16)] = []
  /// The bindings of the tags, then those of the types of ``levels``.
  private var bound: [Bound] = []
  /// Applications that never open something.
  private(set) var nevers: [Never] = []
  private var heads: [Head] = []
  /// The number of rows by bindings, whose best claims are recorded later.
  private var boundRows = 0

  // Structures, because an array of tuples costs more in a program that makes one query.
  private struct Bound {
    var place: SubjectPlace
    var candidates: Range<Int>

    /// The level of a type; `nil` for a tag.
    var level: Int? {
      if case .type(let level) = place { level } else { nil }
    }
  }

  struct Never {
    var place: SubjectPlace
    var bundle: UInt32
    var owner: BindingTable.Candidate.Owner
  }

  private struct Head {
    var next: UInt32
    var end: UInt32
  }

  package init() {}

  /// Ranks the handlers of `question`, after which ``rows`` holds them.
  ///
  /// - Parameters:
  ///   - question: The subject to be opened.
  ///   - registry: The registry that is asked.
  ///   - table: The bindings over it.
  ///   - firstOnly: Whether only the first row is wanted; the others may then be missing.
  package mutating func rank(
    _ question: ResolvedHandlerQuery, in registry: CompiledRegistry, with table: BindingTable,
    firstOnly: Bool = false
  ) {
    begin(question, registry)
    if !table.isEmpty { findBound(question, table) }
    if !bound.isEmpty {
      addBindings(question, table, registry, isSite: false)
      addBindings(question, table, registry, isSite: true)
      addAdded(nil, table, registry, isSite: false)
      addAdded(nil, table, registry, isSite: true)
    }
    var start = 0
    while start < levels.count {
      var end = start + 1
      while end < levels.count, levels.distances[end] == levels.distances[start] { end += 1 }
      if start > 0, !bound.isEmpty {
        addSupertypeBindings(start..<end, question, table, registry, isSite: false)
        addSupertypeBindings(start..<end, question, table, registry, isSite: true)
        addAdded(start..<end, table, registry, isSite: false)
        addAdded(start..<end, table, registry, isSite: true)
      }
      let placement: Handler.Placement = start < levels.conformingCount ? .claim : .opensAs
      addClaims(start..<end, question, placement, registry)
      if start == 0 { addTagClaims(question, registry) }
      // A binding takes its claim from a level that may be further up, and the file's own application
      // may be anywhere.
      if firstOnly, !rows.isEmpty, boundRows == 0, question.ownBundle == nil { return }
      start = end
    }
    if levels.count == 0 { addTagClaims(question, registry) }
    addWildcards(question, registry)
    rows.append(contentsOf: drops)
    if let own = question.ownBundle { putFirst(own) }
  }

  // MARK: - Parts

  private mutating func begin(_ question: ResolvedHandlerQuery, _ registry: CompiledRegistry) {
    rows.removeAll(keepingCapacity: true)
    drops.removeAll(keepingCapacity: true)
    wildcards.removeAll(keepingCapacity: true)
    nevers.removeAll(keepingCapacity: true)
    bound.removeAll(keepingCapacity: true)
    boundRows = 0
    seen.fill(with: 0, count: (registry.bundleRecords.count + 63) / 64)
    levels.visit(question, in: registry)
  }

  /// Finds the bindings of all subjects of the query.
  private mutating func findBound(_ question: ResolvedHandlerQuery, _ table: BindingTable) {
    for index in question.tags.indices {
      let rank = max(question.patternCount - index, 0)
      let candidates = table.candidates(on: question.tags[index])
      if !candidates.isEmpty {
        bound.append(Bound(place: .tag(rank: rank), candidates: candidates))
      }
    }
    for level in levels.types.indices {
      let candidates =
        levels.types[level] != 0
        ? table.candidates(on: TypeIndex(levels.types[level]))
        : question.identifier.map { table.candidates(on: $0) } ?? 0..<0
      if !candidates.isEmpty {
        bound.append(Bound(place: .type(level: level), candidates: candidates))
      }
    }
    for bound in bound {
      for index in bound.candidates {
        let candidate = table.candidates[index]
        if candidate.kind == .never, candidate.bundle >= 0 {
          nevers.append(
            Never(
              place: bound.place, bundle: UInt32(candidate.bundle), owner: candidate.owner))
        }
      }
    }
  }

  /// Adds the bindings of the tags, the type and the nearest family.
  private mutating func addBindings(
    _ question: ResolvedHandlerQuery, _ table: BindingTable, _ registry: CompiledRegistry,
    isSite: Bool
  ) {
    for index in bound.indices where bound[index].place.isOwn {
      addBindings(index, .plain, question.roles, table, registry, isSite: isSite, .binding)
    }
    for index in bound.indices where isOfLevel(index, in: 0..<levels.conformingCount) {
      addBindings(index, .family, question.roles, table, registry, isSite: isSite, .binding)
    }
  }

  /// Adds the bindings of the supertypes of one level as such.
  private mutating func addSupertypeBindings(
    _ level: Range<Int>, _ question: ResolvedHandlerQuery, _ table: BindingTable,
    _ registry: CompiledRegistry, isSite: Bool
  ) {
    for index in bound.indices where isOfLevel(index, in: level) {
      addBindings(
        index, .plain, question.roles, table, registry, isSite: isSite, .supertypeBinding)
      // The type is not of the family, but opens as one of it: the choice has an effect where that has.
      if level.lowerBound >= levels.conformingCount {
        addBindings(
          index, .family, question.roles, table, registry, isSite: isSite, .supertypeBinding)
      }
    }
  }

  /// Adds the associations that lists add to the types of one distance; if `level` is `nil`, to the tags and to
  /// the type itself.
  private mutating func addAdded(
    _ level: Range<Int>?, _ table: BindingTable, _ registry: CompiledRegistry, isSite: Bool
  ) {
    for index in bound.indices
    where level.map({ isOfLevel(index, in: $0) }) ?? bound[index].place.isOwn {
      addBindings(index, .added, .all, table, registry, isSite: isSite, .added)
    }
  }

  /// Whether an element of ``bound`` is of a type of these levels.
  private func isOfLevel(_ index: Int, in levels: Range<Int>) -> Bool {
    if let level = bound[index].level { levels.contains(level) } else { false }
  }

  /// Adds the bindings of a kind by role: if all roles are queried, the binding for every role, then
  /// those for Editor, Viewer, Shell; else the binding for the role, then that for every role.
  private mutating func addBindings(
    _ index: Int, _ kind: BindingTable.Candidate.Kind, _ roles: RoleMask, _ table: BindingTable,
    _ registry: CompiledRegistry, isSite: Bool, _ placement: Handler.Placement
  ) {
    let (place, candidates) = (bound[index].place, bound[index].candidates)
    let distance = bound[index].level.map { levels.distances[$0] } ?? 0
    for step in 0..<UInt8(6) {
      // A role's bit plus 1, as candidates have it; 0 is every role.
      let role: UInt8 = roles == .all ? step : step == 5 ? 0 : step + 1
      if roles != .all, role > 0, roles.rawValue & 1 << (role - 1) == 0 { continue }
      for number in candidates {
        let candidate = table.candidates[number]
        guard candidate.kind == kind, candidate.isSite == isSite, candidate.role == role,
          candidate.bundle >= 0
        else { continue }
        let bundle = UInt32(candidate.bundle)
        if isSeen(bundle)
          || isNever(bundle, boundAt: place, by: candidate.owner, placement, registry)
        {
          continue
        }
        markSeen(bundle)
        rows.append(
          HandlerRow(
            bundle: bundle, claim: 0, binding: candidate.entry, distance: distance,
            placement: placement))
        boundRows += 1
      }
    }
  }

  /// Adds the claims on the types of one level, merged by the compiler's order; those by wildcards are
  /// collected.
  private mutating func addClaims(
    _ level: Range<Int>, _ question: ResolvedHandlerQuery, _ placement: Handler.Placement,
    _ registry: CompiledRegistry
  ) {
    heads.removeAll(keepingCapacity: true)
    for index in level where levels.types[index] != 0 {
      let range = registry.claimRange(on: TypeIndex(levels.types[index]))
      if !range.isEmpty { heads.append(Head(next: range.lowerBound, end: range.upperBound)) }
    }
    if heads.isEmpty { return }
    let distance = levels.distances[level.lowerBound]
    if heads.count == 1 {
      for claim in heads[0].next..<heads[0].end {
        let record = registry.claims[claim]
        // The claims on its tags come after those on the type.
        if record.flags & ClaimRecord.onTag != 0 { break }
        addOnType(claim, record, question.roles, distance, placement, registry)
      }
      return
    }
    while let claim = takeNext(registry, onTags: false) {
      addOnType(claim, registry.claims[claim], question.roles, distance, placement, registry)
    }
  }

  @inline(__always)
  private mutating func addOnType(
    _ claim: UInt32, _ record: ClaimRecord, _ roles: RoleMask, _ distance: UInt16,
    _ placement: Handler.Placement, _ registry: CompiledRegistry
  ) {
    if record.flags & ClaimRecord.wildcard != 0 {
      wildcards.append((claim, distance))
    } else {
      add(claim, record, roles, distance, placement, registry)
    }
  }

  /// Adds the claims on the tags of the file and on the MIME types of its type.
  private mutating func addTagClaims(_ question: ResolvedHandlerQuery, _ registry: CompiledRegistry)
  {
    heads.removeAll(keepingCapacity: true)
    if registry.tagClaims.count == 0 { return }
    for tag in question.tags {
      let range = registry.claimRange(on: tag)
      if !range.isEmpty { heads.append(Head(next: range.lowerBound, end: range.upperBound)) }
    }
    if question.type != .none {
      let range = registry.claimRange(on: question.type)
      if let start = range.first(where: { registry.claims[$0].flags & ClaimRecord.onTag != 0 }) {
        heads.append(Head(next: start, end: range.upperBound))
      }
    }
    while let claim = takeNext(registry, onTags: true) {
      add(claim, registry.claims[claim], question.roles, 0, .tagClaim, registry)
    }
  }

  /// Adds the claims by wildcards, then those on everything.
  private mutating func addWildcards(_ question: ResolvedHandlerQuery, _ registry: CompiledRegistry)
  {
    for (claim, distance) in wildcards {
      add(claim, registry.claims[claim], question.roles, distance, .wildcard, registry)
    }
    guard question.isAboutFiles else { return }
    for claim in registry.claimRange(on: .none) {
      let record = registry.claims[claim]
      add(claim, record, question.roles, .max, .wildcard, registry)
    }
  }

  /// The next claim of several runs in the compiler's order.
  private mutating func takeNext(_ registry: CompiledRegistry, onTags: Bool) -> UInt32? {
    var best: Int?
    var bestOrder = UInt32.max
    for index in heads.indices where heads[index].next < heads[index].end {
      let record = registry.claims[heads[index].next]
      if record.flags & ClaimRecord.onTag != 0, !onTags { continue }
      if best == nil || record.order < bestOrder {
        best = index
        bestOrder = record.order
      }
    }
    guard let best else { return nil }
    defer { heads[best].next += 1 }
    return heads[best].next
  }

  @inline(__always)
  private mutating func add(
    _ claim: UInt32, _ record: ClaimRecord, _ roles: RoleMask, _ distance: UInt16,
    _ placement: Handler.Placement, _ registry: CompiledRegistry
  ) {
    guard roles.rawValue & 1 << record.roleBit != 0,
      record.flags & ClaimRecord.notLaunchable == 0
    else { return }
    if isSeen(record.bundle) {
      if boundRows > 0 { recordClaim(claim, of: record.bundle) }
      return
    }
    if !nevers.isEmpty, isNever(record, placement, registry) { return }
    markSeen(record.bundle)
    let acceptsDrops = record.flags & ClaimRecord.acceptsDrops != 0
    let row = HandlerRow(
      bundle: record.bundle, claim: claim, binding: -1, distance: distance,
      placement: acceptsDrops ? .drops : placement)
    if acceptsDrops { drops.append(row) } else { rows.append(row) }
  }

  /// Records the best claim of an application that a binding already placed.
  private mutating func recordClaim(_ claim: UInt32, of bundle: UInt32) {
    guard let index = rows.firstIndex(where: { $0.bundle == bundle }) else { return }
    if rows[index].claim == 0 { rows[index].claim = claim }
  }

  private mutating func putFirst(_ bundle: UInt32) {
    guard let index = rows.firstIndex(where: { $0.bundle == bundle && $0.placement != .drops })
    else { return }
    var row = rows.remove(at: index)
    row.placement = .file
    row.binding = -1
    rows.insert(row, at: 0)
  }

  // MARK: - Seen

  @inline(__always)
  private func isSeen(_ bundle: UInt32) -> Bool {
    let word = Int(bundle >> 6)
    return word >= seen.count || seen[word] & 1 << UInt64(bundle & 63) != 0
  }

  @inline(__always)
  private mutating func markSeen(_ bundle: UInt32) {
    let word = Int(bundle >> 6)
    if word < seen.count { seen[word] |= 1 << UInt64(bundle & 63) }
  }
}
