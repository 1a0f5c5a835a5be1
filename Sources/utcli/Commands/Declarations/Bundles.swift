// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let bundles: Command = Command(
    "bundles", summary: "list the sources of declarations, most trusted first",
    details: """
      Prints \(BundleInformation.form) per line. A bundle that is ignored
      because another has its identifier is followed by 'masked by PATH'. A terminal that is too narrow
      leaves out PATH.
      """,
    columns: BundleInformation.columns,
    examples: [
      Example("utcli bundles", "all sources of declarations")
    ],
    options: [.jsonLines, .locale], operandCount: 0...0
  ) { (session, _) throws(Failure) in
    session.show(try session.ask { try $0.bundles(in: session.languages) }, as: "bundles")
    session.remarkOnColumnsLeftOut("bundles")
    return .answered
  }
}

extension BundleInformation: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add("BUNDLE", "the identifier of the bundle", .identifier, row?.identifier)
    table.add(.version, row.flatMap { $0.version.isEmpty ? nil : $0.version })
    table.add(.origin, row?.origin.name)
    table.add("TYPES", "the number of types that it declares", row?.declarations)
    table.add(Column("PATH", "the file that declares them", mayBeLeftOut: true), row?.path)
    table.add(
      optional: Column("NOTE", "'masked by PATH' if another bundle has its identifier", .warning),
      row?.maskedBy.map { "masked by \($0)" })
  }
}
