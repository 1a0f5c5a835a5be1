// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let tree: Command = Command(
    "tree", operands: "[TYPE]", summary: "show a type and its subtypes as a tree",
    details: """
      Prints \([Column.typeIdentifier, .typeDescription].form) per line, \
      indented by two spaces per level. A type with
      several parents appears under each; its subtypes are shown once. With --depth, types that are
      further away are counted only. Without TYPE, it prints the families of types, and with --all or
      --json all types.

      A type that has neither an extension nor a file name, that no application claims, and that is not
      a 'public' one, is folded away: its parent's line has the number, and the last line has that of
      all. With --all, and if a type has only such subtypes, they are shown.
      """,
    columns: [.typeIdentifier, .typeDescription],
    examples: [
      Example("utcli tree", "the families of types"),
      Example("utcli tree public.image", "all types of images"),
      Example("utcli tree --depth 1 public.data", "only the types directly below"),
    ],
    options: [
      .asType, Option("--depth", "NUMBER", "show this many levels below the type"),
      Option("--all", nil, "show also what is folded away"), .locale,
    ],
    operandCount: 0...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    var depth = try Self.depth(arguments)
    let showsAll = arguments.has("--all") || session.wantsJSON
    var tree: TypeTree
    var roots: [TypeIdentifier]
    if let word = arguments.operands.first {
      roots = [try session.type(word, arguments)]
      tree = try session.tree(below: roots[0])
    } else {
      tree = try session.treeOfEveryType()
      roots = tree.roots
      if !showsAll {
        roots = CensusFamily.all.flatMap(\.types).compactMap { try? TypeIdentifier($0) }
          .filter(tree.contains(_:))
        depth = depth ?? 0
      }
    }
    guard !session.wantsJSON else {
      session.document { _ in
      } rest: { writer in
        guard !arguments.operands.isEmpty else {
          return writer.array("trees", roots) { tree.write($1, levels: depth, to: &$0) }
        }
        writer.name("tree")
        tree.write(roots[0], levels: depth, to: &writer)
      }
      return .answered
    }
    print(&tree, roots, depth, showsAll: showsAll, session)
    if arguments.operands.isEmpty, !showsAll {
      let hint = "'utcli tree TYPE' shows the types below one; --all shows all types"
      if session.isTerminal { session.output.line(hint) } else { session.remark(hint) }
    }
    return .answered
  }

  private static func print(
    _ tree: inout TypeTree, _ roots: [TypeIdentifier], _ depth: Int?, showsAll: Bool,
    _ session: Session
  ) {
    var folded: Set<TypeIdentifier> = []
    var stack = roots.reversed().map { (type: $0, level: 0) }
    while let (next, level) = stack.popLast() {
      let isCut = level == depth
      let isNew = isCut || tree.visit(next)
      let children = tree.children(of: next)
      let shown = showsAll ? children : tree.familiarChildren(of: next)
      var more = ""
      let hidden = children.count - shown.count
      if hidden > 0 { more = " (\(hidden.grouped) folded away)" }
      if !children.isEmpty, isCut { more = " (\(children.count) below)" }
      if !children.isEmpty, !isNew { more = " (see above)" }
      session.output.line([
        String(repeating: "  ", count: level) + next.text,
        session.shown(tree.description(of: next) ?? "") + more,
      ])
      guard isNew, !isCut else { continue }
      stack.append(contentsOf: shown.reversed().map { ($0, level + 1) })
      if hidden > 0 { folded.formUnion(Set(children).subtracting(shown)) }
    }
    let count = tree.count(below: folded)
    guard count > 0 else { return }
    let line =
      "\(count.grouped) \(count == 1 ? "type" : "types") without extension and application "
      + "\(count == 1 ? "is" : "are") folded away; --all shows \(count == 1 ? "it" : "them")"
    if session.isTerminal { session.output.line(line) } else { session.remark(line) }
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
