// SPDX-License-Identifier: MIT

/// The bindings of one moment, resolved in one registry: the user's from the store, the site's from
/// declarations.
///
/// A binding whose application is missing is *on hold*: it keeps its slot and has no effect until the same
/// application is there again. So is one whose identifier belongs to another bundle now.
///
/// ```swift
/// let registry = EmbeddedRegistry.shared.current
/// let table = BindingTable([], over: registry)
/// let query = HandlerQuery(.type(try TypeIdentifier("public.jpeg")))
/// var ranking = HandlerRanking()
/// ranking.rank(registry.question(query, with: table).question, in: registry, with: table)
/// ```
public struct BindingTable: Sendable {
  /// Why a binding is on hold.
  public enum HoldReason: Hashable, Sendable {
    /// No bundle has the identifier.
    case notInstalled
    /// The bundle with the identifier is in another location than the chosen one.
    case otherInstallation(HandlerIdentity)
    /// The application cannot be started.
    case cannotStart(LaunchProblem)
    /// The site cannot choose a bundle that belongs to a user.
    case untrusted
    /// The user's `mimeapps.list` was changed after the choice was made.
    case newerEntry
    /// The application is installed in a directory that takes precedence over the list of the entry.
    case installedBeforeList
    /// The association is removed by the same list, or by one that takes precedence.
    case takenAway
    /// A list that takes precedence adds the association.
    case overruled

    /// The reason in words, to follow the application's name.
    public var words: String {
      switch self {
      case .notInstalled: "was not found"
      case .otherInstallation(let found):
        "is not the application that was chosen: it is at \(found.path) (\(found.origin))"
      case .cannotStart(let reason): reason.words
      case .untrusted: "belongs to a user, so the site cannot choose it"
      case .newerEntry: "was chosen before 'mimeapps.list' was changed, and the list decides"
      case .installedBeforeList:
        "is installed in a directory that comes before the list, so the entry has no effect"
      case .takenAway: "is removed there by this list, or by one that comes before it"
      case .overruled: "is added there by a list that comes before it"
      }
    }
  }

  /// A binding and the application that it resolves to.
  package struct Entry: Sendable {
    package var binding: Binding
    /// Where the binding is declared; `nil` for the user's in the store.
    package var source: SourceReference?
    /// The chosen application, or the one that never opens the subject; `nil` if it is on hold.
    package var bundle: UInt32?
    package var holdReason: HoldReason?
    /// Whether it is an association that a list adds; choices take precedence over it.
    package var isAdded = false
    package var isSite: Bool { source.map { $0.origin != .user } ?? false }
  }

  /// The part of a binding that ranking reads: no text, and nothing that is reference-counted.
  package struct Candidate: Sendable {
    package enum Kind: UInt8, Sendable {
      case plain
      case family
      case never
      /// An association that a list of applications adds.
      case added
    }

    /// Who says it, the strongest first.
    package enum Owner: Comparable, Sendable {
      /// The user, in the store.
      case user
      /// One of the user's lists of applications, which any program writes.
      case userList
      /// The site: a declaration or a list that only root can change.
      case site
    }

    package var kind: Kind
    package var owner: Owner
    package var isSite: Bool { owner == .site }
    /// The role's bit plus 1; 0 is every role.
    package var role: UInt8
    /// The application; -1 if the binding is on hold.
    package var bundle: Int32
    /// The number of the binding in the table.
    package var entry: Int32
  }

  /// A bitmap of 64 types: those that have bindings.
  private struct TypeWord {
    var bits: UInt64 = 0
    /// The number of bits set in all words before.
    var before: Int32 = 0
  }

  /// A type and the index of an entry about it.
  private struct BoundType {
    var type: UInt32
    var entry: Int32
  }

  /// A pattern of URLs that is bound.
  private struct BoundPattern {
    var pattern: URLPattern
    var tag: Tag
  }

  /// The bindings of the store, then those of the site's declarations.
  private var stored: [Entry] = []
  /// The numbers of the bindings of the site's declarations.
  package private(set) var siteEntries = 0..<0
  /// The registry's lists of applications; their associations have the numbers after ``stored``.
  private let lists: MIMEAppsLists
  /// The candidates of all entries, those on one subject together; first the registry's types in
  /// order.
  package private(set) var candidates: [Candidate] = []
  private var typeWords: [TypeWord] = []
  /// Where the candidates of each bound type begin, and where those of the last one end.
  private var typeStarts: [Int32] = []
  /// Types that are not in the registry, such as dynamic ones.
  private var byIdentifier: [TypeIdentifier: Range<Int>] = [:]
  private var byTag: [Tag: Range<Int>] = [:]
  /// The patterns of URLs among the tags, the most specific one first.
  private var patterns: [BoundPattern] = []
  /// The applications that were installed when the store was created, or confirmed later.
  private let known: Set<HandlerIdentity>?

  /// Whether there are no bindings.
  public var isEmpty: Bool { stored.isEmpty && lists.isEmpty }

