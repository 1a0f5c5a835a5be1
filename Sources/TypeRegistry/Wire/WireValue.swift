// SPDX-License-Identifier: MIT

package import StrictJSON

/// A value as a reply of the daemon holds it, and as `utcli --json` prints it.
///
/// The members are written in the order of the interface's description. A member that is absent,
/// empty or false is left out where the description allows that.
package protocol WireValue {
  /// Writes the members of the value.
  func writeMembers(to writer: inout JSONWriter)
}

extension WireValue {
  /// Writes the value, which is an object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a value.
  package mutating func value(_ value: some WireValue) { value.write(to: &self) }

  /// Writes a member that is a value, unless there is none.
  package mutating func member(_ key: String, _ value: (some WireValue)?) {
    guard let value else { return }
    name(key)
    value.write(to: &self)
  }

  /// Writes a member that is an array of values, which may be empty.
  package mutating func array(_ key: String, _ values: some Sequence<some WireValue>) {
    name(key)
    beginArray()
    for value in values { value.write(to: &self) }
    endArray()
  }

  /// Writes a member that is an array of values, unless there are none.
  package mutating func list(_ key: String, _ values: some Collection<some WireValue>) {
    if !values.isEmpty { array(key, values) }
  }

  /// Writes a member that is an array of strings, which may be empty.
  package mutating func texts(_ key: String, _ texts: some Sequence<String>) {
    name(key)
    strings(texts)
  }

  /// Writes a member that is true, unless it is false.
  package mutating func flag(_ key: String, _ value: Bool) {
    if value { member(key, true) }
  }
}
