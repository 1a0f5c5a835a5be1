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

      Where the name means one type, that is the answer, and the file is not read. Where it means no
      type, several types, or only that there are bytes, the beginning of a regular file decides.
      With --contents it decides in any case, of a file whose name may be wrong.
      With --no-sniff nothing is read; with --name-only the file need not exist. Files on network and
      FUSE file systems are read only with --sniff. With --sniff the files in a directory decide its
      type, too: DCIM is that of a camera's card. With --json, "foundBy" names the source of the type.

      An unknown name is not an error: it has a dynamic type, or public.data. A name with a tab, a
      line end or another control character is printed in double quotes, with escapes. Each line of
      standard input has one line in the answer; an empty one is a name without letters.

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
      .sniffs, .contentsAlone, .readsNoContents, .followsLinks, .keepsLinks,
      .readsNames, .jsonLines,
      .isNULTerminated,
    ], operandCount: 0...Int.max, needs: "a file"
  ) { (session, arguments) throws(Failure) in
    var command = try TypeOfCommand(session, arguments)
    // One access to the output for all names; one for each would be a twentieth of the work.
    return try command.run(arguments, to: &session.output)
  }
}

/// `utcli type-of`, in one of two forms.
///
/// If this process answers, each name is resolved and written at once, in ``registry``. If the daemon does, or JSON
/// is printed, the names are collected in ``questions`` and answered some thousands at a time.
private struct TypeOfCommand {
  let session: Session
  /// The registry of this process, if it answers and answers need not be collected: then a name is
  /// resolved and written without a copy of it.
  private var registry: CompiledRegistry?
  private let nameOnly: Bool
  /// Reads one file after the other, where they are few.
  private var reader: ContentReader
  /// Whether files are read by several threads, after several names.
  private var isBatch = false
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
  private var questions: FileQuestions
  /// The hint about files that do not exist, if there were some among several names.
  private var hintOnNames: String?

