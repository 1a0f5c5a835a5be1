// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// An operand whose handlers are queried.
struct HandlerOperand {
  /// The word on the command line.
  let word: [UInt8]
  /// The type, tag or file that the word names.
  let subject: HandlerQuery.Subject
  /// The explanation of the type by the file's contents; `nil` if its name alone decides, or they
  /// were not read yet.
  var contents: ContentExplanation?
  /// Whether the contents may be read.
  var reading = ContentReading.never
  /// Whether the file is the target of a link.
  var followsLinks = true
  /// The name and kind of the file.
  var file: FileQuery?
  /// The path of a file that was inspected.
  var path: [UInt8]?
  /// The application that the file itself names, if that choice is in effect.
  var ownHandler: String?

  /// The query for its handlers.
  func query(_ roles: RoleMask, explains: Bool = false, limit: Int? = nil) -> HandlerQuery {
    HandlerQuery(
      subject, typeByContents: contents?.identifier, roles: roles, ownHandler: ownHandler,
      explains: explains, limit: limit)
  }
}

extension Session {
  /// The operand that `word` names.
  ///
  /// Links are followed, unless the options say otherwise. A choice that is stored with a file is read too.
  func handlerOperand(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> HandlerOperand {
    switch try operand(word, arguments) {
    case .type(let identifier): return HandlerOperand(word: word, subject: .type(identifier))
    case .tag(let tag): return HandlerOperand(word: word, subject: .tag(tag))
    case .url(let url): return HandlerOperand(word: word, subject: .url(url))
    case .file(let path): return try handlerOperand(file: path, word: word, arguments)
    }
  }

  /// The operand of a word that names a file.
  func handlerOperand(
    file path: [UInt8], word: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> HandlerOperand {
    try handlerOperand(try fileQuery(path, arguments), at: path, word: word, arguments)
  }

  /// The operand of a word that names an existing file.
  ///
  /// - Parameters:
  ///   - query: The name and kind of the file.
  ///   - path: Where it is.
  ///   - word: The word on the command line.
  ///   - arguments: Say whether its contents are read, and links are followed.
  ///   - notesDamage: Whether a note says that the choice stored with the file is damaged.
  /// - Returns: The operand, with the choice that is stored with the file.
  /// - Throws: ``Failure`` if the registry for its contents cannot be loaded.
  func handlerOperand(
    _ query: FileQuery, at path: [UInt8], word: [UInt8], _ arguments: Arguments,
    notesDamage: Bool = true
  ) throws(Failure) -> HandlerOperand {
    var operand = HandlerOperand(word: word, subject: .file(query))
    operand.file = query
    operand.reading = try arguments.contentReading()
    operand.followsLinks = arguments.followsLinks(usually: true)
    guard !arguments.has("--name-only") else { return operand }
    operand.path = path
    // The kernel keeps no such attribute of a link, and reading follows it.
    guard query.kind != .symbolicLink else { return operand }
    do throws(HandlerAttribute.Failure) {
      operand.ownHandler = try HandlerAttribute.read(from: path)?.handlerThatCounts
    } catch .system {
      // A file that cannot be read opens like every other file of its type.
    } catch {
      if notesDamage { note("\(TextEscaping.inMessage(path)): \(error)") }
    }
    return operand
  }

  /// Reads the file of an operand, if it may be read and its name leaves its type open.
  ///
  /// - Parameters:
  ///   - operand: Receives what the contents say.
  ///   - contentsDecide: Whether its name leaves its type open.
  /// - Returns: Whether the contents decide its type.
  /// - Throws: ``Failure`` if the rules cannot be loaded.
  func readContents(
    of operand: inout HandlerOperand, contentsDecide: Bool
  ) throws(Failure) -> Bool {
    guard let file = operand.file, let path = operand.path, operand.contents == nil,
      operand.reading.mayRead(file.kind, contentsDecide: contentsDecide)
    else { return false }
    operand.contents = try contents(
      of: file, at: path, operand.reading, followsLinks: operand.followsLinks)
    return operand.contents != nil
  }

  /// The name and kind of an existing file, links followed unless `-P` is given; with `--name-only`
  /// the name alone.
  func fileQuery(_ path: [UInt8], _ arguments: Arguments) throws(Failure) -> FileQuery {
    if arguments.has("--name-only") {
      return FileQuery(name: FileInspection.lastComponent(of: path))
    }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(
        of: path, followsLinks: arguments.followsLinks(usually: true))
      return FileQuery(name: file.name, kind: file.kind)
    } catch {
      var hint: String?
      if !arguments.has("--file") {
        hint = try meantApplication(path)
        if hint == nil { hint = try meantInstead(path) }
        if hint == nil, !path.contains(UInt8(ascii: "/")) {
          hint = "no type and no MIME type has that name either; --name-only uses only the name"
        }
      }
      throw Failure(.negative, file: path, "\(error)", hint: hint)
    }
  }

  /// The handlers of each operand.
  ///
  /// - Parameters:
  ///   - operands: Receive what the contents of files say whose names leave their types open.
  ///   - roles: The queried roles.
  ///   - explains: Whether the answers have hidden applications and reasons.
  ///   - limit: The most handlers of each; `nil` is all.
  /// - Returns: The answers, in the order of the operands.
  /// - Throws: ``Failure`` if there is no answer, or the rules for contents cannot be loaded.
  func handlers(
    of operands: inout [HandlerOperand], _ roles: RoleMask, explains: Bool = false,
    limit: Int? = nil
  ) throws(Failure) -> [HandlerAnswer] {
    var answers = try handlers(
      for: operands.map { $0.query(roles, explains: explains, limit: limit) })
    var read: [Int] = []
    for index in answers.indices {
      let contentsDecide = answers[index].contentsDecide
      answers[index].contentsDecide = false
      if try readContents(of: &operands[index], contentsDecide: contentsDecide) {
        read.append(index)
      }
    }
    guard !read.isEmpty else { return answers }
    let again = try handlers(
      for: read.map { operands[$0].query(roles, explains: explains, limit: limit) })
    for (index, answer) in zip(read, again) { answers[index] = answer }
    return answers
  }

  /// The answers to any number of queries, in their order.
  func handlers(for queries: [HandlerQuery]) throws(Failure) -> [HandlerAnswer] {
    var answers: [HandlerAnswer] = []
    while answers.count < queries.count {
      // A call has at most a batch of queries.
      var batch = Array(queries[answers.count...].prefix(Self.batchLength))
      // Only JSON shows icons.
      if !wantsJSON { for index in batch.indices { batch[index].isWithoutIcons = true } }
      let asked = batch
      answers += try ask { try $0.handlers(for: asked, in: languages) }
    }
    return answers
  }

  /// The error if no application opens an operand; the hint depends on whether one is ruled out.
  func noHandler(_ operand: HandlerOperand, _ roles: RoleMask) throws(Failure) -> Failure {
    var operands = [operand]
    let hidden = try handlers(of: &operands, roles, explains: true).first?.hidden ?? []
    let role = roles.single.map { " as \($0.rawValue)" } ?? ""
    return Failure(
      .negative, "no application opens '\(String(decoding: operand.word, as: UTF8.self))'\(role)",
      hint: hidden.isEmpty
        ? "'utcli default set' chooses an application, 'utcli open --with' opens it with one once"
        : "'utcli why' explains which applications were ruled out")
  }

  /// The most queries of one call.
  static let batchLength = 1024

  /// A file name, escaped on a terminal, else quoted where necessary.
  func shownName(_ name: [UInt8]) -> [UInt8] {
    if isTerminal {
      return Array(TextEscaping.forTerminal(String(decoding: name, as: UTF8.self)).utf8)
    }
    var shown: [UInt8] = []
    TextEscaping.append(name: name.span, to: &shown)
    return shown
  }
}

extension Binding.Subject {
  /// Whether it is a type, or a family, so general that a choice for it concerns nearly every file or
  /// every folder.
  var isCatchAll: Bool {
    switch self {
    case .type(let type), .family(let type):
      [
        "public.item", "public.content", "public.data", "public.directory", "public.folder",
      ].contains(type.text)
    case .tag: false
    }
  }
}

extension Binding.Slot {
  /// The query for the application that opens the subject: in the role of the slot, else in `roles`.
  func query(_ roles: RoleMask) -> HandlerQuery {
    HandlerQuery(subject.querySubject, roles: role.map { RoleMask($0) } ?? roles, limit: 1)
  }
}
