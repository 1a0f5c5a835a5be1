// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Declared types and applications in the formats of freedesktop.org: a package of MIME types, and
/// desktop entries.
///
/// The name of a type is its MIME type on Linux. A type without one gets a generated MIME type that contains
/// its identifier (``FreedesktopName/generatedMIMEType(for:media:)``). For a type that is already in an
/// installed package, only additions are written. Types of bundles besides the core are written with an
/// element in a namespace of ours, so that a registry that reads the package has the same type again.
///
/// ```swift
/// let bundles = RegistryLoader.bundles(of: .current)
/// let export = FreedesktopExport(of: bundles, selecting: .installed(withCore: false))
/// let text = MIMEPackageWriter.bytes(export.types)
/// ```
package struct FreedesktopExport {
  /// The contents of an export.
  package enum Selection: Hashable, Sendable {
    /// All types and applications of declaration files besides the core's, and perhaps the types of
    /// the core that files have.
    case installed(withCore: Bool)
    /// The types and the applications of the bundles with these identifiers.
    case bundles([String])
    /// These types, and no application.
    case types([TypeIdentifier])
  }

  /// A desktop entry.
  package struct Entry: Hashable, Sendable {
    /// The name of the file, without `.desktop`.
    package var identifier: String
    /// The MIME types and schemes that it claims.
    package var mimeTypes: [String]
    /// The text.
    package var bytes: [UInt8]
  }

  /// The types of the package, in byte order of their identifiers.
  package private(set) var types: [ExportedType] = []
  /// The applications, in byte order of their identifiers.
  package private(set) var entries: [Entry] = []
  /// The facts that the formats cannot hold, each as one sentence.
  package internal(set) var losses: [String] = []

  let registry: CompiledRegistry
  let known: KnownPackages
  /// The declaration in effect of each type, with its bundle, as indices.
  private var active: [TypeIdentifier: (bundle: Int, declaration: Int)] = [:]
  private let bundles: [Bundle]
  /// The superclasses of the MIME types that are written.
  private(set) var writtenSuperclasses: [String: [String]] = [:]
  /// The types that are written.
  private(set) var selected: Set<TypeIdentifier> = []

  /// Exports the selected types and applications of `bundles`.
  ///
  /// - Parameters:
  ///   - bundles: All bundles in effect or not, those of the core and of installed packages among them;
  ///     not files that an export has written.
  ///   - selection: The contents to write.
  /// - Complexity: As compiling all bundles.
  package init(of bundles: [Bundle], selecting selection: Selection) {
    self.bundles = bundles
    registry = RegistryCompiler.compile(bundles).registry
    known = KnownPackages(bundles)
    findActive()
    select(selection)
    types = selected.sorted().compactMap { exported($0) }.filter { !$0.isEmpty }
    leaveOutRepeatedNames()
    for type in types { writtenSuperclasses[type.mimeType] = type.superclasses }
    entries = applications(selection).compactMap { entry(of: $0) }
      .sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) }
  }

  /// Leaves out declared types that would be written under the name of another one.
  ///
  /// An installed package makes the MIME type of one an alias of the other's.
  private mutating func leaveOutRepeatedNames() {
    var owners: [String: TypeIdentifier] = [:]
    for type in types where type.hasIdentity {
      let name = type.mimeType.asciiLowercased
      if owners[name] == nil || mimeType(of: type.identifier)?.asciiLowercased == name {
        owners[name] = type.identifier
      }
    }
    var kept: [ExportedType] = []
    for type in types {
      guard type.hasIdentity, let owner = owners[type.mimeType.asciiLowercased],
        owner != type.identifier
      else {
        kept.append(type)
        continue
      }
      losses.append(
        "'\(type.identifier)' is left out: to an installed package its MIME type is an alias of "
          + "'\(type.mimeType)', which is written for '\(owner)'")
    }
    types = kept
  }

  // MARK: - Selecting

  private mutating func findActive() {
    var indices: [String: [Int]] = [:]
    for (index, bundle) in bundles.enumerated() { indices[bundle.path, default: []].append(index) }
    for type in registry.declaredTypes {
      guard
        let found = registry.declarationInformation(of: registry.find(type))
          .first(where: \.isActive)
      else { continue }
      for index in indices[found.source.path] ?? [] {
        let candidates = bundles[index].declarations.indices.filter {
          bundles[index].declarations[$0].identifier == type
        }
        let declaration =
          candidates.first {
            (bundles[index].declarations[$0].location?.line ?? 0) == found.source.line
          } ?? candidates.first
        if let declaration { active[type] = (index, declaration) }
      }
    }
  }

  /// The declaration in effect and its bundle.
  func declaration(of type: TypeIdentifier) -> (bundle: Bundle, declaration: TypeDeclaration)? {
    active[type].map { (bundles[$0.bundle], bundles[$0.bundle].declarations[$0.declaration]) }
  }

  private mutating func select(_ selection: Selection) {
    switch selection {
    case .types(let types): selected = Set(types.filter { active[$0] != nil })
    case .bundles(let names):
      let names = Set(names.flatMap(bundles.map(\.identifier).meanings(of:)))
      selectTypes { names.contains($0.identifier) }
    case .installed(let withCore):
      selectTypes { $0.kind == .declarations && $0.origin != .core }
      if withCore {
        for (type, place) in active
        where bundles[place.bundle].origin == .core && isKindOfFile(type) {
          selected.insert(type)
        }
      }
    }
  }

  /// Selects the types that the bundles declare in effect, and the types that they add to.
  private mutating func selectTypes(_ isWanted: (Bundle) -> Bool) {
    for (type, place) in active where isWanted(bundles[place.bundle]) { selected.insert(type) }
    for bundle in bundles where isWanted(bundle) {
      for supplement in bundle.supplements where active[supplement.identifier] != nil {
        selected.insert(supplement.identifier)
      }
    }
  }

  /// Whether files of a type are known by their names, or by a MIME type.
  private func isKindOfFile(_ type: TypeIdentifier) -> Bool {
    !isDirectory(type)
      && registry.tags(of: type).contains {
        $0.tagClass == .mimeType || ExportedType.Pattern($0) != nil
      }
  }

  private func applications(_ selection: Selection) -> [Bundle] {
    let names: Set<String>?
    switch selection {
    case .types: return []
    case .bundles(let wanted): names = Set(wanted.flatMap(bundles.map(\.identifier).meanings(of:)))
    case .installed: names = nil
    }
    // The most trusted of several with one identifier, as in the registry.
    var seen: Set<String> = []
    return bundles.filter { $0.kind == .declarations }
      .sorted {
        ($0.origin.rawValue, $1.version, $0.path) < ($1.origin.rawValue, $0.version, $1.path)
      }
      .filter { bundle in
        let name = bundle.identifier
        return names?.contains(name) != false && !bundle.claims.isEmpty
          && seen.insert(name).inserted
      }
  }

  // MARK: - Names

  func isDirectory(_ type: TypeIdentifier) -> Bool {
    registry.conforms(type, to: TypeIdentifier(trusted: "public.directory"))
  }

  /// The MIME type that a type is called by; `nil` if it has none and is not written.
  func mimeType(of type: TypeIdentifier) -> String? {
    if let own = ownMIMEType(of: type) { return own }
    guard selected.contains(type) else { return nil }
    if let name = FreedesktopName.mimeType(of: type) {
      return owner(ofMIMEType: name) == nil ? name : nil
    }
    return FreedesktopName.generatedMIMEType(for: type, media: media(of: type))?.value
  }

  /// The MIME type of a type itself, which means no other type.
  func ownMIMEType(of type: TypeIdentifier) -> String? {
    let record = registry.types[registry.find(type).value]
    if record.mimeTypeSource == 0, let name = registry.optionalText(record.mimeType),
      owner(ofMIMEType: name) == type
    {
      return name
    }
    return registry.tags(of: type).first {
      $0.tagClass == .mimeType && owner(of: $0) == type
    }?.value
  }

  /// The type that a MIME type means: of several that have it, the preferred one.
  ///
  /// A generated MIME type always means the type that it contains.
  func owner(of tag: Tag) -> TypeIdentifier? {
    FreedesktopName.identifier(ofGeneratedMIMEType: tag)
      ?? registry.types(tag: tag, conformingTo: nil).types.first { registry.isDeclared($0) }
  }

  private func owner(ofMIMEType name: String) -> TypeIdentifier? {
    (try? Tag(.mimeType, name)).flatMap { owner(of: $0) }
  }

  private func media(of type: TypeIdentifier) -> String {
    let media = [
      ("public.plain-text", "text"), ("public.image", "image"), ("public.audio", "audio"),
      ("public.movie", "video"), ("public.video", "video"), ("public.font", "font"),
      ("public.3d-content", "model"), ("public.directory", "inode"),
    ]
    return media.first { registry.conforms(type, to: TypeIdentifier(trusted: $0.0)) }?.1
      ?? "application"
  }
}
