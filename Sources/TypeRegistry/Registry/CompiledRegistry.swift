// SPDX-License-Identifier: MIT

internal import Synchronization

/// All types that are declared at one moment, compiled: flat, immutable, read in place.
///
/// A registry is one run of bytes, the *image*: sections of fixed-width records and one pool of
/// strings, without pointers. The same bytes serve in memory, in a file and in a mapping of that
/// file. There is no Swift object per type, and the frequent look-ups (a name, a tag, conformance)
/// allocate nothing.
///
/// The compiler that writes an image keeps its invariants: types are sorted by identifier, conformance has no
/// cycle, every run of a record ends where the run of the next record begins. The safety of a reader does not
/// depend on them: every access is checked, so that a damaged image leads to wrong answers at worst.
/// ``isImageSound`` detects damage.
///
/// ```swift
/// let registry = EmbeddedRegistry.shared.current
/// let jpeg = try TypeIdentifier("public.jpeg")
/// registry.conforms(jpeg, to: try TypeIdentifier("public.image"))   // true
/// registry.tags(of: jpeg).map(\.value)   // ["jpeg", "jpg", "jpe", "image/jpeg", …]
/// ```
///
/// A change never edits a registry: the compiler makes the next one, and readers of this one keep
/// its answers for as long as they hold it.
public final class CompiledRegistry: Sendable {
  private static let lastNumber = Atomic<UInt32>(0)
  /// The number of this object among those of the process, from 1 on: a result of one registry is not
  /// mistaken for a result of another.
  package let number: UInt32
  package let memory: MappedMemory
  package let header: ImageHeader

  // The parts of the image. Each part is named in three lists, and none of them can be left out: `ImagePart`
  // defines its position in the image, the properties define the type of its records, and the initialiser
  // joins the two. They are stored properties because a look-up then loads the address and the count of a
  // section, and checks nothing but its index.

  package let strings: ImageBytes
  package let types: ImageSection<TypeRecord>
  package let conformances: ImageSection<UInt32>
  package let conformanceRows: ImageSection<UInt32>
  package let conformanceSlots: ImageSection<UInt16>
  package let parentRuns: ImageSection<UInt32>
  package let subtypeRuns: ImageSection<UInt32>
  package let overflowSlots: ImageSection<UInt32>
  package let typeTags: ImageSection<UInt32>
  package let declarations: ImageSection<DeclarationRecord>
  let details: ImageSection<DeclarationDetailsRecord>
  package let bundleRecords: ImageSection<BundleRecord>
  package let identifierSlots: ImageSection<UInt32>
  package let tagSlots: ImageSection<TagSlot>
  let longTags: ImageSection<LongTag>
  let candidates: ImageSection<CandidateRecord>
  package let tagClasses: ImageSection<UInt32>
  let globs: ImageSection<GlobRecord>
  let patternGroups: ImageSection<PatternGroupRecord>
  package let patternRuns: ImageSection<UInt32>
  package let literalFilter: ImageSection<UInt64>
  let nameFilter: NameFilterRecord
  let supplementedTags: ImageSection<SupplementedRecord>
  let supplementedParents: ImageSection<SupplementedRecord>
  let opensAs: ImageSection<OpensAsRecord>
  let translations: ImageSection<TranslationRecord>
  package let claims: ImageSection<ClaimRecord>
  package let claimDetails: ImageSection<ClaimDetailsRecord>
  let claimDirectory: ImageSection<ClaimDirectoryRecord>
  package let claimRuns: ImageSection<UInt32>
  let tagClaims: ImageSection<TagClaimRecord>
  package let launchArguments: ImageSection<UInt32>
  let siteBindings: ImageSection<SiteBindingRecord>
  package let associations: ImageSection<AssociationRecord>
  package let associationStrings: ImageBytes
  let mimeLinks: ImageSection<MIMELinkRecord>
  let magic: ImageSection<MagicRecord>
  let magicMatches: ImageSection<MagicMatchRecord>
  let contentGates: ImageSection<ContentGateRecord>
  /// How many bytes of a file the rules need: one record.
  package let contentReach: ImageSection<UInt32>
  let rootElements: ImageSection<RootElementRecord>
  let trees: ImageSection<MagicRecord>
  let treeMatches: ImageSection<TreeMatchRecord>
  package let diagnosticRecords: ImageSection<DiagnosticRecord>
  package let pathStarts: ImageSection<UInt32>
  package let paths: ImageBytes
  /// The ranks of the bundles' files in the order of directories: `MIMEAppsLevel`.
  package let bundleLevels: ImageSection<UInt32>
  package let inputs: ImageBytes
  package let hashSeed: UInt64
  /// The user's choices of types for tags.
  package let tagChoices: TagChoices
  /// The directory of files whose paths are relative, as bytes with a slash at their end; none if there
  /// are no such files, or their directory is not known.
  package let directory: [UInt8]
  /// `public.data`, the type of bytes; none if the registry does not have it.
  package let data: TypeIndex
  /// `com.apple.package` and `com.apple.bundle`, the types of directories that are shown as files.
  package let directoryTypes: (package: TypeIndex, bundle: TypeIndex)
  /// The core's types whose names say no more than that a file has bytes: of `*.bin`, `*.bak` and `*.tmp`.
  package let typesOfBytes: (raw: TypeIndex, backup: TypeIndex, temporary: TypeIndex)

