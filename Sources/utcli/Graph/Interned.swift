// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Equal values once, in the order of their first use.
struct Interned<Value: Hashable> {
  private(set) var values: [Value] = []
  private var indices: [Value: Int] = [:]

  /// The index of `value` among ``values``; a new value is added to them.
  mutating func index(of value: Value) -> Int {
    if let index = indices[value] { return index }
    indices[value] = values.count
    values.append(value)
    return values.count - 1
  }
}

/// Writes texts, each without the beginning that it shares with the one before it.
struct SharedBeginning {
  private var previous: [Unicode.Scalar] = []

  /// Writes one string: the number of UTF-16 units that `text` shares with the text before it, and
  /// the rest of it, such as `12png`.
  ///
  /// If that begins with a digit or a colon, a colon is between them.
  mutating func write(_ text: String, to writer: inout JSONWriter) {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    var shared = 0
    while index < min(scalars.count, previous.count), scalars[index] == previous[index] {
      shared += scalars[index].value > 0xFFFF ? 2 : 1
      index += 1
    }
    previous = scalars
    let rest = scalars[index...]
    let isAmbiguous = rest.first.map { ("0"..."9").contains($0) || $0 == ":" } ?? false
    writer.string(
      "\(shared)\(isAmbiguous ? ":" : "")\(String(String.UnicodeScalarView(rest)))")
  }
}
