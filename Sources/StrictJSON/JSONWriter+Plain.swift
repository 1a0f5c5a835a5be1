// SPDX-License-Identifier: MIT

// The short way for what is written again and again: names that are known to need no escape
// sequences, and strings that are appended where they shall stand.

extension JSONWriter {
  /// Writes the name of the member whose value comes next.
  ///
  /// - Parameter name: ASCII that needs no escape sequence: one of the program's own names.
  package mutating func name(plain name: StaticString) {
    guard layout == .compact else {
      return name.withBytes { self.name(bytes: $0) }
    }
    precondition(containers.isInObject && !isNamed, "a member name stands in an object")
    separate()
    appendPlain(name)
    isNamed = true
  }

  /// Writes a member that is a string, whose bytes `append` appends to what has been written.
  ///
  /// - Parameters:
  ///   - key: ASCII that needs no escape sequence.
  ///   - append: Appends UTF-8, and changes nothing else; false if there is no such string. Bytes
  ///     that need it are escaped afterwards.
  /// - Returns: Whether there was a string; otherwise nothing is written.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  package mutating func member(
    plain key: StaticString, appending append: (inout [UInt8]) -> Bool
  ) -> Bool {
    precondition(containers.isInObject && !isNamed, "a member name stands in an object")
    let (end, hadValue) = (bytes.count, hasValue)
    name(plain: key)
    isNamed = false
    bytes.append(Byte.quote)
    guard finishString(append) else {
      bytes.removeSubrange(end...)
      hasValue = hadValue
      return false
    }
    return true
  }

  /// Writes a string whose bytes `append` appends to what has been written.
  package mutating func string(appending append: (inout [UInt8]) -> Void) {
    beginValue()
    bytes.append(Byte.quote)
    _ = finishString {
      append(&$0)
      return true
    }
  }

  /// Writes the rest of a string behind its first quote.
  @inline(__always)
  private mutating func finishString(_ append: (inout [UInt8]) -> Bool) -> Bool {
    let start = bytes.count
    guard append(&bytes) else { return false }
    guard bytes.span.endOfPlainRun(from: start) == bytes.count else {
      let text = Array(bytes[start...])
      bytes.removeSubrange((start - 1)...)
      bytes.append(quoting: text.span)
      return true
    }
    bytes.append(Byte.quote)
    return true
  }

  /// Appends a name in quotes, and its colon.
  @inline(__always)
  private mutating func appendPlain(_ name: StaticString) {
    bytes.append(Byte.quote)
    bytes.append(copying: name)
    bytes.append(Byte.quote)
    bytes.append(Byte.colon)
  }
}
