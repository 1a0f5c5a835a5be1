// SPDX-License-Identifier: MIT

import StrictJSON

/// A second, slow reader, written only from the grammar of RFC 8259: each rule is a recursive
/// function, and text is a list of scalars decoded by the standard library.
struct ReferenceReader {
  private struct Refusal: Error {}

  private let scalars: [Unicode.Scalar]
  private let options: JSONReaderOptions
  private var position = 0
  private var depth = 0
  private var values = 0

  static func accepts(_ bytes: [UInt8], options: JSONReaderOptions) -> Bool {
    guard bytes.count <= options.limits.maximumBytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return false }
    var reader = ReferenceReader(scalars: Array(text.unicodeScalars), options: options)
    do {
      if reader.next == "\u{FEFF}", options.allowsByteOrderMark { reader.position = 1 }
      try reader.element()
      return reader.next == nil
    } catch {
      return false
    }
  }

  private init(scalars: [Unicode.Scalar], options: JSONReaderOptions) {
    self.scalars = scalars
    self.options = options
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func take(_ text: String) throws(Refusal) {
    for scalar in text.unicodeScalars where !takes(scalar) { throw Refusal() }
  }

  private mutating func whitespace() {
    while let scalar = next, " \t\r\n".unicodeScalars.contains(scalar) { position += 1 }
  }

  private mutating func element() throws(Refusal) {
    whitespace()
    try count()
    switch next {
    case "{": try object()
    case "[": try array()
    case "\"": try string()
    case "t": try take("true")
    case "f": try take("false")
    case "n": try take("null")
    default: try number()
    }
    whitespace()
  }

  private mutating func count() throws(Refusal) {
    values += 1
    guard values <= options.limits.maximumValues else { throw Refusal() }
  }

  private mutating func enter() throws(Refusal) {
    depth += 1
    guard depth <= options.limits.maximumDepth else { throw Refusal() }
  }

  private mutating func object() throws(Refusal) {
    try enter()
    try take("{")
    whitespace()
    if next != "}" {
      repeat {
        whitespace()
        try count()
        try string()
        whitespace()
        try take(":")
        try element()
      } while takes(",")
    }
    try take("}")
    depth -= 1
  }

  private mutating func array() throws(Refusal) {
    try enter()
    try take("[")
    whitespace()
    if next != "]" { repeat { try element() } while takes(",") }
    try take("]")
    depth -= 1
  }

  private mutating func string() throws(Refusal) {
    try take("\"")
    while !takes("\"") {
      guard let scalar = next, scalar.value >= 0x20 else { throw Refusal() }
      position += 1
      if scalar == "\\" { try escape() }
    }
  }

  private mutating func escape() throws(Refusal) {
    guard let scalar = next else { throw Refusal() }
    position += 1
    guard scalar == "u" else {
      guard "\"\\/bfnrt".unicodeScalars.contains(scalar) else { throw Refusal() }
      return
    }
    let unit = try codeUnit()
    if unit == 0, options.refusesNUL { throw Refusal() }
    guard Unicode.Scalar(unit) == nil else { return }
    guard unit < 0xDC00 else { throw Refusal() }
    try take("\\u")
    guard (0xDC00...0xDFFF).contains(try codeUnit()) else { throw Refusal() }
  }

  private mutating func codeUnit() throws(Refusal) -> UInt32 {
    guard position + 4 <= scalars.count else { throw Refusal() }
    let digits = scalars[position..<position + 4]
    guard digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }),
      let unit = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    else { throw Refusal() }
    position += 4
    return unit
  }

  private mutating func number() throws(Refusal) {
    _ = takes("-")
    if !takes("0") { try digits() }
    if takes(".") { try digits() }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Refusal) {
    let start = position
    while let scalar = next, ("0"..."9").contains(scalar) { position += 1 }
    guard position > start else { throw Refusal() }
  }
}
