// SPDX-License-Identifier: MIT

/// The first two bytes of the facts that the rules of a registry ask for: most facts of a file begin with
/// others.
struct FactStarts {
  private var pairs = ContentPairs()
  /// The number of the registry whose rules these are; 0 for none.
  private var registry: UInt32 = 0

  /// Takes the rules of a registry, unless these are its rules already.
  mutating func read(_ registry: CompiledRegistry) {
    guard registry.number != self.registry else { return }
    self.registry = registry.number
    pairs.removeAll()
    let gates = registry.contentGates
    for index in registry.firstGate(from: ContentGate(.factByte, at: 0))..<gates.count {
      let gate = ContentGate(rawValue: gates[index].gate)
      pairs.insert(
        Self.number(
          gate.place >> 16, UInt8(truncatingIfNeeded: gate.rawValue >> 8),
          UInt8(truncatingIfNeeded: gate.rawValue)))
    }
  }

  /// Whether a rule may ask for a fact that begins with these bytes.
  ///
  /// - Parameters:
  ///   - kind: The raw value of the fact.
  ///   - first: Its first byte, in lower case.
  ///   - second: The second one; 0 for rules that ask for one byte alone.
  /// - Returns: `false` if none does.
  @inline(__always)
  func has(_ kind: Int, _ first: UInt8, _ second: UInt8) -> Bool {
    pairs.has(Self.number(kind, first, second))
  }

  @inline(__always)
  private static func number(_ kind: Int, _ first: UInt8, _ second: UInt8) -> Int {
    ContentPairs.number(first ^ UInt8(truncatingIfNeeded: kind &* 37), second)
  }
}
