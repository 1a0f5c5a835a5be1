// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A file that a word of the command line names: by its path, or by a `file:` URL.
enum FileArgument {
  /// The path that a word names: the path of a `file:` URL (RFC 8089) of this host, else the word itself.
  static func path(of word: [UInt8]) throws(Failure) -> [UInt8] {
    guard word.begins(with: "file:") else { return word }
    do throws(FileURL.Problem) { return try FileURL.path(of: word) } catch {
      throw failure(error, word)
    }
  }

  /// Whether a word has the form of a URL with an authority (RFC 3986): `https://example.org`.
  static func isURL(_ word: [UInt8]) -> Bool {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")),
      word[colon...].starts(with: "://".utf8)
    else { return false }
    return (try? Tag(.urlScheme, String(decoding: word[..<colon], as: UTF8.self))) != nil
  }

  /// The error for a `file:` URL without a path here.
  static func failure(_ problem: FileURL.Problem, _ word: [UInt8]) -> Failure {
    let shown = String(decoding: word, as: UTF8.self)
    return switch problem {
    case .otherHost: Failure(.badData, "'\(shown)' is on another host")
    case .badEscape(let text): Failure(.badData, "'\(shown)' has a bad escape '%\(text)'")
    case .notAbsolute: Failure(.badData, "'\(shown)' is not an absolute file URL")
    }
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
  /// Whether the bytes begin with `prefix`, which is in lower case, compared without case.
  func begins(with prefix: String) -> Bool {
    count >= prefix.utf8.count
      && zip(self, prefix.utf8).allSatisfy { byte, expected in
        byte == expected || (byte &- 0x41 < 26 && byte | 0x20 == expected)
      }
  }
}
