// SPDX-License-Identifier: MIT

/// File name patterns as they are defined, by recursion; slow and plain.
public enum GlobOracle {
  /// Whether `name`, folded to lower case, matches `pattern` as a whole.
  public static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    matches(pattern[...], name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }[...])
  }

  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    switch first {
    case UInt8(ascii: "*"):
      return matches(pattern.dropFirst(), name)
        || !name.isEmpty && matches(pattern, name.dropFirst())
    case UInt8(ascii: "?"):
      return !name.isEmpty && matches(pattern.dropFirst(), name.dropFirst())
    case UInt8(ascii: "["):
      if let (isNegated, members, rest) = set(pattern.dropFirst()) {
        guard let byte = name.first, members.contains(byte) != isNegated else { return false }
        return matches(rest, name.dropFirst())
      }
      return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    default:
      return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    }
  }

  /// The set that begins after a `[`, and the text after its `]`; `nil` if it has none.
  private static func set(
    _ pattern: ArraySlice<UInt8>
  ) -> (isNegated: Bool, members: Set<UInt8>, rest: ArraySlice<UInt8>)? {
    var rest = pattern
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var body: [UInt8] = []
    while let byte = rest.first {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "]"), !body.isEmpty { return (isNegated, members(body), rest) }
      body.append(byte)
    }
    return nil
  }

  private static func members(_ body: [UInt8]) -> Set<UInt8> {
    var members: Set<UInt8> = []
    var rest = body[...]
    while let low = rest.first {
      if rest.count >= 3, rest[rest.startIndex + 1] == UInt8(ascii: "-") {
        let high = rest[rest.startIndex + 2]
        if low <= high { members.formUnion(low...high) }
        rest = rest.dropFirst(3)
      } else {
        members.insert(low)
        rest = rest.dropFirst()
      }
    }
    return members
  }
}
