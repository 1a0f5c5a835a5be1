// SPDX-License-Identifier: MIT

internal import Glibc

/// The path of a `file:` URL (RFC 8089) of this host.
package enum FileURL {
  /// Why a URL has no path here.
  package enum Problem: Error, Hashable, Sendable {
    /// It names another host.
    case otherHost
    /// An escape is not two hexadecimal digits, or is that of a NUL: its text after the `%`.
    case badEscape(String)
    /// Its path does not begin with a slash.
    case notAbsolute
  }

  /// The path of a URL.
  ///
  /// - Parameter url: Begins with `file:`, in any case.
  /// - Returns: The bytes of the path, without a NUL.
  /// - Throws: ``Problem``.
  package static func path(of url: [UInt8]) throws(Problem) -> [UInt8] {
    var rest = url.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || isThisHost(Array(host)) else { throw .otherHost }
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
      else { throw .badEscape(String(decoding: digits, as: UTF8.self)) }
      path.append(high << 4 | low)
      rest = rest.dropFirst(2)
    }
    guard path.first == UInt8(ascii: "/") else { throw .notAbsolute }
    return path
  }

  /// The bytes of a path as a URL has them.
  static func escaped(_ path: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(path.count)
    for byte in path {
      if URLSpelling.isUnreserved(byte) || byte == UInt8(ascii: "/") {
        text.append(byte)
      } else {
        URLSpelling.appendEscape(byte, to: &text)
      }
    }
    return text
  }

  /// Whether a URL's host is this one: programs such as `ls --hyperlink` write its name.
  private static func isThisHost(_ host: [UInt8]) -> Bool {
    let host = host.map(\.asciiLowercased)
    if host.elementsEqual("localhost".utf8) { return true }
    let own = HostName.current
    return !own.isEmpty && host == own.map(\.asciiLowercased)
  }
}
