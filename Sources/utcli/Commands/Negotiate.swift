// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let negotiate: Command = Command(
    "negotiate", operands: "--offer TYPE,... --accept TYPE,...",
    summary: "which offered type an accepting side should take",
    details: """
      Prints OFFERED<TAB>ACCEPTED<TAB>DISTANCE a line, the best pair first: the same type, then the
      nearest conformance, then the accepting side's order of preference.
      """,
    options: [
      Option("--offer", "TYPE,...", "the types that are offered, the best first"),
      Option("--accept", "TYPE,...", "the types that are accepted, the dearest first"),
    ], operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    let offered = try identifiers(arguments.values("--offer"), "--offer")
    let accepted = try identifiers(arguments.values("--accept"), "--accept")
    let pairs = try session.ask { (client) throws(RegistryClientError) in
      try client.negotiate(offered: offered, accepted: accepted)
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.name("pairs")
        writer.beginArray()
        for pair in pairs {
          writer.beginObject()
          writer.member("accepted", pair.accepted.text)
          writer.member("distance", pair.distance)
          writer.member("offered", pair.offered.text)
          writer.endObject()
        }
        writer.endArray()
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
        // Undeclared types too: a private type on a clipboard is nobody's but the two sides'.
        identifiers.append(try TypeIdentifier(text))
      } catch {
        throw Failure(.badData, "type identifier '\(text)' \(error)")
      }
    }
    return identifiers
  }
}