  /// The constants of `UniformType` that are known to be types of this registry: their indices, by the
  /// constants' numbers.
  package let constantTypes = SharedNumbers(count: CompiledRegistry.mostConstants)
  /// More constants than there are.
  package static let mostConstants = 256
  /// The identities of types that `UniformType` has returned, by type.
  let identities: SharedNumbers
  /// Texts that `UniformType` has returned, by type: preferred tags.
  package let keptTexts: KeptTexts
  /// Texts that `RankedHandler` has returned, by bundle: identifiers.
  package let keptBundleTexts: KeptTexts
  /// Whether ``AnsweringRegistries`` has this registry.
  private let answers = Atomic(false)
  /// See ``isReplaced``.
  private let replaced = Atomic(false)

  /// The registry whose image `memory` holds.
  ///
  /// - Parameters:
  ///   - memory: The image.
  ///   - tagChoices: The user's choices of types for tags, by slots of this image.
  ///   - directory: The directory of files whose paths are relative, with a slash at its end.
  /// - Throws: ``ImageHeader/Problem`` if the bytes do not begin with a header of this format, or a
  ///   part is not within the image.
  /// - Complexity: O(1).
  package init(
    _ memory: MappedMemory, tagChoices: TagChoices = .none, directory: [UInt8] = []
  ) throws(ImageHeader.Problem) {
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    self.tagChoices = tagChoices
    self.directory = directory
    let header = try ImageHeader(reading: memory)
    self.memory = memory
    self.header = header
    strings = try header.bytes(.strings, of: memory)
    types = try header.section(.types, of: memory)
    keptTexts = KeptTexts(count: types.count)
    identities = SharedNumbers(count: types.count)
    conformances = try header.section(.conformances, of: memory)
    conformanceRows = try header.section(.conformanceRows, of: memory)
    conformanceSlots = try header.section(.conformanceSlots, of: memory)
    parentRuns = try header.section(.parents, of: memory)
    subtypeRuns = try header.section(.subtypes, of: memory)
    overflowSlots = try header.section(.overflowSlots, of: memory)
    typeTags = try header.section(.typeTags, of: memory)
    declarations = try header.section(.declarations, of: memory)
    details = try header.section(.details, of: memory)
    bundleRecords = try header.section(.bundles, of: memory)
    keptBundleTexts = KeptTexts(count: bundleRecords.count)
    identifierSlots = try header.section(.identifierSlots, of: memory)
    tagSlots = try header.section(.tagSlots, of: memory)
    longTags = try header.section(.longTags, of: memory)
    candidates = try header.section(.candidates, of: memory)
    tagClasses = try header.section(.tagClasses, of: memory)
    globs = try header.section(.globs, of: memory)
    patternGroups = try header.section(.patternGroups, of: memory)
    patternRuns = try header.section(.patternRuns, of: memory)
    literalFilter = try header.section(.literalFilter, of: memory)
    let nameFilters: ImageSection<NameFilterRecord> = try header.section(.nameFilter, of: memory)
    nameFilter = nameFilters[0]
    supplementedTags = try header.section(.supplementedTags, of: memory)
    supplementedParents = try header.section(.supplementedParents, of: memory)
    opensAs = try header.section(.opensAs, of: memory)
    translations = try header.section(.translations, of: memory)
    claims = try header.section(.claims, of: memory)
    claimDetails = try header.section(.claimDetails, of: memory)
    claimDirectory = try header.section(.claimDirectory, of: memory)
    claimRuns = try header.section(.claimRuns, of: memory)
    tagClaims = try header.section(.tagClaims, of: memory)
    launchArguments = try header.section(.launchArguments, of: memory)
    siteBindings = try header.section(.siteBindings, of: memory)
    associations = try header.section(.associations, of: memory)
    associationStrings = try header.bytes(.associationStrings, of: memory)
    mimeLinks = try header.section(.mimeLinks, of: memory)
    magic = try header.section(.magic, of: memory)
    magicMatches = try header.section(.magicMatches, of: memory)
    contentGates = try header.section(.contentGates, of: memory)
    contentReach = try header.section(.contentReach, of: memory)
    rootElements = try header.section(.rootElements, of: memory)
    trees = try header.section(.trees, of: memory)
    treeMatches = try header.section(.treeMatches, of: memory)
    diagnosticRecords = try header.section(.diagnostics, of: memory)
    pathStarts = try header.section(.pathStarts, of: memory)
    paths = try header.bytes(.paths, of: memory)
    bundleLevels = try header.section(.bundleLevels, of: memory)
    inputs = try header.bytes(.inputs, of: memory)
    try header.checkLeastCounts()
    hashSeed = header.hashSeed
    let (slots, records, pool, seed) = (identifierSlots, types, strings, hashSeed)
    func named(_ identifier: String) -> TypeIndex {
      Self.find(identifier.utf8.span, in: slots, types: records, strings: pool, seed: seed)
    }
    data = named("public.data")
    directoryTypes = (named("com.apple.package"), named("com.apple.bundle"))
    typesOfBytes = (
      named("org.typeregistry.raw-data"), named("org.typeregistry.backup-file"),
      named("org.typeregistry.temporary-file")
    )
  }

