// SPDX-License-Identifier: MIT

extension URLPattern {
  /// Why a text is not a pattern of URLs.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The rule that was broken.
    public enum Reason: Hashable, Sendable {
      /// There is no scheme with a colon after it.
      case noScheme
      /// The scheme `file`: files are opened by their types.
      case fileScheme
      /// No `//` follows the scheme, or no host follows that.
      case noHost
      /// A byte that is not allowed in a scheme or host, or a control character in a path.
      case illegalByte(UInt8)
      /// A host that is not ASCII.
      case notASCII
      /// Two dots side by side, or one at the beginning of a host.
      case emptyLabel
      /// A `*` within a host.
      case wildcardInHost
      /// User information before the host.
      case userInformation
      /// A port that is neither a number up to 65535 nor `*`.
      case badPort
      /// No path follows the host.
      case noPath
      /// A fragment (`#`), which is never compared.
      case fragment
      /// The length in bytes, where it is more than 255.
      case tooLong(Int)
    }

    /// The rule that was broken.
    public let reason: Reason
    /// The position of the error, in bytes from the start of the text.
    public let offset: Int
  }
}

extension URLPattern.SyntaxError: CustomStringConvertible {
  /// The problem, as words that follow the pattern in a message.
  public var description: String {
    switch reason {
    case .noScheme: "has no scheme such as 'https://' (byte \(offset))"
    case .fileScheme: "has the scheme 'file', but files are opened by their types"
    case .noHost: "has no host (byte \(offset))"
    case .illegalByte(let byte):
      "has \(TypeIdentifier.SyntaxError.name(of: byte)) at byte \(offset)"
    case .notASCII: "has a host that is not ASCII (byte \(offset))"
    case .emptyLabel: "has an empty label in its host (byte \(offset))"
    case .wildcardInHost:
      "has a '*' at byte \(offset), but in a host it is the whole or the first label"
    case .userInformation: "has user information before its host (byte \(offset))"
    case .badPort: "has no port number after the ':' (byte \(offset))"
    case .noPath: "has no path (byte \(offset))"
    case .fragment: "has a '#' at byte \(offset), but fragments are not compared"
    case .tooLong(let length):
      "is \(length) bytes long: expected at most \(URLPattern.maximumLength)"
    }
  }

  /// The advice on what to write instead; `nil` if there is none.
  public var hint: String? {
    switch reason {
    case .noScheme, .noHost: "such as 'https://*.example.org/*'"
    case .fileScheme: "name a type, an extension or a file"
    case .notASCII: "write the host as in the DNS, such as 'xn--bcher-kva.example'"
    case .wildcardInHost: "'*.example.org' is example.org and all hosts below it, '*' every host"
    case .userInformation: "leave it out: patterns ignore it"
    case .noPath: "'/*' is every path"
    case .fragment: "leave the fragment out"
    case .illegalByte, .emptyLabel, .badPort, .tooLong: nil
    }
  }
}

/// Reads the parts of a pattern, one after the other.
struct URLPatternParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The scheme in lower case, or `*`; the next part begins after the `//`.
  mutating func scheme() throws(URLPattern.SyntaxError) -> String {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw error(.noScheme)
    }
    let name = bytes[..<colon]
    if !name.elementsEqual("*".utf8) {
      for (offset, byte) in name.enumerated() {
        let isLetter = (byte | 0x20) &- 0x61 < 26
        let isOther = byte &- 0x30 < 10 || "+-.".utf8.contains(byte)
        guard isLetter || isOther && offset > 0 else {
          throw URLPattern.SyntaxError(reason: .illegalByte(byte), offset: offset)
        }
      }
    }
    let text = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
    if text == "file" { throw error(.fileScheme) }
    index = colon + 1
    guard bytes[index...].starts(with: "//".utf8) else { throw error(.noHost) }
    index += 2
    return text
  }

  /// The host and the port; the next part begins after them.
  mutating func authority() throws(URLPattern.SyntaxError) -> (URLPattern.Host, Int?) {
    let end = bytes[index...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    if let at = bytes[index..<end].firstIndex(of: UInt8(ascii: "@")) {
      throw URLPattern.SyntaxError(reason: .userInformation, offset: at)
    }
    let host = try host(upTo: end)
    guard index < end else { return (host, nil) }
    guard bytes[index] == UInt8(ascii: ":") else { throw error(.illegalByte(bytes[index])) }
    index += 1
    let digits = bytes[index..<end]
    if digits.elementsEqual("*".utf8) {
      index = end
      return (host, nil)
    }
    guard let port = URLSpelling.port(digits) else { throw error(.badPort) }
    index = end
    return (host, port)
  }

  private mutating func host(upTo end: Int) throws(URLPattern.SyntaxError) -> URLPattern.Host {
    let star = UInt8(ascii: "*")
    let dot = UInt8(ascii: ".")
    if index < end, bytes[index] == UInt8(ascii: "[") {
      let close = bytes[index..<end].firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? end
      let name = bytes[index..<close]
      guard URLSpelling.isLiteralAddress(name) else { throw error(.illegalByte(bytes[index])) }
      index = close
      return .exactly(String(decoding: name.map(\.asciiLowercased), as: UTF8.self))
    }
    var name = bytes[index..<end].prefix { $0 != UInt8(ascii: ":") }
    guard !name.isEmpty else { throw error(.noHost) }
    defer { index = name.endIndex }
    if name.elementsEqual([star]) { return .any }
    let isDomain = name.starts(with: [star, dot])
    if isDomain { name = name.dropFirst(2) }
    var previous = dot
    for offset in name.indices {
      let byte = name[offset]
      let reason: URLPattern.SyntaxError.Reason? =
        if byte == star {
          .wildcardInHost
        } else if byte >= 0x80 {
          .notASCII
        } else if !URLSpelling.isUnreserved(byte) {
          .illegalByte(byte)
        } else {
          byte == dot && previous == dot ? .emptyLabel : nil
        }
      if let reason { throw URLPattern.SyntaxError(reason: reason, offset: offset) }
      previous = byte
    }
    guard !name.isEmpty else {
      throw URLPattern.SyntaxError(reason: .emptyLabel, offset: name.startIndex)
    }
    var text = name.map(\.asciiLowercased)
    // 'example.org.' is the same host.
    if text.last == dot { text.removeLast() }
    let host = String(decoding: text, as: UTF8.self)
    return isDomain ? .domain(host) : .exactly(host)
  }

  /// The path, which ends the pattern.
  mutating func path() throws(URLPattern.SyntaxError) -> String {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { throw error(.noPath) }
    if let hash = bytes[index...].firstIndex(of: UInt8(ascii: "#")) {
      throw URLPattern.SyntaxError(reason: .fragment, offset: hash)
    }
    if let control = bytes[index...].firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw URLPattern.SyntaxError(reason: .illegalByte(bytes[control]), offset: control)
    }
    var path: [UInt8] = []
    URLSpelling.append(path: bytes[index...], to: &path)
    var text: [UInt8] = []
    for byte in path where byte != UInt8(ascii: "*") || text.last != byte { text.append(byte) }
    return String(decoding: text, as: UTF8.self)
  }

  private func error(_ reason: URLPattern.SyntaxError.Reason) -> URLPattern.SyntaxError {
    URLPattern.SyntaxError(reason: reason, offset: index)
  }
}
