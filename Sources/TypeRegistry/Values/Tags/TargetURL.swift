// SPDX-License-Identifier: MIT

/// A URL to open: the parts that decide which application opens it.
///
/// These parts are the scheme and, if the URL has a host, the host, port, path and query; patterns match
/// them. The other parts are not kept, so that they reach no other process: the user information (which may
/// hold a password), the fragment, and all but the scheme of a URL without a host (`mailto:a@example.org`).
///
/// ```swift
/// let url = try TargetURL("HTTPS://me:secret@Example.org/a%7Eb?c#d")
/// // url.text == "https://example.org/a~b?c"
/// ```
public struct TargetURL: Hashable, Sendable {
  /// The scheme.
  public let scheme: Tag
  /// The compared parts, in the spelling for comparison; the scheme and a colon if the URL has no host.
  public let text: String
  /// The bytes of ``text`` that are the host; empty without one.
  let host: Range<Int>
  /// The port of the URL or else of its scheme; `nil` if neither has one.
  let port: Int?
  /// The bytes of ``text`` that are the path and the query.
  let path: Range<Int>

  /// The longest URL whose host is compared, in bytes, as given and as ``text``; of a longer one only the
  /// scheme is.
  public static let maximumLength = 65_536

  /// The URL that a text is.
  ///
  /// Any text is accepted that begins with a scheme and a colon: a part that is not valid is ignored.
  ///
  /// - Throws: `Tag.SyntaxError` if the text does not begin with a scheme and a colon.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ text: String) throws(Tag.SyntaxError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// The URL that bytes are; they need not be UTF-8.
  package init(bytes: [UInt8]) throws(Tag.SyntaxError) {
    // A scheme is as long as a tag at most.
    let colon = bytes.prefix(Tag.maximumLength + 1).firstIndex(of: UInt8(ascii: ":"))
    guard let colon else {
      let shown = String(decoding: bytes.prefix(Tag.maximumLength), as: UTF8.self)
      throw Tag.SyntaxError(tagClass: .urlScheme, value: shown, reason: .notAScheme)
    }
    scheme = try Tag(.urlScheme, String(decoding: bytes[..<colon], as: UTF8.self))
    var output = Array(scheme.value.utf8) + [UInt8(ascii: ":")]
    let schemeEnd = output.count
    if bytes.count <= Self.maximumLength,
      let parts = Self.append(bytes[(colon + 1)...], of: scheme, to: &output),
      output.count <= Self.maximumLength
    {
      (host, port, path) = parts
    } else {
      output.removeSubrange(schemeEnd...)
      (host, port, path) = (schemeEnd..<schemeEnd, nil, schemeEnd..<schemeEnd)
    }
    text = String(decoding: output, as: UTF8.self)
  }

  /// Whether it has a host to compare.
  public var hasHost: Bool { !host.isEmpty }

  private typealias Parts = (host: Range<Int>, port: Int?, path: Range<Int>)

  /// Appends all after the scheme; `nil` if there is no host.
  private static func append(
    _ rest: ArraySlice<UInt8>, of scheme: Tag, to output: inout [UInt8]
  ) -> Parts? {
    guard rest.starts(with: "//".utf8) else { return nil }
    let rest = rest.dropFirst(2)
    let end =
      rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      authority = authority[(at + 1)...]
    }
    output += "//".utf8
    let hostStart = output.count
    let name: ArraySlice<UInt8>
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      name = authority[...bracket]
    } else {
      name = authority.prefix { $0 != UInt8(ascii: ":") }
    }
    guard URLSpelling.append(host: name, to: &output) else { return nil }
    let host = hostStart..<output.count
    let usualPort = URLSpelling.usualPort(of: scheme.value)
    var port = usualPort
    let digits = authority[name.endIndex...].dropFirst()
    if name.endIndex < authority.endIndex {
      guard authority[name.endIndex] == UInt8(ascii: ":") else { return nil }
      // 'http://host:/' has the usual port, too, and so has a pattern of every port.
      if !digits.isEmpty, !digits.elementsEqual("*".utf8) {
        guard let written = URLSpelling.port(digits) else { return nil }
        port = written
      }
    }
    if let port, port != usualPort { output += ":\(port)".utf8 }
    let path = rest[end...].prefix { $0 != UInt8(ascii: "#") }
    let pathStart = output.count
    if path.first != UInt8(ascii: "/") { output.append(UInt8(ascii: "/")) }
    URLSpelling.append(path: path, to: &output)
    return (host, port, pathStart..<output.count)
  }

  /// Whether both are the same to every pattern.
  public static func == (left: TargetURL, right: TargetURL) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
