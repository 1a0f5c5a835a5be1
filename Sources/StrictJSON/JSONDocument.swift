// SPDX-License-Identifier: MIT

/// A JSON text that has been read, and found valid.
///
/// A document holds the bytes it was read from and a *tape*: one flat array with an entry of
/// fixed width for each value and member name. There is no object for a value, and a string
/// without escape sequences is not copied until someone asks for it. So reading costs little
/// more than checking, and neither reading nor releasing a document recurses.
///
///     let document = try JSONDocument(parsing: bytes)
///     for declaration in document.root["UTExportedTypeDeclarations"]?.elements ?? .empty {
///       guard let identifier = declaration["UTTypeIdentifier"]?.string else {
///         print(declaration.location, declaration.keyPath)
///         continue
///       }
///     }
///
/// A ``JSONValue`` points into the tape and keeps the document alive. The tape takes 20 bytes
/// for each value and name.
public final class JSONDocument: Sendable {
  /// Whether values know where they stand in a source.
  ///
  /// If not, every offset is 0 and every location is 1:1.
  public let hasOffsets: Bool

  /// The text that the document was read from; empty for one without offsets.
  public let source: [UInt8]

  let tape: Tape

  private let duplicatePairs: [DuplicateFinder.Pair]

  /// Reads a text that RFC 8259 allows and the options do not refuse.
  ///
  /// Duplicate member names are accepted, as the RFC does, and listed in ``duplicates``.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - options: What is accepted beyond and below the RFC.
  /// - Throws: ``JSONError`` at the first byte with which the text can no longer be valid.
  /// - Complexity: O(*n*) for *n* bytes, plus the sorting of the names of objects that have more
  ///   than eight members.
  public convenience init(
    parsing bytes: [UInt8], options: JSONReaderOptions = JSONReaderOptions()
  ) throws(JSONError) {
    let tape = try JSONReader.read(bytes.span, options: options)
    self.init(source: bytes, tape: tape, hasOffsets: true)
  }

  /// A document of a tape that is complete.
  init(source: [UInt8], tape: Tape, hasOffsets: Bool) {
    self.source = source
    self.tape = tape
    self.hasOffsets = hasOffsets
    self.duplicatePairs = DuplicateFinder.pairs(in: tape, source: source)
    #if DEBUG
      tape.checkInvariants(sourceCount: source.count)
    #endif
  }

  /// The value that the text is.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Whether any object has two members of the same name.
  public var hasDuplicates: Bool { !duplicatePairs.isEmpty }

  /// All members whose name an earlier member of the same object has, in the order of the text.
  ///
  /// Names are compared byte by byte after escape sequences have been replaced. A name that
  /// occurs three times is listed twice, both times with the first occurrence.
  ///
  /// A hostile text can have a great many: take a prefix, or ask ``hasDuplicates``.
  ///
  /// - Complexity: O(*n*) for *n* duplicates; they have been found when the text was read.
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
