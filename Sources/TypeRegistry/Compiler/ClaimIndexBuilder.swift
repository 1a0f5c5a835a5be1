// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Sorts the claims of all bundles by rank, those on one subject together.
///
/// Everything that does not depend on the query is decided here: which Owner is vetted, which
/// application can be started, and the order of any two claims at one distance. A query then only
/// merges a few runs.
struct ClaimIndexBuilder {
  /// A claim on one subject.
  struct Entry {
    var record: ClaimRecord
    /// The index of the claim among those of all bundles.
    var claim: Int
    var tag: TagTable.Number?
    var standing: HandlerStanding
    /// The index of the claim in its bundle.
    var position: Int

    /// The run that the claim belongs to, and which of its two parts.
    var run: (UInt32, Int) { (record.type, tag == nil ? 0 : 1) }
  }

  /// The parts of an image that hold claims.
  struct Index {
    var claims = [ClaimRecord()]
    var details = [ClaimDetailsRecord()]
    var directory: [ClaimDirectoryRecord] = []
    var runs: [UInt32] = []
    var tagClaims: [TagClaimRecord] = []
  }

  private let linked: LinkedDeclarations
  private let nodes: NodeTable
  private var entries: [Entry] = []
  /// The bundles with claims that changed the ranks of others.
  private(set) var makers: Set<Int32> = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - linked: The bundles in effect, with their claims.
  ///   - nodes: The types.
  ///   - exporter: The bundle that exports a node's active declaration, or `nil`.
  ///   - isMedia: Whether a node's files are of a kind that is the main use of viewers or players.
  ///   - tags: A node's tags.
  init(
    _ linked: LinkedDeclarations, _ nodes: NodeTable, exporter: (Int) -> Int?,
    isMedia: @escaping (Int) -> Bool, tags: (Int) -> [TagTable.Number]
  ) {
    self.linked = linked
    self.nodes = nodes
    guard !linked.claims.isEmpty else { return }
    let ranks = Self.ranks(of: linked.bundles)
    let directoryTag = linked.tags.known(
      FreedesktopName.mimeTypeOfDirectories.utf8.span, in: UInt32(TagClass.mimeTypeCode - 1))
    let directory = nodes.number(of: Self.directory)
    var position = 0
    for (index, claim) in linked.claims.enumerated() {
      let bundle = Int(claim.bundle)
      if index == 0 || linked.claims[index - 1].bundle != claim.bundle { position = 0 }
      for subject in linked.subjects[
        Int(claim.subjects.lowerBound)..<Int(claim.subjects.upperBound)]
      {
        // Two types have this tag, folders and all directories; an application for folders opens
        // both.
        if case .tag(let tag) = subject, tag == directoryTag {
          if let directory { add(index, .everything, on: directory, rank: ranks[bundle], position) }
        } else {
          add(index, subject, rank: ranks[bundle], position, exporter)
        }
        position += 1
      }
    }
    makers = OwnFormatRule(linked, nodes, isMedia: isMedia).apply(to: &entries)
    addClaimsByMIMEType(tags)
  }

