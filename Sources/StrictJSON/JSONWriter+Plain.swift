// SPDX-License-Identifier: MIT

// A fast path for members that are written very often: names that need no escape sequences, and
// strings that are appended to the output directly.

extension JSONWriter {
  /// Writes the name of the member whose value comes next.
  ///
  /// - Parameter name: The name in quotes with its colon, in ASCII without escape sequences, such as
  ///   `"\"types\":"`.
  package mutating func name(quoted name: StaticString) {
    precondition(containers.isInObject && !isNamed, "a member name needs an open object")
    separate()
    bytes.append(copying: name)
    if layout == .pretty { bytes.append(Byte.space) }
    isNamed = true
  }

  /// Writes a member that is a string, whose bytes `append` appends to the output.
  ///
  /// - Parameters:
  ///   - key: The name in the form that ``name(quoted:)`` takes.
  ///   - append: Appends UTF-8 and changes nothing else; returns `false` if there is no string.
  ///     Bytes that need it are escaped afterwards.
  /// - Returns: Whether there was a string; without one nothing is written.
  /// - Complexity: O(*n*) for *n* bytes.
  @discardableResult
  package mutating func member(
    quoted key: StaticString, appending append: (inout [UInt8]) -> Bool
  ) -> Bool {
    let (end, hadValue) = (bytes.count, hasValue)
    name(quoted: key)
    isNamed = false
    bytes.append(Byte.quote)
    guard finishString(append) else {
      bytes.removeSubrange(end...)
      hasValue = hadValue
      return false
    }
    return true
  }

  /// Writes a string whose bytes `append` appends to the output.
  package mutating func string(appending append: (inout [UInt8]) -> Void) {
    beginValue()
    bytes.append(Byte.quote)
    _ = finishString {
      append(&$0)
      return true
    }
  }

  /// Writes the rest of a string after its opening quote.
  @inline(__always)
  private mutating func finishString(_ append: (inout [UInt8]) -> Bool) -> Bool {
    let start = bytes.count
    guard append(&bytes) else { return false }
    guard bytes.span.endOfPlainRun(from: start, excludingDelete: true) == bytes.count else {
      let text = Array(bytes[start...])
      bytes.removeSubrange((start - 1)...)
      bytes.append(quoting: text.span)
      return true
    }
    bytes.append(Byte.quote)
    return true
  }
}
