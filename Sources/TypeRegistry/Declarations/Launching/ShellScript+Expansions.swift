// SPDX-License-Identifier: MIT

// The expansions of a shell in a word: of variables, commands and calculations.

extension ShellScript {
  /// Reads the text after a dollar sign.
  ///
  /// - Parameter isAssigned: Whether a variable gets the value.
  /// - Returns: How much of an argument of the script it has.
  mutating func readExpansion(isAssigned: Bool) -> Taint {
    // Options of zsh.
    while language == .shell, position < bytes.count, "=^~".utf8.contains(bytes[position]) {
      position += 1
    }
    guard position < bytes.count else { return .none }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "("):
      position += 1
      guard next(is: "(") else { return readCommands(until: UInt8(ascii: ")")) ? .raw : .none }
      position += 1
      readCalculation(until: UInt8(ascii: ")"), depth: 2)
      return .none
    case UInt8(ascii: "[") where language != .fish:
      position += 1
      readCalculation(until: UInt8(ascii: "]"), depth: 1)
      return .none
    case UInt8(ascii: "{"):
      position += 1
      return readBraces(isAssigned: isAssigned)
    case UInt8(ascii: "@"), UInt8(ascii: "*"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      position += 1
    default: position += bytes[position...].prefix(while: Self.isNameByte).count
    }
    let name = bytes[start..<position]
    if language == .shell, next(is: "[") {
      let index = bytes[position...].prefix { $0 != UInt8(ascii: "]") }
      if calculates(index) { isUnsafe = true }
    }
    return Self.isParameter(name) ? .raw : taint(ofVariable: name)
  }

  /// Whether a name is one of the arguments of the script, or all.
  private static func isParameter(_ name: some Collection<UInt8>) -> Bool {
    name.first.map { $0 &- 0x30 < 10 || "@*".utf8.contains($0) } ?? false
  }

  /// Reads a calculation up to and with the byte that closes it.
  ///
  /// - Parameters:
  ///   - close: The byte.
  ///   - depth: How many of it are needed.
  mutating func readCalculation(until close: UInt8, depth: Int) {
    let open = close == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
    let start = position
    var depth = depth
    while position < bytes.count, depth > 0 {
      if bytes[position] == open { depth += 1 }
      if bytes[position] == close { depth -= 1 }
      position += 1
    }
    if calculates(bytes[start..<position]) { isUnsafe = true }
  }

  /// Reads the rest of `${…}`, which the first closing brace ends.
  ///
  /// Quotes, commands and expansions within this one could hide a closing brace: they are not followed.
  ///
  /// - Parameter isAssigned: Whether a variable gets the value.
  /// - Returns: How much of an argument of the script it has.
  private mutating func readBraces(isAssigned: Bool) -> Taint {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("):
        isUnsafe = true
      case UInt8(ascii: "{") where position > start && bytes[position - 1] == UInt8(ascii: "$"):
        isUnsafe = true
      default: break
      }
      position += 1
    }
    let inner = bytes[start..<min(position, bytes.count)]
    position = min(position + 1, bytes.count)
    let isLength = inner.first == UInt8(ascii: "#")
    let isIndirect = inner.first == UInt8(ascii: "!")
    let parameter = inner.dropFirst(isLength || isIndirect ? 1 : 0)
    let name = parameter.prefix(max(parameter.prefix(while: Self.isNameByte).count, 1))
    let value = Self.isParameter(name) ? .raw : taint(ofVariable: name)
    let rest = checkBraces(parameter[name.endIndex...], value, isIndirect: isIndirect)
    // A length has no text.
    if isLength { return .none }
    let hasExpansion = rest.contains(UInt8(ascii: "$")) || rest.contains(UInt8(ascii: "`"))
    if hasExpansion, rest.starts(with: "=".utf8) || rest.starts(with: ":=".utf8) {
      assign(String(decoding: name, as: UTF8.self), .raw)
    }
    if hasExpansion || name.first.map({ !Self.isNameByte($0) }) ?? true { return .raw }
    // A script that replaces characters of a value before it uses it escapes them.
    let isEscaped = isAssigned && value == .raw && rest.starts(with: "//".utf8)
    return isEscaped ? .escaped : value
  }

  /// Looks for calculations in `${NAME…}`, and for what is expanded once more.
  ///
  /// - Parameters:
  ///   - text: The text after the name.
  ///   - value: How much of an argument of the script the variable has.
  ///   - isIndirect: Whether the variable holds the name of another one.
  /// - Returns: The text after an index.
  private mutating func checkBraces(
    _ text: ArraySlice<UInt8>, _ value: Taint, isIndirect: Bool
  ) -> ArraySlice<UInt8> {
    var rest = text
    let isAll = ["[@]", "[*]"].contains { rest.starts(with: $0.utf8) }
    if isIndirect, !isAll, value != .none { isUnsafe = true }
    if rest.first == UInt8(ascii: "[") {
      let close = rest.lastIndex(of: UInt8(ascii: "]")) ?? rest.endIndex
      if calculates(rest[..<close]) { isUnsafe = true }
      rest = rest[close...].dropFirst()
    }
    // An offset and a length: `${x:1:2}`.
    let isOffset =
      rest.first == UInt8(ascii: ":")
      && !(rest.dropFirst().first.map { "-=?+".utf8.contains($0) } ?? true)
    if isOffset, calculates(rest) { isUnsafe = true }
    if value != .none, rest.starts(with: "@P".utf8) { isUnsafe = true }
    return rest
  }
}