  /// The ranks of bundles in alphabetical order of identifiers, then paths.
  private static func ranks(of bundles: [LinkedBundle]) -> [Int] {
    let order = bundles.indices.sorted { left, right in
      if let isFirst = bundles[left].identifierPrecedes(bundles[right]) { return isFirst }
      return bundles[left].path.utf8.lexicographicallyPrecedes(bundles[right].path.utf8)
    }
    var ranks = Array(repeating: 0, count: bundles.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return ranks
  }

  private mutating func add(
    _ index: Int, _ subject: LinkedSubject, rank: Int, _ position: Int, _ exporter: (Int) -> Int?
  ) {
    switch subject {
    case .type(let identifier), .dynamic(let identifier):
      guard let node = nodes.number(of: identifier) else { return }
      let claim = linked.claims[index]
      let isOwner =
        HandlerRank(code: claim.record.rank) == .owner && exporter(node) == Int(claim.bundle)
      // An undeclared type has a finding of its own.
      if HandlerRank(code: claim.record.rank) == .owner, !isOwner, nodes.declared(node) != nil {
        noteDemotion(claim, linked.identifiers.identifier(identifier))
      }
      add(index, subject, on: node, isOwner: isOwner, rank: rank, position)
    case .tag, .everything: add(index, subject, on: nil, rank: rank, position)
    }
  }

  private mutating func add(
    _ index: Int, _ subject: LinkedSubject, on node: Int?, isOwner: Bool = false, rank: Int,
    _ position: Int
  ) {
    let claim = linked.claims[index]
    let bundle = linked.bundles[Int(claim.bundle)]
    let claimedRank = HandlerRank(code: claim.record.rank)
    let role = Role(bit: claim.record.roleBit) ?? .none
    var record = ClaimRecord()
    record.type = node.map { UInt32($0) + 1 } ?? 0
    var tag: TagTable.Number?
    if case .tag(let claimed) = subject {
      tag = claimed
      record.flags |= ClaimRecord.onTag
    }
    record.bundle = UInt32(claim.bundle)
    record.roleBit = role.bit
    record.rank = claimedRank.code
    if isOwner { record.flags |= ClaimRecord.owner }
    if claimedRank == .owner, !isOwner { record.flags |= ClaimRecord.demotedOwner }
    let isRoleGuessed = claim.record.flags & UnitClaim.guessedRole != 0
    if isRoleGuessed { record.flags |= ClaimRecord.guessedRole }
    if node != nil, claim.record.flags & UnitClaim.wildcard != 0 {
      record.flags |= ClaimRecord.wildcard
    }
    if claimedRank == .none { record.flags |= ClaimRecord.acceptsDrops }
    if bundle.program.missingReason(bundle.launchArguments) != nil {
      record.flags |= ClaimRecord.notLaunchable
    }
    var standing = HandlerStanding()
    standing.isOwner = isOwner
    standing.origin = bundle.rankOrigin
    standing.place = bundle.place
    standing.rank = claimedRank
    standing.role = role
    standing.isRoleGuessed = isRoleGuessed
    standing.weight = bundle.weight
    standing.bundleOrder = rank
    entries.append(
      Entry(record: record, claim: index, tag: tag, standing: standing, position: position))
  }

  private static let directory = TypeIdentifier(trusted: "public.directory")

  private mutating func noteDemotion(_ claim: LinkedClaim, _ identifier: TypeIdentifier) {
    let bundle = linked.bundles[Int(claim.bundle)]
    let location = DeclarationUnit.location(claim.record.line, claim.record.column)
    diagnostics.append(
      Diagnostic(
        .note, .ownerWithoutExport, path: bundle.path,
        position: location.map { .location($0) } ?? .file,
        message: "'\(bundle.identifier)' claims to own '\(identifier)' without an export in "
          + "effect, so its rank there is Default",
        hint: "only the bundle whose export is in effect owns a type"))
  }

  /// Files do not have a MIME type of their own; a claim on one is also a claim on each type that
  /// has it as a tag, after the claims on that type, and not on its subtypes.
  private mutating func addClaimsByMIMEType(_ tags: (Int) -> [TagTable.Number]) {
    var claimed: [TagTable.Number: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      if let tag = entry.tag, linked.tags.isOf(TagClass.mimeTypeCode, tag) {
        claimed[tag, default: []].append(index)
      }
    }
    guard !claimed.isEmpty else { return }
    for node in nodes.identifiers.indices {
      for tag in tags(node) where linked.tags.isOf(TagClass.mimeTypeCode, tag) {
        for index in claimed[tag] ?? [] {
          var entry = entries[index]
          entry.record.type = UInt32(node) + 1
          entries.append(entry)
        }
      }
    }
  }

  /// The parts of the image.
  mutating func build(strings: inout StringPool, seed: UInt64) -> Index {
    var index = Index()
    let ordered = entries.indices.sorted { precedes(entries[$0], entries[$1]) }
    for (order, entry) in ordered.enumerated() { entries[entry].record.order = UInt32(order) }
    let words = (nodes.identifiers.count + 1) / 64 + 1
    index.directory = Array(repeating: ClaimDirectoryRecord(), count: words)
    let ranked = ordered.map { entries[$0] }
    // A claim on a tag is in two runs if it is also a claim on a type that has the tag.
    let onTypes = ranked.filter { $0.tag == nil || $0.record.type != 0 }
    addRuns(onTypes, to: &index, &strings)
    addTagRuns(ranked.filter { $0.tag != nil && $0.record.type == 0 }, to: &index, &strings, seed)
    return index
  }

  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if let (_, isFirst) = left.standing.firstDifference(from: right.standing) { return isFirst }
    return (left.position, left.record.type) < (right.position, right.record.type)
  }

