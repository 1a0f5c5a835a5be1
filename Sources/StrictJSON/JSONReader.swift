// SPDX-License-Identifier: MIT

/// Builds the tape of a document from the tokens of its text.
enum JSONReader {
  /// The bytes of a value in a dense text, to estimate the size of a tape.
  private static let bytesPerNode = 16

  static func read(
    _ bytes: Span<UInt8>, options: JSONReaderOptions
  ) throws(JSONError) -> Tape {
    var options = options
    // The tape has 32-bit indices; the builder uses the highest one to mean "no container".
    options.limits.maximumBytes = min(options.limits.maximumBytes, Int(Int32.max))
    var scanner = JSONScanner(options: options)
    var builder = TapeBuilder()
    if bytes.count <= options.limits.maximumBytes {
      builder.reserve(nodes: bytes.count / bytesPerNode + 8)
    }
    while true {
      let token = try scanner.next(in: bytes)
      let start = token.offset
      let end = token.endOffset
      switch token.kind {
      case .string, .memberName:
        let kind: Tape.Node.Kind = token.kind == .string ? .string : .memberName
        if token.hasEscapes {
          builder.append(kind, from: start, to: end) { output in
            JSONScanner.appendText(of: token, in: bytes, to: &output)
          }
        } else {
          builder.append(kind, from: start, to: end, text: start &+ 1..<end &- 1)
        }
      case .number: builder.append(.number, from: start, to: end, text: start..<end)
      case .true: builder.append(.true, from: start, to: end)
      case .false: builder.append(.false, from: start, to: end)
      case .null: builder.append(.null, from: start, to: end)
      case .beginObject: builder.open(.object, at: start)
      case .beginArray: builder.open(.array, at: start)
      case .endObject, .endArray: builder.close(at: end)
      case .endOfText: return builder.tape
      }
    }
  }
}
