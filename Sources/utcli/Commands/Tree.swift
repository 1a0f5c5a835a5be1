// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let tree: Command = Command(
    "tree", operands: "TYPE", summary: "show a type and its subtypes as a tree",
    details: """
      Prints IDENTIFIER<TAB>DESCRIPTION per line, indented by two spaces per level. A type with
      several parents appears under each; its subtypes are shown once. With --depth, types that are
      further away are counted only.
      """,
    columns: [
      .typeIdentifier, Column("DESCRIPTION", "what the type is; empty if it has no description"),
    ],
    examples: [
      Example("utcli tree public.image", "all types of images"),
      Example("utcli tree --depth 1 public.data", "only the types directly below"),
    ],
    options: [
      .asType, Option("--depth", "NUMBER", "show this many levels below the type"), .locale,
    ],
    operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let depth = try Self.depth(arguments)
    let languages = session.languages
    var tree = try session.ask { (client) throws(RegistryClientError) in
      try TypeTree(type, client, languages)
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.schema()
        writer.name("tree")
        tree.write(type, levels: depth, to: &writer)
        writer.endObject()
      }
      return .answered
    }
    var stack: [(type: TypeIdentifier, level: Int)] = [(type, 0)]
    while let (next, level) = stack.popLast() {
      let isCut = level == depth
      let isNew = isCut || tree.visit(next)
      let children = tree.children(of: next)
      var more = ""
      if !children.isEmpty, isCut { more = " (\(children.count) below)" }
      if !children.isEmpty, !isNew { more = " (see above)" }
      session.output.line([
        String(repeating: "  ", count: level) + next.text,
        session.shown(tree.description(of: next) ?? "") + more,
      ])
      if isNew, !isCut { stack.append(contentsOf: children.reversed().map { ($0, level + 1) }) }
    }
    return .answered
  }

  /// The number of levels that `--depth` names; `nil` for all.
  static func depth(_ arguments: Arguments) throws(Failure) -> Int? {
    guard let text = arguments.value("--depth") else { return nil }
    guard let depth = Int(text), depth >= 0 else {
      throw .usage("'\(text)' is not a depth", hint: "such as --depth 2")
    }
    return depth
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
  /// `levels` are shown below the type; `nil` for all.
  mutating func write(_ type: TypeIdentifier, levels: Int?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("description", description(of: type))
    writer.member("identifier", type.text)
    let children = children(of: type)
    if !children.isEmpty {
      if levels == 0 {
        writer.member("subtypesBelow", children.count)
      } else if visit(type) {
        writer.name("subtypes")
        writer.beginArray()
        for child in children { write(child, levels: levels.map { $0 - 1 }, to: &writer) }
        writer.endArray()
      } else {
        writer.member("subtypesShownBefore", true)
      }
    }
    writer.endObject()
  }
}
