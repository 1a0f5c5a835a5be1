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
    var claim: HandlerClaim
    var tag: Tag?
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

  private let bundles: [Bundle]
  private let nodes: NodeTable
  private var entries: [Entry] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - bundles: Those in effect.
  ///   - nodes: The types.
  ///   - exporter: The bundle that exports a node's active declaration, or `nil`.
  ///   - tags: A node's tags.
  init(
    _ bundles: [Bundle], _ nodes: NodeTable, exporter: (Int) -> Int?, tags: (Int) -> [Tag]
  ) {
    self.bundles = bundles
    self.nodes = nodes
    guard bundles.contains(where: { !$0.claims.isEmpty }) else { return }
    let ranks = Self.ranks(of: bundles)
    for (index, bundle) in bundles.enumerated() {
      var position = 0
      for claim in bundle.claims {
        for subject in claim.subjects.flatMap(Self.spelledOut) {
          add(claim, subject, of: index, rank: ranks[index], position, exporter)
          position += 1
        }
      }
    }
    addClaimsByMIMEType(tags)
  }

  /// The ranks of bundles in byte order of identifiers, then paths.
  private static func ranks(of bundles: [Bundle]) -> [Int] {
    let order = bundles.indices.sorted { left, right in
      let names = (
        bundles[left].identifier.asciiLowercased, bundles[right].identifier.asciiLowercased
      )
      if names.0 != names.1 { return names.0.utf8.lexicographicallyPrecedes(names.1.utf8) }
      return bundles[left].path.utf8.lexicographicallyPrecedes(bundles[right].path.utf8)
    }
    var ranks = Array(repeating: 0, count: bundles.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return ranks
  }

  /// What a subject claims: for a dynamic type the tags that its identifier spells, which is how
  /// applications claim a tag that no declaration knows; another bundle may declare the tag.
  private static func spelledOut(_ subject: HandlerClaim.Subject) -> [HandlerClaim.Subject] {
    guard case .type(let identifier) = subject, identifier.isDynamic,
      let dynamic = try? DynamicIdentifier(decoding: identifier)
    else { return [subject] }
    return dynamic.tags.map { .tag($0) }
  }

  private mutating func add(
    _ claim: HandlerClaim, _ subject: HandlerClaim.Subject, of index: Int, rank: Int,
    _ position: Int, _ exporter: (Int) -> Int?
  ) {
    let bundle = bundles[index]
    var record = ClaimRecord()
    var tag: Tag?
    var isOwner = false
    switch subject {
    case .type(let identifier):
      guard let node = nodes.number(of: identifier) else { return }
      record.type = UInt32(node) + 1
      isOwner = claim.rank == .owner && exporter(node) == index
      // What nothing declares has a finding of its own.
      if claim.rank == .owner, !isOwner, nodes.declared[node] != nil {
        noteDemotion(claim, identifier, in: bundle)
      }
    case .tag(Self.directoryTag):
      // Two types have this tag, folders and all directories; an application for folders opens
      // both.
      guard let node = nodes.number(of: Self.directory) else { return }
      record.type = UInt32(node) + 1
    case .tag(let claimed):
      tag = claimed
      record.flags |= ClaimRecord.onTag
    case .everything:
      break
    }
    record.bundle = UInt32(index)
    record.roleBit = claim.role.bit
    record.rank = claim.rank.code
    if isOwner { record.flags |= ClaimRecord.owner }
    if claim.rank == .owner, !isOwner { record.flags |= ClaimRecord.demotedOwner }
    if claim.rank == .none { record.flags |= ClaimRecord.acceptsDrops }
    if bundle.program.isMissing(bundle.launchArguments) {
      record.flags |= ClaimRecord.notLaunchable
    }
    var standing = HandlerStanding()
    standing.isOwner = isOwner
    standing.origin = bundle.origin
    standing.rank = claim.rank
    standing.role = claim.role
    standing.bundleOrder = rank
    entries.append(
      Entry(record: record, claim: claim, tag: tag, standing: standing, position: position))
  }

  private static let directoryTag = Tag(trusted: .mimeType, "inode/directory")
  private static let directory = TypeIdentifier(trusted: "public.directory")

  private mutating func noteDemotion(
    _ claim: HandlerClaim, _ identifier: TypeIdentifier, in bundle: Bundle
  ) {
    diagnostics.append(
      Diagnostic(
        .note, .ownerWithoutExport, path: bundle.path,
        position: claim.location.map { .location($0) } ?? .file,
        message: "'\(bundle.identifier)' claims to own '\(identifier)' without an export in "
          + "effect, and counts as Default there",
        hint: "only the bundle whose export is in effect owns a type"))
  }

  /// Files do not have a MIME type of their own; a claim on one is also a claim on each type that
  /// has it as a tag, after the claims on that type, and not on its subtypes.
  private mutating func addClaimsByMIMEType(_ tags: (Int) -> [Tag]) {
    var claimed: [Tag: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      if let tag = entry.tag, tag.tagClass == .mimeType { claimed[tag, default: []].append(index) }
    }
    guard !claimed.isEmpty else { return }
    for node in nodes.identifiers.indices {
      for tag in tags(node) where tag.tagClass == .mimeType {
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
    var byTag: [Tag: [Entry]] = [:]
    for entry in ranked { entry.tag.map { byTag[$0, default: []].append(entry) } }
    let tags = byTag.keys.map { (hash: CompiledRegistry.hash(of: $0, seed: seed), tag: $0) }
      .sorted { ($0.hash, $0.tag) < ($1.hash, $1.tag) }
    for (hash, tag) in tags {
      let run = byTag[tag] ?? []
      var record = TagClaimRecord()
      record.hash = hash
      record.start = UInt32(index.claims.count)
      record.count = UInt32(run.count)
      index.tagClaims.append(record)
      for entry in run { append(entry, to: &index, &strings) }
    }
  }

  private func append(_ entry: Entry, to index: inout Index, _ strings: inout StringPool) {
    var details = ClaimDetailsRecord()
    details.name = strings.reference(entry.claim.name)
    details.icon = strings.reference(entry.claim.iconName)
    details.tagClass = strings.reference(entry.tag?.tagClass.text)
    details.tag = strings.reference(entry.tag?.value)
    details.line = UInt32(clamping: entry.claim.location?.line ?? 0)
    details.column = UInt32(clamping: entry.claim.location?.column ?? 0)
    index.claims.append(entry.record)
    index.details.append(details)
  }
}

extension LaunchProgram {
  /// Whether the program is known to be missing.
  func isMissing(_ arguments: [String]) -> Bool { missingReason(arguments) != nil }

  /// Why the program is missing; `nil` if it was found, or was not searched for.
  func missingReason(_ arguments: [String]) -> LaunchProblem? {
    switch self == .unchecked ? .assumed(arguments) : self {
    case .missing(let reason): reason
    default: nil
    }
  }
}
