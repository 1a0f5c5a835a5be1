// SPDX-License-Identifier: MIT

package import StrictJSON

// File names in calls and replies. A name that is not UTF-8, or contains NUL, is sent in base 64.

extension JSONWriter {
  /// Writes the files of a call of `TypeOf`: as bare names if all are regular files with names that
  /// are text.
  mutating func write(_ files: ArraySlice<FileQuery>) {
    if files.allSatisfy({ $0.kind == .regular && !FileNameText.needsBytes($0.name.span) }) {
      name("names")
      beginArray()
      for file in files { string(bytes: file.name.span) }
      endArray()
      return
    }
    array("items", files)
  }

  /// Writes a file name or path of a call: as text, or only in base 64, as the member `keyBytes`.
  mutating func queriedFile(_ key: String, _ bytes: [UInt8]) {
    if FileNameText.needsBytes(bytes.span) {
      member(key + "Bytes", Base64.encode(bytes))
    } else {
      name(key)
      string(bytes: bytes.span)
    }
  }

  /// Writes a file name of a reply: as text, and also in base 64 if the text is not the same bytes.
  package mutating func fileName(_ name: [UInt8]) { fileName(name.span) }

  /// Writes a file name as the member `name`, and as `nameBytes` if it is not text.
  ///
  /// - Complexity: O(*n*) for *n* bytes. No allocation for a name that is text.
  package mutating func fileName(_ name: Span<UInt8>) {
    guard FileNameText.needsBytes(name) else {
      self.name(quoted: "\"name\":")
      return string(bytes: name)
    }
    let bytes = name.array
    member("name", FileNameText.text(bytes))
    member("nameBytes", Base64.encode(bytes))
  }
}

extension FileQuery: WireValue {
  /// Writes the name and the kind of the file, as members of an item of a call.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.queriedFile("name", name)
    if kind != .regular { writer.member("kind", kind.rawValue) }
  }
}

extension AnswerObject {
  /// The file name of a reply.
  func fileName() throws(InvalidAnswer) -> [UInt8] {
    guard let encoded = try optionalString("nameBytes") else {
      return Array(try string("name").utf8)
    }
    guard let bytes = Base64.decode(encoded.utf8.span) else { throw InvalidAnswer("nameBytes") }
    return bytes
  }
}

extension RequestSubject.Malformed {
  /// The kind of a file in an item of a call is another word than those of ``FileKind``.
  package static let unknownKind = Self(problem: "the kind is not one that files have")
  /// The name of a file in an item of a call is not in base 64.
  package static let notBase64 = Self(problem: "the name is not in base 64, with its padding")
}

/// A file name as text.
package enum FileNameText {
  /// Whether the name is not UTF-8, or contains NUL, which no message may.
  package static func needsBytes(_ name: Span<UInt8>) -> Bool {
    let plain = name.endOfPlainRun(from: 0)
    guard plain < name.count else { return false }
    for index in plain..<name.count where name[index] == 0 { return true }
    return (try? UTF8Span(validating: name)) == nil
  }

  /// The name as text; bytes that are not text become U+FFFD.
  package static func text(_ name: [UInt8]) -> String {
    guard name.contains(0) else { return String(decoding: name, as: UTF8.self) }
    // Many clients take a NUL in a string for the end of the message.
    return String(
      String.UnicodeScalarView(
        String(decoding: name, as: UTF8.self).unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
