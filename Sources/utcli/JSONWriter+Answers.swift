// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The values that several commands answer with, as JSON. Keys are sorted, empty members left out.

extension JSONWriter {
  mutating func strings(_ texts: some Sequence<String>) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    name(key)
    string(text)
  }

  mutating func member(_ key: String, _ value: Bool) {
    name(key)
    boolean(value)
  }

  mutating func member(_ key: String, _ value: Int) {
    name(key)
    integer(value)
  }

  mutating func member(_ key: String, _ texts: some Collection<String>) {
    guard !texts.isEmpty else { return }
    name(key)
    strings(texts)
  }

  mutating func schema() { member("schema", 1) }

  /// A file's name: as text, and in base 64 beside it where it is not UTF-8.
  mutating func fileName(_ bytes: [UInt8]) {
    member("name", String(decoding: bytes, as: UTF8.self))
    if String(validating: bytes, as: UTF8.self) == nil {
      member("nameBytes", Base64.encode(bytes))
    }
  }

  /// Tags by class.
  mutating func member(_ key: String, tags: [Tag]) {
    guard !tags.isEmpty else { return }
    name(key)
    beginObject()
    for tagClass in Set(tags.map(\.tagClass)).sorted() {
      member(tagClass.text, tags.filter { $0.tagClass == tagClass }.map(\.value))
    }
    endObject()
  }

  mutating func value(_ source: SourceReference) {
    beginObject()
    member("bundle", source.bundle)
    if source.line != 0 {
      member("column", source.column)
      member("line", source.line)
    }
    member("origin", source.origin.name)
    member("path", source.path)
    if !source.bundleVersion.isEmpty { member("version", source.bundleVersion) }
    endObject()
  }

  mutating func value(_ diagnostic: Diagnostic) {
    beginObject()
    if let isAccepted = diagnostic.isAcceptedByApple { member("acceptedByApple", isAccepted) }
    member("code", diagnostic.code.rawValue)
    if case .location(let location) = diagnostic.place { member("column", location.column) }
    member("hint", diagnostic.hint)
    if case .keyPath(let keyPath) = diagnostic.place { member("keyPath", keyPath) }
    if case .location(let location) = diagnostic.place { member("line", location.line) }
    member("message", diagnostic.message)
    member("path", diagnostic.path)
    member("severity", diagnostic.severity.rawValue)
    endObject()
  }
}

/// RFC 4648 section 4.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(
          digit <= group.count
            ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
