// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let typeOf: Command = Command(
    "type-of", operands: "FILE...", summary: "show the type of each file",
    details: """
      Prints the identifier of one file, or \(typeOf.columns().form) per line for several.
      A link is not followed, except with -L. With --mime, a type without a MIME type gets that of its
      nearest supertype with one. With --conforming-to, only files of that type or a subtype are
      printed, each with its name.

      A name that means one type decides, and the file is not read. Where the name of a regular file
      means no type, several, or only that there are bytes, the beginning of the file decides. With
      --no-sniff nothing is read; with --name-only the file need not exist. Files on network and FUSE
      file systems are read only with --sniff, with which a directory also goes by the files in it, as
      volumes do. With --json, "foundBy" says what found the type.

      With --json a file without a type keeps its place: {"name": NAME, "error": REASON}. With --jsonl,
      or with --stdin --json, there is one such object per line, instead of one document.
      """,
    columns: [
      .fileName,
      Column("IDENTIFIER", "the identifier of the type; with --mime its MIME type", .identifier),
    ],
    examples: [
      Example("utcli type-of photo.jpg", "the type of a file"),
      Example("utcli type-of --mime photo.jpg report.pdf", "the MIME types of several files"),
      Example("utcli type-of --conforming-to public.image *", "the images in this directory"),
      Example("find . -print0 | utcli type-of --stdin -0", "each file below this directory"),
    ],
    options: [
      .nameOnly,
      Option("--mime", nil, "print the preferred MIME type instead of the identifier"),
      Option("--conforming-to", "TYPE", "print only the files whose type conforms to this one"),
      .sniffs, .readsNoContents, .followsLinks, .keepsLinks,
      .readsNames, .jsonLines,
      .isNULTerminated,
    ], operandCount: 0...Int.max, needs: "a file"
  ) { (session, arguments) throws(Failure) in
    var command = try TypeOfCommand(session, arguments)
    // One access to the output for all names; one for each would be a twentieth of the work.
    return try command.run(arguments, to: &session.output)
  }
}

/// `utcli type-of`.
private struct TypeOfCommand {
  let session: Session
  /// The registry of this process, if it answers and answers need not be collected: then a name is
  /// resolved and written without a copy of it.
  private var registry: CompiledRegistry?
  private let nameOnly: Bool
  /// Reads files whose names leave their types open.
  private var reader: ContentReader
  private let followsLinks: Bool
  /// Whether one file was named, so that remarks are about it.
  private let isSingle: Bool
  private let lines: TypeOfLines
  /// The types that are printed; `nil` for all.
  private var family: TypeFamily?
  private var status = ExitStatus.answered
  /// How many names were answered, for people who wait; `nil` elsewhere.
  private var progress: Progress?
  /// Files whose types have not been queried yet, and in JSON those that have none.
  private var waiting: [Question] = []

  // One type for both, and not generic: each type of an array's elements costs a start more than a look-up.
  /// A path, and what is queried about it, or the answer.
  private struct Question {
    enum State {
      /// A file, and the device of its file system.
      case open(FileQuery, UInt64?)
      case answered(FileTypeAnswer)
      case failed(Failure)
    }

    /// `nil` for a name that is too long.
    var path: [UInt8]?
    var state: State
    /// The source of the answer, as JSON names it.
    var foundBy = "name"
  }

  /// The most files of one query.
  private static let batchLength = 4_096

  init(_ session: Session, _ arguments: Arguments) throws(Failure) {
    reader = ContentReader(try arguments.contentReading())
    if arguments.has("--stdin") || !session.wantsJSON || arguments.has("--jsonl") {
      registry = try session.answerer.embeddedRegistry(for: .types)
    }
    nameOnly = arguments.has("--name-only")
    followsLinks = arguments.followsLinks(usually: false)
    isSingle = arguments.operands.count == 1
    if let name = arguments.value("--conforming-to") {
      family = TypeFamily(of: try session.type(named: name))
    }
    lines = TypeOfLines(
      wantsMIME: arguments.has("--mime"), hasName: !isSingle || family != nil,
      isNULTerminated: arguments.has("-0"), isTerminal: session.isTerminal)
    if lines.wantsMIME {
      session.output.head([.fileName, Column("MIMETYPE", "its MIME type", .identifier)])
    }
    self.session = session
  }

