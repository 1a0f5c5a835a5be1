// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let supertypes: Command = Command(
    "supertypes", operands: "TYPE",
    summary: "list the types that a type conforms to, nearest first",
    examples: [
      Example("utcli supertypes public.jpeg", "public.image, public.data and so on")
    ],
    options: [.asType, .jsonLines], operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let types = try session.ask { try $0.supertypes(of: type) }
    list("supertypes", types, of: type, session)
    return .answered
  }

  /// Lists types in their order, or writes them as the member `key` of a document.
  static func list(
    _ key: String, _ types: [TypeIdentifier], of type: TypeIdentifier, _ session: Session,
    isShort: Bool = false
  ) {
    session.answer {
      $0.member("identifier", type.text)
      $0.texts(key, types.map(\.text))
    } lines: {
      session.list(types, leavingOutMediaTypes: isShort)
    }
  }
}
