// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The names on standard input, in pieces: whoever asks a name at a time gets each answer before
/// the next name, and memory does not grow with their number.
struct NameReader {
  private let terminator: UInt8
  private var rest: [UInt8] = []
  private var isAtEnd = false

  /// A reader of names with `terminator` behind each.
  init(terminator: UInt8) { self.terminator = terminator }

  /// The names that have come; `nil` at the end.
  mutating func next() throws(Failure) -> [[UInt8]]? {
    while !isAtEnd {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe Glibc.read(STDIN_FILENO, &piece, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.badData, "standard input cannot be read: \(SystemError.last)")
      }
      isAtEnd = count == 0
      rest += piece[..<count]
      let names = take()
      guard rest.count <= FileQuery.longestName else {
        throw Failure(
          .badData, "a name on standard input is longer than \(FileQuery.longestName) bytes",
          hint: "are the names separated by \(terminator == 0 ? "NUL" : "line feeds")?")
      }
      if !names.isEmpty { return names }
    }
    return nil
  }

  /// The complete names; at the end also the last one without a terminator.
  private mutating func take() -> [[UInt8]] {
    var names: [[UInt8]] = []
    var start = 0
    for index in rest.indices where rest[index] == terminator {
      names.append(Array(rest[start..<index]))
      start = index + 1
    }
    if isAtEnd, start < rest.count {
      names.append(Array(rest[start...]))
      start = rest.count
    }
    rest.removeSubrange(..<start)
    return names
  }
}
