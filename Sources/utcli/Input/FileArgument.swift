// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A file that a word of the command line names: by its path, or by a `file:` URL.
enum FileArgument {
  /// The path that a word names: the path of a `file:` URL, else the word itself.
  static func path(of word: [UInt8]) throws(Failure) -> [UInt8] {
    word.begins(with: "file:") ? try path(ofURL: word) : word
  }

  /// Whether a word has the form of a URL with an authority (RFC 3986): `https://example.org`.
  static func isURL(_ word: [UInt8]) -> Bool {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")),
      word[colon...].starts(with: "://".utf8)
    else { return false }
    return (try? Tag(.urlScheme, String(decoding: word[..<colon], as: UTF8.self))) != nil
  }

  /// Whether a URL's host is this one: programs such as `ls --hyperlink` write its name.
  private static func isThisHost(_ host: [UInt8]) -> Bool {
    if host.isEqual(to: "localhost") { return true }
    let own = HostName.current
    func folded(_ name: [UInt8]) -> [UInt8] { name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }
    return !own.isEmpty && folded(host) == folded(own)
  }

  /// The path of a `file:` URL (RFC 8089) of this host.
  private static func path(ofURL word: [UInt8]) throws(Failure) -> [UInt8] {
    var rest = word.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || isThisHost(Array(host)) else {
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
      let digits = rest.prefix(2)
      guard digits.count == 2, let high = digits.first.flatMap(hexadecimalValue),
        let low = digits.last.flatMap(hexadecimalValue), high != 0 || low != 0
      else {
        let text = String(decoding: digits, as: UTF8.self)
        throw Failure(
          .badData, "'\(String(decoding: word, as: UTF8.self))' has a bad escape '%\(text)'")
      }
      path.append(high << 4 | low)
      rest = rest.dropFirst(2)
    }
    guard path.first == UInt8(ascii: "/") else {
      throw Failure(
        .badData, "'\(String(decoding: word, as: UTF8.self))' is not an absolute file URL")
    }
    return path
  }

  /// The absolute path of a file that an operand names: another process may have to find it.
  static func absolutePath(of operand: [UInt8]) throws(Failure) -> FilePath {
    guard let path = FilePath(bytes: try path(of: operand)) else {
      throw Failure(.badData, "the path is empty or holds a NUL")
    }
    return path.isAbsolute ? path : FilePath.workingDirectory.appending(path.bytes)
  }
}

extension [UInt8] {
  /// Whether the bytes are `text`, which is in lower case, compared without case.
  fileprivate func isEqual(to text: String) -> Bool {
    count == text.utf8.count && begins(with: text)
  }

  /// Whether the bytes begin with `prefix`, which is in lower case, compared without case.
  func begins(with prefix: String) -> Bool {
    count >= prefix.utf8.count
      && zip(self, prefix.utf8).allSatisfy { byte, expected in
        byte == expected || (byte &- 0x41 < 26 && byte | 0x20 == expected)
      }
  }
}
