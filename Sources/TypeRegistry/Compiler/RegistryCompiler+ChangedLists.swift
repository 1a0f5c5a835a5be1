// SPDX-License-Identifier: MIT

// Compiles changed lists of applications into an image that is otherwise the one before.

extension RegistryCompiler {
  /// A list of applications whose file was read again.
  struct ReadList {
    /// The number of its bundle in the registry.
    var bundle: UInt32
    var unit: DeclarationUnit
  }

  /// The registry that all files would be compiled to if nothing but the text of these lists changed.
  ///
  /// A list declares nothing, so that no other part of the image depends on what it says.
  ///
  /// - Parameters:
  ///   - lists: All lists of the registry, read again.
  ///   - registry: The registry, whose image is sound.
  ///   - inputs: The stamps of its inputs, in the form of ``RegistryInputs``.
  ///   - builtAt: When reading began, in nanoseconds since 1970.
  /// - Returns: `nil` if it does not follow from the image: a list alone names a MIME type that several types have.
  /// - Complexity: O(*n* + *b* + *m*) for an image of *n* bytes, *b* bundles and *m* MIME types.
  static func compile(
    _ lists: [ReadList], over registry: CompiledRegistry, inputs: [UInt8], builtAt: Int64
  ) -> CompiledRegistry? {
    var applications: [String: MIMEAppsTable.Application] = [:]
    for index in registry.effectiveBundles {
      let kind = registry.kind(ofBundle: index)
      guard kind == .desktopEntry || kind == .declarations else { continue }
      applications[registry.identifier(ofBundle: index)] = MIMEAppsTable.Application(
        bundle: Int(index), level: kind == .desktopEntry ? registry.bundleLevels[index] : nil)
    }
    var meanings = MIMEMeanings(registry)
    var table = MIMEAppsTable(applications)
    let ordered = MIMEAppsTable.ordered(lists) { list in
      (registry.bundleLevels[list.bundle], registry.path(registry.bundleRecords[list.bundle].path))
    }
    for list in ordered {
      let found = MIMEAppsTable.List(
        bundle: Int(list.bundle), level: registry.bundleLevels[list.bundle], unit: list.unit)
      table.add(found) { subject in meanings.meaning(of: subject, in: list.unit) }
    }
    guard !meanings.isIncomplete else { return nil }
    var builder = ImageBuilder()
    guard builder.setAll(to: registry) else { return nil }
    builder.set(table)
    builder.set(.inputs, to: inputs)
    return builder.build(hashSeed: registry.hashSeed, builtAt: builtAt).finish()
  }
}

/// The meanings of MIME types that are in an image.
private struct MIMEMeanings {
  private let registry: CompiledRegistry
  /// The links by their MIME types.
  private var links: [String: Int] = [:]
  /// Whether a meaning is not in the image.
  private(set) var isIncomplete = false

  init(_ registry: CompiledRegistry) {
    self.registry = registry
    links.reserveCapacity(registry.mimeLinks.count)
    for index in 0..<registry.mimeLinks.count {
      links[registry.text(registry.mimeLinks[index].mimeType)] = index
    }
  }

  /// The type or tag that a list means; `nil` for a damaged unit.
  mutating func meaning(
    of subject: UnitSubject, in unit: DeclarationUnit
  ) -> MIMEAppsTable.Subject? {
    switch subject.kind {
    case UnitSubject.tag: return .tag(unit.tag(subject.number))
    case UnitSubject.type: break
    default: return nil
    }
    let identifier = unit.identifier(subject.number)
    guard let mimeType = FreedesktopName.mimeType(of: identifier) else {
      return .type(identifier, registry.find(identifier).value)
    }
    guard let index = links[mimeType] else { return meaning(ofOtherMIMEType: mimeType) }
    let link = registry.mimeLinks[index]
    guard link.identifier != 0 else {
      return .tag(Tag(trusted: .mimeType, mimeType))
    }
    return .type(TypeIdentifier(trusted: registry.text(link.identifier)), link.type)
  }
  /// The meaning of a MIME type that only lists name: its only type, or none has it.
  ///
  /// Which of several it means, the links of all files decide.
  private mutating func meaning(ofOtherMIMEType mimeType: String) -> MIMEAppsTable.Subject? {
    let tag = Tag(trusted: .mimeType, mimeType)
    guard let entry = registry.entry(tag) else { return .tag(tag) }
    guard entry.single != .none, mimeType != FreedesktopName.mimeTypeOfDirectories else {
      isIncomplete = true
      return nil
    }
    return .type(registry.identifier(of: entry.single), entry.single.value)
  }
}
