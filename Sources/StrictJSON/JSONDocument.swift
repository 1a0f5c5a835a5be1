// SPDX-License-Identifier: MIT

/// A JSON text that was read and found valid.
///
/// A document holds the bytes it was read from and a *tape*: one flat array with an entry of
/// fixed width for each value and member name. There is no object for a value, and a string
/// without escape sequences is copied only when a caller reads it. So reading costs little
/// more than checking, and neither reading nor releasing a document recurses.
///
/// ```swift
/// let bytes = Array(#"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": 1}]}"#.utf8)
/// let document = try JSONDocument(parsing: bytes)
/// if let declarations = document.root["UTExportedTypeDeclarations"] {
///   for declaration in declarations.elements {
///     guard let identifier = declaration["UTTypeIdentifier"]?.string else {
///       print(declaration.location, declaration.keyPath)
///       continue
///     }
///     print(identifier)
///   }
/// }
/// ```
///
/// A ``JSONValue`` points into the tape and keeps the document alive. The tape takes 20 bytes
/// for each value and name.
public final class JSONDocument: Sendable {
  /// Whether values have offsets in a source.
  ///
  /// Without, every offset is 0 and every location is 1:1.
  public let hasOffsets: Bool

  /// The text that the document was read from; empty for a document without offsets.
  public let source: [UInt8]

  let tape: Tape

  private let duplicatePairs: [DuplicateFinder.Pair]

  /// Reads a text that RFC 8259 allows and the options do not refuse.
  ///
  /// Duplicate member names are accepted, as in the RFC, and listed in ``duplicates``.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - options: The limits and the deviations from RFC 8259.
  /// - Throws: ``JSONError`` at the first byte that no valid text has after the bytes before it.
  /// - Complexity: O(*n*) for *n* bytes, plus the sorting of the names of objects that have more
  ///   than eight members.
  public convenience init(
    parsing bytes: [UInt8], options: JSONReaderOptions = JSONReaderOptions()
  ) throws(JSONError) {
    let tape = try JSONReader.read(bytes.span, options: options)
    self.init(source: bytes, tape: tape, hasOffsets: true)
  }

  /// A document with a complete tape.
  init(source: [UInt8], tape: Tape, hasOffsets: Bool) {
    self.source = source
    self.tape = tape
    self.hasOffsets = hasOffsets
    self.duplicatePairs = DuplicateFinder.pairs(in: tape, source: source)
    #if DEBUG
      tape.checkInvariants(sourceCount: source.count)
    #endif
  }

  /// The outermost value of the text.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Whether any object has two members of the same name.
  public var hasDuplicates: Bool { !duplicatePairs.isEmpty }

  /// All members that repeat the name of an earlier member of the same object, in source order.
  ///
  /// Names are compared byte by byte after escape sequences have been replaced. A name that
  /// occurs three times is listed twice, both times with the first occurrence.
  ///
  /// A hostile text can have very many: take a prefix, or read ``hasDuplicates``.
  ///
  /// - Complexity: O(*n*) for *n* duplicates; reading the text has found them already.
  public var duplicates: [DuplicateMember] {
    duplicatePairs.map { pair in
      let name = JSONValue(document: self, index: Int(pair.second))
      return DuplicateMember(
        name: name.text, firstOffset: Int(tape.nodes[Int(pair.first)].offset),
        offset: name.offset)
    }
  }

  /// The line and column of a byte of the source.
  ///
  /// - Parameter offset: In bytes from the start of the source.
  /// - Returns: 1:1 for a document without offsets.
  /// - Complexity: O(*offset*).
  public func location(ofOffset offset: Int) -> SourceLocation {
    let bytes = source
    return SourceLocation(ofOffset: offset, in: bytes.span)
  }
}
