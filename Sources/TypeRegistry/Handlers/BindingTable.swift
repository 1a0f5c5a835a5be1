// SPDX-License-Identifier: MIT

/// The bindings of one moment laid over one registry: a person's from the store, the site's from
/// declarations.
///
/// A binding whose application is gone *sleeps*: it keeps its place and does nothing until the same
/// application is there again. So does one whose identifier another bundle has taken.
///
/// ```swift
/// let table = BindingTable(bindings, over: registry)
/// var ranking = HandlerRanking()
/// ranking.rank(question, in: registry, with: table)
/// ```
public struct BindingTable: Sendable {
  /// Why a binding does nothing.
  public enum Sleep: Hashable, Sendable {
    /// No bundle has the identifier.
    case notInstalled
    /// The bundle that has the identifier stands elsewhere than the one that was chosen.
    case otherInstallation(HandlerIdentity)
    /// The application cannot be started.
    case cannotStart(LaunchProblem)
    /// Only bundles that are not a person's own may be the site's choice.
    case untrusted

    /// The reason in words, to stand behind the application's name.
    public var words: String {
      switch self {
      case .notInstalled: "is not installed"
      case .otherInstallation(let found):
        "is not the application that was chosen: it stands at \(found.path) (\(found.origin))"
      case .cannotStart(let reason): reason.words
      case .untrusted: "is a person's own, which the site cannot choose"
      }
    }
  }

  /// A binding and what it comes to here.
  package struct Entry: Sendable {
    package var binding: Binding
    /// Where the site's choice stands; `nil` for a person's.
    package var source: SourceReference?
    /// The chosen application, or the one that is never to open the subject; `nil` if it sleeps.
    package var bundle: UInt32?
    package var sleep: Sleep?
    package var isSite: Bool { source != nil }
  }

  /// What ranking reads of a binding: no text, nothing that is counted.
  package struct Place: Sendable {
    package enum Kind: UInt8, Sendable {
      case plain
      case family
      case never
    }

    package var kind: Kind
    package var isSite: Bool
    /// The role's bit plus 1; 0 is every role.
    package var role: UInt8
    /// The application; -1 where it sleeps.
    package var bundle: Int32
    /// The binding among the entries.
    package var entry: Int32
  }

  /// For each of 64 types whether something is bound for it.
  private struct TypeWord {
    var bits: UInt64 = 0
    /// The bound types of all words before.
    var before: Int32 = 0
  }

  /// A type that the entry of this number is on.
  private struct BoundType {
    var type: UInt32
    var entry: Int32
  }

  package private(set) var entries: [Entry] = []
  /// The places of all entries, those on one subject together; first the registry's types in order.
  package private(set) var places: [Place] = []
  private var typeWords: [TypeWord] = []
  /// Where the places of each bound type begin, and where those of the last one end.
  private var typeStarts: [Int32] = []
  /// Types that the registry does not hold, such as dynamic ones.
  private var byIdentifier: [TypeIdentifier: Range<Int>] = [:]
  private var byTag: [Tag: Range<Int>] = [:]
  /// The applications that were there when the store was made, or that a person confirmed.
  private let known: Set<HandlerIdentity>?

  /// Whether no binding is in it.
  public var isEmpty: Bool { entries.isEmpty }

  /// The bindings over `registry`, whose own site bindings come with them.
  ///
  /// - Parameters:
  ///   - bindings: A person's: all of them, or those that concern the question.
  ///   - registry: The registry that will be asked.
  ///   - knownApplications: The applications that need no confirmation; `nil` if that is not known.
  /// - Complexity: O(*n* log *n* + *b*) for *n* bindings and *b* bundles, expected.
  public init(
    _ bindings: [Binding], over registry: CompiledRegistry,
    knownApplications: [HandlerIdentity]? = nil
  ) {
    known = knownApplications.map(Set.init)
    guard !bindings.isEmpty || registry.siteBindings.count > 0 else { return }
    var names = BundleNames(registry, expected: bindings.count + registry.siteBindings.count)
    var found: [Entry] = []
    for binding in bindings {
      var entry = Entry(binding: binding)
      switch binding.choice {
      case .handler(let identity):
        Self.wake(&entry, identity, names.index(of: identity.bundle), registry)
      case .never(let bundle): entry.bundle = names.index(of: bundle)
      case .type: continue
      }
      found.append(entry)
    }
    for index in 0..<registry.siteBindings.count {
      if let entry = Self.siteEntry(registry.siteBindings[index], registry, &names) {
        found.append(entry)
      }
    }
    index(found, registry)
  }

  private static func wake(
    _ entry: inout Entry, _ identity: HandlerIdentity, _ index: UInt32?,
    _ registry: CompiledRegistry
  ) {
    guard let index else {
      entry.sleep = .notInstalled
      return
    }
    let found = registry.identity(ofBundle: index)
    if found != identity {
      entry.sleep = .otherInstallation(found)
    } else if let reason = registry.missingReason(ofBundle: index) {
      entry.sleep = .cannotStart(reason)
    } else {
      entry.bundle = index
    }
  }

