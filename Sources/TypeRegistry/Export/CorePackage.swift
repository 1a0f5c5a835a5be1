// SPDX-License-Identifier: MIT

/// The types that the core knows and a database of MIME types does not, as a package for programs that
/// read that database.
///
/// No answer of the database changes: a type or alias of it is not declared again, and a pattern is left
/// out if the database knows a file of that name. All patterns have a weight below those of the database,
/// so that those of other packages and of later databases come first. An extension goes to the type that it
/// means in the core.
///
/// ```swift
/// let core = RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)
/// let package = CorePackage(of: RegistryLoader.bundles(of: core), beyond: [])
/// let text = MIMEPackageWriter.bytes(ofCore: package.types)
/// ```
package struct CorePackage {
  /// The types, in byte order of their identifiers.
  ///
  /// One of the database is called by its name there, and has patterns alone.
  package private(set) var types: [ExportedType] = []

  private let core: CompiledRegistry
  /// The types of the core, with the tags of the database alone.
  private let database: CompiledRegistry
  private let known: KnownPackages

  /// The weight of all patterns: the database has none below 10.
  private static let weight = 5

  /// The package of a core, for programs that have a database.
  ///
  /// - Parameters:
  ///   - bundles: The bundles of the core.
  ///   - packages: The packages of the database.
  /// - Complexity: As compiling all bundles.
  package init(of bundles: [Bundle], beyond packages: [Bundle]) {
    core = RegistryCompiler.compile(bundles).registry
    database = RegistryCompiler.compile(bundles.map(\.withoutTags) + packages).registry
    known = KnownPackages(packages)
    let export = FreedesktopExport(of: bundles + packages, selecting: .installed(withCore: true))
    types = export.types.map { adapted($0) }.filter { isDeclared($0) || !$0.patterns.isEmpty }
    let written = Set(types.map(\.mimeType))
    let superclasses = Dictionary(
      export.types.map { ($0.mimeType, $0.superclasses) }, uniquingKeysWith: { $1 })
    for index in types.indices where isDeclared(types[index]) {
      types[index].superclasses = self.superclasses(
        of: types[index], written, instead: superclasses)
    }
    types.removeAll(where: \.isEmpty)
    mergeTypesOfTheDatabase()
  }

  /// Puts the patterns of several types that are one in the database beside each other.
  private mutating func mergeTypesOfTheDatabase() {
    var indices: [String: Int] = [:]
    var merged: [ExportedType] = []
    for type in types {
      if let index = indices[type.mimeType] {
        merged[index].patterns += type.patterns
      } else {
        indices[type.mimeType] = merged.count
        merged.append(type)
      }
    }
    types = merged
  }

  /// A type with only the facts that the database does not have.
  private func adapted(_ type: ExportedType) -> ExportedType {
    let name = databaseName(of: type.identifier)
    var adapted = ExportedType(type.identifier, mimeType: name ?? type.mimeType)
    adapted.patterns = patterns(of: type.identifier)
    guard name == nil else { return adapted }
    adapted.comment = type.comment
    adapted.translations = type.translations
    adapted.iconName = type.iconName
    adapted.genericIconName = type.genericIconName
    adapted.aliases = type.aliases.filter { known[$0] == nil }
    adapted.superclasses = type.superclasses
    return adapted
  }

  /// Whether a type is one that the package declares: it has a MIME type, or at least a pattern.
  private func isDeclared(_ type: ExportedType) -> Bool {
    if known.hasType(named: type.mimeType.asciiLowercased) { return false }
    return !type.patterns.isEmpty || Self.generatedType(type.mimeType) == nil
  }

  /// The name that the database has for a type.
  private func databaseName(of type: TypeIdentifier) -> String? {
    for tag in core.tags(of: type) where tag.tagClass == .mimeType {
      guard let entry = known[tag.value],
        core.types(tag: tag, conformingTo: nil).types.first == type
      else { continue }
      return entry.mimeType
    }
    return nil
  }

  // MARK: - Patterns

  /// The patterns of the core that identify files of a type which the database does not identify.
  private func patterns(of type: TypeIdentifier) -> [ExportedType.Pattern] {
    core.tags(of: type).compactMap { tag in
      guard let pattern = ExportedType.Pattern(tag, weight: Self.weight),
        let sample = Self.sample(of: pattern.text),
        core.fileType(name: sample).identifier == type, !isKnown(sample)
      else { return nil }
      if let name = databaseName(of: type), known[name]?.tags.contains(tag) == true { return nil }
      // GLib prefers any extension to a pattern.
      if tag.tagClass == .filenameExtension, known.hasPattern(ofNamesWith: tag.value) { return nil }
      return pattern
    }
  }

  /// Whether the database knows files of a name.
  ///
  /// To programs other than this one, `.png` has an extension.
  private func isKnown(_ name: [UInt8]) -> Bool {
    if !database.fileType(name: name).identifier.isDynamic { return true }
    guard name.first == UInt8(ascii: ".") else { return false }
    return !database.fileType(name: Self.filler + name).identifier.isDynamic
  }

  /// A name that matches a pattern and otherwise suggests no type; `nil` for a pattern with an unusual set.
  private static func sample(of pattern: String) -> [UInt8]? {
    var name: [UInt8] = []
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): name += filler
      case UInt8(ascii: "?"): name.append(filler[0])
      case UInt8(ascii: "["):
        guard let first = rest.popFirst(), first != UInt8(ascii: "!"), first != UInt8(ascii: "^"),
          let end = rest.firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        name.append(first)
        rest = rest[(end + 1)...]
      default: name.append(byte)
      }
    }
    return name
  }

  private static let filler = Array("typeregistry".utf8)

  // MARK: - Supertypes

  /// The supertypes of a type, under names that the database or the package has.
  ///
  /// Any other supertype is replaced by the database's name for it, or else by its own supertypes.
  private func superclasses(
    of type: ExportedType, _ written: Set<String>, instead others: [String: [String]]
  ) -> [String] {
    var found: [String] = []
    var seen: Set<String> = [type.mimeType]
    var queue = type.superclasses[...]
    while let name = queue.popFirst() {
      guard seen.insert(name).inserted else { continue }
      if written.contains(name) || known.hasType(named: name.asciiLowercased) {
        found.append(name)
      } else if let same = self.type(named: name).flatMap({ databaseName(of: $0) }) {
        queue = [same] + queue
      } else {
        queue = (others[name] ?? []) + queue
      }
    }
    // An editor of other programs opens text by this name alone.
    let isText = core.conforms(type.identifier, to: TypeIdentifier(trusted: "public.text"))
    if found.isEmpty, isText, !type.mimeType.hasPrefix("text/") { found.append("text/plain") }
    return found
  }

  /// The type of the core that a MIME type means.
  private func type(named name: String) -> TypeIdentifier? {
    guard let tag = try? Tag(.mimeType, name) else { return nil }
    return Self.generatedType(name) ?? core.types(tag: tag, conformingTo: nil).types.first
  }

  /// The type that a generated MIME type contains.
  private static func generatedType(_ name: String) -> TypeIdentifier? {
    (try? Tag(.mimeType, name)).flatMap { FreedesktopName.identifier(ofGeneratedMIMEType: $0) }
  }
}

extension Bundle {
  /// The types of a bundle, with their supertypes alone.
  fileprivate var withoutTags: Bundle {
    var bundle = self
    bundle.supplements = []
    for index in bundle.declarations.indices {
      bundle.declarations[index].tags = []
      bundle.declarations[index].weights = [:]
      bundle.declarations[index].freedesktopMIMEType = nil
    }
    return bundle
  }
}
