// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let typeOf: Command = Command(
    "type-of", operands: "FILE...", summary: "show the type of each file",
    details: """
      Prints the identifier of one file, or NAME<TAB>IDENTIFIER per line for several. The name of a
      regular file decides; its contents are not read. A link is not followed, unless -L is given.
      With --mime, a type without a MIME type gets that of its nearest supertype with one.
      """,
    options: [
      .nameOnly,
      Option("--mime", nil, "print the preferred MIME type instead of the identifier"),
      Option("-L", nil, "follow symbolic links"),
      .readsNames,
      .isNULTerminated,
    ], operandCount: 0...Int.max, needs: "a file"
  ) { (session, arguments) throws(Failure) in
    var command = try TypeOfCommand(session, arguments)
    defer { session = command.session }
    return try command.run(arguments)
  }
}

/// `utcli type-of`.
private struct TypeOfCommand {
  var session: Session
  /// The registry of this process, if it is the one that answers: then a name is resolved and
  /// written without a copy of it.
  private let registry: CompiledRegistry?
  private let nameOnly: Bool
  private let followsLinks: Bool
  /// Whether one file was named, so that remarks are about it.
  private let isSingle: Bool
  private let lines: TypeOfLines
  private var status = ExitStatus.answered
  /// Files whose types have not been queried yet.
  private var waiting: [(path: [UInt8], file: FileQuery)] = []

  /// The most files of one query.
  private static let batchLength = 4_096

  init(_ session: Session, _ arguments: Arguments) throws(Failure) {
    var session = session
    registry = try session.embeddedRegistry()
    nameOnly = arguments.has("--name-only")
    followsLinks = arguments.has("-L")
    isSingle = arguments.operands.count == 1
    lines = TypeOfLines(
      wantsMIME: arguments.has("--mime"), hasName: !isSingle,
      isNULTerminated: arguments.has("-0"), isTerminal: session.output.isTerminal)
    self.session = session
  }

  mutating func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    if arguments.has("--stdin") {
      guard arguments.operands.isEmpty else {
        throw .usage("--stdin cannot be used with operands")
      }
      try answerStandardInput()
      return status
    }
    guard !arguments.operands.isEmpty else {
      throw Command.typeOf.missingOperands
    }
    let paths = paths(arguments.operands)
    if session.wantsJSON {
      try answerAsOneDocument(paths)
    } else {
      for path in paths { try answer(path.span) }
      try answerWaiting()
    }
    return status
  }

  /// The paths that the operands name; reports those that name none.
  private mutating func paths(_ operands: [[UInt8]]) -> [[UInt8]] {
    var paths: [[UInt8]] = []
    for operand in operands {
      do throws(Failure) {
        paths.append(try FileArgument.path(of: operand))
      } catch {
        session.report(error)
        status = error.status
      }
    }
    return paths
  }

  // MARK: - Answers

  private mutating func answerStandardInput() throws(Failure) {
    var names = NameReader(terminator: lines.terminator)
    while try names.read() {
      while let name = names.next() { try answer(names.bytes.span.extracting(name)) }
      try answerWaiting()
      // A program that writes one name waits for its answer before it writes the next.
      session.output.flush()
    }
  }

  /// Writes the answer for one path or reports why there is none; or keeps the path, to query
  /// several at once.
  private mutating func answer(_ path: Span<UInt8>) throws(Failure) {
    if nameOnly, let registry, !session.wantsJSON {
      let name = path.extracting(FilePath.lastComponent(of: path))
      write(registry.resolve(name: name), registry, of: name, path: path)
      return
    }
    let bytes = Array(copying: path)
    guard let file = file(at: bytes) else { return }
    if let registry, !session.wantsJSON {
      let resolution = registry.resolve(name: file.name.span, kind: file.kind)
      write(resolution, registry, of: file.name.span, path: path)
      return
    }
    waiting.append((bytes, file))
    if waiting.count == Self.batchLength { try answerWaiting() }
  }

  /// Writes the answers for the paths that were kept.
  private mutating func answerWaiting() throws(Failure) {
    guard !waiting.isEmpty else { return }
    let answers = try answers(for: waiting.map(\.file))
    for (path, answer) in zip(waiting.map(\.path), answers) {
      if session.wantsJSON {
        session.output.json { $0.value(answer, of: path) }
      } else {
        lines.write(answer, of: path, to: &session.output)
        noteTie(answer.isTie)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func answerAsOneDocument(_ paths: [[UInt8]]) throws(Failure) {
    let found = paths.compactMap { path in file(at: path).map { (path: path, file: $0) } }
    let answers = try answers(for: found.map(\.file))
    session.output.json { writer in
      writer.beginObject()
      writer.name("files")
      writer.beginArray()
      for (path, answer) in zip(found.map(\.path), answers) { writer.value(answer, of: path) }
      writer.endArray()
      writer.schema()
      writer.endObject()
    }
  }

  private mutating func answers(for files: [FileQuery]) throws(Failure) -> [FileTypeAnswer] {
    try session.ask { (client) throws(RegistryClientError) in try client.fileTypes(files) }
  }

  private mutating func write(
    _ resolution: NameResolution, _ registry: CompiledRegistry, of name: Span<UInt8>,
    path: Span<UInt8>
  ) {
    lines.write(resolution, registry, of: name, path: path, to: &session.output)
    noteTie(resolution.isTie)
  }

  private func noteTie(_ isTie: Bool) {
    guard isSingle, isTie else { return }
    session.note("tie: nothing but file order decides; 'utcli why' shows the others")
  }

  // MARK: - Files

  /// The name and kind of the file at a path; reports why there is none.
  private mutating func file(at bytes: [UInt8]) -> FileQuery? {
    if nameOnly { return FileQuery(name: Array(bytes[FilePath.lastComponent(of: bytes.span)])) }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(of: bytes, followsLinks: followsLinks)
      return FileQuery(name: file.name, kind: file.kind)
    } catch {
      let isOneWord = !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/"))
      session.report(
        Failure(
          .negative, "\(TextEscaping.inMessage(bytes)): \(error)",
          hint: isOneWord && isSingle
            ? "--name-only uses only the name; 'utcli info' shows types" : nil))
      status = .negative
      return nil
    }
  }
}

extension [UInt8] {
  /// The bytes of a span.
  fileprivate init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
