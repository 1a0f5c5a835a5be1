// SPDX-License-Identifier: MIT

/// A pattern of URLs, such as `https://*.example.org/video/*`, that an application can be chosen for.
///
/// It has the form of the match patterns of web browsers:
///
///     scheme "://" host [":" port] path
///
/// - The scheme is any but `file`, or `*` for `http` and `https`.
/// - The host is a name or an address, `*` for every host, or `*.` and a name for that name and
///   all names below it: `*.example.org` matches `example.org`, too. It consists of ASCII characters;
///   other names are written as in the DNS (`xn--bcher-kva.example`).
/// - Without a port, or with `*`, every port matches. A URL without a port has the port of its scheme.
/// - The path begins with `/`, and matches the path of a URL with its query. A `*` matches any characters,
///   also `/`, `?` and none. The fragment of a URL and its user information are ignored.
///
/// Schemes and hosts are compared without case, paths with case. An escape of an unreserved character
/// is that character, and `%7e` is `%7E` (RFC 3986, section 6.2.2); segments such as `..` are not
/// resolved.
///
/// Of several patterns that match, the first one in the order of `<` decides.
public struct URLPattern: Hashable, Sendable {
  /// The hosts that match.
  public enum Host: Hashable, Sendable {
    /// Every host.
    case any
    /// The name and all names below it.
    case domain(String)
    /// This name or address alone.
    case exactly(String)
  }

  /// The scheme; `nil` for `http` and `https`.
  public let scheme: String?
  /// The hosts.
  public let host: Host
  /// The port; `nil` for every port.
  public let port: Int?
  /// The path; a `*` in it matches any characters.
  public let path: String
  /// The pattern, in the spelling for comparison.
  public let text: String
  /// For each byte of the path the number of bytes that remain matched if the next one differs, counted
  /// from the star before it; empty unless something is between two stars.
  let remaining: [UInt8]

  /// The longest pattern, in bytes, as written and as ``text``.
  public static let maximumLength = 255

  /// The pattern of a text.
  ///
  /// - Throws: ``SyntaxError`` with the first error and its position.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ text: String) throws(SyntaxError) {
    try Self.checkLength(of: text)
    var parser = URLPatternParser(text)
    let scheme = try parser.scheme()
    (host, port) = try parser.authority()
    path = try parser.path()
    self.scheme = scheme == "*" ? nil : scheme
    let name =
      switch host {
      case .any: "*"
      case .domain(let name): "*.\(name)"
      case .exactly(let name): name
      }
    self.text = "\(scheme)://\(name)\(port.map { ":\($0)" } ?? "")\(path)"
    // Escapes that were added make it longer.
    try Self.checkLength(of: self.text)
    remaining = Self.remaining(path.utf8.span)
  }

  private static func checkLength(of text: String) throws(SyntaxError) {
    guard text.utf8.count <= maximumLength else {
      throw SyntaxError(reason: .tooLong(text.utf8.count), offset: maximumLength)
    }
  }

  /// Whether the pattern is one URL: its path has no `*`, and it names one host.
  public var isOneURL: Bool {
    guard case .exactly = host else { return false }
    return !path.utf8.contains(UInt8(ascii: "*"))
  }

  /// Whether both have the same ``text``.
  public static func == (left: URLPattern, right: URLPattern) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// For each byte between two stars of a path, the length of the longest beginning of its piece that ends
  /// with it, and is not all up to it.
  private static func remaining(_ path: Span<UInt8>) -> [UInt8] {
    let star = UInt8(ascii: "*")
    guard let first = path.firstIndex(of: star), let last = path.lastIndex(of: star), first < last
    else { return [] }
    var remaining = Array(repeating: UInt8(0), count: last)
    var piece = first + 1
    var length = 0
    var index = piece + 1
    while index < last {
      if path[index] == star {
        piece = index + 1
        length = 0
        index = piece + 1
        continue
      }
      while length > 0, path[piece + length] != path[index] {
        length = Int(remaining[piece + length - 1])
      }
      if path[piece + length] == path[index] { length += 1 }
      remaining[index] = UInt8(length)
      index += 1
    }
    return remaining
  }
}

extension Span<UInt8> {
  fileprivate func firstIndex(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }

  fileprivate func lastIndex(of byte: UInt8) -> Int? {
    for index in indices.reversed() where self[index] == byte { return index }
    return nil
  }
}