  mutating func run(
    _ arguments: Arguments, to output: inout Output
  ) throws(Failure) -> ExitStatus {
    if try Command.typeOf.readsOperands(arguments) {
      try answerStandardInput(to: &output)
      return status
    }
    if session.wantsJSON, !arguments.has("--jsonl") {
      try answerAsOneDocument(arguments.operands, to: &output)
    } else {
      if readsContents, arguments.operands.count > 1 { progress = Progress(isWanted: true) }
      defer { progress?.clear() }
      for (index, operand) in arguments.operands.enumerated() {
        if let path = path(of: operand, &output) { try answer(path.span, to: &output) }
        progress?.add(1) { Double(index + 1) / Double(arguments.operands.count) }
      }
      try answerWaiting(to: &output)
    }
    return status
  }

  /// The path that an operand names; reports why it names none.
  private mutating func path(of operand: [UInt8], _ output: inout Output) -> [UInt8]? {
    do throws(Failure) {
      return try FileArgument.path(of: operand)
    } catch {
      fail(operand, error, to: &output)
      return nil
    }
  }

  // MARK: - Answers

  private mutating func answerStandardInput(to output: inout Output) throws(Failure) {
    var names = NameReader(terminator: lines.terminator)
    progress = Progress(isWanted: !session.wantsJSON)
    defer { progress?.clear() }
    while try names.read() {
      session.noteLineEnds(of: names)
      // Choices that were made since the last names are in effect.
      registry = try session.answerer.registry(forNames: names.count, .types)
      while let name = names.next() {
        if name.count > names.longestName {
          fail(nil, names.tooLong, to: &output)
        } else {
          try answer(names.bytes.span.extracting(name), to: &output)
        }
        // Reading a file's contents may take long; a name alone takes no time worth a look at a clock.
        if readsContents { progress?.add(1, fraction: Progress.fractionOfStandardInput) }
      }
      if !readsContents, let count = progress?.count {
        progress?.add(names.number - count, fraction: Progress.fractionOfStandardInput)
      }
      try answerWaiting(to: &output)
      // A program that writes one name waits for its answer before it writes the next.
      output.flush()
    }
  }

  /// Writes the answer for one path or reports why there is none; or keeps the path, to query
  /// several at once.
  private mutating func answer(
    _ path: Span<UInt8>, to output: inout Output
  ) throws(Failure) {
    if nameOnly, let registry {
      let name = path.extracting(FilePath.lastComponent(of: path))
      write(registry.resolve(name: name), registry, of: name, path: path, to: &output)
      return
    }
    let bytes = Array(copying: path)
    guard let (file, device) = file(at: bytes, &output) else { return }
    if let registry {
      write(
        resolution(of: file, at: bytes, on: device, in: registry), registry, of: file, path: path,
        to: &output)
      return
    }
    waiting.append(Question(path: bytes, state: .open(file, device)))
    if waiting.count >= Self.batchLength { try answerWaiting(to: &output) }
  }

  /// Whether files are read.
  private var readsContents: Bool { reader.reading != .never }

  /// The type of a file by its name, and by its contents if its name leaves it open.
  private mutating func resolution(
    of file: FileQuery, at path: [UInt8], on device: UInt64?, in registry: CompiledRegistry
  ) -> NameResolution {
    let named = registry.resolve(name: file.name.span, kind: file.kind)
    guard readsContents else { return named }
    let (session, progress, followsLinks) = (session, progress, followsLinks)
    let isNoted = isSingle || reader.reading == .everywhere
    return reader.resolve(
      file, named: named, at: path, on: device, in: registry, followsLinks: followsLinks
    ) { obstacle in
      guard isNoted else { return }
      progress?.clear()
      session.note("\(TextEscaping.inMessage(path)): \(obstacle)")
    }
  }

  /// Writes the answers for the paths that were kept.
  private mutating func answerWaiting(to output: inout Output) throws(Failure) {
    guard !waiting.isEmpty else { return }
    for question in try takeAnswers() {
      switch question.state {
      case .answered(let answer) where session.wantsJSON:
        output.json { $0.value(answer, of: question.path ?? [], foundBy: foundBy(question)) }
      case .answered(let answer):
        lines.write(answer, of: question.path ?? [], to: &output)
        noteTie(answer.isTie)
      case .failed(let failure):
        output.json { $0.failed(path: question.path, failure) }
      case .open: break
      }
    }
  }

  private mutating func answerAsOneDocument(
    _ operands: [[UInt8]], to output: inout Output
  ) throws(Failure) {
    for operand in operands {
      guard let path = path(of: operand, &output), let (file, device) = file(at: path, &output)
      else { continue }
      waiting.append(Question(path: path, state: .open(file, device)))
    }
    let answers = try takeAnswers()
    output.document { [self] in
      $0.array("files", answers) { writer, question in
        switch question.state {
        case .answered(let answer):
          writer.value(answer, of: question.path ?? [], foundBy: foundBy(question))
        case .failed(let failure): writer.failed(path: question.path, failure)
        case .open: break
        }
      }
    }
  }