  private func addRuns(_ ranked: [Entry], to index: inout Index, _ strings: inout StringPool) {
    let sorted = ranked.enumerated().sorted { left, right in
      // The claims on a type's tags come after those on the type; each part keeps its order.
      let (leftKey, rightKey) = (left.element.run, right.element.run)
      return leftKey == rightKey ? left.offset < right.offset : leftKey < rightKey
    }
    var last: UInt32?
    for (_, entry) in sorted {
      if entry.record.type != last {
        let type = entry.record.type
        index.directory[Int(type >> 6)].claimed |= 1 << UInt64(type & 63)
        index.runs.append(UInt32(index.claims.count))
        last = type
      }
      append(entry, to: &index, &strings)
    }
    index.runs.append(UInt32(index.claims.count))
    var before: UInt32 = 0
    for word in index.directory.indices {
      index.directory[word].before = before
      before += UInt32(index.directory[word].claimed.nonzeroBitCount)
    }
  }

  private func addTagRuns(
    _ ranked: [Entry], to index: inout Index, _ strings: inout StringPool, _ seed: UInt64
  ) {
    var byTag: [TagTable.Number: [Entry]] = [:]
    for entry in ranked { entry.tag.map { byTag[$0, default: []].append(entry) } }
    let tags = byTag.keys.map { number in
      let tag = linked.tags.tag(number)
      return (hash: CompiledRegistry.hash(of: tag, seed: seed), tag: tag, number: number)
    }
    for (hash, _, number) in tags.sorted(by: { ($0.hash, $0.tag) < ($1.hash, $1.tag) }) {
      let run = byTag[number] ?? []
      index.tagClaims.append(
        TagClaimRecord(
          hash: hash, start: UInt32(index.claims.count), count: UInt32(run.count)))
      for entry in run { append(entry, to: &index, &strings) }
    }
  }

  private func append(_ entry: Entry, to index: inout Index, _ strings: inout StringPool) {
    let claim = linked.claims[entry.claim]
    let unit = linked.bundles[Int(claim.bundle)].unit
    var details = ClaimDetailsRecord()
    details.name = strings.reference(unit.bytes(claim.record.name))
    details.icon = strings.reference(unit.bytes(claim.record.icon))
    details.tagClass = strings.reference(entry.tag.map { linked.tags.tagClass(of: $0).text })
    details.tag = entry.tag.map { linked.tags.withBytes(of: $0) { strings.reference($0) } } ?? 0
    details.line = claim.record.line
    details.column = claim.record.column
    index.claims.append(entry.record)
    index.details.append(details)
  }
}

extension LaunchProgram {
  /// Why the program is missing; `nil` if it was found, or was not searched for.
  func missingReason(_ arguments: [String]) -> LaunchProblem? {
    switch self == .unchecked ? .assumed(arguments) : self {
    case .missing(let reason): reason
    default: nil
    }
  }
}
