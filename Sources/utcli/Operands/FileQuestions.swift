// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Files whose types are queried together: by several threads, and by one question to the daemon.
struct FileQuestions {
  // One type for question and answer, and not generic: each type of an array's elements costs a start
  // more than a look-up.
  /// A path, and what is queried about it, or the answer.
  struct Question {
    enum State {
      /// Nothing is known yet.
      case unread
      /// A file whose type is queried, or known.
      case examined(ExaminedFile)
      case answered(FileTypeAnswer)
      case failed(Failure)
    }

    /// `nil` for a name that is too long.
    let path: [UInt8]?
    var state: State
    /// The source of the answer.
    var foundBy = "name"
  }

  private let session: Session
  private let reading: ContentReading
  private let followsLinks: Bool
  private let nameOnly: Bool
  /// Whether one file was named, so that hints are about it.
  private let isSingle: Bool
  private var waiting: [Question] = []

  init(
    _ session: Session, _ arguments: Arguments, _ reading: ContentReading, followsLinks: Bool
  ) {
    self.session = session
    self.reading = reading
    self.followsLinks = followsLinks
    nameOnly = arguments.has("--name-only")
    isSingle = arguments.operands.count == 1
  }

  /// Whether the files that wait are as many as are queried together: people wait for the first answers.
  var isFull: Bool { waiting.count >= 4_096 }

  /// Adds a path.
  mutating func append(_ path: [UInt8]) { waiting.append(Question(path: path, state: .unread)) }

  /// Adds a path that has no answer.
  mutating func append(_ path: [UInt8]?, failed failure: Failure) {
    waiting.append(Question(path: path, state: .failed(failure)))
  }

  /// Answers the questions that were added.
  ///
  /// - Parameters:
  ///   - registry: The registry of this process, if it answers: then files are examined, with what gives
  ///     their types. Otherwise the daemon is asked.
  ///   - onObstacle: Receives the reason if the contents of a file cannot decide.
  /// - Returns: The paths in their order, with answers or failures.
  /// - Throws: ``Failure`` if the daemon does not answer.
  mutating func take(
    _ registry: CompiledRegistry?, onObstacle: (ContentReader.Obstacle, [UInt8]) -> Void
  ) throws(Failure) -> [Question] {
    guard !waiting.isEmpty else { return [] }
    var questions = waiting
    waiting.removeAll(keepingCapacity: true)
    examine(&questions, registry)
    if registry == nil { try query(&questions, onObstacle) }
    return questions
  }

  /// The file at a path, or only its name.
  ///
  /// - Throws: ``Failure`` if there is none.
  func examined(_ path: [UInt8]) throws(Failure) -> ExaminedFile {
    if nameOnly { return try nameAlone(path) }
    do throws(FileInspection.Failure) {
      return try ExaminedFile(at: path, followsLinks: followsLinks)
    } catch {
      throw failure(error, at: path)
    }
  }

  // MARK: - Steps

  /// Looks for the files, and for their types if the registry of this process answers.
  private func examine(_ questions: inout [Question], _ registry: CompiledRegistry?) {
    let paths = questions.map { question -> [UInt8]? in
      if case .unread = question.state { question.path } else { nil }
    }
    if nameOnly {
      for (index, path) in paths.enumerated() {
        guard let path else { continue }
        do throws(Failure) {
          questions[index].state = .examined(try nameAlone(path))
        } catch {
          questions[index].state = .failed(error)
        }
      }
      return
    }
    let followsLinks = followsLinks
    let results = reading.results(of: paths.count) { index, reader in
      paths[index].map { ExaminedFile.result(at: $0, &reader, in: registry, followsLinks) }
    }
    for (index, result) in results.enumerated() {
      guard let result, let path = paths[index] else { continue }
      switch result {
      case .success(let file): questions[index].state = .examined(file)
      case .failure(let error): questions[index].state = .failed(failure(error, at: path))
      }
    }
  }

