// SPDX-License-Identifier: MIT

/// The rows of supertypes that types refer to, each stored once (`ConformanceLayout`).
struct ConformanceRows {
  /// The rows; the first one is for types without supertypes.
  private(set) var words = Array(repeating: UInt32(0), count: ConformanceLayout.words)
  /// The runs of further slots; the first one is empty.
  private(set) var furtherSlots: [UInt32] = [0]
  /// The first row with each hash.
  ///
  /// Another row with the same hash is stored again for each type.
  private var rowOfHash: [UInt64: UInt32] = [:]

  /// The row of a type, added if it is new.
  ///
  /// - Parameter display: The type's supertypes, each at its slot; 0 for a slot that is free. The
  ///   last one is not 0.
  /// - Returns: The row's index.
  mutating func row(_ display: [UInt32]) -> UInt32 {
    if display.isEmpty { return 0 }
    var hash = UInt64(display.count)
    for entry in display { hash = Hashing.fold(hash ^ UInt64(entry), Hashing.second) }
    let known = rowOfHash[hash]
    if let known, holds(known, display) { return known }
    let row = UInt32(words.count / ConformanceLayout.words)
    if known == nil { rowOfHash[hash] = row }
    words.append(contentsOf: display.prefix(ConformanceLayout.directSlots))
    let free = ConformanceLayout.directSlots - display.count
    if free >= 0 {
      words.append(contentsOf: repeatElement(0, count: free + 1))
    } else {
      words.append(UInt32(furtherSlots.count))
      furtherSlots.append(UInt32(-free))
      furtherSlots.append(contentsOf: display.dropFirst(ConformanceLayout.directSlots))
    }
    return row
  }

  /// Whether a row has these supertypes.
  private func holds(_ row: UInt32, _ display: [UInt32]) -> Bool {
    let start = Int(row) * ConformanceLayout.words
    // By index: most types have the row of another one, so that this runs once for each of them.
    for slot in 0..<ConformanceLayout.directSlots
    where words[start + slot] != (slot < display.count ? display[slot] : 0) {
      return false
    }
    let run = Int(words[start + ConformanceLayout.overflowStart])
    let count = max(display.count - ConformanceLayout.directSlots, 0)
    guard Int(furtherSlots[run]) == count else { return false }
    for slot in 0..<count
    where furtherSlots[run + 1 + slot] != display[ConformanceLayout.directSlots + slot] {
      return false
    }
    return true
  }
}
