// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let icon: Command = Command(
    "icon", operands: "FILE|TYPE|.EXT...", summary: "show the icon of a type or file",
    details: """
      Prints the names of icons, one per line, in the order in which programs look for them in an icon
      theme; OPERAND<TAB> comes before if there are several operands. With --size, --scale, --theme or
      --symbolic it prints the file of the first icon that is found: in the theme, its parents,
      'hicolor', then the directories without a theme. The exit status is 1 if there is none.
      """,
    columns: [
      .operand,
      Column("ICON", "the name of an icon, or its file", .identifier),
    ],
    examples: [
      Example("utcli icon photo.jpg", "the names of the icon of a file"),
      Example("utcli icon --size 48 .pdf", "the icon's file, for 48 pixels"),
    ],
    options: [
      Option("--size", "NUMBER", "the file of the icon nearest to this size (48)"),
      Option("--scale", "NUMBER", "the file for a display of this scale (1)"),
      Option("--theme", "THEME", "look in this theme (default: the desktop's, if it can be found)"),
      Option("--symbolic", nil, "the file of an icon of one colour, if there is one"),
      .nameOnly, .sniffs, .readsNoContents, .followsLinks, .keepsLinks, .asType, .asFile,
    ],
    operandCount: 1...Int.max, needs: "a type, file or extension"
  ) { (session, arguments) throws(Failure) in
    try IconListing(session, IconRequest(arguments), arguments).run()
  }
}

/// Which file is asked for.
private struct IconRequest {
  var size = 48
  var scale = 1
  var theme: String?
  var prefersSymbolic: Bool
  /// Whether a file is asked for, and not only names.
  var wantsFile: Bool

  init(_ arguments: Arguments) throws(Failure) {
    func number(_ option: String, _ most: Int) throws(Failure) -> Int? {
      guard let text = arguments.value(option) else { return nil }
      guard let number = Int(text), (1...most).contains(number) else {
        throw .usage("\(option) needs a number from 1 to \(most), not '\(text)'")
      }
      return number
    }
    size = try number("--size", 8_192) ?? size
    scale = try number("--scale", 16) ?? scale
    theme = arguments.value("--theme")
    prefersSymbolic = arguments.has("--symbolic")
    wantsFile =
      prefersSymbolic || ["--size", "--scale", "--theme"].contains { arguments.value($0) != nil }
  }
}

/// The icon of one operand.
private struct IconAnswer {
  var type: TypeIdentifier
  var names: [String]
  var file: String?
}

/// `utcli icon`.
private struct IconListing {
  let session: Session
  private let request: IconRequest
  private let arguments: Arguments
  private let finder: IconFinder?

  init(_ session: Session, _ request: IconRequest, _ arguments: Arguments) throws(Failure) {
    self.session = session
    self.request = request
    self.arguments = arguments
    finder = request.wantsFile ? IconFinder() : nil
    if let theme = request.theme, finder?.hasTheme(theme) == false {
      throw Failure(
        .negative, "no icon theme '\(theme)'",
        hint: "themes are directories with an 'index.theme' in 'icons' below XDG_DATA_DIRS")
    }
  }

  func run() throws(Failure) -> ExitStatus {
    try session.answer(arguments.operands) { (word) throws(Failure) in
      try answer(word)
    } show: { answers in
      session.answer { _ in
      } rest: {
        $0.answers("icons", answers) { writer, entry, answer in
          writer.member("operand", bytes: entry.word)
          writer.member("type", answer.type.text)
          writer.member("names", answer.names)
          writer.member("file", answer.file)
        }
      } lines: {
        // Names alone need no heading.
        if arguments.operands.count == 1 { session.output.head([]) }
        for entry in answers {
          if let answer = entry.outcome.value { write(answer, of: entry.word) }
        }
      }
    }
  }

  private func answer(_ word: [UInt8]) throws(Failure) -> IconAnswer {
    let type = try type(of: word)
    let found = try session.ask { try $0.summaries(of: [type], in: .none) }
    var answer = IconAnswer(type: type, names: found.first?.iconNames ?? [])
    guard let finder else { return answer }
    answer.file = finder.file(
      named: answer.names, size: request.size, scale: request.scale, theme: request.theme,
      prefersSymbolic: request.prefersSymbolic)
    guard answer.file != nil else {
      throw Failure(
        .negative, "no file of an icon for '\(type)'",
        hint: "install an icon theme; 'utcli icon \(type)' shows the names that it may have")
    }
    return answer
  }

  /// The type of an operand; of an unknown extension, too.
  private func type(of word: [UInt8]) throws(Failure) -> TypeIdentifier {
    switch try session.operand(word, arguments) {
    case .type(let identifier): return identifier
    case .file(let path):
      return try session.fileType(
        try session.fileQuery(path, arguments), at: path, arguments,
        followsLinks: arguments.followsLinks(usually: true))
    case .tag(let tag): return try type(of: tag)
    case .url(let url): return try type(of: url.scheme)
    }
  }

  private func type(of tag: Tag) throws(Failure) -> TypeIdentifier {
    let found = try session.ask { try $0.usualTypes(tag: tag) }
    guard let type = found.types.first else { return try session.type(of: tag) }
    return type
  }

  private func write(_ answer: IconAnswer, of word: [UInt8]) {
    let isSingle = arguments.operands.count == 1
    let name = String(decoding: session.shownName(word), as: UTF8.self)
    for line in answer.file.map({ [$0] }) ?? answer.names {
      session.output.line((isSingle ? [] : [name]) + [session.shown(line)])
    }
  }
}