  /// Queries the types of the files that were found.
  private func query(
    _ questions: inout [Question], _ onObstacle: (ContentReader.Obstacle, [UInt8]) -> Void
  ) throws(Failure) {
    var files: [FileQuery] = []
    files.reserveCapacity(questions.count)
    for question in questions {
      if case .examined(let file) = question.state { files.append(file.query) }
    }
    let answers = try session.ask { try $0.fileTypes(files) }
    var next = 0
    var open: [Int] = []
    for index in questions.indices {
      guard case .examined(let file) = questions[index].state, next < answers.count else {
        continue
      }
      var answer = answers[next]
      next += 1
      if reading.mayRead(file.query.kind, contentsDecide: answer.contentsDecide) {
        open.append(index)
        continue
      }
      answer.contentsDecide = false
      questions[index].state = .answered(answer)
    }
    try readContents(of: open, &questions, onObstacle)
  }

  /// Answers questions by the contents of files.
  private func readContents(
    of indices: [Int], _ questions: inout [Question],
    _ onObstacle: (ContentReader.Obstacle, [UInt8]) -> Void
  ) throws(Failure) {
    guard !indices.isEmpty else { return }
    // The rules are those of this process.
    let own = try session.answerer.ownRegistry(for: .types)
    let followsLinks = followsLinks
    let asked = indices.map { questions[$0] }
    let files = asked.map { question -> ExaminedFile? in
      if case .examined(let file) = question.state { file } else { nil }
    }
    let paths = asked.map { $0.path ?? [] }
    let results = reading.results(of: files.count) { index, reader -> ExaminedFile? in
      guard var file = files[index] else { return nil }
      file.resolve(at: paths[index], &reader, in: own, followsLinks: followsLinks)
      return file
    }
    for (place, file) in results.enumerated() {
      guard let file, let resolution = file.resolution else { continue }
      if let obstacle = file.obstacle { onObstacle(obstacle, paths[place]) }
      var answer = own.fileType(resolution, name: file.query.name.span)
      answer.contentsDecide = false
      questions[indices[place]].state = .answered(answer)
      questions[indices[place]].foundBy = resolution.foundBy(file.query.kind)
    }
  }

  // MARK: - Failures

  /// The question about a name alone.
  private func nameAlone(_ path: [UInt8]) throws(Failure) -> ExaminedFile {
    let name = Array(path[FilePath.lastComponent(of: path.span)])
    guard name.count <= FileQuery.longestName else {
      throw Failure(.badData, "a name is longer than \(FileQuery.longestName) bytes")
    }
    return ExaminedFile(query: FileQuery(name: name))
  }

  /// The failure of a path at which no file was found.
  private func failure(_ failure: FileInspection.Failure, at path: [UInt8]) -> Failure {
    if FileArgument.isURL(path) {
      return Failure(
        .negative, file: path, "a URL names no file",
        hint: isSingle ? "'utcli handlers URL' shows what opens it" : nil)
    }
    return Failure(
      .negative, file: path, "\(failure)", hint: isSingle ? hint(at: path) : Self.hintOnNames)
  }

  /// The hint about several files that do not exist.
  static let hintOnNames = "--name-only uses only the names"

  /// The meanings of a word that names no file.
  private func hint(at path: [UInt8]) -> String? {
    if path.contains(where: { "*?[".utf8.contains($0) }) {
      return
        "the shell puts names in place of a pattern that is not quoted, if any file has such a name"
    }
    guard !path.isEmpty else { return "the name is empty: is a variable of the shell not set?" }
    let nameOnly = "--name-only uses only the name"
    let word = String(decoding: path, as: UTF8.self)
    // A line in a hint is one to copy.
    guard word.shellWord == word else { return nameOnly }
    var noun: String?
    do throws(Failure) {
      switch try session.operand(path, .none) {
      case .type: noun = "type"
      case .tag(let tag):
        if try !session.types(with: tag).isDynamic { noun = tag.tagClass.noun }
      case .url, .file: break
      }
    } catch {}
    guard let noun else { return nameOnly }
    return "'utcli info \(word)' is about the \(noun); \(nameOnly)"
  }
}