  deinit {
    if isAnswering { AnsweringRegistries.remove(number: number) }
  }

  /// The registry's number, for a value that is answered from it from now on.
  @inline(__always)
  var answeringNumber: UInt32 {
    if !isAnswering { AnsweringRegistries.add(self) }
    return number
  }

  /// Marks the registry as one that values are answered from.
  ///
  /// - Returns: Whether it was none before.
  func becomesAnswering() -> Bool { !answers.exchange(true, ordering: .acquiringAndReleasing) }

  /// Whether values are answered from the registry.
  @inline(__always)
  var isAnswering: Bool { answers.load(ordering: .acquiring) }

  /// Whether a later generation of an ``EmbeddedRegistry`` has replaced this one.
  var isReplaced: Bool {
    get { replaced.load(ordering: .relaxed) }
    set { replaced.store(newValue, ordering: .relaxed) }
  }

  /// The digest of the contents: equal for equal bundles, whatever the order of reading and wherever
  /// their files are.
  public var digest: ContentDigest { header.digest }

  /// Whether the image is undamaged: its bytes are unchanged since the compiler wrote them.
  ///
  /// - Complexity: O(*n*) for an image of *n* bytes.
  public var isImageSound: Bool {
    memory.withSpan { ImageHeader.checksum(of: $0) == header.checksum }
  }

  /// The number of types, undeclared ones included.
  public var typeCount: Int { types.count - 2 }

  /// The image's length in bytes.
  public var imageSize: Int { memory.count }
}

// MARK: - Text

extension CompiledRegistry {
  /// The bytes of a string of the pool.
  ///
  /// A string is stored as a length and its bytes. The length is one byte; a length of 255 or more is
  /// the byte 255 and four further bytes.
  @inline(__always)
  package func bytes(of reference: StringReference) -> ImageBytes {
    Self.bytes(of: reference, in: strings)
  }

  @inline(__always)
  private static func bytes(
    of reference: StringReference, in strings: ImageBytes
  ) -> ImageBytes {
    let offset = Int(reference)
    let short = strings[offset]
    if short < 255 { return strings.slice(at: offset + 1, count: Int(short)) }
    let length = Int(strings.word(at: offset + 1) & 0xFFFF_FFFF)
    return strings.slice(at: offset + 5, count: length)
  }

  /// A text of the lists of applications.
  func associationText(_ reference: StringReference) -> String {
    Self.bytes(of: reference, in: associationStrings).text
  }

  /// A string of the pool.
  package func text(_ reference: StringReference) -> String { bytes(of: reference).text }

  /// A string of the pool, or `nil` for the empty one.
  package func optionalText(_ reference: StringReference) -> String? {
    reference == 0 ? nil : text(reference)
  }

  /// The path of a file that was read.
  package func path(_ number: PathNumber) -> String {
    let run = Int(pathStarts[number])..<max(Int(pathStarts[number]), Int(pathStarts[number &+ 1]))
    let bytes = paths.slice(at: run.lowerBound, count: run.count)
    let isRelative = bytes.count > 0 && bytes[0] != UInt8(ascii: "/")
    return isRelative ? String(decoding: directory, as: UTF8.self) + bytes.text : bytes.text
  }
}
