// SPDX-License-Identifier: MIT

// The rules about directories (`<treemagic>`; Shared MIME-info Database specification, section 2.13):
// they give the types of volumes by what is on them.

extension CompiledRegistry {
  /// Whether the files in a directory can change what its name gives.
  package func dependsOnTree(_ resolution: NameResolution) -> Bool {
    guard trees.count > 0, case .kind(let kind) = resolution.answer else { return false }
    return kind == .directory || kind == .mountPoint
  }

  /// The type of a directory whose name gives `resolution`, by the rule with the highest priority that
  /// matches.
  ///
  /// - Parameters:
  ///   - resolution: What the name gives.
  ///   - trace: Gets the rule that matched.
  ///   - holds: Whether a file is there.
  /// - Returns: `resolution` if no rule matches.
  /// - Complexity: O(*n*) calls of `holds` for *n* matches.
  package func resolve(
    _ resolution: NameResolution, tracing trace: inout ContentTrace,
    _ holds: (TreeCondition) -> Bool
  ) -> NameResolution {
    guard dependsOnTree(resolution) else { return resolution }
    for index in 0..<trees.count {
      let rule = trees[index]
      let (start, end) = (Int(rule.matches), Int(rule.matches) + Int(rule.count))
      guard end <= treeMatches.count,
        let match = firstMatch(start..<end, depth: 0, holds)
      else { continue }
      trace.rule = index
      trace.match = match
      return NameResolution(
        .type(TypeIndex(rule.type)), match: .tree, slot: resolution.slot)
    }
    return resolution
  }

  /// The first match of a level that holds, with one of those that refine it.
  private func firstMatch(
    _ range: Range<Int>, depth: Int, _ holds: (TreeCondition) -> Bool
  ) -> Int? {
    guard depth < 64 else { return nil }
    var index = range.lowerBound
    while index < range.upperBound {
      let match = treeMatches[index]
      let end = min(index + 1 + Int(match.refinements), range.upperBound)
      if holds(condition(match)),
        end == index + 1 || firstMatch(index + 1..<end, depth: depth + 1, holds) != nil
      {
        return index
      }
      index = end
    }
    return nil
  }

  private func condition(_ match: TreeMatchRecord) -> TreeCondition {
    let kind: FileKind? =
      switch match.flags & 3 {
      case 1: .regular
      case 2: .directory
      case 3: .symbolicLink
      default: nil
      }
    return TreeCondition(
      path: Array(text(match.path).utf8), kind: kind,
      matchesCase: match.flags & TreeMatchRecord.matchesCase != 0,
      isExecutable: match.flags & TreeMatchRecord.executable != 0,
      isNotEmpty: match.flags & TreeMatchRecord.notEmpty != 0,
      mimeType: optionalText(match.mimeType))
  }

  /// Whether a type is the one that has a MIME type, conforms to it, or can be opened as it.
  package func isKind(_ type: TypeIdentifier, ofMIMEType name: String) -> Bool {
    guard let tag = try? Tag(.mimeType, name),
      let wanted = types(tag: tag, conformingTo: nil).types.first
    else { return false }
    if type == wanted { return true }
    let (own, other) = (find(type), find(wanted))
    return own != .none && other != .none && isKind(own, of: other)
  }
}
