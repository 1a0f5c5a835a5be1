// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let search: Command = Command(
    "search", operands: "TEXT", summary: "find types by identifier, description or tag",
    details: "Prints IDENTIFIER<TAB>DESCRIPTION per line, best match first.",
    columns: [
      .typeIdentifier, Column("DESCRIPTION", "what the type is; empty if it has no description"),
    ],
    examples: [
      Example("utcli search markdown", "types by a part of their names")
    ],
    options: [.locale], operandCount: 1...1,
    needs: "a text"
  ) { (session, arguments) throws(Failure) in
    guard !arguments.operands[0].isEmpty else { throw Command.search.missingOperands }
    let results = try session.ask { try $0.search(arguments.texts[0], in: session.languages) }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("results", results)
        writer.schema()
        writer.endObject()
      }
    } else {
      for result in results {
        session.output.line([result.identifier.text, session.shown(result.description ?? "")])
      }
    }
    return .answered
  }
}
