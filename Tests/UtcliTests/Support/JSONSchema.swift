// SPDX-License-Identifier: MIT

import Foundation

/// A JSON value as `JSONDecoder` reads it.
indirect enum AnyJSON: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let values = try? value.decode([AnyJSON].self) {
      self = .array(values)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }

  subscript(_ name: String) -> AnyJSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var members: [String: AnyJSON] { if case .object(let members) = self { members } else { [:] } }
  var elements: [AnyJSON] { if case .array(let values) = self { values } else { [] } }
}

/// A schema of JSON Schema, draft 2020-12, with the keywords that the schemas of this project use.
struct JSONSchema {
  private let root: AnyJSON

  init(_ text: String) throws { root = try AnyJSON(text) }

  /// The keywords that are understood; `problems` reports any other one.
  private static let keywords: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "required", "properties",
    "additionalProperties", "items", "enum", "const", "anyOf", "oneOf",
  ]

  /// What is wrong with a value, each with its place; empty if it is valid.
  func problems(of value: AnyJSON) -> [String] { problems(of: value, by: root, at: "") }

  private func problems(of value: AnyJSON, by schema: AnyJSON, at place: String) -> [String] {
    var found: [String] = []
    for keyword in schema.members.keys where !Self.keywords.contains(keyword) {
      found.append("\(place): the schema has the unknown keyword \(keyword)")
    }
    if let name = schema["$ref"]?.text {
      let definition = root["$defs"]?[String(name.dropFirst("#/$defs/".count))]
      guard name.hasPrefix("#/$defs/"), let definition else { return ["\(place): no \(name)"] }
      found += problems(of: value, by: definition, at: place)
    }
    if let constant = schema["const"], constant != value {
      found.append("\(place): is not \(constant)")
    }
    if let values = schema["enum"]?.elements, !values.contains(value) {
      found.append("\(place): \(value) is none of \(values)")
    }
    if let type = schema["type"]?.text, !Self.isOf(type, value) {
      return found + ["\(place): \(value) is not of the type \(type)"]
    }
    for (keyword, limit) in [("anyOf", Int.max), ("oneOf", 1)] {
      guard let forms = schema[keyword]?.elements else { continue }
      let answers = forms.map { problems(of: value, by: $0, at: place) }
      let fitting = answers.count { $0.isEmpty }
      if fitting == 0 { found += answers.min { $0.count < $1.count } ?? ["\(place): no form"] }
      if fitting > limit { found.append("\(place): has \(fitting) forms of \(keyword)") }
    }
    if case .array(let values) = value, let items = schema["items"] {
      for (index, element) in values.enumerated() {
        found += problems(of: element, by: items, at: "\(place)/\(index)")
      }
    }
    if case .object(let members) = value {
      found += problems(of: members, by: schema, at: place)
    }
    return found
  }

  private func problems(
    of members: [String: AnyJSON], by schema: AnyJSON, at place: String
  ) -> [String] {
    var found: [String] = []
    for name in (schema["required"]?.elements ?? []).compactMap(\.text) where members[name] == nil {
      found.append("\(place): lacks \(name)")
    }
    for (name, member) in members {
      if let known = schema["properties"]?[name] {
        found += problems(of: member, by: known, at: "\(place)/\(name)")
      } else if let others = schema["additionalProperties"], others != .boolean(true) {
        if others == .boolean(false) {
          found.append("\(place): has the unknown member \(name)")
        } else {
          found += problems(of: member, by: others, at: "\(place)/\(name)")
        }
      }
    }
    return found
  }

  private static func isOf(_ type: String, _ value: AnyJSON) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .boolean), ("number", .number), ("string", .string),
      ("array", .array), ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
