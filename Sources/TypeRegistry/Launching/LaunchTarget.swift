// SPDX-License-Identifier: MIT

internal import Glibc

/// A file or URL that an application opens.
public enum LaunchTarget: Hashable, Sendable {
  /// A file: its absolute path, and the text after the path of a `file:` URL (`#section`).
  case file([UInt8], suffix: [UInt8] = [])
  /// A URL of another scheme, as the user wrote it.
  case url([UInt8])

  /// Why a word is not a target.
  package enum Problem: Error, Hashable, Sendable {
    case holdsNUL
    case isEmpty
    /// The path is relative, and the working directory is gone.
    case noDirectory
    case badURL(FileURL.Problem)
  }

  /// The target that a word of the command line names.
  ///
  /// A word that begins with a scheme and a colon is a URL, also where a file has that name, so that
  /// its meaning does not depend on the working directory; any other word is a path.
  ///
  /// - Parameters:
  ///   - word: A path or a URL, as bytes.
  ///   - isFile: Whether it is a path, whatever its form.
  ///   - directory: The directory of relative paths; `nil` if it is not known.
  /// - Throws: ``Problem``.
  package init(
    naming word: [UInt8], isFile: Bool = false, in directory: [UInt8]?
  ) throws(Problem) {
    // An argument of a program ends there.
    guard !word.contains(0) else { throw .holdsNUL }
    let scheme = isFile ? nil : Self.scheme(of: word)
    switch scheme {
    case nil: self = .file(try Self.absolute(word, in: directory))
    case "file": self = try Self.file(ofURL: word)
    default: self = .url(word)
    }
  }

  /// The scheme of a URL in lower case (RFC 3986, section 3.1); `nil` if `word` has none.
  package static func scheme(of word: [UInt8]) -> String? {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")), let first = word.first,
      (first | 0x20) &- 0x61 < 26
    else { return nil }
    let isScheme = word[..<colon].allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "+-.".utf8.contains(byte)
    }
    guard isScheme else { return nil }
    return String(decoding: word[..<colon], as: UTF8.self).lowercased()
  }

  /// The scheme of a URL; `nil` for a file.
  public var scheme: String? {
    switch self {
    case .file: nil
    case .url(let url): Self.scheme(of: url)
    }
  }

  /// The file of a `file:` URL.
  ///
  /// A `#` or `?` ends the path, unless a file of the whole name exists: programs that append an
  /// unescaped path to `file://` are as common as those that name a section.
  private static func file(ofURL word: [UInt8]) throws(Problem) -> LaunchTarget {
    let whole = try path(ofURL: word)
    guard let end = word.firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }),
      (try? FileInspection(of: whole)) == nil
    else { return .file(whole) }
    return .file(try path(ofURL: Array(word[..<end])), suffix: Array(word[end...]))
  }

  private static func path(ofURL url: [UInt8]) throws(Problem) -> [UInt8] {
    do throws(FileURL.Problem) { return try FileURL.path(of: url) } catch { throw .badURL(error) }
  }

  /// The working directory; `nil` if it was removed, or is outside of this process's file system.
  package static func workingDirectory() -> [UInt8]? {
    // Safe because a null buffer makes getcwd allocate the memory of the result.
    guard let text = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(text) }
    let buffer = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
    let bytes = unsafe buffer.map { UInt8(bitPattern: $0) }
    return bytes.first == UInt8(ascii: "/") ? bytes : nil
  }

  /// The absolute path of `path`, without a leading `./`; links and `..` are kept, so that an
  /// application receives the name that the user wrote.
  private static func absolute(_ path: [UInt8], in directory: [UInt8]?) throws(Problem) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let first = path.first else { throw .isEmpty }
    if first == slash { return path }
    guard let directory else { throw .noDirectory }
    var rest = path[...]
    while rest.starts(with: "./".utf8) { rest = rest.drop { $0 != slash }.drop { $0 == slash } }
    if rest.isEmpty || rest.elementsEqual(".".utf8) { return directory }
    return directory + (directory.last == slash ? [] : [slash]) + rest
  }

  /// The path, for an application that takes paths; `nil` for a URL.
  public var path: [UInt8]? {
    switch self {
    case .file(let path, _): path
    case .url: nil
    }
  }

  /// The URL, for an application that takes URLs.
  ///
  /// All bytes of a path except letters, digits, `-`, `.`, `_`, `~` and `/` are escaped (RFC 8089),
  /// so that every program can read the URL.
  public var url: [UInt8] {
    switch self {
    case .url(let url): url
    case .file(let path, let suffix): Array("file://".utf8) + FileURL.escaped(path) + suffix
    }
  }
}
