// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let negotiate: Command = Command(
    "negotiate", operands: "--offer TYPE,... --accept TYPE,...",
    summary: "match offered types with accepted types",
    details: """
      Prints \(NegotiatedPair.form) per line, best pair first: the same type, then the
      nearest conformance, then the order of the accepted types. The exit status is 1 without a pair.
      """,
    columns: NegotiatedPair.columns,
    examples: [
      Example(
        "utcli negotiate --offer public.png,public.rtf --accept public.image", "what to paste")
    ],
    options: [
      Option("--offer", "TYPE,...", "offered types, best first"),
      Option("--accept", "TYPE,...", "accepted types, most preferred first"),
    ], operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    let offered = try identifiers(arguments.values("--offer"), "--offer", session)
    let accepted = try identifiers(arguments.values("--accept"), "--accept", session)
    let pairs = try session.ask { try $0.negotiate(offered: offered, accepted: accepted) }
    session.show(pairs, as: "pairs")
    return pairs.isEmpty ? .negative : .answered
  }

  private static func identifiers(
    _ texts: [String], _ option: String, _ session: Session
  ) throws(Failure) -> [TypeIdentifier] {
    guard !texts.isEmpty else {
      throw .usage("'negotiate' needs \(option)", hint: "usage: \(Command.negotiate.usage)")
    }
    // Undeclared types too: the two sides of a clipboard may share a private type.
    return try texts.map { (text) throws(Failure) in
      if let identifier = try? TypeIdentifier(text) { return identifier }
      return try session.type(named: text)
    }
  }
}

extension NegotiatedPair: TableRow {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add("OFFERED", "the offered type", .identifier, row?.offered.text)
    table.add("ACCEPTED", "the accepted type that it conforms to", .identifier, row?.accepted.text)
    table.add("DISTANCE", "the number of conformances between them", row?.distance)
  }
}
