// SPDX-License-Identifier: MIT

package import StrictJSON

/// Reads declaration files of all formats.
package enum DeclarationText {
  /// Reads JSON, an XML or a binary property list.
  ///
  /// A file with a repeated key is rejected (readers use different ones of the two), unless the key is not
  /// read, or both values are the same.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The path of the file, for display.
  ///   - isRead: Whether a key of the outermost object is read.
  /// - Returns: The document, or `nil` and at least one error in the sink.
  package static func read(
    _ bytes: [UInt8], path: String, isRead: (String) -> Bool = { _ in true }
  ) -> (document: JSONDocument?, diagnostics: [Diagnostic]) {
    if let finding = tooLong(bytes, path: path) { return (nil, [finding]) }
    var sink = DiagnosticSink(path: path, text: bytes)
    var document: JSONDocument?
    if let foreign = ForeignFormat(of: bytes) {
      sink.add(.error, .foreignFormat, at: nil, foreign.message, hint: foreign.hint)
      return (nil, sink.finish())
    }
    do throws(PropertyListError) {
      switch DeclarationFormat(of: bytes) {
      case .json: document = readJSON(bytes, &sink)
      case .xmlPropertyList: document = try readXML(bytes, isRead, &sink)
      case .binaryPropertyList:
        var reader = try BinaryPropertyList(bytes)
        document = try reader.read()
      case .openStep:
        sink.add(
          .error, .openStepFormat, offset: 0, "property list is in the old text format",
          hint: "convert it with 'plutil -convert xml1'", isAcceptedByApple: true)
      case .unknown:
        sink.add(
          .error, .unknownFormat, at: nil,
          bytes.isEmpty
            ? "file is empty" : "file is neither JSON nor an XML or binary property list",
          hint: "write an object of declarations")
      }
    } catch {
      add(error, &sink)
    }
    if let read = document, read.hasDuplicates {
      let repeated = RepeatedKey.all(in: read.root, isRead: isRead)
      for key in repeated { add(key, of: read, &sink) }
      if repeated.contains(where: { $0.excuse == nil }) { document = nil }
    }
    return (document, sink.finish())
  }

  /// The finding about a file that is longer than the limit; `nil` for any other file.
  static func tooLong(_ bytes: [UInt8], path: String) -> Diagnostic? {
    guard bytes.count > DeclarationLimits.maximumFileBytes else { return nil }
    return Diagnostic(
      .error, .fileTooLong, path: path,
      message: "file is longer than \(DeclarationLimits.maximumFileBytes) bytes",
      hint: "split the file")
  }

  private static func add(
    _ key: RepeatedKey, of document: JSONDocument, _ sink: inout DiagnosticSink
  ) {
    let severity: Diagnostic.Severity = key.excuse == nil ? .error : .warning
    let remark =
      switch key.excuse {
      case nil: ""
      case .notRead: "; it is not read"
      case .equalValues: "; both values are the same"
      }
    let name = key.second.nameText
    let hint = "remove one of the two"
    if document.hasOffsets {
      sink.add(
        severity, .duplicateKey, offset: key.second.offset,
        "key '\(name)' appears twice, first at "
          + "\(document.location(ofOffset: key.first.offset))\(remark)",
        hint: hint, isAcceptedByApple: true)
    } else {
      sink.add(
        severity, .duplicateKey, at: nil,
        "key '\(name)' appears twice in one dictionary\(remark)",
        hint: hint, isAcceptedByApple: true)
    }
  }

  private static func readJSON(_ bytes: [UInt8], _ sink: inout DiagnosticSink) -> JSONDocument? {
    let options = JSONReaderOptions(
      limits: JSONLimits(
        maximumBytes: DeclarationLimits.maximumFileBytes,
        maximumDepth: DeclarationLimits.maximumDepth,
        maximumValues: DeclarationLimits.maximumValues),
      allowsByteOrderMark: true, refusesNUL: true)
    do throws(JSONError) {
      let document = try JSONDocument(parsing: bytes, options: options)
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { noteByteOrderMark(&sink) }
      return document
    } catch {
      switch error.reason {
      case .unexpectedByte(UInt8(ascii: "/"), _), .unexpectedByte(UInt8(ascii: "#"), _):
        sink.add(
          .error, .commentInJSON, offset: error.offset, "JSON has no comments",
          hint: "remove the comment")
      case .nul:
        sink.add(
          .error, .nulInString, offset: error.offset, error.description, hint: error.hint)
      default:
        sink.add(
          .error, .invalidJSON, offset: error.offset, error.description, hint: error.hint)
      }
      return nil
    }
  }

  private static func readXML(
    _ bytes: [UInt8], _ isRead: (String) -> Bool, _ sink: inout DiagnosticSink
  ) throws(PropertyListError) -> JSONDocument {
    var reader = try XMLPropertyList(bytes)
    let document = try reader.read(isRead: isRead)
    if reader.scanner.hasByteOrderMark { noteByteOrderMark(&sink) }
    for error in reader.tolerated {
      sink.add(
        .warning, .invalidXML, offset: error.offset,
        "\(error); the key is not read, so the file is", hint: error.hint,
        isAcceptedByApple: true)
    }
    if reader.scanner.hasBlankBeforeDeclaration {
      // Apple's reader accepts white space there; XML 1.0 section 2.8 does not.
      sink.add(
        .warning, .blankBeforeXML, offset: 0,
        "expected '<?xml' at the start of the file, found white space",
        hint: "remove the white space", isAcceptedByApple: true)
    }
    return document
  }

  private static func add(_ error: PropertyListError, _ sink: inout DiagnosticSink) {
    switch error.position {
    case .offset(let offset):
      sink.add(.error, error.code, offset: offset, error.message, hint: error.hint)
    case .keyPath(let keyPath):
      sink.addFirst([
        Diagnostic(
          .error, error.code, path: sink.path, position: .of(keyPath: keyPath),
          message: error.message, hint: error.hint)
      ])
    }
  }

  static func noteByteOrderMark(_ sink: inout DiagnosticSink) {
    sink.add(
      .note, .byteOrderMark, offset: 0, "text starts with a byte order mark",
      hint: "save the file without one", isAcceptedByApple: true)
  }
}
