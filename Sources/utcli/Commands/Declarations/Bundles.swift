// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let bundles: Command = Command(
    "bundles", summary: "list the sources of declarations, most trusted first",
    details: """
      Prints IDENTIFIER<TAB>VERSION<TAB>ORIGIN<TAB>TYPES<TAB>PATH per line. A bundle that is ignored
      because another has its identifier is followed by 'masked by PATH'.
      """,
    columns: [
      Column("IDENTIFIER", "the identifier of the bundle", .identifier),
      Column("VERSION", "its version; 0 if it has none"),
      Column("ORIGIN", "how far it is trusted: core, system, local or user"),
      Column("TYPES", "the number of types that it declares", isNumber: true),
      Column("PATH", "the file that declares them"),
      Column("NOTE", "'masked by PATH' if another bundle has its identifier", .warning),
    ],
    examples: [
      Example("utcli bundles", "all sources of declarations")
    ],
    options: [.locale], operandCount: 0...0
  ) { (session, _) throws(Failure) in
    let bundles = try session.ask { try $0.bundles(in: session.languages) }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("bundles", bundles)
        writer.schema()
        writer.endObject()
      }
    } else {
      for bundle in bundles {
        var fields = [
          bundle.identifier, bundle.version.isEmpty ? "0" : bundle.version, bundle.origin.name,
          String(bundle.declarations), bundle.path,
        ]
        if let maskedBy = bundle.maskedBy { fields.append("masked by \(maskedBy)") }
        session.output.line(fields.map(session.shown))
      }
    }
    return .answered
  }
}
