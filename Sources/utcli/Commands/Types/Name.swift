// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let name: Command = Command(
    "name", operands: "NAME TYPE", summary: "add the extension of a type to a file name",
    details: "A name that already has an extension of the type is not changed.",
    examples: [
      Example("utcli name holiday public.jpeg", "holiday.jpeg")
    ],
    options: [Option("--type", nil, "treat the type as an identifier")], operandCount: 2...2,
    needs: "a file name and a type"
  ) { (session, arguments) throws(Failure) in
    if let first = try? TypeIdentifier(arguments.texts[0]), try session.isKnown(first),
      (try? TypeIdentifier(arguments.texts[1])) == nil,
      case .file = try session.operand(arguments.operands[1], arguments)
    {
      throw .usage(
        "the type comes last",
        hint: ([Array("name".utf8)] + arguments.operands.reversed()).quotedLine)
    }
    let type = try session.type(arguments.operands[1], arguments)
    let (suggested, isChanged) = try session.ask {
      try $0.suggestedName(arguments.operands[0], for: type)
    }
    session.answer {
      $0.member("identifier", type.text)
      $0.fileName(suggested)
      $0.member("changed", isChanged)
    } lines: {
      session.output.append { buffer in
        TextEscaping.append(name: suggested.span, to: &buffer)
        buffer.append(UInt8(ascii: "\n"))
      }
    }
    return .answered
  }
}
