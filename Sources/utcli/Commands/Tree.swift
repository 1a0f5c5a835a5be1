// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let tree: Command = Command(
    "tree", operands: "TYPE", summary: "show a type and its subtypes as a tree",
    details: """
      Prints IDENTIFIER<TAB>DESCRIPTION per line, indented by two spaces per level. A type with
      several parents appears under each; its subtypes are shown once.
      """, options: [.asType],
    operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let languages = session.languages
    var tree = try session.ask { (client) throws(RegistryClientError) in
      try TypeTree(type, client, languages)
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.schema()
        writer.name("tree")
        tree.write(type, to: &writer)
        writer.endObject()
      }
      return .answered
    }
    var stack: [(type: TypeIdentifier, depth: Int)] = [(type, 0)]
    while let (next, depth) = stack.popLast() {
      let isNew = tree.visit(next)
      let children = tree.children(of: next)
      let more = !isNew && !children.isEmpty ? " (see above)" : ""
      session.output.line([
        String(repeating: "  ", count: depth) + next.text,
        session.shown(tree.description(of: next) ?? "") + more,
      ])
      if isNew { stack.append(contentsOf: children.reversed().map { ($0, depth + 1) }) }
    }
    return .answered
  }
}

/// A type and its subtypes, each below its parents.
private struct TypeTree {
  private var summaries: [TypeIdentifier: TypeSummary] = [:]
  private var childrenOfType: [TypeIdentifier: [TypeIdentifier]] = [:]
  private var visited: Set<TypeIdentifier> = []

  init(
    _ root: TypeIdentifier, _ client: any RegistryClient, _ languages: LanguageList
  ) throws(RegistryClientError) {
    let types = [root] + (try client.subtypes(of: root))
    for summary in try client.summaries(of: types, in: languages) {
      summaries[summary.identifier] = summary
    }
    // In byte order below each parent.
    for type in types.dropFirst().sorted() {
      for parent in summaries[type]?.parents ?? [] {
        childrenOfType[parent, default: []].append(type)
      }
    }
  }

  func children(of type: TypeIdentifier) -> [TypeIdentifier] { childrenOfType[type] ?? [] }

  func description(of type: TypeIdentifier) -> String? { summaries[type]?.description }

  /// Whether the type is visited for the first time.
  mutating func visit(_ type: TypeIdentifier) -> Bool { visited.insert(type).inserted }

  /// Writes a type and its subtypes.
  ///
  /// The depth is bounded: a type has at most 255 supertypes.
  mutating func write(_ type: TypeIdentifier, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("description", description(of: type))
    writer.member("identifier", type.text)
    let children = children(of: type)
    if !children.isEmpty {
      if visit(type) {
        writer.name("subtypes")
        writer.beginArray()
        for child in children { write(child, to: &writer) }
        writer.endArray()
      } else {
        writer.member("subtypesShownBefore", true)
      }
    }
    writer.endObject()
  }
}
