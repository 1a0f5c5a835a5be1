// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let typeOf: Command = Command(
    "type-of", operands: "FILE...", summary: "the type of each file",
    details: """
      Prints the identifier alone for one file, NAME<TAB>IDENTIFIER a line for several.
      A regular file goes by its name; no byte of it is read. A link is a link, unless -L is given.
      A type that has no MIME type is given that of its nearest supertype with one.
      """,
    options: [
      Option("--name-only", nil, "go by the names alone, as of regular files; touch no file"),
      Option("--mime", nil, "print the preferred MIME type instead of the identifier"),
      Option("-L", nil, "follow symbolic links"),
      Option("--stdin", nil, "read names from standard input, one a line"),
      Option("-0", nil, "names are read and lines are written with NUL behind them"),
    ], operandCount: 0...Int.max
  ) { (session, arguments) throws(Failure) in
    var command = TypeOfCommand(session, arguments)
    defer { session = command.session }
    return try command.run(arguments)
  }
}

/// `utcli type-of`.
private struct TypeOfCommand {
  var session: Session
  private let registry: CompiledRegistry
  private let nameOnly: Bool
  private let wantsMIME: Bool
  private let followsLinks: Bool
  private let terminator: UInt8
  private let isNULTerminated: Bool
  /// Whether one file was named, so that a hint is about it.
  private let isSingle: Bool
  private var status = ExitStatus.answered

  init(_ session: Session, _ arguments: Arguments) {
    var session = session
    registry = session.registry
    self.session = session
    nameOnly = arguments.has("--name-only")
    wantsMIME = arguments.has("--mime")
    followsLinks = arguments.has("-L")
    isNULTerminated = arguments.has("-0")
    isSingle = arguments.operands.count == 1
    terminator = isNULTerminated ? 0 : UInt8(ascii: "\n")
  }

