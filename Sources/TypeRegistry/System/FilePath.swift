// SPDX-License-Identifier: MIT

/// A path as the bytes that the kernel takes, which need not be UTF-8.
package struct FilePath: Hashable, Sendable {
  /// The bytes, without a NUL.
  package let bytes: [UInt8]

  /// The path of `text`, or `nil` for an empty text and one that holds a NUL.
  package init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The path of `bytes`, or `nil` if there are none or one is NUL.
  package init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// The path in a variable, which may not be set; `nil` unless it is absolute.
  package init?(absolute bytes: [UInt8]?) {
    guard let bytes, bytes.first == UInt8(ascii: "/") else { return nil }
    self.init(bytes: bytes)
  }

  private init(checked bytes: [UInt8]) { self.bytes = bytes }

  /// The root of all directories.
  package static let root = FilePath(checked: [UInt8(ascii: "/")])

  /// Whether the path begins at the root.
  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The path of the entry `name` of this directory.
  ///
  /// - Parameter name: Not empty; the first NUL and everything after it are dropped.
  /// - Returns: The two joined by one slash.
  package func appending(_ name: some Sequence<UInt8>) -> FilePath {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + name.underestimatedCount)
    joined += bytes
    if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    let start = joined.count
    // In one piece: element by element it takes ten times as long.
    joined += name
    if let end = joined[start...].firstIndex(of: 0) { joined.removeSubrange(end...) }
    return FilePath(checked: joined)
  }

  /// The path of the entry `name` of this directory.
  package func appending(_ name: String) -> FilePath { appending(name.utf8) }

  /// The path with `suffix`, which has no NUL, after its name.
  func withSuffix(_ suffix: String) -> FilePath { FilePath(checked: bytes + Array(suffix.utf8)) }

  /// The path without slashes at its end, except for the root.
  package var withoutTrailingSlashes: FilePath {
    var end = bytes.count
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return FilePath(checked: Array(bytes[..<end]))
  }

  /// The last component.
  package var name: ArraySlice<UInt8> { bytes[Self.lastComponent(of: bytes.span)] }

  /// The range of the last component of a path, without slashes at its end; empty for the root.
  package static func lastComponent(of path: Span<UInt8>) -> Range<Int> {
    var end = path.count
    while end > 1, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
    var start = end
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start..<end
  }

  /// This path relative to `directory`; `nil` if it is not below it.
  ///
  /// Compared as text: neither links nor `..` are resolved.
  package func path(below directory: FilePath) -> ArraySlice<UInt8>? {
    let slash = directory.bytes.count
    guard bytes.count > slash + 1, bytes[slash] == UInt8(ascii: "/"),
      bytes[slash + 1] != UInt8(ascii: "/"), bytes.starts(with: directory.bytes)
    else { return nil }
    return bytes[(slash + 1)...]
  }

  /// The directory itself and all directories above it, the root first.
  package var prefixes: [FilePath] {
    var prefixes: [FilePath] = []
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
      if index == 0 {
        prefixes.append(FilePath(checked: [byte]))
      } else if bytes[index - 1] != byte {
        prefixes.append(FilePath(checked: Array(bytes[..<index])))
      }
    }
    if bytes.last != UInt8(ascii: "/") { prefixes.append(self) }
    return prefixes
  }

  /// Calls `body` with the path as a NUL-terminated string.
  ///
  /// Safe because the bytes hold no NUL except the one appended here, and because the pointer does
  /// not outlive the call.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      guard let start = buffer.baseAddress else {
        preconditionFailure("a terminated path is not empty")
      }
      for (index, byte) in bytes.enumerated() {
        unsafe buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
      }
      unsafe buffer.initializeElement(at: bytes.count, to: 0)
      return unsafe body(start)
    }
  }
}

extension FilePath: Comparable, CustomStringConvertible {
  /// Byte order.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The path as text: itself where it is UTF-8.
  ///
  /// Each byte that is not part of a character is U+FFFD and the two upper-case digits of the byte:
  /// `x\xff` is `x\u{FFFD}FF`. So is each byte of a U+FFFD that the path itself has, so that no two
  /// paths have the same text: the store and the image know bundles by it.
  package var description: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
    var exact = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = [1, 0, 2, 3, 4][min((~first).leadingZeroBitCount, 4)]
      if let character = String(validating: rest.prefix(max(length, 1)), as: UTF8.self),
        character != "\u{FFFD}"
      {
        exact += character
        rest = rest.dropFirst(length)
      } else {
        // Not ASCII, so that it has two digits.
        exact += "\u{FFFD}" + String(first, radix: 16, uppercase: true)
        rest = rest.dropFirst()
      }
    }
    return exact
  }
}
