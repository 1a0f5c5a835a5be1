// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let negotiate: Command = Command(
    "negotiate", operands: "--offer TYPE,... --accept TYPE,...",
    summary: "match offered types with accepted types",
    details: """
      Prints OFFERED<TAB>ACCEPTED<TAB>DISTANCE per line, best pair first: the same type, then the
      nearest conformance, then the order of the accepted types. The exit status is 1 without a pair.
      """,
    columns: [
      Column("OFFERED", "the offered type", .identifier),
      Column("ACCEPTED", "the accepted type that it conforms to", .identifier),
      Column("DISTANCE", "the number of conformances between them", isNumber: true),
    ],
    examples: [
      Example(
        "utcli negotiate --offer public.png,public.rtf --accept public.image", "what to paste")
    ],
    options: [
      Option("--offer", "TYPE,...", "offered types, best first"),
      Option("--accept", "TYPE,...", "accepted types, most preferred first"),
    ], operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    let offered = try identifiers(arguments.values("--offer"), "--offer")
    let accepted = try identifiers(arguments.values("--accept"), "--accept")
    let pairs = try session.ask { try $0.negotiate(offered: offered, accepted: accepted) }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("pairs", pairs)
        writer.schema()
        writer.endObject()
      }
    } else {
      for pair in pairs {
        session.output.line([pair.offered.text, pair.accepted.text, String(pair.distance)])
      }
    }
    return pairs.isEmpty ? .negative : .answered
  }

  private static func identifiers(
    _ texts: [String], _ option: String
  ) throws(Failure) -> [TypeIdentifier] {
    guard !texts.isEmpty else {
      throw .usage("'negotiate' needs \(option)", hint: "usage: \(Command.negotiate.usage)")
    }
    var identifiers: [TypeIdentifier] = []
    for text in texts {
      do {
        // Undeclared types too: the two sides of a clipboard may share a private type.
        identifiers.append(try TypeIdentifier(text))
      } catch {
        throw Failure(.badData, "type identifier '\(text)' \(error)")
      }
    }
    return identifiers
  }
}