  /// The table of the user's `bindings` and of the site's, which are in `registry`.
  ///
  /// - Parameters:
  ///   - bindings: The user's: all of them, or those that concern the query.
  ///   - registry: The registry that will be queried.
  ///   - knownApplications: The applications that need no confirmation; `nil` if none were recorded.
  /// - Complexity: O(*n* log *n* + *b*) for *n* bindings and *b* bundles, expected.
  public init(
    _ bindings: [Binding], over registry: CompiledRegistry,
    knownApplications: [HandlerIdentity]? = nil
  ) {
    known = knownApplications.map(Set.init)
    lists = MIMEAppsLists(registry)
    guard !bindings.isEmpty || registry.siteBindings.count > 0 || !lists.isEmpty else { return }
    let seen = bindings.contains { $0.seenEntry != nil } ? lists.userEntries() : nil
    var names = BundleNames(registry, expected: bindings.count + registry.siteBindings.count)
    var found: [Entry] = []
    for binding in bindings {
      var entry = Entry(binding: binding)
      switch binding.choice {
      case .handler(let identity):
        Self.resolve(&entry, identity, names.index(of: identity.bundle), registry)
      case .never(let bundle):
        entry.bundle = names.index(of: bundle)
        if let index = entry.bundle {
          entry.binding.choice = .never(bundle: registry.identifier(ofBundle: index))
        }
      case .type: continue
      }
      if let seen, !seen.agrees(with: entry.binding) {
        entry.bundle = nil
        entry.holdReason = .newerEntry
      }
      found.append(entry)
    }
    let userCount = found.count
    for index in 0..<registry.siteBindings.count {
      found.append(Self.siteEntry(registry.siteBindings[index], registry, &names))
    }
    siteEntries = userCount..<found.count
    index(found, registry)
  }

  private static func resolve(
    _ entry: inout Entry, _ identity: HandlerIdentity, _ index: UInt32?,
    _ registry: CompiledRegistry
  ) {
    guard let index else {
      entry.holdReason = .notInstalled
      return
    }
    let found = registry.identity(ofBundle: index)
    guard identity.isMet(by: found) || registry.isReplacement(index, of: identity) else {
      entry.holdReason = .otherInstallation(found)
      return
    }
    // Spelt as the bundle spells it: stored identifiers may be in lower case.
    entry.binding.choice = .handler(
      HandlerIdentity(bundle: found.bundle, origin: identity.origin, path: identity.path))
    if let reason = registry.missingReason(ofBundle: index) {
      entry.holdReason = .cannotStart(reason)
    } else {
      entry.bundle = index
    }
  }

  private static func siteEntry(
    _ record: SiteBindingRecord, _ registry: CompiledRegistry, _ names: inout BundleNames
  ) -> Entry {
    let subject = registry.subject(of: record)
    let name = registry.text(record.handler)
    let index = names.index(of: name)
    let role = record.role == 0 ? nil : Role(bit: record.role - 1)
    let source = registry.source(
      inBundle: record.bundle, line: Int(record.line), column: Int(record.column))
    guard record.flags & SiteBindingRecord.never == 0 else {
      let bundle = index.map(registry.identifier(ofBundle:)) ?? name
      return Entry(
        binding: Binding(subject, .never(bundle: bundle)), source: source, bundle: index)
    }
    let identity =
      index.map(registry.identity(ofBundle:))
      ?? HandlerIdentity(bundle: name, origin: .system, path: "")
    var entry = Entry(binding: Binding(subject, role: role, .handler(identity)), source: source)
    if index.map(registry.origin(ofBundle:)) == .user {
      entry.holdReason = .untrusted
    } else {
      resolve(&entry, identity, index, registry)
    }
    return entry
  }

  /// Groups the entries by subject.
  private mutating func index(_ found: [Entry], _ registry: CompiledRegistry) {
    stored = found
    // Dictionaries only for kinds of subjects that are rarely bound: in a program that makes one query, the
    // first use of each kind of dictionary costs more than the answer.
    var types: [BoundType] = []
    var identifiers: [TypeIdentifier: [Int32]] = [:]
    var tags: [Tag: [Int32]] = [:]
    func group(_ subject: Binding.Subject, _ number: Int) {
      switch subject {
      case .type(let identifier), .family(let identifier):
        let type = registry.find(identifier)
        // A damaged image may have an index that is out of range.
        if type == .none || Int(type.value) >= registry.types.count {
          identifiers[identifier, default: []].append(Int32(number))
        } else {
          types.append(BoundType(type: type.value, entry: Int32(number)))
        }
      case .tag(let tag):
        tags[tag, default: []].append(Int32(number))
      }
    }
    for (number, entry) in found.enumerated() { group(entry.binding.subject, number) }
    for index in 0..<lists.count {
      let number = found.count + index
      if let type = lists.type(at: index) {
        types.append(BoundType(type: type, entry: Int32(number)))
      } else {
        group(lists.subject(at: index), number)
      }
    }
    types.sort { ($0.type, $0.entry) < ($1.type, $1.entry) }
    index(types, of: registry.types.count)
    for (identifier, numbers) in identifiers { byIdentifier[identifier] = add(numbers) }
    for (tag, numbers) in tags {
      byTag[tag] = add(numbers)
      if tag.tagClass == .urlPattern, let pattern = try? URLPattern(tag.value) {
        patterns.append(BoundPattern(pattern: pattern, tag: tag))
      }
    }
    patterns.sort { $0.pattern < $1.pattern }
  }

