// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// The lines of `utcli type-of`: the path, if it is wanted, and its identifier or MIME type.
struct TypeOfLines {
  /// Whether lines show the MIME type instead of the identifier.
  let wantsMIME: Bool
  /// Whether lines begin with the path.
  let hasName: Bool
  /// Whether lines end in a NUL, and paths need no escaping.
  let isNULTerminated: Bool
  /// Whether paths are escaped for a terminal.
  let isTerminal: Bool

  /// The MIME type of bytes of unknown meaning (RFC 2046, section 4.5.1).
  private static let anyMIMEType = "application/octet-stream"

  /// The byte that ends a name or a line.
  var terminator: UInt8 { isNULTerminated ? 0 : UInt8(ascii: "\n") }

  /// Writes the line of an answer.
  func write(_ answer: FileTypeAnswer, of path: [UInt8], to output: inout Output) {
    let text = wantsMIME ? answer.mimeType ?? Self.anyMIMEType : answer.identifier.text
    write(path.span, to: &output) { $0.append(contentsOf: text.utf8) }
  }

  /// Writes the line of a name that a registry of this process resolved.
  ///
  /// The identifier or MIME type is written without an allocation.
  func write(
    _ resolution: NameResolution, _ registry: CompiledRegistry, of name: Span<UInt8>,
    path: Span<UInt8>, to output: inout Output
  ) {
    guard wantsMIME else {
      write(path, to: &output) { registry.append(resolution, name: name, to: &$0) }
      return
    }
    write(path, to: &output) { Self.append(mimeTypeOf: resolution, registry, to: &$0) }
  }

  /// Appends the MIME type of a name that a registry of this process resolved, without an allocation.
  ///
  /// A type without one has the MIME type of the nearest supertype that has one.
  static func append(
    mimeTypeOf resolution: NameResolution, _ registry: CompiledRegistry, to buffer: inout [UInt8]
  ) {
    if !registry.appendMIMEType(of: resolution, to: &buffer) {
      buffer.append(contentsOf: anyMIMEType.utf8)
    }
  }

  /// Writes one line: the path, if it is wanted, and the text that `body` appends.
  private func write(
    _ path: Span<UInt8>, to output: inout Output, _ body: (inout [UInt8]) -> Void
  ) {
    if isTerminal, hasName, !isNULTerminated {
      var (name, type): ([UInt8], [UInt8]) = ([], [])
      append(path, to: &name)
      body(&type)
      output.line([String(decoding: name, as: UTF8.self), String(decoding: type, as: UTF8.self)])
      return
    }
    output.append { buffer in
      if hasName {
        append(path, to: &buffer)
        buffer.append(UInt8(ascii: "\t"))
      }
      body(&buffer)
      buffer.append(terminator)
    }
  }

  private func append(_ path: Span<UInt8>, to buffer: inout [UInt8]) {
    if isNULTerminated {
      for index in path.indices { buffer.append(path[index]) }
    } else if isTerminal {
      let text = String(decoding: (0..<path.count).map { path[$0] }, as: UTF8.self)
      buffer.append(contentsOf: TextEscaping.forTerminal(text).utf8)
    } else {
      TextEscaping.append(name: path, to: &buffer)
    }
  }
}

extension JSONWriter {
  /// The answer for one path, and its source.
  mutating func value(_ answer: FileTypeAnswer, of path: [UInt8], foundBy: String?) {
    beginObject()
    fileName(path)
    member("foundBy", foundBy)
    answer.writeMembers(to: &self)
    endObject()
  }

  /// The answer for one path, whose last component a registry of this process resolved.
  ///
  /// Written without an allocation.
  mutating func value(
    _ resolution: NameResolution, _ registry: CompiledRegistry, of name: Span<UInt8>,
    path: Span<UInt8>, foundBy: String?
  ) {
    beginObject()
    fileName(path)
    member("foundBy", foundBy)
    members(of: resolution, name, registry)
    endObject()
  }

  /// The object of a path without an answer, instead of the answer.
  ///
  /// - Parameters:
  ///   - path: `nil` for a name that is too long; the failure has its number.
  ///   - failure: Why there is no answer.
  mutating func failed(path: [UInt8]?, _ failure: Failure) {
    beginObject()
    if let path { fileName(path) }
    member("error", failure.reason ?? failure.message)
    endObject()
  }
}
