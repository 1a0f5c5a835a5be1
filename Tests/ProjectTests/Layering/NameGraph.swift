// SPDX-License-Identifier: MIT

/// Which file names what other file, by the names that each declares.
///
/// A word counts as the name of a type or function at the top level of another file of the same
/// module, or of an imported one, and as the name of a member if only one file declares a member
/// of that name and nothing else is called so.
struct NameGraph {
  /// One use of a name that another file declares.
  struct Use {
    let source: Int
    let target: Int
    let name: String
    let line: Int
  }

  let sources: [SwiftSource]
  /// The first use of each name in each file.
  let uses: [Use]

  /// Names of members that the standard library or the system has too, so that a use says nothing.
  private static let ambiguous: Set<String> = [
    "append", "bytes", "close", "contains", "count", "description", "equals", "first", "isEmpty",
    "last", "merge", "name", "next", "open", "read", "remove", "reserve", "reset", "set", "start",
    "string", "text", "value", "words", "write", "advance", "element", "elements", "message",
    "member", "members", "kind", "code", "path", "file", "line", "column", "filter", "stride",
    "rename", "removeFirst",
  ]

  init(_ sources: [SwiftSource]) {
    self.sources = sources
    var owners: [String: [Int]] = [:]
    var memberOwners: [String: [Int]] = [:]
    var hidden: Set<String> = []
    for (index, source) in sources.enumerated() {
      for name in source.topLevelNames { owners[name, default: []].append(index) }
      for name in source.members { memberOwners[name, default: []].append(index) }
      hidden.formUnion(source.hiddenNames)
    }
    let members = memberOwners.filter {
      $0.value.count == 1 && $0.key.count > 3 && owners[$0.key] == nil && !hidden.contains($0.key)
        && !Self.ambiguous.contains($0.key)
    }.mapValues { $0[0] }
    uses = sources.indices.flatMap { index in
      Self.uses(in: index, sources, owners, members)
    }
  }

  private static func uses(
    in index: Int, _ sources: [SwiftSource], _ owners: [String: [Int]], _ members: [String: Int]
  ) -> [Use] {
    let source = sources[index]
    let modules = source.imports.union([source.module])
    var seen: Set<String> = []
    var uses: [Use] = []
    func use(_ token: SwiftToken, _ target: Int) {
      if target != index, seen.insert(token.text).inserted {
        uses.append(Use(source: index, target: target, name: token.text, line: token.line))
      }
    }
    for (position, token) in source.tokens.enumerated() where token.isWord {
      let isMember = position > 0 && source.tokens[position - 1].text == "."
      let isQualified =
        isMember && position > 1 && modules.contains(source.tokens[position - 2].text)
      if !isMember || isQualified, !source.hiddenNames.contains(token.text),
        let candidates = owners[token.text],
        isQualified || !source.declares(token.text)
      {
        let near = candidates.filter { sources[$0].module == source.module && !isQualified }
        let target =
          near.isEmpty ? candidates.filter { modules.contains(sources[$0].module) } : near
        for candidate in target { use(token, candidate) }
      } else if let target = members[token.text], modules.contains(sources[target].module) {
        use(token, target)
      }
    }
    return uses
  }

  /// The strongly connected sets of more than one file, by the uses that `counts` accepts.
  func knots(counting counts: (Use) -> Bool) -> [[Int]] {
    var edges = Array(repeating: Set<Int>(), count: sources.count)
    for use in uses where counts(use) { edges[use.source].insert(use.target) }
    var reach: [Set<Int>] = []
    for start in sources.indices {
      var found: Set<Int> = []
      var open = Array(edges[start])
      while let next = open.popLast() {
        if found.insert(next).inserted { open += edges[next] }
      }
      reach.append(found)
    }
    var knots: [[Int]] = []
    var taken: Set<Int> = []
    for start in sources.indices where !taken.contains(start) && reach[start].contains(start) {
      let knot = reach[start].filter { reach[$0].contains(start) }.sorted()
      taken.formUnion(knot)
      if knot.count > 1 { knots.append(knot) }
    }
    return knots
  }
}
