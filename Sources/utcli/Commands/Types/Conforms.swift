// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let conforms: Command = Command(
    "conforms", operands: "TYPE|FILE SUPERTYPE",
    summary: "check whether a type conforms to another",
    details: "Prints 'yes' and the path through the hierarchy, or 'no'; the exit status is 0 or 1.",
    examples: [
      Example("utcli conforms public.jpeg public.image", "'yes', and status 0"),
      Example("utcli conforms photo.jpg public.data", "for the type of a file"),
    ],
    options: [.asType], operandCount: 2...2, needs: "two types"
  ) { (session, arguments) throws(Failure) in
    let type: TypeIdentifier
    let supertype: TypeIdentifier
    let path: [TypeIdentifier]?
    if let same = sameIdentifier(arguments) {
      // Conformance is reflexive, also that of a type that nothing declares.
      (type, supertype, path) = (same, same, [same])
    } else {
      type = try session.typeOrFileType(arguments.operands[0], arguments)
      if (try? FileInspection(of: arguments.operands[1])) != nil,
        case .file = try session.operand(arguments.operands[1], arguments)
      {
        throw .usage(
          "the file comes first",
          hint: ([Array("conforms".utf8)] + arguments.operands.reversed()).quotedLine)
      }
      supertype = try session.type(arguments.operands[1], arguments)
      path = try session.ask { try $0.path(from: type, to: supertype) }
    }
    let conforms = path != nil
    session.answer {
      $0.member("identifier", type.text)
      $0.member("supertype", supertype.text)
      $0.member("conforms", conforms)
      $0.member("path", (path ?? []).map(\.text))
    } lines: {
      if let path {
        session.output.line(["yes", path.map(\.text).joined(separator: " -> ")], meaning: .winner)
      } else {
        session.output.line("no")
      }
    }
    return conforms ? .answered : .negative
  }

  /// The identifier that both operands are; `nil` if they differ, or may be a file.
  private static func sameIdentifier(_ arguments: Arguments) -> TypeIdentifier? {
    guard let identifier = try? TypeIdentifier(arguments.texts[0]),
      identifier == (try? TypeIdentifier(arguments.texts[1])),
      (try? FileInspection(of: arguments.operands[0])) == nil
    else { return nil }
    return identifier
  }
}
