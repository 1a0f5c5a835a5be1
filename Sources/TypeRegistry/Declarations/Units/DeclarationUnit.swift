// SPDX-License-Identifier: MIT

/// The declarations of one file in the form that the compiler reads: flat, without pointers, and
/// independent of where the file is.
///
/// As object files are to a linker: a file is parsed once, and a registry is compiled from the units of
/// all files, whether they were made just now or long ago. A unit has the file's findings, too. It does
/// not have the path, nor anything else that is known only when a registry is made.
package struct DeclarationUnit: Sendable {
  /// The format of units; incremented whenever the layout changes, or the values that the parser makes.
  ///
  /// ``Diagnostic/Code/revision`` is that of the findings.
  package static let formatVersion: UInt64 = 20
  /// The length of the table of parts, in bytes.
  static let tableLength = UnitPart.allCases.count * MemoryLayout<UnitExtent>.stride

  private let memory: MappedMemory
  private let start: Int
  /// The unit's length in bytes.
  package let count: Int

  let bundle: UnitBundle?
  let strings: ImageSection<UnitText>
  /// The identifiers that the file names, each once, in byte order.
  let identifiers: ImageSection<UnitText>
  let tagClasses: ImageSection<UInt32>
  /// The tags that the file names, each once.
  let tags: ImageSection<UnitTag>
  let declarations: ImageSection<UnitDeclaration>
  let supplements: ImageSection<UnitSupplement>
  let references: ImageSection<UInt32>
  let claims: ImageSection<UnitClaim>
  let subjects: ImageSection<UnitSubject>
  let siteBindings: ImageSection<UnitSiteBinding>
  let associations: ImageSection<UnitAssociation>
  let arguments: ImageSection<UInt32>
  let programDirectories: ImageSection<UnitProgramDirectory>
  let weights: ImageSection<UnitWeight>
  let magic: ImageSection<UnitMagic>
  let magicMatches: ImageSection<UnitMagicMatch>
  let rootElements: ImageSection<UnitRootElement>
  let trees: ImageSection<UnitMagic>
  let treeMatches: ImageSection<UnitTreeMatch>
  let translations: ImageSection<UnitTranslation>
  let findings: ImageSection<UnitFinding>
  private let texts: ImageBytes

  /// The unit in the `count` bytes of `memory` from `start` on, which is a multiple of 8.
  ///
  /// Parts that are not within these bytes are read as empty.
  package init(in memory: MappedMemory, at start: Int, count: Int) {
    self.memory = memory
    self.start = start
    self.count = count
    let table = memory.section(of: UnitExtent.self, at: start, count: UnitPart.allCases.count)
    func section<Record: ImageRecord>(_ part: UnitPart) -> ImageSection<Record> {
      let extent = table[part.rawValue]
      let length = Int(extent.count) * MemoryLayout<Record>.stride
      let isWithin = Int(extent.offset) + length <= count
      return memory.section(
        of: Record.self, at: start + Int(extent.offset), count: isWithin ? Int(extent.count) : 0)
    }
    let bundles: ImageSection<UnitBundle> = section(.bundle)
    bundle = bundles.count == 1 ? bundles[0] : nil
    strings = section(.strings)
    identifiers = section(.identifiers)
    tagClasses = section(.tagClasses)
    tags = section(.tags)
    declarations = section(.declarations)
    supplements = section(.supplements)
    references = section(.references)
    claims = section(.claims)
    subjects = section(.subjects)
    siteBindings = section(.siteBindings)
    associations = section(.associations)
    arguments = section(.arguments)
    programDirectories = section(.programDirectories)
    weights = section(.weights)
    magic = section(.magic)
    magicMatches = section(.magicMatches)
    rootElements = section(.rootElements)
    trees = section(.trees)
    treeMatches = section(.treeMatches)
    translations = section(.translations)
    findings = section(.findings)
    let extent = table[UnitPart.text.rawValue]
    let isWithin = Int(extent.offset) + Int(extent.count) <= count
    texts = memory.bytes(
      at: start + Int(extent.offset), count: isWithin ? Int(extent.count) : 0)
  }

  /// The unit that consists of `bytes`.
  package init(_ bytes: [UInt8]) {
    self.init(in: MappedMemory(copying: bytes), at: 0, count: bytes.count)
  }

  /// The unit's bytes.
  package var bytes: ImageBytes { memory.bytes(at: start, count: count) }

  /// Lets the system take back the unit's memory until it is read again, if it is that of a file.
  package func releasePages() { memory.releasePages(at: start, count: count) }

  // MARK: - Text

  /// The bytes of a text.
  @inline(__always)
  func bytes(of text: UnitText) -> ImageBytes {
    texts.slice(at: Int(text.offset), count: Int(text.count))
  }

  /// The bytes of the text of that number; none for number 0.
  @inline(__always)
  package func bytes(_ number: UInt32) -> ImageBytes { bytes(of: strings[number]) }

  /// The text of that number.
  package func text(_ number: UInt32) -> String { bytes(number).text }

  /// The text of that number; `nil` for number 0.
  package func optionalText(_ number: UInt32) -> String? { number == 0 ? nil : text(number) }

  /// The tag of that number.
  package func tag(_ number: UInt32) -> Tag {
    let tag = tags[number]
    return Tag(
      trusted: TagClass(trusted: text(tagClasses[tag.tagClass])), bytes(of: tag.text).text)
  }

  /// The identifier of that number.
  package func identifier(_ number: UInt32) -> TypeIdentifier {
    TypeIdentifier(trusted: bytes(of: identifiers[number]).text)
  }
}
