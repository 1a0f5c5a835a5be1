// SPDX-License-Identifier: MIT

/// The elements of the list that a document consists of, for `--jsonl`.
///
/// The list is the first member of the document that is an array; the document is one that this program
/// wrote, on one line.
struct JSONLines {
  let document: [UInt8]
  /// Where the elements are; the whole document if it has no list.
  private(set) var ranges: [Range<Int>] = []

  init(of document: [UInt8]) {
    self.document = document
    var (depth, isString, isEscaped) = (0, false, false)
    var start: Int?
    var hasList = false
    scan: for (index, byte) in document.enumerated() {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          isString = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if !hasList, depth == 2, byte == UInt8(ascii: "[") {
          hasList = true
          start = index + 1
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let first = start, depth == 2 {
          if first < index { ranges.append(first..<index) }
          break scan
        }
        depth -= 1
      case UInt8(ascii: ","):
        guard let first = start, depth == 2 else { continue }
        ranges.append(first..<index)
        start = index + 1
      default: break
      }
    }
    if !hasList { ranges = [0..<document.count] }
  }
}
