// SPDX-License-Identifier: MIT

// Members of an object in one call each. A member without a value is omitted, never null.

extension JSONWriter {
  /// Writes a member that is a string; omits it for `nil`.
  package mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    name(key)
    string(text)
  }

  /// Writes a member that is a boolean.
  package mutating func member(_ key: String, _ value: Bool) {
    name(key)
    boolean(value)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ key: String, _ value: Int) {
    name(key)
    integer(value)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ key: String, _ value: UInt64) {
    name(key)
    integer(value)
  }

  /// Writes a member that is an array of strings; omits it if there are none.
  package mutating func member(_ key: String, _ texts: some Collection<String>) {
    guard !texts.isEmpty else { return }
    name(key)
    strings(texts)
  }

  /// Writes an array of strings.
  package mutating func strings(_ texts: some Sequence<String>) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }
}
