// SPDX-License-Identifier: MIT

package import StrictJSON

/// A value of a property list, with the members of dictionaries in their order.
package indirect enum PropertyValue: Hashable, Sendable {
  /// A member of a dictionary.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: PropertyValue
  }

  case string(String)
  /// A date of an XML property list, as written.
  case date(String)
  /// Data of an XML property list, in Base64.
  case data(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case array([PropertyValue])
  case dictionary([Member])

  /// The value of a text in JSON, or of a property list that was read like one; `nil` for null, which property
  /// lists do not have.
  package init?(_ value: JSONValue) {
    switch value.kind {
    case .null: return nil
    case .string:
      let text = value.string ?? ""
      if value.isElement("date") {
        self = .date(text)
      } else {
        self = value.isElement("data") ? .data(text) : .string(text)
      }
    case .boolean: self = .boolean(value.boolean ?? false)
    case .number:
      if let integer = value.integer {
        self = .integer(integer)
      } else {
        self = .real(value.double ?? 0)
      }
    case .array: self = .array(value.elements.compactMap { PropertyValue($0) })
    case .object:
      var members: [Member] = []
      var seen: Set<ExactText> = []
      for (name, value) in value.members {
        guard let value = PropertyValue(value), let name = name.string,
          seen.insert(ExactText(name)).inserted
        else { continue }
        members.append(Member(name: name, value: value))
      }
      self = .dictionary(members)
    }
  }

  /// Whether there is a date or data in it, which JSON does not have.
  var hasDateOrData: Bool {
    switch self {
    case .date, .data: true
    case .string, .boolean, .integer, .real: false
    case .array(let values): values.contains(where: \.hasDateOrData)
    case .dictionary(let members): members.contains { $0.value.hasDateOrData }
    }
  }

  /// Whether a text in it has a character that XML does not have.
  var hasForbiddenCharacter: Bool {
    switch self {
    case .string(let text), .date(let text), .data(let text): !XMLText.holds(text)
    case .boolean, .integer, .real: false
    case .array(let values): values.contains(where: \.hasForbiddenCharacter)
    case .dictionary(let members):
      members.contains { !XMLText.holds($0.name) || $0.value.hasForbiddenCharacter }
    }
  }
}

// MARK: - Texts

extension PropertyValue {
  /// The value as JSON, indented, with a line end.
  package var json: [UInt8] {
    var writer = JSONWriter(layout: .pretty)
    write(to: &writer)
    writer.endText(terminator: UInt8(ascii: "\n"))
    return writer.bytes
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text), .date(let text), .data(let text): writer.string(text)
    case .boolean(let value): writer.boolean(value)
    case .integer(let value): writer.integer(Int(value))
    case .real(let value): writer.double(value)
    case .array(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .dictionary(let members):
      writer.beginObject()
      for member in members {
        writer.name(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The value as an XML property list.
  package var propertyList: [UInt8] {
    var text = XMLText()
    text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    text.line(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">")
    text.element("plist", [("version", "1.0")]) { write(to: &$0) }
    return text.bytes
  }

  private func write(to text: inout XMLText) {
    switch self {
    case .string(let string): text.element("string", text: string)
    case .date(let date): text.element("date", text: date)
    case .data(let data): text.element("data", text: data)
    case .boolean(let value): text.element(value ? "true" : "false")
    case .integer(let value): text.element("integer", text: "\(value)")
    case .real(let value): text.element("real", text: "\(value)")
    case .array(let values):
      text.element("array") { text in
        for value in values { value.write(to: &text) }
      }
    case .dictionary(let members):
      text.element("dict") { text in
        for member in members {
          text.element("key", text: member.name)
          member.value.write(to: &text)
        }
      }
    }
  }
}

extension JSONValue {
  /// Whether the value is an element of that name in XML.
  fileprivate func isElement(_ name: String) -> Bool {
    document.hasOffsets && document.source[offset...].starts(with: "<\(name)".utf8)
  }
}
