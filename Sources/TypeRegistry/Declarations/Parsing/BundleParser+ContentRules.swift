// SPDX-License-Identifier: MIT

internal import StrictJSON

// Reads the rules about the contents of a type's files:
//
// ```json
// "TRContentRules": [
//   {"Offset": 0, "Text": "MENU", "Priority": 60},
//   {"Matches": [
//     {"Offset": [0, 64], "Bytes": "89 4D 00", "Mask": "FF FF F0",
//      "Matches": [{"Offset": 8, "Text": "soup"}, {"Offset": -4, "Text": "END!"}]},
//     {"Fact": "ZIPMember", "Value": ["menu.xml", "courses/*"]}
//   ]},
//   {"RootElement": {"Namespace": "https://example.org/menu", "Name": "menu"}}
// ]
// ```

extension BundleParser {
  mutating func readContentRules(
    _ value: JSONValue, _ key: JSONValue, into content: inout ContentRules
  ) {
    for object in objects(value, key) {
      let count = content.magic.count + content.rootElements.count
      guard count < DeclarationLimits.maximumContentRules else {
        reject(
          object, "type has more than \(DeclarationLimits.maximumContentRules) rules; the rest",
          hint: "write alternatives of one rule: 'Matches'")
        return
      }
      if let element = object["RootElement"] {
        readRootElement(element, of: object, into: &content)
      } else if let rule = readContentRule(object) {
        warnOfWeakness(rule, object)
        content.magic.append(rule)
      }
    }
  }

  private mutating func readContentRule(_ object: JSONValue) -> ContentRule<MagicMatch>? {
    var rule = ContentRule<MagicMatch>(priority: ContentRules.usualPriority)
    rule.location = sink.location(of: object)
    if let value = object["Priority"] {
      guard let priority = value.integer, 0...100 ~= priority else {
        reject(value, "'Priority' is not a number from 0 to 100, and the rule", hint: "write one")
        return nil
      }
      rule.priority = Int(priority)
    }
    guard let matches = readContentMatch(object, depth: 0) else { return nil }
    let count = contentMatches + matches.count
    guard count <= DeclarationLimits.maximumMagicMatches else {
      reject(
        object,
        "bundle has more than \(DeclarationLimits.maximumMagicMatches) matches, and the rule",
        hint: "split the file")
      return nil
    }
    contentMatches = count
    rule.matches = matches
    return rule
  }

  /// The matches of an object: its own test in all its variants, each followed by those that refine it;
  /// or only its alternatives, if it has no test.
  ///
  /// - Returns: `nil` if one of them cannot be read, or has a member without effect, as a rule without a part of
  ///   its conditions would hold for other files.
  private mutating func readContentMatch(_ object: JSONValue, depth: Int) -> [MagicMatch]? {
    for (name, _) in object.members { unknownKey(name, in: KnownKeys.contentRule) }
    guard depth <= DeclarationLimits.maximumContentDepth else {
      reject(
        object, "'Matches' are nested more than \(DeclarationLimits.maximumContentDepth) deep",
        hint: "write fewer levels")
      return nil
    }
    let test = ["Fact", "Text", "Bytes"].first { object[$0] != nil }
    if rejectIfAlien(object, test) { return nil }
    let isTest = test != nil
    var own: [MagicMatch] = []
    if isTest {
      guard let matches = readTest(object, depth: depth) else { return nil }
      own = matches
    }
    guard let value = object["Matches"] else {
      if !isTest {
        reject(
          object, "rule compares nothing, and",
          hint: "write 'Text', 'Bytes', 'Fact', 'RootElement' or 'Matches'")
        return nil
      }
      return own
    }
    guard value.kind == .array, !value.elements.isEmpty,
      value.elements.allSatisfy({ $0.kind == .object })
    else {
      wrongType(value, "Matches", expected: "an array of objects")
      return nil
    }
    var inner: [MagicMatch] = []
    for element in value.elements {
      if let priority = element["Priority"] {
        reject(
          priority, "'Priority' is in 'Matches', and the rule",
          hint: "write it in the outermost object of the rule")
        return nil
      }
      guard let matches = readContentMatch(element, depth: depth + (isTest ? 1 : 0)) else {
        return nil
      }
      inner += matches
      guard inner.count <= DeclarationLimits.maximumMagicMatches else {
        reject(object, "rule has too many matches, and", hint: "write several rules")
        return nil
      }
    }
    return isTest ? own.flatMap { [$0] + inner } : inner
  }

  /// The tests that a member goes with; an object has one test, or none and alternatives alone.
  private static let testsOfMembers: [(member: String, tests: [String])] = [
    ("Text", ["Text"]), ("Bytes", ["Bytes"]), ("Offset", ["Text", "Bytes"]), ("Mask", ["Bytes"]),
    ("IgnoresCase", ["Fact", "Text", "Bytes"]), ("Value", ["Fact"]), ("RootElement", []),
  ]

