// SPDX-License-Identifier: MIT

/// Compiles all bundles into one registry.
///
/// The result depends only on the bundles: they are sorted first, so that the order of reading does not even
/// change the bytes of the image.
///
/// ```swift
/// let bundles = RegistryLoader.bundles(of: .current)
/// let compilation = RegistryCompiler.compile(bundles)
/// let jpeg = compilation.registry.find(try TypeIdentifier("public.jpeg"))
/// let texts = compilation.diagnostics.map(\.description)
/// ```
///
/// - Complexity: O(*n* log *n*) for *n* declarations, tags and edges together, and for the
///   supertypes of all types.
public struct RegistryCompiler {
  /// The result of compiling.
  public struct Compilation: Sendable {
    /// The registry.
    public let registry: CompiledRegistry
    /// The findings of the parser, then those of the compiler.
    public let diagnostics: [Diagnostic]
  }

  /// Compiles `bundles`.
  ///
  /// - Parameters:
  ///   - bundles: In any order.
  ///   - diagnostics: The findings of reading them; stored in the registry.
  /// - Returns: The registry, with the diagnostics of both.
  public static func compile(_ bundles: [Bundle], diagnostics: [Diagnostic] = []) -> Compilation {
    compile(
      bundles.map { CompilerInput($0) }, diagnostics: diagnostics, inputs: [], builtAt: 0)
  }

  /// Compiles `bundles` to check some of them: a finding about one of these suggests the identifier that was
  /// meant.
  ///
  /// - Parameters:
  ///   - bundles: In any order.
  ///   - paths: The paths of the bundles that are checked.
  /// - Returns: The registry, with the diagnostics of all bundles.
  package static func compile(
    _ bundles: [Bundle], checking paths: Set<String>
  ) -> Compilation {
    compile(
      bundles.map { CompilerInput($0) }, diagnostics: [], inputs: [], builtAt: 0, checking: paths)
  }

  /// Compiles files to an image that records its inputs.
  ///
  /// - Parameters:
  ///   - files: In any order.
  ///   - diagnostics: The findings of reading them; stored in the registry.
  ///   - inputs: The stamps of the files that were read, in the form of ``RegistryInputs``.
  ///   - builtAt: When reading began, in nanoseconds since 1970.
  ///   - usesFreedesktop: Whether the core's entries for programs that expect freedesktop's answers are in
  ///     effect.
  ///   - checked: The paths of the bundles that are checked.
  /// - Returns: The registry and its image, with the diagnostics of both.
  package static func compile(
    _ files: [CompilerInput], diagnostics: [Diagnostic], inputs: [UInt8], builtAt: Int64,
    usesFreedesktop: Bool = true, checking checked: Set<String> = []
  ) -> Compilation {
    var parts = parts(
      of: files, diagnostics: diagnostics, inputs: inputs, usesFreedesktop: usesFreedesktop,
      checking: checked)
    return Compilation(registry: parts.image(builtAt: builtAt), diagnostics: parts.diagnostics)
  }

  /// The rest of a compiler after all parts of the image are made.
  fileprivate struct Parts {
    var builder: ImageBuilder
    let seed: UInt64
    /// The slots of the tags that several types have.
    let slotsOfRuns: [UInt32]
    let diagnostics: [Diagnostic]
    /// Whether the image takes so much memory that a program notices.
    let isLarge: Bool
  }

  fileprivate static func parts(
    of files: [CompilerInput], diagnostics: [Diagnostic], inputs: [UInt8], usesFreedesktop: Bool,
    checking checked: Set<String>
  ) -> Parts {
    var compiler = RegistryCompiler(
      files, diagnostics: diagnostics, usesFreedesktop: usesFreedesktop, checking: checked)
    let tagIndex = compiler.addAll(inputs: inputs)
    return Parts(
      builder: compiler.builder, seed: tagIndex.seed, slotsOfRuns: tagIndex.slotsOfRuns,
      diagnostics: compiler.diagnostics.all, isLarge: compiler.isLarge)
  }

