// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Reads a binary property list (`bplist00`) as the document of the equivalent JSON text.
///
/// The format is a table of objects that refer to each other by number, so a small file can
/// describe a cycle, or a tree that is larger than memory. Every number is checked before it is
/// used; the walk is bounded in depth, values and bytes of text, and does not recurse.
///
/// The format is documented in the comments of `CFBinaryPList.c` of Apple's CoreFoundation.
struct BinaryPropertyList {
  /// An open container, and the number of its elements that have been read.
  private struct Frame {
    let object: Int
    /// The offset of the references.
    let start: Int
    let count: Int
    let isDictionary: Bool
    var next = 0
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let topObject: Int
  private let offsetTable: Int
  private var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
  private var frames: [Frame] = []
  /// The keys of the outermost dictionary whose values hold dates or data, which are read as texts.
  private(set) var keysOfDatesAndData: Set<String> = []
  private var values = 0
  private var expandedBytes = 0

  static let magic: [UInt8] = Array("bplist".utf8)

  /// Checks header and trailer.
  init(_ bytes: [UInt8]) throws(PropertyListError) {
    self.bytes = bytes
    guard bytes.starts(with: "bplist00".utf8) else {
      throw Self.error("version of the binary property list is not '00'")
    }
    guard bytes.count >= 8 + 1 + 1 + 32 else { throw Self.error("binary property list is cut off") }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize else {
      throw Self.error("trailer has a width of \(offsetSize) or \(referenceSize) bytes")
    }
    func number(at offset: Int) -> Int { Int(clamping: Self.number(bytes[offset..<offset + 8])) }
    objectCount = number(at: trailer + 8)
    topObject = number(at: trailer + 16)
    offsetTable = number(at: trailer + 24)
    guard objectCount > 0, topObject < objectCount, offsetTable >= 9, offsetTable < trailer,
      objectCount <= (trailer - offsetTable) / offsetSize
    else { throw Self.error("trailer points outside the file") }
  }

  /// Reads the top object and everything in it.
  mutating func read() throws(PropertyListError) -> JSONDocument {
    try append(topObject)
    while var frame = frames.last {
      guard frame.next < frame.count else {
        frames.removeLast()
        if frame.isDictionary { builder.endObject() } else { builder.endArray() }
        continue
      }
      let position = frame.next
      frame.next += 1
      frames[frames.count - 1] = frame
      if frame.isDictionary {
        try appendName(reference(frame.start + position * referenceSize))
        try append(reference(frame.start + (frame.count + position) * referenceSize))
      } else {
        try append(reference(frame.start + position * referenceSize))
      }
    }
    return builder.finish()
  }

  // MARK: - Objects

  private mutating func append(_ object: Int) throws(PropertyListError) {
    let (marker, position) = try marker(of: object)
    try countValue()
    switch (marker >> 4, marker & 0x0F) {
    case (0, 0): builder.null()
    case (0, 8): builder.boolean(false)
    case (0, 9): builder.boolean(true)
    case (1, 0...4): builder.integer(try integer(at: position, width: 1 << Int(marker & 0x0F)))
    case (2, 2), (2, 3):
      let value = try real(at: position, width: 1 << Int(marker & 0x0F))
      guard value.isFinite else { throw error("number is not finite") }
      builder.double(value)
    case (3, 3):
      noteDateOrData()
      try appendText(Array(Self.date(try real(at: position, width: 8)).utf8))
    case (4, _):
      noteDateOrData()
      let (count, start) = try countAndStart(marker, position)
      try appendText(Array(Base64.encode(Array(bytes[try range(start, count)])).utf8))
    case (5, _), (6, _), (7, _):
      try appendText(try text(marker, position))
    case (8, _):
      // A reference of a keyed archive; declarations do not have any, so any number will do.
      builder.integer(try integer(at: position, width: Int(marker & 0x0F) + 1))
    case (0xA, _), (0xB, _), (0xC, _):
      try open(object, marker, position, isDictionary: false)
    case (0xD, _):
      try open(object, marker, position, isDictionary: true)
    default:
      throw error("object has the unknown marker 0x\(hexadecimal(UInt32(marker)))")
    }
  }

  private mutating func appendName(_ object: Int) throws(PropertyListError) {
    let (marker, position) = try marker(of: object)
    guard 5...7 ~= marker >> 4 else { throw error("key of a dictionary is not a string") }
    try countValue()
    let text = try text(marker, position)
    try countBytes(text.count)
    builder.memberName(bytes: text.span)
  }

  private mutating func noteDateOrData() {
    guard let root = frames.first, root.isDictionary,
      let key = name(at: root.start + (root.next - 1) * referenceSize)
    else { return }
    keysOfDatesAndData.insert(key)
  }

  private mutating func appendText(_ text: [UInt8]) throws(PropertyListError) {
    try countBytes(text.count)
    builder.string(bytes: text.span)
  }

  private mutating func open(
    _ object: Int, _ marker: UInt8, _ position: Int, isDictionary: Bool
  ) throws(PropertyListError) {
    guard !frames.contains(where: { $0.object == object }) else {
      throw error("value contains itself")
    }
    guard frames.count < DeclarationLimits.maximumDepth else {
      throw error("values are nested deeper than \(DeclarationLimits.maximumDepth) levels")
    }
    let (count, start) = try countAndStart(marker, position)
    let references = count.multipliedReportingOverflow(by: isDictionary ? 2 : 1)
    let size = references.partialValue.multipliedReportingOverflow(by: referenceSize)
    guard !references.overflow, !size.overflow else {
      throw error("value extends past the end of the file")
    }
    _ = try range(start, size.partialValue)
    frames.append(Frame(object: object, start: start, count: count, isDictionary: isDictionary))
    if isDictionary { builder.beginObject() } else { builder.beginArray() }
  }