  /// Adds a diagnostic if an object has a member that does not go with its test, and returns whether it added
  /// one.
  private mutating func rejectIfAlien(_ object: JSONValue, _ test: String?) -> Bool {
    for (member, tests) in Self.testsOfMembers {
      guard let value = object[member], !tests.contains(where: { $0 == test }) else { continue }
      let partners = tests.filter { $0 != member }.map { "'\($0)'" }
      reject(
        value,
        test.map { "'\(member)' does not go with '\($0)', and the rule" }
          ?? "'\(member)' is beside no test, and the rule",
        hint: partners.isEmpty
          ? "write a \(tests.isEmpty ? "rule" : "test") of its own"
          : "write it beside \(partners.joined(separator: " or "))")
      return true
    }
    return false
  }

  private mutating func readTest(_ object: JSONValue, depth: Int) -> [MagicMatch]? {
    guard let ignoresCase = readIgnoresCase(object) else { return nil }
    guard let fact = object["Fact"] else {
      return readBytes(object, depth: depth, ignoresCase: ignoresCase)
    }
    guard let name = fact.string else {
      wrongType(fact, "Fact", expected: "a string")
      return nil
    }
    guard let kind = ContentFact(named: name) else {
      let nearest = KnownKeys.nearest(to: name, in: ContentFact.allCases.map(\.name))
      reject(
        fact, "fact '\(name.shortened)' is not known, and the rule",
        hint: nearest.map { "did you mean '\($0)'?" } ?? "'man typed-declarations' lists the facts")
      return nil
    }
    guard let values = texts(object["Value"], of: object, "Value") else { return nil }
    var matches: [MagicMatch] = []
    for text in values {
      let bytes = Array(text.utf8)
      let stars = bytes.count { $0 == UInt8(ascii: "*") }
      let isPart = stars == 2 && bytes.first == bytes.last && bytes.first == UInt8(ascii: "*")
      guard stars < 2 || isPart else {
        reject(
          fact, "value '\(text.shortened)' has several '*', and the rule",
          hint: "write one, or one at each end")
        return nil
      }
      matches.append(
        MagicMatch(depth: depth, fact: kind, pattern: bytes, ignoresCase: ignoresCase))
    }
    return matches
  }

  /// Whether an object ignores the case of letters.
  ///
  /// - Returns: `nil` if the value is neither a boolean nor 0 or 1.
  private mutating func readIgnoresCase(_ object: JSONValue) -> Bool? {
    guard let value = object["IgnoresCase"] else { return false }
    if let boolean = value.boolean { return boolean }
    if let number = value.integer, 0...1 ~= number { return number == 1 }
    wrongType(value, "IgnoresCase", expected: "a boolean")
    return nil
  }

  // MARK: - Bytes

  private mutating func readBytes(
    _ object: JSONValue, depth: Int, ignoresCase: Bool
  ) -> [MagicMatch]? {
    guard let offsets = readOffsets(object) else { return nil }
    var values: [(bytes: [UInt8], mask: [UInt8])] = []
    if let text = object["Text"] {
      guard let texts = texts(text, of: object, "Text") else { return nil }
      values = texts.map { (Array($0.utf8), []) }
    } else if let texts = texts(object["Bytes"], of: object, "Bytes") {
      for text in texts {
        guard let value = hexadecimal(text, in: object, mask: object["Mask"]) else { return nil }
        values.append(value)
      }
    } else {
      return nil
    }
    var matches: [MagicMatch] = []
    for (bytes, mask) in values {
      var match = MagicMatch(
        depth: depth, start: offsets.start, offsets: offsets.count, value: bytes,
        mask: ignoresCase ? Self.foldingMask(of: bytes, mask) : mask)
      if offsets.isFromEnd { match.test = .bytesFromEnd }
      guard match.extent <= DeclarationLimits.maximumMagicExtent,
        match.offsets * bytes.count <= DeclarationLimits.maximumMagicComparisons
      else {
        reject(
          object,
          "rule reads beyond byte \(DeclarationLimits.maximumMagicExtent), or compares more than "
            + "\(DeclarationLimits.maximumMagicComparisons) bytes, and", hint: "narrow its offsets")
        return nil
      }
      guard !offsets.isFromEnd || bytes.count <= offsets.start - (offsets.count - 1) else {
        reject(
          object, "bytes do not fit between the offset and the end of the file, and the rule",
          hint: "write an offset of at least \(bytes.count) before the end")
        return nil
      }
      matches.append(match)
    }
    return matches
  }

  /// Where bytes may be; from the end, the start is the greatest distance.
  private mutating func readOffsets(
    _ object: JSONValue
  ) -> (start: Int, count: Int, isFromEnd: Bool)? {
    guard let value = object["Offset"] else { return (0, 1, false) }
    let numbers: [Int64?] =
      value.kind == .array ? value.elements.map(\.integer) : [value.integer, value.integer]
    let limit = Int64(DeclarationLimits.maximumMagicExtent)
    if numbers.count == 2, let first = numbers[0], let last = numbers[1], first <= last {
      if first >= 0, last <= limit { return (Int(first), Int(last - first) + 1, false) }
      if last < 0, first >= -Int64(DeclarationLimits.maximumEndExtent) {
        return (Int(-first), Int(last - first) + 1, true)
      }
    }
    reject(
      value,
      "'Offset' is neither a number up to \(limit), from "
        + "-\(DeclarationLimits.maximumEndExtent) to -1 before the end, nor two of one kind, and the rule",
      hint: "write 0, [0, 256] or -128")
    return nil
  }