  init(_ session: Session, _ arguments: Arguments) throws(Failure) {
    let reading = try arguments.contentReading()
    reader = ContentReader(reading)
    questions = FileQuestions(
      session, arguments, reading, followsLinks: arguments.followsLinks(usually: false))
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
    defer { if let hintOnNames { session.remark("hint: \(hintOnNames)") } }
    if try Command.typeOf.readsOperands(arguments) {
      try answerStandardInput(to: &output)
      return status
    }
    if session.wantsJSON, !arguments.has("--jsonl") {
      try answerAsOneDocument(arguments.operands, to: &output)
      return status
    }
    if readsContents, arguments.operands.count > 1 { progress = Progress(isWanted: true) }
    defer { progress?.clear() }
    isBatch = readsContents && arguments.operands.count > 8 * FileHead.filesOfOneTurn
    for (index, operand) in arguments.operands.enumerated() {
      if let path = path(of: operand, &output) { try answer(path.span, to: &output) }
      progress?.add(1) { Double(index + 1) / Double(arguments.operands.count) }
    }
    try answerWaiting(to: &output)
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

  /// The number of bytes on standard input that are a few names.
  private static let fewNames = 4_096

  private mutating func answerStandardInput(to output: inout Output) throws(Failure) {
    var names = NameReader(terminator: lines.terminator)
    progress = Progress(isWanted: !session.wantsJSON)
    defer { progress?.clear() }
    while try names.read() {
      session.noteLineEnds(of: names)
      // Choices that were made since the last names are in effect.
      registry = try session.answerer.registry(forNames: names.count, .types)
      isBatch = readsContents && names.count > Self.fewNames
      while let name = names.next() {
        if names.number == 1 { try checkIsList(names.bytes.span.extracting(name)) }
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

  /// Checks that the first line of standard input can be a name, and is not the beginning of a file.
  private func checkIsList(_ name: Span<UInt8>) throws(Failure) {
    guard !nameOnly, !lines.isNULTerminated else { return }
    let bytes = Array(copying: name)
    let isName =
      String(validating: bytes, as: UTF8.self) != nil
      && !bytes.contains { $0 < 0x20 && $0 != UInt8(ascii: "\r") }
    guard !isName, (try? FileInspection(of: bytes)) == nil else { return }
    throw Failure(
      .badData, "standard input is no list of names: no file has the name on its first line",
      hint: "'-' reads names, not contents; write the contents to a file, and ask for its type")
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
    if let registry, !isBatch {
      guard var file = examined(bytes, &output) else { return }
      file.resolve(at: bytes, &reader, in: registry, followsLinks: followsLinks)
      write(file, registry, path: path, to: &output)
      return
    }
    questions.append(bytes)
    if questions.isFull { try answerWaiting(to: &output) }
  }

  /// Whether files are read.
  private var readsContents: Bool { reader.reading != .never }

  /// Reports that the contents of a file do not decide, if that is of interest.
  private func note(_ obstacle: ContentReader.Obstacle, at path: [UInt8]) {
    guard isSingle || reader.reading == .everywhere else { return }
    progress?.clear()
    session.note("\(TextEscaping.inMessage(path)): \(obstacle)")
  }

  /// Writes the answers for the paths that were kept.
  private mutating func answerWaiting(to output: inout Output) throws(Failure) {
    for question in try takeAnswers() {
      let path = question.path ?? []
      switch question.state {
      case .answered(let answer) where session.wantsJSON:
        output.json { $0.value(answer, of: path, foundBy: foundBy(question)) }
      case .answered(let answer):
        lines.write(answer, of: path, to: &output)
        noteTie(answer.isTie)
      case .examined(let file):
        if let registry { write(file, registry, path: path.span, to: &output) }
      case .failed(let failure):
        if session.wantsJSON { output.json { $0.failed(path: question.path, failure) } }
      case .unread: break
      }
    }
  }

  private mutating func answerAsOneDocument(
    _ operands: [[UInt8]], to output: inout Output
  ) throws(Failure) {
    for operand in operands {
      guard let path = path(of: operand, &output) else { continue }
      questions.append(path)
    }
    let answers = try takeAnswers()
    output.document { [self] in
      $0.array("files", answers) { writer, question in
        switch question.state {
        case .answered(let answer):
          writer.value(answer, of: question.path ?? [], foundBy: foundBy(question))
        case .failed(let failure): writer.failed(path: question.path, failure)
        case .unread, .examined: break
        }
      }
    }
  }

  /// The source of an answer, for JSON; `nil` if that could only be the name.
  private func foundBy(_ question: FileQuestions.Question) -> String? {
    readsContents ? question.foundBy : nil
  }

  /// The paths that were kept, in their order, with answers or failures, which are reported; without
  /// those of other types than are wanted.
  private mutating func takeAnswers() throws(Failure) -> [FileQuestions.Question] {
    var answers = try questions.take(registry) { [self] in note($0, at: $1) }
    let isFiltered = family != nil && registry == nil
    var kept = 0
    for index in answers.indices {
      if case .failed(let failure) = answers[index].state { report(failure) }
      if isFiltered, case .answered(let answer) = answers[index].state,
        try !isWanted(answer.identifier)
      {
        continue
      }
      answers.swapAt(kept, index)
      kept += 1
    }
    if kept < answers.count { answers.removeLast(answers.count - kept) }
    return answers
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
    _ file: ExaminedFile, _ registry: CompiledRegistry, path: Span<UInt8>, to output: inout Output
  ) {
    guard let resolution = file.resolution else { return }
    if let obstacle = file.obstacle { note(obstacle, at: Array(copying: path)) }
    let foundBy = readsContents ? resolution.foundBy(file.query.kind) : nil
    write(
      resolution, registry, of: file.query.name.span, path: path, foundBy: foundBy, to: &output)
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
    session.note("\(Command.tieText); 'utcli why' shows the others")
  }

  // MARK: - Files

  /// Reports why there is no answer about a path; JSON has an object about it, too.
  private mutating func fail(
    _ path: [UInt8]?, _ failure: Failure, to output: inout Output
  ) {
    if registry == nil || isBatch {
      questions.append(path, failed: failure)
      return
    }
    report(failure)
    if session.wantsJSON { output.json { $0.failed(path: path, failure) } }
  }

  private mutating func report(_ failure: Failure) {
    progress?.clear()
    var failure = failure
    if failure.hint == FileQuestions.hintOnNames {
      hintOnNames = failure.hint
      failure.hint = nil
    }
    session.report(failure)
    status.raise(to: failure.status)
  }

  /// The file at a path, or only its name; reports why there is none.
  private mutating func examined(_ path: [UInt8], _ output: inout Output) -> ExaminedFile? {
    do throws(Failure) {
      return try questions.examined(path)
    } catch {
      fail(path, error, to: &output)
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
