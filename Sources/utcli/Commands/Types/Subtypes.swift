// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let subtypes: Command = Command(
    "subtypes", operands: "TYPE", summary: "list the types that conform to a type, nearest first",
    examples: [
      Example("utcli subtypes public.archive", "all types of archives")
    ],
    options: [
      .asType, .jsonLines,
      Option("--all", nil, "on a terminal: also types that only a MIME type names"),
    ], operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let types = try session.ask { try $0.subtypes(of: type) }
    list("subtypes", types, of: type, session, isShort: !arguments.has("--all"))
    return .answered
  }
}
