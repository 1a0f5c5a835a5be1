// SPDX-License-Identifier: MIT

/// The one spelling for the comparison of URLs and patterns of URLs (RFC 3986, section 6.2.2): hosts in lower
/// case, unreserved characters without escapes, all others that need one with an escape in upper case.
enum URLSpelling {
  /// The port of a scheme if none is written; `nil` for other schemes.
  static func usualPort(of scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }

  /// The number that digits are; `nil` if they are not the decimal number of a port.
  static func port(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...5 ~= digits.count else { return nil }
    var port = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { return nil }
      port = port * 10 + Int(digit &- 0x30)
    }
    return port <= 0xFFFF ? port : nil
  }

  /// Whether a byte is an unreserved character (RFC 3986, section 2.3), which needs no escape.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    if (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
    default: return false
    }
  }

  /// Whether a byte is a delimiter that may be in a host (RFC 3986, section 3.2.2).
  private static func isHostDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    default: return false
    }
  }

  /// Whether a byte is not allowed in a path or query, so that it is escaped.
  private static func needsEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"):
      return true
    default: return false
    }
  }

  static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
    output.append(UInt8(ascii: "%"))
    output.append(digit(byte >> 4))
    output.append(digit(byte & 15))
  }

  /// The byte of the escape at `index`; `nil` if no escape is there.
  private static func escaped(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
      let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Appends a path with its query.
  static func append(path: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var index = path.startIndex
    while index < path.endIndex {
      let byte = path[index]
      if let escaped = escaped(path, at: index) {
        if isUnreserved(escaped) {
          output.append(escaped)
        } else {
          appendEscape(escaped, to: &output)
        }
        index += 3
        continue
      }
      // A stray '%' too: with the bytes after it, it could become an escape.
      if byte == UInt8(ascii: "%") || needsEscape(byte) {
        appendEscape(byte, to: &output)
      } else {
        output.append(byte)
      }
      index += 1
    }
  }

  /// Appends the host of a URL, without dots at its end.
  ///
  /// - Returns: Whether it is a host; if not, the appended text must not be used.
  static func append(host: ArraySlice<UInt8>, to output: inout [UInt8]) -> Bool {
    let start = output.count
    if host.first == UInt8(ascii: "[") {
      guard isLiteralAddress(host) else { return false }
      output += host.lazy.map(\.asciiLowercased)
      return true
    }
    var index = host.startIndex
    while index < host.endIndex {
      let byte = host[index]
      if let escaped = escaped(host, at: index) {
        if isUnreserved(escaped) {
          output.append(escaped.asciiLowercased)
        } else {
          appendEscape(escaped, to: &output)
        }
        index += 3
        continue
      }
      if byte >= 0x80 {
        appendEscape(byte, to: &output)
      } else if isUnreserved(byte) || isHostDelimiter(byte) {
        output.append(byte.asciiLowercased)
      } else {
        return false
      }
      index += 1
    }
    // All of them, or a second reading would take away the next one.
    while output.last == UInt8(ascii: "."), output.count > start + 1 { output.removeLast() }
    return output.count > start
  }

  /// Whether a host is an address of IPv6 in brackets.
  static func isLiteralAddress(_ host: ArraySlice<UInt8>) -> Bool {
    guard host.count > 2, host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else {
      return false
    }
    return host.dropFirst().dropLast().allSatisfy { byte in
      hexadecimalValue(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
  }
}
