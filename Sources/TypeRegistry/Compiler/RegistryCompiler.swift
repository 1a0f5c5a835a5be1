// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Compiles all bundles into one registry.
///
/// The result depends only on the bundles: they are sorted first, so that the order of reading
/// changes nothing, not even the bytes of the image.
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
    /// Its image, ready to be written to a file.
    package let image: [UInt8]
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
    compile(bundles, diagnostics: diagnostics, inputs: [], builtAt: 0)
  }

  /// Compiles `bundles` to check some of them: a finding about one of these suggests what was meant.
  ///
  /// - Parameters:
  ///   - bundles: In any order.
  ///   - paths: The paths of the bundles that are checked.
  /// - Returns: The registry, with the diagnostics of all bundles.
  package static func compile(
    _ bundles: [Bundle], checking paths: Set<String>
  ) -> Compilation {
    var compiler = RegistryCompiler(bundles, diagnostics: [], checking: paths)
    return compiler.run(inputs: [], builtAt: 0)
  }

  /// Compiles `bundles` to an image that records its inputs.
  ///
  /// - Parameters:
  ///   - bundles: In any order.
  ///   - diagnostics: The findings of reading them; stored in the registry.
  ///   - inputs: The stamps of the files that were read, in the form of `ImageInputs`.
  ///   - builtAt: When reading began, in nanoseconds since 1970.
  /// - Returns: The registry and its image, with the diagnostics of both.
  package static func compile(
    _ bundles: [Bundle], diagnostics: [Diagnostic], inputs: [UInt8], builtAt: Int64
  ) -> Compilation {
    var compiler = RegistryCompiler(bundles, diagnostics: diagnostics)
    return compiler.run(inputs: inputs, builtAt: builtAt)
  }

  let installations: Installations
  let active: ActiveDeclarations
  let supplements: SupplementTable
  let nodes: NodeTable
  let graph: ConformanceGraph
  var diagnostics = BoundedDiagnostics()
  var builder = ImageBuilder()
  var strings = StringPool()
  var paths = PathList()
  var declarationRecords = [DeclarationRecord()]
  var detailsRecords = [DeclarationDetailsRecord()]
  var typeRecords = [TypeRecord()]

  /// Decides everything that does not depend on the form of the image.
  private init(
    _ bundles: [Bundle], diagnostics: [Diagnostic], checking checked: Set<String> = []
  ) {
    installations = Installations(bundles)
    active = ActiveDeclarations(installations.counting)
    supplements = SupplementTable(installations.counting)
    nodes = NodeTable(active, supplements)
    graph = ConformanceGraph(count: nodes.identifiers.count, edges: nodes.edges)
    self.diagnostics.add(diagnostics)
    self.diagnostics.add(installations.diagnostics)
    self.diagnostics.add(active.diagnostics)
    self.diagnostics.add(supplements.diagnostics)
    var names = UndeclaredNames(active, suggestingFor: checked)
    nodes.report(graph, &names, into: &self.diagnostics)
    reportUndeclaredSubjects(&names)
  }

  /// Writes the image.
  ///
  /// The order of the steps is the order of the strings in it.
  private mutating func run(inputs: [UInt8], builtAt: Int64) -> Compilation {
    addDeclarations()
    addTypesAndRelations()
    let tagIndex = addTags()
    builder.set(.declarations, to: declarationRecords)
    builder.set(.details, to: detailsRecords)
    addClaims(seed: tagIndex.seed)
    addBundles()
    addTranslations()
    addDiagnostics()
    builder.set(.pathStarts, to: paths.starts)
    builder.set(.paths, toBytes: paths.bytes)
    builder.set(.inputs, toBytes: inputs)
    return finish(tagIndex, builtAt: builtAt)
  }

  /// Builds the image twice: the resolver that answers look-ups also decides the ordinary winner of
  /// each tag, over a draft that lacks only these winners.
  private mutating func finish(
    _ tagIndex: TagIndexBuilder.Index, builtAt: Int64
  ) -> Compilation {
    builder.set(.strings, toBytes: strings.bytes)
    var candidates = tagIndex.candidates
    builder.set(.candidates, to: candidates)
    let draft = open(builder.build(hashSeed: tagIndex.seed, builtAt: builtAt))
    for slot in tagIndex.slotOfTag {
      guard let entry = draft.entry(inSlot: slot), entry.single == .none else { continue }
      let winner = draft.resolveSeveral(entry, conformingTo: draft.data)
      candidates[Int(entry.run)].source =
        winner.type.value | (winner.isTie ? CandidateRecord.tieBit : 0)
    }
    builder.set(.candidates, to: candidates)
    let image = builder.build(hashSeed: tagIndex.seed, builtAt: builtAt)
    return Compilation(registry: open(image), image: image, diagnostics: diagnostics.all)
  }

  private func open(_ image: [UInt8]) -> CompiledRegistry {
    do {
      return try CompiledRegistry(MappedMemory(copying: image))
    } catch {
      preconditionFailure("the compiler wrote an image that cannot be read: \(error)")
    }
  }
}
