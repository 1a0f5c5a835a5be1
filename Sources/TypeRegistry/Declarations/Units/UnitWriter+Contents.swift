// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of a unit with the rules about the contents of files and directories.

extension UnitWriter {
  /// Writes the rules about the contents of files and directories.
  mutating func addContentRules(of bundle: Bundle) {
    var magic: [UnitMagic] = []
    var magicMatches: [UnitMagicMatch] = []
    var elements: [UnitRootElement] = []
    var trees: [UnitMagic] = []
    var treeMatches: [UnitTreeMatch] = []
    for (index, declaration) in bundle.declarations.enumerated()
    where !declaration.content.isEmpty {
      for rule in declaration.content.magic {
        magic.append(Self.record(of: rule, ofDeclaration: index, matches: magicMatches.count))
        for match in rule.matches { magicMatches.append(record(of: match)) }
      }
      for element in declaration.content.rootElements {
        elements.append(record(of: element, ofDeclaration: index))
      }
      for rule in declaration.content.trees {
        trees.append(Self.record(of: rule, ofDeclaration: index, matches: treeMatches.count))
        for match in rule.matches { treeMatches.append(record(of: match)) }
      }
    }
    set(.magic, to: magic)
    set(.magicMatches, to: magicMatches)
    set(.rootElements, to: elements)
    set(.trees, to: trees)
    set(.treeMatches, to: treeMatches)
  }

  /// The record of a rule whose matches begin at an index.
  private static func record<Match>(
    of rule: ContentRule<Match>, ofDeclaration index: Int, matches: Int
  ) -> UnitMagic {
    let (line, column) = position(rule.location)
    return UnitMagic(
      declaration: UInt32(index), priority: UInt32(clamping: rule.priority),
      matches: UInt32(matches), count: UInt32(rule.matches.count), line: line, column: column)
  }

  private mutating func record(of match: MagicMatch) -> UnitMagicMatch {
    var record = UnitMagicMatch()
    record.depth = UInt32(clamping: match.depth)
    record.test = match.test.rawValue
    record.start = UInt32(clamping: match.start)
    record.offsets = UInt32(clamping: match.offsets)
    // The pattern `*` of a fact has no bytes.
    record.value =
      match.value.isEmpty ? 0 : strings.number(of: match.value.span, in: &text) + 1
    record.mask = match.mask.isEmpty ? 0 : strings.number(of: match.mask.span, in: &text) + 1
    return record
  }

  private mutating func record(of match: TreeMatch) -> UnitTreeMatch {
    UnitTreeMatch(
      depth: UInt32(clamping: match.depth), path: number(of: match.path),
      mimeType: match.mimeType.isEmpty ? 0 : number(of: match.mimeType),
      flags: UnitTreeMatch.flags(of: match))
  }

  private mutating func record(
    of element: RootElement, ofDeclaration index: Int
  ) -> UnitRootElement {
    var record = UnitRootElement()
    record.declaration = UInt32(index)
    record.namespace = element.namespace.isEmpty ? 0 : number(of: element.namespace)
    record.localName = element.localName.isEmpty ? 0 : number(of: element.localName)
    (record.line, record.column) = Self.position(element.location)
    return record
  }
}
