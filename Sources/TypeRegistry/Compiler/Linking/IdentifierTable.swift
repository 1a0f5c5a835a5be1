// SPDX-License-Identifier: MIT

/// The identifiers that all units name, each once, numbered in byte order.
///
/// The compiler works on these numbers: they have the order of their texts.
struct IdentifierTable {
  /// The number of an identifier.
  typealias Number = Int32

  /// The texts in byte order.
  private(set) var texts: [ImageBytes] = []
  /// The numbers of the units' identifiers, unit after unit.
  private var numbers: [Number] = []
  /// Where the identifiers of each unit begin in ``numbers``.
  private var starts: [Int] = []
  /// The units, whose memory the texts are in.
  private let units: [DeclarationUnit]

  /// One identifier of one unit.
  private struct Entry {
    var text: ImageBytes
    /// Its index in ``numbers``.
    var index: Int32
  }

  /// - Complexity: O(*n* log *u*) for *n* identifiers in *u* units; the identifiers of each unit are sorted.
  init(_ units: [DeclarationUnit]) {
    self.units = units
    var entries: [Entry] = []
    entries.reserveCapacity(units.reduce(0) { $0 + $1.identifiers.count })
    for unit in units {
      starts.append(entries.count)
      for index in 0..<unit.identifiers.count {
        entries.append(
          Entry(text: unit.bytes(of: unit.identifiers[index]), index: Int32(entries.count)))
      }
    }
    starts.append(entries.count)
    entries = Self.merged(entries, runs: starts)
    numbers = Array(repeating: 0, count: entries.count)
    for index in entries.indices {
      if index == 0 || entries[index].text.order(entries[index - 1].text) != .same {
        texts.append(entries[index].text)
      }
      numbers[Int(entries[index].index)] = Number(texts.count - 1)
    }
  }

  /// Merges sorted runs, two by two.
  private static func merged(_ entries: [Entry], runs: [Int]) -> [Entry] {
    var runs = runs
    var entries = entries
    var next: [Entry] = []
    while runs.count > 2 {
      next.removeAll(keepingCapacity: true)
      next.reserveCapacity(entries.count)
      var starts = [0]
      for run in stride(from: 0, to: runs.count - 1, by: 2) {
        let end = runs[min(run + 2, runs.count - 1)]
        var (left, right) = (runs[run], runs[run + 1])
        let middle = right
        while left < middle, right < end {
          if entries[right].text.order(entries[left].text) == .before {
            next.append(entries[right])
            right += 1
          } else {
            next.append(entries[left])
            left += 1
          }
        }
        next.append(contentsOf: entries[left..<middle])
        next.append(contentsOf: entries[max(right, middle)..<end])
        starts.append(next.count)
      }
      swap(&entries, &next)
      runs = starts
    }
    return entries
  }

  /// The number of identifiers.
  var count: Int { texts.count }

  /// The number of a unit's identifier.
  @inline(__always)
  func number(_ local: UInt32, of unit: Int) -> Number {
    numbers[starts[unit] + min(Int(local), starts[unit + 1] - starts[unit] - 1)]
  }

  /// The identifier of a number.
  func identifier(_ number: Number) -> TypeIdentifier { TypeIdentifier(trusted: text(number)) }

  /// The text of a number.
  func text(_ number: Number) -> String { texts[Int(number)].text }

  /// The numbers of the identifiers that begin with `prefix`, which are in one run.
  func range(withPrefix prefix: String) -> Range<Int> {
    let bytes = Array(prefix.utf8)
    // Every byte of an identifier is less than the last one.
    return firstIndex(notBefore: bytes)..<firstIndex(notBefore: bytes + [0xFF])
  }

  /// The number of an identifier; `nil` if no unit names it.
  func number(of identifier: TypeIdentifier) -> Number? {
    let index = firstIndex(notBefore: Array(identifier.text.utf8))
    return index < texts.count && texts[index].equals(identifier.text.utf8.span)
      ? Number(index) : nil
  }

  private func firstIndex(notBefore bytes: [UInt8]) -> Int {
    texts.indices.partitioningIndex { index in
      texts[index].withSpan { $0.order(bytes.span) != .before }
    }
  }
}
