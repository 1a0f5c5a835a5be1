// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The frame of a document, which every answer in JSON has, and its arrays.
//
// Not of sequences: a start would look for the conformances of their elements, a fortieth of its work.

extension JSONWriter {
  /// Writes an object with the version of the form of answers.
  ///
  /// - Parameters:
  ///   - members: Writes the members before the version.
  ///   - rest: Writes those after it.
  mutating func document(
    _ members: (inout JSONWriter) -> Void, rest: (inout JSONWriter) -> Void = { _ in }
  ) {
    beginObject()
    members(&self)
    member("schema", 1)
    rest(&self)
    endObject()
  }

  /// Writes a member that is an object.
  mutating func object(_ key: String, _ members: (inout JSONWriter) -> Void) {
    name(key)
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes an array; `body` writes each element.
  mutating func array<Value>(_ values: [Value], _ body: (inout JSONWriter, Value) -> Void) {
    beginArray()
    for index in values.indices { body(&self, values[index]) }
    endArray()
  }

  /// Writes a member that is an array; `body` writes each element.
  mutating func array<Value>(
    _ key: String, _ values: [Value], _ body: (inout JSONWriter, Value) -> Void
  ) {
    name(key)
    array(values, body)
  }

  /// Writes an array with an object for each value.
  mutating func objects<Value>(
    _ values: [Value], _ members: (inout JSONWriter, Value) -> Void
  ) {
    array(values) { writer, value in
      writer.beginObject()
      members(&writer, value)
      writer.endObject()
    }
  }

  /// Writes a member that is an array with an object for each value, which may be empty.
  mutating func objects<Value>(
    _ key: String, _ values: [Value], _ members: (inout JSONWriter, Value) -> Void
  ) {
    name(key)
    objects(values, members)
  }

  /// Writes a member that is an array with an array for each value, which may be empty.
  mutating func arrays<Value>(
    _ key: String, _ values: [Value], _ elements: (inout JSONWriter, Value) -> Void
  ) {
    array(key, values) { writer, value in
      writer.beginArray()
      elements(&writer, value)
      writer.endArray()
    }
  }

  /// Writes an array of values.
  mutating func values(_ values: [some WireValue]) {
    array(values) { writer, value in value.write(to: &writer) }
  }
}