  /// A mask that also hides the case of letters.
  private static func foldingMask(of bytes: [UInt8], _ mask: [UInt8]) -> [UInt8] {
    bytes.indices.map { index in
      (mask.isEmpty ? 0xFF : mask[index]) & ((bytes[index] | 0x20) &- 0x61 < 26 ? 0xDF : 0xFF)
    }
  }

  /// Bytes in hexadecimal digits with a mask of as many.
  private mutating func hexadecimal(
    _ text: String, in object: JSONValue, mask maskValue: JSONValue?
  ) -> (bytes: [UInt8], mask: [UInt8])? {
    guard let bytes = Self.hexadecimal(text) else {
      reject(
        object, "'\(text.shortened)' is not a series of bytes, and the rule",
        hint: "write two hexadecimal digits for each byte, such as '1F 8B 08'")
      return nil
    }
    guard let maskValue else { return (bytes, []) }
    guard let mask = maskValue.string.flatMap(Self.hexadecimal), mask.count == bytes.count else {
      reject(
        maskValue, "'Mask' is not one of \(bytes.count) bytes, and the rule",
        hint: "write two hexadecimal digits for each byte of 'Bytes'")
      return nil
    }
    return (bytes, mask)
  }

  private static func hexadecimal(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }.map { hexadecimalValue($0) }
    guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The texts of a key, none of them empty or too long: one, or an array of alternatives.
  private mutating func texts(
    _ value: JSONValue?, of object: JSONValue, _ key: String
  ) -> [String]? {
    guard let value else {
      reject(object, "rule has no '\(key)', and", hint: "write it")
      return nil
    }
    let elements = value.kind == .array ? Array(value.elements) : [value]
    let texts = elements.compactMap(\.string)
    guard !texts.isEmpty, texts.count == elements.count,
      texts.allSatisfy({ 1...DeclarationLimits.maximumTextBytes ~= $0.utf8.count })
    else {
      reject(
        value,
        "'\(key)' is not a text of 1 to \(DeclarationLimits.maximumTextBytes) bytes, or an array of such, "
          + "and the rule", hint: "write one")
      return nil
    }
    return texts
  }

  // MARK: - Elements

  private mutating func readRootElement(
    _ value: JSONValue, of object: JSONValue, into content: inout ContentRules
  ) {
    if let other = object.members.first(where: { !$0.name.equals("RootElement") }) {
      reject(
        other.name,
        "'RootElement' does not go with '\(other.name.nameText.shortened)', and the rule",
        hint: "write a rule of its own")
      return
    }
    if rejectUnlessObject(value, "RootElement") { return }
    for (name, _) in value.members { unknownKey(name, in: KnownKeys.rootElement) }
    var element = RootElement(
      namespace: value["Namespace"]?.string ?? "", localName: value["Name"]?.string ?? "")
    let length = element.namespace.utf8.count + element.localName.utf8.count
    guard 1...DeclarationLimits.maximumTextBytes ~= length else {
      reject(
        value,
        "'RootElement' has neither namespace nor name, or more than "
          + "\(DeclarationLimits.maximumTextBytes) bytes, and",
        hint:
          "write {\"Namespace\": \"https://example.org/menu\", \"Name\": \"menu\"}, or one of both")
      return
    }
    let isKnown = content.rootElements.contains {
      $0.namespace == element.namespace && $0.localName == element.localName
    }
    guard !isKnown else { return }
    element.location = sink.location(of: object)
    content.rootElements.append(element)
  }

  // MARK: - Findings

  private mutating func warnOfWeakness(
    _ rule: ContentRule<MagicMatch>, _ object: JSONValue
  ) {
    // A match that nothing refines decides alone with those that it refines.
    var bytes: [Int] = []
    for (index, match) in rule.matches.enumerated() {
      let own =
        match.test.fact != nil
        ? 2 : (match.mask.isEmpty ? match.value.count : match.mask.count { $0 != 0 })
      bytes = Array(bytes.prefix(match.depth)) + [own]
      let next = rule.matches.indices.contains(index + 1) ? rule.matches[index + 1].depth : 0
      guard next <= match.depth, bytes.reduce(0, +) < 2 else { continue }
      sink.add(
        .warning, .weakContentRule, at: object, "rule compares only one byte",
        hint: "compare more, or add what refines it: 'Matches'")
      return
    }
  }

  private mutating func reject(_ value: JSONValue, _ problem: String, hint: String) {
    sink.add(
      .error, .invalidContentRule, at: value, "\(problem) is left out", hint: hint)
  }
}