  mutating func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    if arguments.has("--stdin") {
      guard arguments.operands.isEmpty else {
        throw .usage("names come from standard input or from the command line, not from both")
      }
      try readNames()
      return status
    }
    guard !arguments.operands.isEmpty else {
      throw .usage("'type-of' needs a file", hint: "usage: \(Command.typeOf.usage)")
    }
    let files = paths(arguments.operands)
    if session.wantsJSON {
      answerAsOneDocument(files)
    } else {
      for path in files { answer(path.span, withName: !isSingle) }
    }
    return status
  }

  /// The paths that the operands mean; says which mean none.
  private mutating func paths(_ operands: [[UInt8]]) -> [[UInt8]] {
    var paths: [[UInt8]] = []
    for operand in operands {
      do throws(Failure) {
        paths.append(try Session.path(of: operand))
      } catch {
        session.report(error)
        status = error.status
      }
    }
    return paths
  }

  // MARK: Lines

  /// Answers for each name on standard input, in pieces: memory does not grow with their number.
  private mutating func readNames() throws(Failure) {
    var input = [UInt8](repeating: 0, count: 1 << 17)
    var filled = 0
    var isAtEnd = false
    while !isAtEnd {
      if filled == input.count {
        guard input.count < Self.longestName else {
          throw Failure(
            .badData, "a name on standard input is longer than \(Self.longestName) bytes",
            hint: "are the names separated by \(terminator == 0 ? "NUL" : "line feeds")?")
        }
        input.append(contentsOf: repeatElement(0, count: input.count))
      }
      let count = unsafe input.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(
          STDIN_FILENO, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.badData, "standard input cannot be read: \(SystemError.last)")
      }
      isAtEnd = count == 0
      filled += count
      let used = answerLines(in: input.span.extracting(0..<filled), isLast: isAtEnd)
      if used > 0 {
        // What is left is the beginning of a name.
        for index in used..<filled { input[index - used] = input[index] }
        filled -= used
      }
      // Whoever asks a name at a time waits for each answer before the next name.
      session.output.flush()
    }
  }

  private static let longestName = 1 << 20

  /// Answers for the complete lines of `bytes`; returns how many bytes they took.
  private mutating func answerLines(in bytes: Span<UInt8>, isLast: Bool) -> Int {
    var start = 0
    while start < bytes.count {
      guard let end = bytes.firstIndex(of: terminator, from: start) else {
        guard isLast else { break }
        answerLine(bytes.extracting(start..<bytes.count))
        return bytes.count
      }
      answerLine(bytes.extracting(start..<end))
      start = end + 1
    }
    return start
  }

  private mutating func answerLine(_ name: Span<UInt8>) {
    guard !session.wantsJSON else {
      let bytes = (0..<name.count).map { name[$0] }
      guard let resolution = resolve(name) else { return }
      let registry = registry
      session.output.json { writer in
        Self.write(registry, bytes, resolution.0, resolution.1, to: &writer)
      }
      return
    }
    answer(name, withName: true)
  }

  /// Prints the answer for one path, or why there is none.
  private mutating func answer(_ path: Span<UInt8>, withName: Bool) {
    if nameOnly {
      let name = path.extracting(Self.lastComponent(of: path))
      write(registry.resolve(name: name), of: name, path: path, withName: withName)
    } else if let (resolution, name, _) = resolve(path) {
      write(resolution, of: name.span, path: path, withName: withName)
    }
  }

  private mutating func write(
    _ resolution: NameResolution, of name: Span<UInt8>, path: Span<UInt8>, withName: Bool
  ) {
    let registry = registry
    let wantsMIME = wantsMIME
    let isPlain = isNULTerminated
    let isTerminal = session.output.isTerminal
    let terminator = terminator
    session.output.append { buffer in
      if withName {
        if isPlain {
          for index in path.indices { buffer.append(path[index]) }
        } else if isTerminal {
          let text = String(decoding: (0..<path.count).map { path[$0] }, as: UTF8.self)
          buffer.append(contentsOf: TextEscaping.forTerminal(text).utf8)
        } else {
          TextEscaping.append(name: path, to: &buffer)
        }
        buffer.append(UInt8(ascii: "\t"))
      }
      if wantsMIME {
        let found = registry.nearestMIMEType(of: resolution, name: name)
        buffer.append(contentsOf: (found?.mimeType ?? "application/octet-stream").utf8)
      } else {
        registry.append(resolution, name: name, to: &buffer)
      }
      buffer.append(terminator)
    }
    if !withName, resolution.isTie {
      session.note("a tie, decided by nothing but the order; 'utcli why' shows the others")
    }
  }

  // MARK: Files

  /// The answer for one path; says on standard error why there is none.
  private mutating func resolve(
    _ path: Span<UInt8>
  ) -> (NameResolution, name: [UInt8], kind: FileKind)? {
    let bytes = (0..<path.count).map { path[$0] }
    if nameOnly {
      let name = FileInspection.lastComponent(of: bytes)
      return (registry.resolve(name: name.span), name, .regular)
    }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(of: bytes, followsLinks: followsLinks)
      return (registry.resolve(name: file.name.span, kind: file.kind), file.name, file.kind)
    } catch {
      let isOneWord = !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/"))
      session.report(
        Failure(
          .negative, "\(TextEscaping.inMessage(bytes)): \(error)",
          hint: isOneWord && !readsStandardInput
            ? "--name-only asks without a file; 'utcli info' tells of types" : nil))
      status = .negative
      return nil
    }
  }

  private static func lastComponent(of path: Span<UInt8>) -> Range<Int> {
    var end = path.count
    while end > 1, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
    var start = end
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start..<end
  }

  // MARK: JSON

  private mutating func answerAsOneDocument(_ paths: [[UInt8]]) {
    let answers = paths.compactMap { path in
      resolve(path.span).map { (path: path, answer: $0) }
    }
    let registry = registry
    session.output.json { writer in
      writer.beginObject()
      writer.name("files")
      writer.beginArray()
      for (path, (resolution, name, kind)) in answers {
        _ = kind
        Self.write(registry, path, resolution, name, to: &writer)
      }
      writer.endArray()
      writer.name("schema")
      writer.integer(1)
      writer.endObject()
    }
  }

  private static func write(
    _ registry: CompiledRegistry, _ path: [UInt8], _ resolution: NameResolution, _ name: [UInt8],
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    if resolution.isTie {
      writer.name("candidates")
      writer.strings(registry.tiedCandidates(of: resolution).map(\.text))
    }
    if case .dynamic = resolution.answer {
      writer.name("dynamic")
      writer.boolean(true)
    }
    writer.name("identifier")
    writer.string(registry.identifier(of: resolution, name: name.span).text)
    if let found = registry.nearestMIMEType(of: resolution, name: name.span) {
      writer.member("mimeType", found.mimeType)
      writer.member("mimeTypeFrom", found.supertype?.text)
    }
    writer.fileName(path)
    if resolution.isTie {
      writer.name("tie")
      writer.boolean(true)
    }
    writer.endObject()
  }
}

extension CompiledRegistry {
  /// The MIME type of a resolution: the type's own, else that of its nearest supertype that has
  /// one, which is named.
  fileprivate func nearestMIMEType(
    of resolution: NameResolution, name: Span<UInt8>
  ) -> (mimeType: String, supertype: TypeIdentifier?)? {
    if let own = preferredMIMEType(of: resolution, name: name) { return (own, nil) }
    for supertype in supertypes(of: identifier(of: resolution, name: name)) {
      if let tag = tags(of: supertype).first(where: { $0.tagClass == .mimeType }) {
        return (tag.value, supertype)
      }
    }
    return nil
  }
}

extension Span<UInt8> {
  /// The place of the first `byte` from `start` on.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(base).distance(to: found)
    }
  }
}
