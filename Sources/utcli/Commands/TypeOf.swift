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
    var command = try TypeOfCommand(session, arguments)
    defer { session = command.session }
    return try command.run(arguments)
  }
}

/// `utcli type-of`.
private struct TypeOfCommand {
  var session: Session
  /// The registry of this process, if it is the one that answers: then names are looked up and
  /// written without another copy.
  private let registry: CompiledRegistry?
  private let nameOnly: Bool
  private let wantsMIME: Bool
  private let followsLinks: Bool
  private let terminator: UInt8
  private let isNULTerminated: Bool
  /// Whether one file was named, so that a hint is about it.
  private let isSingle: Bool
  private var status = ExitStatus.answered
  /// Files whose types have not been asked for yet.
  private var waiting: [(path: [UInt8], file: FileQuery)] = []

  init(_ session: Session, _ arguments: Arguments) throws(Failure) {
    var session = session
    registry = try session.embeddedRegistry()
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
      try answerAsOneDocument(files)
    } else {
      for path in files { try answer(path.span, withName: !isSingle) }
      try answerWaiting(withName: !isSingle)
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
      let used = try answerLines(in: input.span.extracting(0..<filled), isLast: isAtEnd)
      if used > 0 {
        // What is left is the beginning of a name.
        for index in used..<filled { input[index - used] = input[index] }
        filled -= used
      }
      try answerWaiting(withName: true)
      // Whoever asks a name at a time waits for each answer before the next name.
      session.output.flush()
    }
  }

  private static let longestName = FileQuery.longestName

  /// Answers for the complete lines of `bytes`; returns how many bytes they took.
  private mutating func answerLines(
    in bytes: Span<UInt8>, isLast: Bool
  ) throws(Failure) -> Int {
    var start = 0
    while start < bytes.count {
      guard let end = bytes.firstIndex(of: terminator, from: start) else {
        guard isLast else { break }
        try answer(bytes.extracting(start..<bytes.count), withName: true)
        return bytes.count
      }
      try answer(bytes.extracting(start..<end), withName: true)
      start = end + 1
    }
    return start
  }

  /// Prints the answer for one path, or why there is none; or keeps it to ask for several at once.
  private mutating func answer(_ path: Span<UInt8>, withName: Bool) throws(Failure) {
    if nameOnly, let registry, !session.wantsJSON {
      let name = path.extracting(Self.lastComponent(of: path))
      write(registry.resolve(name: name), registry, of: name, path: path, withName: withName)
      return
    }
    let bytes = Array(copying: path)
    guard let file = file(at: bytes) else { return }
    if let registry, !session.wantsJSON {
      let resolution = registry.resolve(name: file.name.span, kind: file.kind)
      write(resolution, registry, of: file.name.span, path: path, withName: withName)
      return
    }
    waiting.append((bytes, file))
    if waiting.count == Self.batchLength { try answerWaiting(withName: withName) }
  }

  /// How many files are asked for at once.
  private static let batchLength = 4_096

  /// Prints the answers for the paths that were kept.
  private mutating func answerWaiting(withName: Bool) throws(Failure) {
    guard !waiting.isEmpty else { return }
    let files = waiting.map(\.file)
    let answers = try session.ask { (client) throws(RegistryClientError) in
      try client.fileTypes(files)
    }
    for (path, answer) in zip(waiting.map(\.path), answers) {
      if session.wantsJSON {
        session.output.json { Self.write(answer, of: path, to: &$0) }
      } else {
        write(answer, of: path, withName: withName)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ answer: FileTypeAnswer, of path: [UInt8], withName: Bool) {
    let text =
      wantsMIME ? answer.mimeType ?? "application/octet-stream" : answer.identifier.text
    write(path: path.span, withName: withName) { $0.append(contentsOf: text.utf8) }
    if !withName, answer.isTie { noteTie() }
  }

  private mutating func write(
    _ resolution: NameResolution, _ registry: CompiledRegistry, of name: Span<UInt8>,
    path: Span<UInt8>, withName: Bool
  ) {
    if wantsMIME {
      let identifier = registry.identifier(of: resolution, name: name)
      let text = registry.nearestMIMEType(of: identifier)?.mimeType ?? "application/octet-stream"
      write(path: path, withName: withName) { $0.append(contentsOf: text.utf8) }
    } else {
      write(path: path, withName: withName) { buffer in
        registry.append(resolution, name: name, to: &buffer)
      }
    }
    if !withName, resolution.isTie { noteTie() }
  }

  /// Writes one line: the path, if it is wanted, and what `body` appends.
  private mutating func write(
    path: Span<UInt8>, withName: Bool, _ body: (inout [UInt8]) -> Void
  ) {
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
      body(&buffer)
      buffer.append(terminator)
    }
  }

  private func noteTie() {
    session.note("a tie, decided by nothing but the order; 'utcli why' shows the others")
  }

  // MARK: Files

  /// What is at a path; says on standard error why nothing is.
  private mutating func file(at bytes: [UInt8]) -> FileQuery? {
    if nameOnly { return FileQuery(name: Array(bytes[Self.lastComponent(of: bytes.span)])) }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(of: bytes, followsLinks: followsLinks)
      return FileQuery(name: file.name, kind: file.kind)
    } catch {
      let isOneWord = !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/"))
      session.report(
        Failure(
          .negative, "\(TextEscaping.inMessage(bytes)): \(error)",
          hint: isOneWord && isSingle
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

  private mutating func answerAsOneDocument(_ paths: [[UInt8]]) throws(Failure) {
    let found = paths.compactMap { path in file(at: path).map { (path: path, file: $0) } }
    let answers = try session.ask { (client) throws(RegistryClientError) in
      try client.fileTypes(found.map(\.file))
    }
    session.output.json { writer in
      writer.beginObject()
      writer.name("files")
      writer.beginArray()
      for (path, answer) in zip(found.map(\.path), answers) {
        Self.write(answer, of: path, to: &writer)
      }
      writer.endArray()
      writer.schema()
      writer.endObject()
    }
  }

  private static func write(
    _ answer: FileTypeAnswer, of path: [UInt8], to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("candidates", answer.candidates.map(\.text))
    if answer.isDynamic { writer.member("dynamic", true) }
    writer.member("identifier", answer.identifier.text)
    writer.member("mimeType", answer.mimeType)
    writer.member("mimeTypeFrom", answer.mimeTypeSource?.text)
    writer.fileName(path)
    if answer.isTie { writer.member("tie", true) }
    writer.endObject()
  }
}

extension [UInt8] {
  /// The bytes of a span.
  fileprivate init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
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
