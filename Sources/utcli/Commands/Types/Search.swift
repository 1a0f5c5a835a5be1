// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let search: Command = Command(
    "search", operands: "TEXT", summary: "find types by identifier, description or tag",
    details: "Prints \(SearchResult.form) per line, best match first.",
    columns: SearchResult.columns,
    examples: [
      Example("utcli search markdown", "types by a part of their names")
    ],
    options: [.locale], operandCount: 1...1,
    needs: "a text"
  ) { (session, arguments) throws(Failure) in
    guard !arguments.operands[0].isEmpty else { throw Command.search.missingOperands }
    session.show(
      try session.ask { try $0.search(arguments.texts[0], in: session.languages) }, as: "results")
    return .answered
  }
}

extension SearchResult: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add(.typeIdentifier, row?.identifier.text)
    table.add(.typeDescription, row.map { $0.description ?? "" })
  }
}
