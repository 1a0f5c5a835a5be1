// SPDX-License-Identifier: MIT

// Reads the rules about the contents of files: `<magic>` and `<root-XML>`.

extension MIMEPackageParser {
  /// Reads a `<magic>`, up to its end tag.
  mutating func readMagic(of type: inout TypeDeclaration) throws(XMLError) {
    let element = RuleElement(
      name: "magic", match: "match", most: DeclarationLimits.maximumMagicMatches,
      example: "<match type=\"string\" value=\"…\" offset=\"0\"/>")
    let rule = try readRule(element) { parser, depth in parser.readMatch(depth: depth) }
    if let rule { type.content.magic.append(rule) }
  }

  mutating func readRootElement(of type: inout TypeDeclaration) {
    guard let namespace = value("namespaceURI", of: "root-XML")?.0,
      let (name, offset) = value("localName", of: "root-XML")
    else { return }
    guard namespace.utf8.count + name.utf8.count <= DeclarationLimits.maximumTextBytes else {
      warn(offset, "name of 'root-XML' is too long, and is left out", hint: "shorten it")
      return
    }
    guard !namespace.isEmpty || !name.isEmpty else {
      warn(
        offset, "'root-XML' has neither namespace nor name, and is left out",
        hint: "write one of them")
      return
    }
    var element = RootElement(namespace: namespace, localName: name)
    let isKnown = type.content.rootElements.contains { known in
      known.namespace == namespace && known.localName == name
    }
    if isKnown { return }
    element.location = sink.location(ofOffset: scanner.offset)
    guard type.content.rootElements.count < DeclarationLimits.maximumTagsPerType else {
      warn(
        offset,
        "a type has more than \(DeclarationLimits.maximumTagsPerType) elements 'root-XML'; this one "
          + "is left out", hint: "declare several types")
      return
    }
    type.content.rootElements.append(element)
  }

  private mutating func readMatch(depth: Int) -> MagicMatch? {
    guard let kind = value("type", of: "match")?.0,
      let (text, offset) = value("value", of: "match"), let offsets = readOffsets()
    else { return nil }
    let mask = scanner.value("mask")
    var match: MagicMatch?
    switch kind {
    case "string":
      let value = Self.unescaped(Array(text.utf8))
      guard let mask = Self.mask(mask, count: value.count) else {
        warn(
          offset, "mask '\((mask ?? "").shortened)' does not have \(value.count) bytes",
          hint: "write hexadecimal digits after '0x'")
        return nil
      }
      match = MagicMatch(
        depth: depth, start: offsets.lowerBound, offsets: offsets.count, value: value, mask: mask)
    case "byte", "big16", "big32", "little16", "little32", "host16", "host32":
      let width = kind == "byte" ? 1 : kind.hasSuffix("16") ? 2 : 4
      guard let number = Self.integer(text, width: width),
        let bits = mask.map({ Self.integer($0, width: width) }) ?? .some(.max)
      else {
        warn(
          offset, "'\(text.shortened)' or its mask is not a number of \(width) bytes",
          hint: "write a number, such as 0x1F8B")
        return nil
      }
      let isLittle = kind.hasPrefix("little") || kind.hasPrefix("host") && Self.isLittleEndian
      match = MagicMatch(
        depth: depth, start: offsets.lowerBound, offsets: offsets.count,
        value: Self.bytes(number, width: width, isLittle: isLittle),
        mask: mask == nil ? [] : Self.bytes(bits, width: width, isLittle: isLittle))
    default:
      warn(
        offset, "type '\(kind.shortened)' of 'match' is not known, and the match is left out",
        hint: "write 'string', 'byte', 'big16', 'big32', 'little16', 'little32', 'host16' or "
          + "'host32'")
      return nil
    }
    guard let match, checkExtent(match, at: offset) else { return nil }
    return match
  }

  /// Checks that a match reads and compares few enough bytes.
  private mutating func checkExtent(_ match: MagicMatch, at offset: Int) -> Bool {
    if match.value.isEmpty {
      warn(offset, "'value' is empty, and the match is left out", hint: "write the bytes")
      return false
    }
    if match.extent > DeclarationLimits.maximumMagicExtent
      || match.offsets * match.value.count > DeclarationLimits.maximumMagicComparisons
    {
      warn(
        offset,
        "match is left out: it reads beyond byte \(DeclarationLimits.maximumMagicExtent), or "
          + "compares more than \(DeclarationLimits.maximumMagicComparisons) bytes",
        hint: "narrow its offsets")
      return false
    }
    return true
  }

  /// The offsets of a match: one, or those of a range whose end is included.
  private mutating func readOffsets() -> Range<Int>? {
    guard let (text, offset) = value("offset", of: "match") else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0.filter { $0 != " " }) }
    if numbers.count == parts.count, 1...2 ~= parts.count, let first = numbers.first,
      let last = numbers.last, first >= 0, first <= last,
      last <= DeclarationLimits.maximumMagicExtent
    {
      return first..<last + 1
    }
    warn(
      offset, "offset '\(text.shortened)' is not one up to \(DeclarationLimits.maximumMagicExtent)",
      hint: "write a number, or a range such as '0:256'")
    return nil
  }

  // MARK: - Values

  private static var isLittleEndian: Bool { UInt16(1).littleEndian == 1 }

  private static func bytes(_ number: UInt32, width: Int, isLittle: Bool) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    return isLittle ? bytes : bytes.reversed()
  }

  /// A number as C's `strtoul` reads it: decimal, octal after `0`, hexadecimal after `0x`.
  private static func integer(_ text: String, width: Int) -> UInt32? {
    let text = text.trimmingBlanks
    let number: UInt64? =
      if text.hasPrefix("0x") || text.hasPrefix("0X") {
        UInt64(text.dropFirst(2), radix: 16)
      } else if text.hasPrefix("0"), text != "0" {
        UInt64(text.dropFirst(), radix: 8)
      } else {
        UInt64(text)
      }
    guard let number, number < UInt64(1) << UInt64(8 * width) else { return nil }
    return UInt32(number)
  }

  /// A mask of `count` bytes; empty if there is none, `nil` if it cannot be read.
  private static func mask(_ text: String?, count: Int) -> [UInt8]? {
    guard let text else { return [] }
    let digits = Array(text.utf8.dropFirst(2))
    guard text.hasPrefix("0x"), digits.count <= 2 * count else { return nil }
    var mask = Array(repeating: UInt8(0), count: count)
    for (index, digit) in digits.enumerated() {
      guard let value = hexadecimalValue(digit) else { return nil }
      mask[index / 2] |= index % 2 == 0 ? value << 4 : value
    }
    return mask
  }

  /// The bytes of a text with the escapes of C.
  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard index < text.count else { break }
      let escaped = text[index]
      index += 1
      switch escaped {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "v"): bytes.append(0x0B)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        var value = UInt32(escaped & 7)
        var digits = 1
        while digits < 3, index < text.count, text[index] & 0xF8 == 0x30 {
          value = value << 3 | UInt32(text[index] & 7)
          index += 1
          digits += 1
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
      case UInt8(ascii: "x"):
        var value: UInt8?
        var digits = 0
        while digits < 2, index < text.count, let digit = hexadecimalValue(text[index]) {
          value = (value ?? 0) << 4 | digit
          index += 1
          digits += 1
        }
        bytes.append(value ?? UInt8(ascii: "x"))
      default: bytes.append(escaped)
      }
    }
    return bytes
  }
}
