// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Makes one registry of all bundles of one moment.
///
/// The result depends on the bundles alone: they are put into an order of their own first, so that
/// the order of reading never shows, not even in the bytes.
///
/// ```swift
/// let compilation = RegistryCompiler.compile(bundles)
/// compilation.registry.find(jpeg)
/// for diagnostic in compilation.diagnostics { … }
/// ```
///
/// - Complexity: O(*n* log *n*) for *n* declarations, tags and edges together, and for the
///   supertypes of all types.
public struct RegistryCompiler {
  /// What compiling gives.
  public struct Compilation: Sendable {
    /// The registry.
    public let registry: CompiledRegistry
    /// Its image, ready to be written to a file.
    package let image: [UInt8]
    /// What the parser found and what the compiler found, in that order.
    public let diagnostics: [Diagnostic]
  }

  /// Compiles `bundles`.
  ///
  /// - Parameters:
  ///   - bundles: In any order.
  ///   - diagnostics: What reading them found; kept in the registry.
  /// - Returns: The registry, with the diagnostics of both.
  public static func compile(_ bundles: [Bundle], diagnostics: [Diagnostic] = []) -> Compilation {
    compile(bundles, diagnostics: diagnostics, inputs: [], builtAt: 0)
  }

  /// Compiles `bundles` to an image that remembers what it was made of.
  ///
  /// - Parameters:
  ///   - bundles: In any order.
  ///   - diagnostics: What reading them found; kept in the registry.
  ///   - inputs: The stamps of what was read, in `ImageInputs`' form.
  ///   - builtAt: When reading began, in nanoseconds since 1970.
  /// - Returns: The registry and its image, with the diagnostics of both.
  package static func compile(
    _ bundles: [Bundle], diagnostics: [Diagnostic], inputs: [UInt8], builtAt: Int64
  ) -> Compilation {
    var compiler = RegistryCompiler(bundles, diagnostics: diagnostics)
    return compiler.run(inputs: inputs, builtAt: builtAt)
  }

  let installations: Installations
  var diagnostics: [Diagnostic]
  var strings = StringPool()
  var declarationRecords = [DeclarationRecord()]
  var detailsRecords = [DeclarationDetailsRecord()]
  var typeRecords = [TypeRecord()]

  private init(_ bundles: [Bundle], diagnostics: [Diagnostic]) {
    installations = Installations(bundles)
    self.diagnostics = diagnostics + installations.diagnostics
  }

  private mutating func run(inputs: [UInt8], builtAt: Int64) -> Compilation {
    let active = ActiveDeclarations(installations.counting)
    diagnostics += active.diagnostics
    let supplements = SupplementTable(installations.counting)
    diagnostics += supplements.diagnostics
    let nodes = NodeTable(active, supplements)
    let graph = ConformanceGraph(count: nodes.identifiers.count, edges: nodes.edges)
    nodes.report(graph, into: &diagnostics)

    addDeclarations(active, supplements, nodes)
    var builder = ImageBuilder()
    addTypesAndRelations(nodes, graph, supplements, to: &builder)
    let (seed, tagIndex) = addTags(active, supplements, nodes, graph, to: &builder)
    builder.set(.declarations, to: declarationRecords)
    builder.set(.details, to: detailsRecords)
    addClaims(active, supplements, nodes, seed: seed, to: &builder)
    addBundles(to: &builder)
    addTranslations(active, to: &builder)
    addDiagnostics(to: &builder)
    builder.set(.inputs, toBytes: inputs)
    return finish(builder, tagIndex, seed: seed, builtAt: builtAt)
  }

  /// Builds the image twice: the ordinary winner of each tag is asked of the very resolver that
  /// answers look-ups, over an image that lacks nothing else.
  private func finish(
    _ builder: ImageBuilder, _ tagIndex: TagIndexBuilder.Index, seed: UInt64, builtAt: Int64
  ) -> Compilation {
    var builder = builder
    builder.set(.strings, toBytes: strings.bytes)
    var candidates = tagIndex.candidates
    builder.set(.candidates, to: candidates)
    let draft = open(builder.build(hashSeed: seed, builtAt: builtAt))
    for slot in tagIndex.slotOfTag {
      guard let entry = draft.entry(inSlot: slot), entry.single == .none else { continue }
      let winner = draft.resolveSeveral(entry, conformingTo: draft.data)
      candidates[Int(entry.run)].source =
        winner.type.value | (winner.isTie ? CandidateRecord.tieBit : 0)
    }
    builder.set(.candidates, to: candidates)
    let image = builder.build(hashSeed: seed, builtAt: builtAt)
    return Compilation(registry: open(image), image: image, diagnostics: diagnostics)
  }

  private func open(_ image: [UInt8]) -> CompiledRegistry {
    do {
      return try CompiledRegistry(MappedMemory(copying: image))
    } catch {
      preconditionFailure("the compiler wrote an image that cannot be read: \(error)")
    }
  }
}