  let installations: Installations
  let linked: LinkedDeclarations
  let active: ActiveDeclarations
  let supplements: SupplementTable
  let nodes: NodeTable
  /// The paths of the bundles that are checked.
  let checked: Set<String>
  private(set) var graph: ConformanceGraph
  var diagnostics = BoundedDiagnostics()
  var builder = ImageBuilder()
  var strings = StringPool()
  var paths = PathList()
  var declarationRecords = [DeclarationRecord()]
  var detailsRecords = [DeclarationDetailsRecord()]
  var typeRecords = [TypeRecord()]
  /// The bundles with claims that changed the ranks of others.
  var makers: Set<Int32> = []

  /// Decides everything that does not depend on the form of the image.
  private init(
    _ files: [CompilerInput], diagnostics: [Diagnostic], usesFreedesktop: Bool,
    checking checked: Set<String>
  ) {
    self.checked = checked
    installations = Installations(files)
    linked = LinkedDeclarations(installations.effective, usesFreedesktop: usesFreedesktop)
    active = ActiveDeclarations(linked)
    supplements = SupplementTable(active)
    nodes = NodeTable(active, supplements)
    graph = ConformanceGraph(count: nodes.count, edges: nodes.edges)
    self.diagnostics.add(diagnostics)
    self.diagnostics.add(installations.diagnostics(leftOut: linked.dropped))
    self.diagnostics.add(active.diagnostics)
    self.diagnostics.add(supplements.diagnostics)
    var names = UndeclaredNames(active, suggestingFor: checked)
    nodes.report(graph, &names, into: &self.diagnostics)
    reportUndeclaredSubjects(&names)
  }

  /// From this number of types on, unused memory is returned to the system during the compilation.
  static let manyTypes = 16_384

  fileprivate var isLarge: Bool { nodes.count >= Self.manyTypes }

  /// Returns the memory of the units and former tables to the system, if it is so much that a program
  /// notices.
  ///
  /// Most of it is not needed again. Units that are read again are in the system's cache.
  func releaseMemory() {
    guard isLarge else { return }
    for bundle in linked.bundles { bundle.unit.releasePages() }
    ProcessMemory.giveBackFreed()
  }

  /// Writes the parts of the image.
  ///
  /// The order of the steps is the order of the strings in it.
  private mutating func addAll(inputs: [UInt8]) -> TagIndexBuilder.Index {
    releaseMemory()
    addDeclarations()
    releaseMemory()
    addTypesAndRelations()
    let conformsToData = typesThatConformToData()
    graph.forgetSupertypes()
    releaseMemory()
    let tagIndex = addTags(conformsToData: conformsToData)
    builder.set(.declarations, to: declarationRecords)
    builder.set(.details, to: detailsRecords)
    addClaims(seed: tagIndex.seed)
    addBundles()
    addTranslations()
    addContentRules()
    addDiagnostics()
    builder.set(.pathStarts, to: paths.starts)
    builder.set(.paths, to: paths.bytes)
    builder.set(.inputs, to: inputs)
    builder.set(.strings, to: strings.bytes)
    builder.set(.candidates, to: tagIndex.candidates)
    return tagIndex
  }
}

extension RegistryCompiler.Parts {
  /// Builds the image, and then the ordinary winner of each tag: the resolver that answers look-ups
  /// decides it, over a draft that lacks only these winners.
  fileprivate mutating func image(builtAt: Int64) -> CompiledRegistry {
    var heads: [(index: Int, record: CandidateRecord)] = []
    if isLarge { ProcessMemory.giveBackFreed() }
    let draft = builder.build(hashSeed: seed, builtAt: builtAt)
    draft.read { registry in
      for slot in slotsOfRuns {
        guard let entry = registry.entry(inSlot: slot), entry.single == .none else { continue }
        let winner = registry.resolveSeveral(entry, conformingTo: registry.data)
        var head = registry.candidates[entry.run]
        head.source = winner.type.value | (winner.isTie ? CandidateRecord.tieBit : 0)
        heads.append((Int(entry.run), head))
      }
    }
    for head in heads { draft.replace(.candidates, at: head.index, by: head.record) }
    return draft.finish()
  }
}