  private static func siteEntry(
    _ record: SiteBindingRecord, _ registry: CompiledRegistry, _ names: inout BundleNames
  ) -> Entry? {
    let text = registry.text(record.subject)
    let subject: Binding.Subject
    if record.tagClass != 0 {
      subject = .tag(
        Tag(trusted: TagClass(trusted: registry.text(record.tagClass)), text))
    } else if record.flags & SiteBindingRecord.family != 0 {
      subject = .family(TypeIdentifier(trusted: text))
    } else {
      subject = .type(TypeIdentifier(trusted: text))
    }
    let name = registry.text(record.handler)
    let index = names.index(of: name)
    let role = record.role == 0 ? nil : Role(bit: record.role - 1)
    let source = registry.source(
      inBundle: record.bundle, line: Int(record.line), column: Int(record.column))
    guard record.flags & SiteBindingRecord.never == 0 else {
      return Entry(
        binding: Binding(subject, .never(bundle: name)), source: source, bundle: index)
    }
    let identity =
      index.map(registry.identity(ofBundle:))
      ?? HandlerIdentity(bundle: name, origin: .system, path: "")
    var entry = Entry(binding: Binding(subject, role: role, .handler(identity)), source: source)
    if index.map(registry.origin(ofBundle:)) == .user {
      entry.sleep = .untrusted
    } else {
      wake(&entry, identity, index, registry)
    }
    return entry
  }

  /// Puts the entries on one subject together.
  private mutating func index(_ found: [Entry], _ registry: CompiledRegistry) {
    entries = found
    // Dictionaries only for what is rarely bound: in a program that asks one question, the first of
    // each kind costs more than the answer.
    var types: [BoundType] = []
    var identifiers: [TypeIdentifier: [Int32]] = [:]
    var tags: [Tag: [Int32]] = [:]
    for (number, entry) in found.enumerated() {
      switch entry.binding.subject {
      case .type(let identifier), .family(let identifier):
        let type = registry.find(identifier)
        // A damaged image may find a type that is none of its own.
        if type == .none || Int(type.value) >= registry.types.count {
          identifiers[identifier, default: []].append(Int32(number))
        } else {
          types.append(BoundType(type: type.value, entry: Int32(number)))
        }
      case .tag(let tag):
        tags[tag, default: []].append(Int32(number))
      }
    }
    types.sort { ($0.type, $0.entry) < ($1.type, $1.entry) }
    index(types, of: registry.types.count)
    for (identifier, numbers) in identifiers { byIdentifier[identifier] = add(numbers) }
    for (tag, numbers) in tags { byTag[tag] = add(numbers) }
  }

  /// Adds the places of types, which are in order.
  private mutating func index(_ types: [BoundType], of count: Int) {
    typeWords = Array(repeating: TypeWord(), count: count / 64 + 1)
    var last: UInt32?
    for bound in types {
      if bound.type != last {
        typeStarts.append(Int32(places.count))
        typeWords[Int(bound.type >> 6)].bits |= 1 << UInt64(bound.type & 63)
      }
      last = bound.type
      places.append(place(of: bound.entry))
    }
    typeStarts.append(Int32(places.count))
    var before: Int32 = 0
    for index in typeWords.indices {
      typeWords[index].before = before
      before += Int32(typeWords[index].bits.nonzeroBitCount)
    }
  }

  /// Adds the places of one subject.
  private mutating func add(_ numbers: [Int32]) -> Range<Int> {
    let start = places.count
    for number in numbers { places.append(place(of: number)) }
    return start..<places.count
  }

  private func place(of number: Int32) -> Place {
    let entry = entries[Int(number)]
    var kind = Place.Kind.plain
    if case .family = entry.binding.subject { kind = .family }
    if case .never = entry.binding.choice { kind = .never }
    return Place(
      kind: kind, isSite: entry.isSite, role: entry.binding.role.map { $0.bit + 1 } ?? 0,
      bundle: entry.bundle.map { Int32($0) } ?? -1, entry: number)
  }

  // MARK: - Questions

  /// The places of a type of the registry.
  @inline(__always)
  package func places(on type: TypeIndex) -> Range<Int> {
    let index = Int(type.value >> 6)
    guard index < typeWords.count else { return 0..<0 }
    let word = typeWords[index]
    let bit: UInt64 = 1 << UInt64(type.value & 63)
    guard word.bits & bit != 0 else { return 0..<0 }
    let place = Int(word.before) + (word.bits & (bit - 1)).nonzeroBitCount
    return Int(typeStarts[place])..<Int(typeStarts[place + 1])
  }

  /// The places of a type that the registry does not hold.
  package func places(on identifier: TypeIdentifier) -> Range<Int> {
    byIdentifier[identifier] ?? 0..<0
  }

  /// The places of a tag.
  package func places(on tag: Tag) -> Range<Int> {
    byTag.isEmpty ? 0..<0 : byTag[tag] ?? 0..<0
  }

  /// Whether an application came after the store was made and nobody confirmed it.
  package func isUnconfirmed(_ bundle: UInt32, in registry: CompiledRegistry) -> Bool {
    guard let known else { return false }
    return !known.contains(registry.identity(ofBundle: bundle))
  }
}

/// Finds bundles by their identifiers: one by one where few are asked for, else by a table.
private struct BundleNames {
  private let registry: CompiledRegistry
  private var table: [String: UInt32]?

  init(_ registry: CompiledRegistry, expected: Int) {
    self.registry = registry
    guard expected > 8 else { return }
    var table: [String: UInt32] = [:]
    for index in registry.effectiveBundles {
      table[registry.text(registry.bundleRecords[index].identifier).asciiLowercased] = index
    }
    self.table = table
  }

  mutating func index(of identifier: String) -> UInt32? {
    table.map { $0[identifier.asciiLowercased] } ?? registry.bundle(named: identifier)
  }
}
