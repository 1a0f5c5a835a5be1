// SPDX-License-Identifier: MIT

/// Follows the beginning of a JSON text (RFC 8259), up to the last byte that was read: no values
/// are built, and nesting is a bit for each level.
struct JSONScan {
  /// How deep arrays and objects may be nested.
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private var position: Int
  /// For each level, whether it is an object.
  private var levels: UInt64 = 0
  private var depth = 0

  /// A member of the outermost object: its name, and its value if that is a text.
  struct Member {
    var name: Range<Int>
    var value: Range<Int>?
  }

  /// The members of the outermost object, the first 24.
  private(set) var members: [Member] = []
  /// How many values, names and brackets there are.
  private(set) var count = 0

  /// How a scan ended.
  enum End {
    /// With a value that is whole.
    case value
    /// With the bytes.
    case bytes
    /// With something else than JSON.
    case error
  }

  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Where the scan is.
  var end: Int { position }

  /// Scans one value: an object or an array.
  mutating func scan() -> End {
    guard let first = next(), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return .error
    }
    guard open(first) else { return .error }
    // The next token: after a value a comma or bracket, else a value or the end of an empty one.
    var wantsValue = true
    var isStart = true
    while depth > 0 {
      guard let byte = next() else { return .bytes }
      let isObject = levels & 1 << UInt64(depth - 1) != 0
      if !wantsValue || isStart, byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        position += 1
        count += 1
        depth -= 1
        (wantsValue, isStart) = (false, false)
        continue
      }
      if !wantsValue {
        guard byte == UInt8(ascii: ",") else { return .error }
        position += 1
        (wantsValue, isStart) = (true, false)
        continue
      }
      isStart = false
      var name: Range<Int>?
      if isObject {
        guard byte == 0x22 else { return .error }
        guard let text = text() else { return position >= bytes.count ? .bytes : .error }
        name = text
        count += 1
        guard let colon = next() else { return .bytes }
        guard colon == UInt8(ascii: ":") else { return .error }
        position += 1
      }
      guard let start = next() else { return .bytes }
      count += 1
      switch start {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        add(name, nil)
        guard open(start) else { return .error }
        isStart = true
        continue
      case 0x22:
        guard let value = text() else {
          add(name, nil)
          return position >= bytes.count ? .bytes : .error
        }
        add(name, value)
      default:
        add(name, nil)
        let end = scalar()
        guard end == .value else { return end }
      }
      wantsValue = false
    }
    return .value
  }

  private mutating func add(_ name: Range<Int>?, _ value: Range<Int>?) {
    guard depth == 1, let name, members.count < 24 else { return }
    members.append(Member(name: name, value: value))
  }

  private mutating func open(_ byte: UInt8) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    let bit = UInt64(1) << UInt64(depth)
    levels = byte == UInt8(ascii: "{") ? levels | bit : levels & ~bit
    depth += 1
    position += 1
    count += 1
    return true
  }

  /// The next byte that is not a blank.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// The text at the position, which is a quotation mark; `nil` if it does not end.
  private mutating func text() -> Range<Int>? {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): position += 2
      case ..<0x20: return nil
      default: position += 1
      }
    }
    position = bytes.count
    return nil
  }

  private mutating func scalar() -> End {
    let start = position
    while position < bytes.count, bytes[position].isScalarByte { position += 1 }
    let word = bytes[start..<position]
    let isNumber =
      word.first.map { $0.isDigit || $0 == UInt8(ascii: "-") } == true
      && word.contains(where: \.isDigit)
    if position == bytes.count { return .bytes }
    let isName = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    return isNumber || isName ? .value : .error
  }
}

extension UInt8 {
  /// Whether a number or name of JSON can have the byte.
  fileprivate var isScalarByte: Bool {
    isWordByte || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
      || self == UInt8(ascii: ".")
  }
}

extension ContentFacts {
  /// Adds that a text is JSON, or lines of JSON, and the members of the outermost object.
  ///
  /// - Returns: Whether it is.
  mutating func addJSON(_ text: TextSample) -> Bool {
    guard let first = text.lines.first else { return false }
    let byte = text.bytes[first.lowerBound]
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return false }
    var scan = JSONScan(text.bytes, at: first.lowerBound)
    switch scan.scan() {
    case .error: return false
    case .bytes:
      // A text that ends before its value does is none; a bracket alone may be anything.
      guard !text.isWhole, scan.count >= 4 else { return false }
      add(.textForm, "json")
    case .value:
      var next = scan.end
      while next < text.bytes.count, text.bytes[next] <= 0x20 { next += 1 }
      if next < text.bytes.count {
        // Another value begins on the next line.
        var second = JSONScan(text.bytes, at: next)
        let isLine = !text.bytes[first.lowerBound..<scan.end].contains(0x0A)
        guard isLine, text.bytes[scan.end..<next].contains(0x0A), second.scan() != .error else {
          return false
        }
        add(.textForm, "json-lines")
      } else {
        guard scan.count > 2 || text.isWhole else { return false }
        add(.textForm, "json")
      }
    }
    for member in scan.members {
      var fact = Array(text.bytes[member.name])
      if let value = member.value { fact += ": ".utf8 + text.bytes[value].prefix(200) }
      add(.jsonMember, bytes: fact)
    }
    return true
  }
}
