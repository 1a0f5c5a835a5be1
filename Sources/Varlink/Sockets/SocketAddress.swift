// SPDX-License-Identifier: MIT

internal import CLinux

/// The path of a Unix socket, read from an address (UAPI.20, "Service Addresses").
///
/// `unix:/run/org.example.ftl;mode=0660` has properties, which are ignored, and may have
/// percent-encoded bytes. `/run/org.example.ftl` and `./org.example.ftl` are plain paths. Abstract
/// sockets are refused, because they have no permissions; so is every other transport.
public struct SocketAddress: Hashable, Sendable {
  /// Why a text is not a usable address.
  public enum AddressError: Error, Hashable, Sendable {
    /// The text is neither a path nor starts with `unix:`.
    case unknownTransport
    /// The text is the address of an abstract socket.
    case abstractSocket
    /// The path is empty.
    case noPath
    /// A percent sign is not followed by two hexadecimal digits, or the path contains NUL.
    case invalidEscape
    /// The path is longer than a limit in bytes.
    case tooLong(limit: Int)

    /// Why the address cannot be used, as a clause.
    public var reason: String {
      switch self {
      case .unknownTransport: "expected a path or 'unix:PATH'"
      case .abstractSocket: "an abstract socket has no permissions"
      case .noPath: "the path is empty"
      case .invalidEscape: "an escape is not '%' and the two digits of a byte"
      case .tooLong(let limit): "the path of a socket has at most \(limit) bytes"
      }
    }
  }

  /// The longest path of a socket, in bytes: unix(7).
  public static var pathLimit: Int { Int(TR_SOCKET_PATH_LENGTH) - 1 }

  /// The bytes of the path.
  public let path: [UInt8]

  /// Reads an address.
  ///
  /// - Parameter text: An address with `unix:`, or a path that starts with `/` or `.`.
  /// - Throws: ``AddressError``.
  public init(_ text: String) throws(AddressError) { try self.init(Array(text.utf8)) }

  /// Reads an address whose path need not be UTF-8.
  ///
  /// - Parameter address: As of `init(_: String)`.
  /// - Throws: ``AddressError``.
  public init(_ address: [UInt8]) throws(AddressError) {
    var bytes = address
    if bytes.starts(with: "unix:".utf8) {
      bytes.removeFirst(5)
      guard bytes.first != UInt8(ascii: "@") else { throw .abstractSocket }
      if let properties = bytes.firstIndex(of: UInt8(ascii: ";")) {
        bytes.removeSubrange(properties...)
      }
      bytes = try Self.decode(bytes)
    } else {
      guard bytes.isEmpty || bytes[0] == UInt8(ascii: "/") || bytes[0] == UInt8(ascii: ".") else {
        throw .unknownTransport
      }
    }
    try self.init(path: bytes)
  }

  /// Reads the address that a word of a command line names: a path, which may be relative and need not
  /// be UTF-8, or an address with `unix:`.
  ///
  /// - Throws: ``AddressError``.
  public init(word: [UInt8]) throws(AddressError) {
    let beginning = word.prefix { $0 != UInt8(ascii: "/") }
    if beginning.contains(UInt8(ascii: ":")) {
      try self.init(word)
    } else {
      try self.init(path: word)
    }
  }

  /// Creates the address of a path.
  ///
  /// - Parameter path: The bytes of the path.
  /// - Throws: ``AddressError`` if it is empty, too long, or contains NUL.
  public init(path: [UInt8]) throws(AddressError) {
    guard !path.isEmpty else { throw .noPath }
    guard !path.contains(0) else { throw .invalidEscape }
    guard path.count <= Self.pathLimit else { throw .tooLong(limit: Self.pathLimit) }
    self.path = path
  }

  private static func decode(_ bytes: [UInt8]) throws(AddressError) -> [UInt8] {
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = hexadecimal(bytes[index + 1]),
        let low = hexadecimal(bytes[index + 2])
      else { throw .invalidEscape }
      decoded.append(high << 4 | low)
      index += 3
    }
    return decoded
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Calls `body` with the path as a C string.
  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        preconditionFailure("a C string has at least one byte")
      }
      return unsafe body(base)
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The path; bytes that are not UTF-8 become U+FFFD.
  public var description: String { String(decoding: path, as: UTF8.self) }
}
