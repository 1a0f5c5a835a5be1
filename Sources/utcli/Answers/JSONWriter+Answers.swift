// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The values that several commands answer with, as JSON. Keys are sorted, empty members left out.

extension JSONWriter {
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
    if case .location(let location) = diagnostic.position { member("column", location.column) }
    member("hint", diagnostic.hint)
    if case .keyPath(let keyPath) = diagnostic.position { member("keyPath", keyPath) }
    if case .location(let location) = diagnostic.position { member("line", location.line) }
    member("message", diagnostic.message)
    member("path", diagnostic.path)
    member("severity", diagnostic.severity.rawValue)
    endObject()
  }
}
