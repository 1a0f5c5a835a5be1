// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let search: Command = Command(
    "search", operands: "TEXT...", summary: "find types by identifier, description or tag",
    details: """
      Prints \(SearchResult.form) per line, best match first. Of several texts a type has to
      have all; those that have them beside each other come first.
      """,
    columns: SearchResult.columns,
    examples: [
      Example("utcli search markdown", "types by a part of their names"),
      Example("utcli search image raw", "types by several parts"),
    ],
    options: [.jsonLines, .locale], operandCount: 1...Int.max,
    needs: "a text"
  ) { (session, arguments) throws(Failure) in
    let texts = arguments.texts
    guard !texts.contains("") else { throw Command.search.missingOperands }
    let results = try session.search(texts)
    session.show(results, as: "results")
    if results.isEmpty {
      let quoted = texts.map { "'\($0)'" }.joined(separator: " and ")
      session.remark("note: no type has \(quoted) in its identifier, description or tags")
    }
    return .answered
  }
}

extension Session {
  /// The types that have all of some texts: first those that have them beside each other.
  fileprivate func search(_ texts: [String]) throws(Failure) -> [SearchResult] {
    var results = try ask { try $0.search(texts.joined(separator: " "), in: languages) }
    guard texts.count > 1 else { return results }
    var others = try ask { try $0.search(texts[0], in: languages) }
    for text in texts.dropFirst() {
      let found = Dictionary(
        try ask { try $0.search(text, in: languages) }.map { ($0.identifier, $0.quality) }
      ) { first, _ in first }
      others = others.compactMap { result in
        guard let quality = found[result.identifier] else { return nil }
        var result = result
        result.quality = max(result.quality, quality)
        return result
      }
    }
    let known = Set(results.map(\.identifier))
    results += others.filter { !known.contains($0.identifier) }
    return results
  }
}

extension SearchResult: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add(.typeIdentifier, row?.identifier.text)
    table.add(.typeDescription, row.map { $0.description ?? "" })
  }
}