  /// Adds the candidates of types, which are in order.
  private mutating func index(_ types: [BoundType], of count: Int) {
    typeWords = Array(repeating: TypeWord(), count: count / 64 + 1)
    var last: UInt32?
    for bound in types {
      if bound.type != last {
        typeStarts.append(Int32(candidates.count))
        typeWords[Int(bound.type >> 6)].bits |= 1 << UInt64(bound.type & 63)
      }
      last = bound.type
      candidates.append(candidate(bound.entry))
    }
    typeStarts.append(Int32(candidates.count))
    var before: Int32 = 0
    for index in typeWords.indices {
      typeWords[index].before = before
      before += Int32(typeWords[index].bits.nonzeroBitCount)
    }
  }

  /// Adds the candidates of one subject.
  private mutating func add(_ numbers: [Int32]) -> Range<Int> {
    let start = candidates.count
    for number in numbers { candidates.append(candidate(number)) }
    return start..<candidates.count
  }

  /// The number of bindings in the table.
  package var count: Int { stored.count + lists.count }

  /// The binding of a number: first those of the store, then those of the site's declarations, then
  /// those of the lists of applications, the most important list first.
  package func entry(_ number: Int) -> Entry {
    number < stored.count ? stored[number] : lists.entry(at: number - stored.count)
  }

  private func candidate(_ number: Int32) -> Candidate {
    if Int(number) >= stored.count {
      return lists.candidate(at: Int(number) - stored.count, number: number)
    }
    let entry = stored[Int(number)]
    var kind = Candidate.Kind.plain
    if case .family = entry.binding.subject { kind = .family }
    if case .never = entry.binding.choice { kind = .never }
    return Candidate(
      kind: kind, owner: entry.isSite ? .site : .user,
      role: entry.binding.role.map { $0.bit + 1 } ?? 0,
      bundle: entry.bundle.map { Int32($0) } ?? -1, entry: number)
  }

  // MARK: - Queries

  /// The indices of the candidates of a type of the registry.
  @inline(__always)
  package func candidates(on type: TypeIndex) -> Range<Int> {
    let index = Int(type.value >> 6)
    guard index < typeWords.count else { return 0..<0 }
    let word = typeWords[index]
    let bit: UInt64 = 1 << UInt64(type.value & 63)
    guard word.bits & bit != 0 else { return 0..<0 }
    let rank = Int(word.before) + (word.bits & (bit - 1)).nonzeroBitCount
    return Int(typeStarts[rank])..<Int(typeStarts[rank + 1])
  }

  /// The indices of the candidates of a type that is not in the registry.
  package func candidates(on identifier: TypeIdentifier) -> Range<Int> {
    byIdentifier[identifier] ?? 0..<0
  }

  /// The indices of the candidates of a tag.
  package func candidates(on tag: Tag) -> Range<Int> {
    byTag.isEmpty ? 0..<0 : byTag[tag] ?? 0..<0
  }

  /// The bound patterns that a URL matches, the most specific one first.
  ///
  /// - Complexity: O(*p* + *n* · *m*) for *p* bound patterns, *m* of them with the URL's scheme and host, and
  ///   *n* bytes of the URL.
  package func patterns(matching url: TargetURL) -> [Tag] {
    patterns.isEmpty ? [] : patterns.lazy.filter { $0.pattern.matches(url) }.map(\.tag)
  }

  /// Whether an application was installed after the store was created, and not confirmed.
  package func isUnconfirmed(_ bundle: UInt32, in registry: CompiledRegistry) -> Bool {
    guard let known else { return false }
    return !known.contains(registry.identity(ofBundle: bundle))
  }
}

/// Finds bundles by their identifiers, as ``CompiledRegistry/bundle(named:)`` does: a few by the
/// registry, many by tables of its own.
private struct BundleNames {
  private let registry: CompiledRegistry
  private var table: [String: UInt32]?
  /// The bundles by their identifiers in lower case, `nil` for several of one; made at first use.
  private var anyCase: [String: UInt32?]?

  init(_ registry: CompiledRegistry, expected: Int) {
    self.registry = registry
    guard expected > 8 else { return }
    var table: [String: UInt32] = [:]
    for index in registry.effectiveBundles {
      table[registry.identifier(ofBundle: index)] = index
    }
    self.table = table
  }

  mutating func index(of identifier: String) -> UInt32? {
    guard let table else { return registry.bundle(named: identifier) }
    if let index = table[identifier] { return index }
    let anyCase = anyCase ?? Self.inAnyCase(table)
    self.anyCase = anyCase
    return anyCase[identifier.asciiLowercased] ?? nil
  }

  private static func inAnyCase(_ table: [String: UInt32]) -> [String: UInt32?] {
    var found: [String: UInt32?] = [:]
    for (name, index) in table {
      let key = name.asciiLowercased
      found.updateValue(found[key] == nil ? index : nil, forKey: key)
    }
    return found
  }
}
