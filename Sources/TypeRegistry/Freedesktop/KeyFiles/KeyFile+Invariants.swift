// SPDX-License-Identifier: MIT

extension KeyFile {
  /// Stops the program if a range of the file is not within the one that holds it, or two overlap.
  ///
  /// - Complexity: O(*n*) for *n* groups and entries.
  package func checkInvariants() {
    var end = groups.first?.lines.lowerBound ?? bytes.count
    var next = 0
    for group in groups {
      precondition(group.lines.lowerBound == end, "every line belongs to one group")
      precondition(group.header.lowerBound == group.lines.lowerBound, "a group begins a line")
      precondition(group.header.contains(group.name), "a name is in the header")
      precondition(group.entries.lowerBound == next, "every entry belongs to one group")
      end = group.lines.upperBound
      next = group.entries.upperBound
      var lineEnd = group.header.upperBound
      for entry in entries[group.entries] {
        precondition(entry.line.lowerBound >= lineEnd, "an entry has a line of its own")
        precondition(entry.line.contains(entry.name), "a key is in the line")
        precondition(entry.line.contains(entry.value), "a value is in the line")
        precondition(entry.name.upperBound <= entry.value.lowerBound, "a key is before its value")
        precondition(!entry.key.isEmpty, "a key has a name")
        lineEnd = entry.line.upperBound
      }
      precondition(lineEnd <= end, "the lines of a group are in it")
    }
    precondition(end == bytes.count && next == entries.count, "nothing is left over")
  }
}

extension Range<Int> {
  /// Whether another range, which may be empty, is within this one.
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
