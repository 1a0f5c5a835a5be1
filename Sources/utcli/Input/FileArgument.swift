// SPDX-License-Identifier: MIT

/// A file that a word of the command line names: by its path, or by a `file:` URL.
enum FileArgument {
  /// The path that a word names: the path of a `file:` URL, else the word itself.
  static func path(of word: [UInt8]) throws(Failure) -> [UInt8] {
    word.begins(with: "file:") ? try path(ofURL: word) : word
  }

  /// The path of a `file:` URL (RFC 8089) of this host.
  private static func path(ofURL word: [UInt8]) throws(Failure) -> [UInt8] {
    var rest = word.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || host.elementsEqual("localhost".utf8) else {
        throw Failure(.badData, "'\(String(decoding: word, as: UTF8.self))' is on another host")
      }
      rest = rest.dropFirst(host.count)
    }
    var path: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else {
        throw Failure(
          .badData, "'\(String(decoding: word, as: UTF8.self))' has a bad escape '%\(digits)'")
      }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    guard path.first == UInt8(ascii: "/") else {
      throw Failure(
        .badData, "'\(String(decoding: word, as: UTF8.self))' is not an absolute file URL")
    }
    return path
  }
}

extension [UInt8] {
  /// Whether the bytes begin with `prefix`, which is in lower case, compared without case.
  func begins(with prefix: String) -> Bool {
    count >= prefix.utf8.count
      && zip(self, prefix.utf8).allSatisfy { byte, expected in
        byte == expected || (byte &- 0x41 < 26 && byte | 0x20 == expected)
      }
  }
}
