// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// `--this-file`: the choice that is stored with a file.
struct ThisFileChoice {
  private let arguments: Arguments
  private let isDry: Bool

  /// The choice that the command line requests.
  ///
  /// - Throws: ``Failure`` for options that do not apply to one file.
  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuse(
      ["--and-subtypes", "--role", "--name-only", "--type", "-P"], with: "--this-file")
    self.arguments = arguments
    isDry = arguments.has("--dry-run")
  }

  /// Sets the application of files; it has to be a handler of the type of each.
  func set(
    _ bundle: String, _ words: ArraySlice<[UInt8]>, _ session: Session
  ) throws(Failure) -> ExitStatus {
    var operands = try files(words, session)
    let answers = try session.handlers(of: &operands, .all)
    for (operand, answer) in zip(operands, answers) {
      let isHandler = answer.handlers.contains {
        $0.bundle == bundle && $0.placement != .drops
      }
      guard isHandler else {
        let type = answer.type.map { " of '\($0)'" } ?? ""
        throw Failure(
          .negative, "\(TextEscaping.inMessage(operand.word)): '\(bundle)' is not a handler\(type)",
          hint: "a file may come from elsewhere, so it can choose among its handlers alone; "
            + "'utcli handlers FILE' lists them")
      }
    }
    return try change(operands, to: bundle, session)
  }

  /// Unsets the choices of files.
  func unset(_ words: ArraySlice<[UInt8]>, _ session: Session) throws(Failure) -> ExitStatus {
    try change(files(words, session), to: nil, session)
  }

  private func files(
    _ words: ArraySlice<[UInt8]>, _ session: Session
  ) throws(Failure) -> [HandlerOperand] {
    try words.map { (word) throws(Failure) in
      let path = try FileArgument.path(of: word)
      do throws(Failure) {
        return try session.handlerOperand(file: path, word: word, arguments)
      } catch {
        guard (try? FileInspection(of: path, followsLinks: true)) == nil else { throw error }
        throw try absent(word, error, session)
      }
    }
  }

  /// The error for a missing file; names other meanings of the word.
  private func absent(
    _ word: [UInt8], _ error: Failure, _ session: Session
  ) throws(Failure) -> Failure {
    let kind: String
    switch try session.operand(word, arguments) {
    case .file: return Failure(error.status, error.message)
    case .type: kind = "type"
    case .tag(let tag): kind = tag.tagClass.noun
    case .url: kind = "URL"
    }
    let article = kind.hasPrefix("e") ? "an" : "a"
    return Failure(
      error.status,
      "'\(TextEscaping.inMessage(word))' is \(article) \(kind), and no file has that name",
      hint: "leave out '--this-file' to choose for the \(kind)")
  }

  private func change(
    _ operands: [HandlerOperand], to bundle: String?, _ session: Session
  ) throws(Failure) -> ExitStatus {
    var edits: [(word: [UInt8], before: String?)] = []
    for operand in operands {
      guard let path = operand.path else { continue }
      do throws(HandlerAttribute.Failure) {
        var before: String?
        var isDamaged = false
        do throws(HandlerAttribute.Failure) {
          before = try HandlerAttribute.read(from: path)?.handler
        } catch {
          isDamaged = error == .invalidValue
        }
        if before == bundle, !isDamaged { continue }
        if !isDry {
          if let bundle {
            try HandlerAttribute.write(bundle, to: path)
          } else {
            try HandlerAttribute.remove(from: path)
          }
        }
        edits.append((operand.word, before))
      } catch {
        if !edits.isEmpty { report(edits, to: bundle, session) }
        throw Failure(.negative, "\(TextEscaping.inMessage(operand.word)): \(error)")
      }
    }
    report(edits, to: bundle, session)
    return .answered
  }

  private func report(
    _ edits: [(word: [UInt8], before: String?)], to bundle: String?, _ session: Session
  ) {
    session.answer {
      $0.member("dryRun", isDry)
      $0.objects("files", edits) { writer, edit in
        writer.member("after", bundle)
        writer.member("before", edit.before)
        writer.fileName(edit.word)
      }
    } lines: {
      session.output.head(BindingChange.Edit.columns)
      for edit in edits {
        let fields = ["all", edit.before ?? "-", bundle ?? "-"].map(session.shown)
        session.output.line(session.shownName(edit.word), fields, after: ["file"])
      }
    }
    guard !session.wantsJSON else { return }
    session.output.flush()
    if edits.isEmpty {
      session.note(
        bundle == nil
          ? "nothing to unset: the file has no choice of its own" : "nothing to change: already set"
      )
    } else if isDry {
      session.note("nothing was changed (--dry-run)")
    }
  }
}