  /// The source of an answer, for JSON; `nil` if that could only be the name.
  private func foundBy(_ question: Question) -> String? { readsContents ? question.foundBy : nil }

  /// The paths that were kept, in their order, with answers or failures; without those of other types
  /// than are wanted.
  private mutating func takeAnswers() throws(Failure) -> [Question] {
    var questions = waiting
    waiting.removeAll(keepingCapacity: true)
    var files: [FileQuery] = []
    files.reserveCapacity(questions.count)
    for question in questions { if case .open(let file, _) = question.state { files.append(file) } }
    let answers = try session.ask { try $0.fileTypes(files) }
    let isFiltered = family != nil
    var (next, kept) = (0, 0)
    for index in questions.indices {
      if case .open(let file, let device) = questions[index].state {
        guard next < answers.count else { break }
        var answer = answers[next]
        next += 1
        if let path = questions[index].path,
          reader.reading.mayRead(file.kind, contentsDecide: answer.contentsDecide)
        {
          // The rules are those of this process.
          let own = try session.answerer.ownRegistry(for: .types)
          let resolution = resolution(of: file, at: path, on: device, in: own)
          answer = own.fileType(resolution, name: file.name.span)
          questions[index].foundBy = resolution.foundBy(file.kind)
        }
        answer.contentsDecide = false
        if isFiltered, try !isWanted(answer.identifier) { continue }
        questions[index].state = .answered(answer)
      }
      questions.swapAt(kept, index)
      kept += 1
    }
    if kept < questions.count { questions.removeLast(questions.count - kept) }
    return questions
  }

  // Not inlined: to destroy a family a start looks for the conformances of what it holds.
  @inline(never)
  private mutating func isWanted(_ type: TypeIdentifier) throws(Failure) -> Bool {
    guard var family else { return true }
    defer { self.family = family }
    return try session.ask { client in
      try family.contains(type, client)
    }
  }

  private mutating func write(
    _ resolution: NameResolution, _ registry: CompiledRegistry, of file: FileQuery,
    path: Span<UInt8>, to output: inout Output
  ) {
    let foundBy = readsContents ? resolution.foundBy(file.kind) : nil
    write(
      resolution, registry, of: file.name.span, path: path, foundBy: foundBy, to: &output)
  }

  private mutating func write(
    _ resolution: NameResolution, _ registry: CompiledRegistry, of name: Span<UInt8>,
    path: Span<UInt8>, foundBy: String? = nil, to output: inout Output
  ) {
    if let family, !family.contains(resolution, of: name, in: registry) { return }
    if session.wantsJSON {
      output.json {
        $0.value(resolution, registry, of: name, path: path, foundBy: foundBy)
      }
    } else {
      lines.write(resolution, registry, of: name, path: path, to: &output)
      noteTie(resolution.isTie)
    }
  }

  private func noteTie(_ isTie: Bool) {
    guard isSingle, isTie else { return }
    session.note("tie: nothing but file order decides; 'utcli why' shows the others")
  }

  // MARK: - Files

  /// Reports why there is no answer about a path; JSON has an object about it, too.
  private mutating func fail(
    _ path: [UInt8]?, _ failure: Failure, to output: inout Output
  ) {
    progress?.clear()
    session.report(failure)
    status.raise(to: failure.status)
    guard session.wantsJSON else { return }
    if registry == nil {
      waiting.append(Question(path: path, state: .failed(failure)))
    } else {
      output.json { $0.failed(path: path, failure) }
    }
  }

  /// The name and kind of the file at a path, and the device of its file system unless it is only a name;
  /// reports why there is none.
  private mutating func file(
    at bytes: [UInt8], _ output: inout Output
  ) -> (FileQuery, device: UInt64?)? {
    if nameOnly {
      let name = Array(bytes[FilePath.lastComponent(of: bytes.span)])
      if name.count <= FileQuery.longestName { return (FileQuery(name: name), nil) }
      fail(
        bytes, Failure(.badData, "a name is longer than \(FileQuery.longestName) bytes"),
        to: &output)
      return nil
    }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(of: bytes, followsLinks: followsLinks)
      return (FileQuery(name: file.name, kind: file.kind), file.device)
    } catch {
      if FileArgument.isURL(bytes) {
        fail(
          bytes,
          Failure(
            .negative, file: bytes, "a URL names no file",
            hint: isSingle ? "'utcli handlers URL' shows what opens it" : nil), to: &output)
        return nil
      }
      let isOneWord = !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/"))
      fail(
        bytes,
        Failure(
          .negative, file: bytes, "\(error)",
          hint: isOneWord && isSingle
            ? "--name-only uses only the name; 'utcli info' shows types" : nil), to: &output)
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