  private func text(_ marker: UInt8, _ position: Int) throws(PropertyListError) -> [UInt8] {
    let (count, start) = try countAndStart(marker, position)
    let text: [UInt8]
    switch marker >> 4 {
    case 5:
      let ascii = bytes[try range(start, count)]
      guard ascii.allSatisfy({ $0 < 0x80 }) else {
        throw error("string is marked as ASCII and is not")
      }
      text = Array(ascii)
    case 6:
      guard count <= bytes.count else { throw error("value extends past the end of the file") }
      let units = bytes[try range(start, count * 2)]
      guard let transcoded = UTF16Text.utf8(of: units, isBigEndian: true) else {
        throw error("string is not valid UTF-16")
      }
      text = transcoded
    default:
      let utf8 = bytes[try range(start, count)]
      guard String(validating: utf8, as: UTF8.self) != nil else {
        throw error("string is not valid UTF-8")
      }
      text = Array(utf8)
    }
    guard !text.contains(0) else {
      throw error("string holds the character NUL", code: .nulInString, hint: "remove it")
    }
    return text
  }

  // MARK: - Numbers, each checked before it is used

  private func marker(of object: Int) throws(PropertyListError) -> (UInt8, Int) {
    guard object < objectCount else { throw error("value refers to an object that does not exist") }
    let offset = number(at: offsetTable + object * offsetSize, width: offsetSize)
    guard offset >= 8, offset < offsetTable else { throw error("object is outside the file") }
    return (bytes[offset], offset + 1)
  }

  /// The count of a value, and the offset of its contents.
  private func countAndStart(
    _ marker: UInt8, _ position: Int
  ) throws(PropertyListError) -> (Int, Int) {
    guard marker & 0x0F == 0x0F else { return (Int(marker & 0x0F), position) }
    guard position < offsetTable, bytes[position] >> 4 == 1, bytes[position] & 0x0F <= 3 else {
      throw error("length of a value is not a number")
    }
    let width = 1 << Int(bytes[position] & 0x0F)
    _ = try range(position + 1, width)
    return (number(at: position + 1, width: width), position + 1 + width)
  }

  private func range(_ start: Int, _ count: Int) throws(PropertyListError) -> Range<Int> {
    guard start <= offsetTable, count <= offsetTable - start else {
      throw error("value extends past the end of the file")
    }
    return start..<start + count
  }

  private func reference(_ position: Int) -> Int { number(at: position, width: referenceSize) }

  /// An unsigned number; one that is too large for any file becomes the largest.
  private func number(at position: Int, width: Int) -> Int {
    Int(clamping: Self.number(bytes[position..<position + width]))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64 {
    digits.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func integer(at position: Int, width: Int) throws(PropertyListError) -> Int64 {
    let digits = bytes[try range(position, width)]
    if width == 8 { return Int64(bitPattern: Self.number(digits)) }
    // Sixteen bytes hold unsigned numbers of 64 bits.
    let value = Self.number(digits.suffix(8))
    guard digits.dropLast(min(8, width)).allSatisfy({ $0 == 0 }), let small = Int64(exactly: value)
    else { throw error("number is too large") }
    return small
  }

  private func real(at position: Int, width: Int) throws(PropertyListError) -> Double {
    let bits = Self.number(bytes[try range(position, width)])
    return width == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
  }

  private mutating func countValue() throws(PropertyListError) {
    values += 1
    guard values <= DeclarationLimits.maximumValues else {
      throw error("file holds more than \(DeclarationLimits.maximumValues) values")
    }
  }

  private mutating func countBytes(_ count: Int) throws(PropertyListError) {
    expandedBytes += count
    guard expandedBytes <= DeclarationLimits.maximumExpandedBytes else {
      throw error("texts have more than \(DeclarationLimits.maximumExpandedBytes) bytes in all")
    }
  }

  // MARK: - Errors

  private func error(
    _ message: String, code: Diagnostic.Code = .invalidPropertyList, hint: String? = nil
  ) -> PropertyListError {
    PropertyListError(code, at: .keyPath(keyPath), message, hint: hint)
  }

  private static func error(_ message: String) -> PropertyListError {
    PropertyListError(
      .invalidPropertyList, at: .keyPath(""), message, hint: "write the file again")
  }

  /// The keys from the root to the value that is being read, if they can be read.
  private var keyPath: String {
    var path = ""
    for frame in frames where frame.next > 0 {
      let position = frame.next - 1
      guard frame.isDictionary else {
        path += "[\(position)]"
        continue
      }
      if !path.isEmpty { path += "." }
      path += name(at: frame.start + position * referenceSize) ?? "?"
    }
    return path
  }

  /// The key that the reference at `position` names, if it is plain text.
  ///
  /// Errors are ignored, because this is for an error message.
  private func name(at position: Int) -> String? {
    let object = reference(position)
    guard object < objectCount else { return nil }
    let offset = number(at: offsetTable + object * offsetSize, width: offsetSize)
    guard offset >= 8, offset < offsetTable, bytes[offset] >> 4 == 5 else { return nil }
    var start = offset + 1
    var count = Int(bytes[offset] & 0x0F)
    if count == 0x0F {
      // The length is in one byte.
      guard offset + 2 < offsetTable, bytes[start] == 0x10 else { return nil }
      count = Int(bytes[offset + 2])
      start = offset + 3
    }
    return String(decoding: bytes[start..<min(start + count, offsetTable)], as: UTF8.self)
  }
}
