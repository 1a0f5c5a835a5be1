// SPDX-License-Identifier: MIT

package import StrictJSON

// An answer of `TypeOf`. The daemon writes it from a resolution, without making the value.

extension FileTypeAnswer {
  /// Writes the members of the answer.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", identifier.text)
    writer.flag("dynamic", isDynamic)
    writer.member("mimeType", mimeType)
    writer.member("mimeTypeFrom", mimeTypeSource?.text)
    writer.flag("tie", isTie)
    writer.member("candidates", candidates.map(\.text))
    writer.flag("contentsDecide", contentsDecide)
  }

  /// Reads an answer in one pass: there may be very many.
  init(reading answer: JSONValue) throws(InvalidAnswer) {
    guard answer.kind == .object else { throw InvalidAnswer("answers") }
    var identifier: TypeIdentifier?
    self.init(identifier: FileKind.regular.typeIdentifier)
    for (name, value) in answer.members where !value.isNull {
      if name.equals("identifier") {
        identifier = try AnswerObject.identifier(value.string, "identifier")
      } else if name.equals("mimeType") {
        mimeType = try AnswerObject.required(value.string, "mimeType")
      } else if name.equals("mimeTypeFrom") {
        mimeTypeSource = try AnswerObject.identifier(value.string, "mimeTypeFrom")
      } else if name.equals("dynamic") {
        isDynamic = try AnswerObject.required(value.boolean, "dynamic")
      } else if name.equals("tie") {
        isTie = try AnswerObject.required(value.boolean, "tie")
      } else if name.equals("contentsDecide") {
        contentsDecide = try AnswerObject.required(value.boolean, "contentsDecide")
      } else if name.equals("candidates") {
        guard value.kind == .array else { throw InvalidAnswer("candidates") }
        candidates = []
        for element in value.elements {
          candidates.append(try AnswerObject.identifier(element.string, "candidates"))
        }
      }
    }
    guard let identifier else { throw InvalidAnswer("identifier") }
    self.identifier = identifier
  }
}

extension JSONWriter {
  /// Writes the members of the answer for a name; allocates nothing.
  package mutating func members(
    of resolution: NameResolution, _ fileName: Span<UInt8>, _ registry: CompiledRegistry
  ) {
    member(quoted: "\"identifier\":") { text in
      registry.append(resolution, name: fileName, to: &text)
      return true
    }
    if resolution.isDynamic { member("dynamic", true) }
    if let (text, supertype) = registry.nearestMIMEType(of: resolution) {
      member(quoted: "\"mimeType\":") { bytes in
        text.append(to: &bytes)
        return true
      }
      if supertype != .none {
        member(quoted: "\"mimeTypeFrom\":") { bytes in
          registry.identifierBytes(of: supertype).append(to: &bytes)
          return true
        }
      }
    }
    guard resolution.isTie else { return }
    member("tie", true)
    name(quoted: "\"candidates\":")
    beginArray()
    registry.forEachTiedCandidate(of: resolution) { candidate in
      string(appending: { registry.identifierBytes(of: candidate).append(to: &$0) })
    }
    endArray()
  }
}
