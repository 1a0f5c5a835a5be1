// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport

/// A document as a tree of Swift values: slow, obvious, and comparable.
indirect enum Model: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number as written.
  case number(String)
  /// Bytes, because `String` compares canonically equivalent texts as equal.
  case string([UInt8])
  case array([Model])
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: [UInt8]
    let value: Model
  }

  /// Creates the tree of a value of a document.
  init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .boolean: self = .boolean(value.boolean ?? false)
    case .number: self = .number(value.numberText ?? "")
    case .string: self = .string(Array((value.string ?? "").utf8))
    case .array: self = .array(value.elements.map(Model.init))
    case .object:
      self = .object(
        value.members.map {
          Member(name: Array(($0.name.string ?? "").utf8), value: Model($0.value))
        })
    }
  }

  /// Writes the tree.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .number(let text):
      if let value = Int64(text) {
        writer.integer(value)
      } else {
        writer.double(Double(text) ?? 0)
      }
    case .string(let bytes): writer.string(bytes: bytes.span)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.name(bytes: member.name.span)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// Builds the tree as a document without a source.
  func build(with builder: inout JSONDocumentBuilder) throws(JSONError) {
    switch self {
    case .null: builder.null()
    case .boolean(let value): builder.boolean(value)
    case .number(let text): try builder.number(text: text)
    case .string(let bytes): builder.string(bytes: bytes.span)
    case .array(let elements):
      builder.beginArray()
      for element in elements { try element.build(with: &builder) }
      builder.endArray()
    case .object(let members):
      builder.beginObject()
      for member in members {
        builder.memberName(bytes: member.name.span)
        try member.value.build(with: &builder)
      }
      builder.endObject()
    }
  }
}

extension Model {
  /// A random tree; about one in eight strings needs escape sequences.
  static func random(depth: Int, using random: inout SeededRandom) -> Model {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &random))
    case 2:
      .number(
        String(
          Int64.random(in: .min ... .max, using: &random)
            >> Int64.random(in: 0...60, using: &random)))
    case 3: .number(Double.random(in: -1e12...1e12, using: &random).description)
    case 4: .string(randomText(using: &random))
    case 5, 6:
      .array(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Model.random(depth: depth - 1, using: &random)
        })
    default:
      .object(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Member(
            name: randomText(using: &random), value: Model.random(depth: depth - 1, using: &random))
        })
    }
  }

  private static func randomText(using random: inout SeededRandom) -> [UInt8] {
    let alphabets: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x61...0x7A, 0x61...0x62, 0x00...0x1F, 0x80...0x7FF, 0x1E00...0x1EFF,
      0xE000...0xFFFF, 0x10000...0x10FFFF, 0x20...0x5C,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let alphabet = alphabets.randomElement(using: &random) ?? 0x20...0x7E
      for _ in 0..<Int.random(in: 0...11, using: &random) {
        let value = UInt32.random(in: alphabet, using: &random)
        text.append(Unicode.Scalar(value) ?? "x")
      }
    }
    return Array(String(text).utf8)
  }
}
