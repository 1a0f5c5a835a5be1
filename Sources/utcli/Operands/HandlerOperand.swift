// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// An operand whose handlers are queried.
struct HandlerOperand {
  /// The word on the command line.
  let word: [UInt8]
  /// What the word names.
  let subject: HandlerQuery.Subject
  /// The path of a file that was inspected.
  var path: [UInt8]?
  /// The application that the file itself names, if that choice is in effect.
  var ownHandler: String?

  /// The query for its handlers.
  func query(_ roles: RoleMask, explains: Bool = false, limit: Int? = nil) -> HandlerQuery {
    HandlerQuery(
      subject, roles: roles, ownHandler: ownHandler, explains: explains, limit: limit)
  }
}

extension Session {
  /// The operand that `word` names.
  ///
  /// Links are followed, unless the options say otherwise. A choice that is stored with a file is read too.
  mutating func handlerOperand(
    _ word: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> HandlerOperand {
    switch try operand(word, arguments) {
    case .type(let identifier): return HandlerOperand(word: word, subject: .type(identifier))
    case .tag(let tag): return HandlerOperand(word: word, subject: .tag(tag))
    case .file(let path): return try handlerOperand(file: path, word: word, arguments)
    }
  }

  /// The operand of a word that names a file.
  func handlerOperand(
    file path: [UInt8], word: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> HandlerOperand {
    let query = try fileQuery(path, arguments)
    var operand = HandlerOperand(word: word, subject: .file(query))
    guard !arguments.has("--name-only") else { return operand }
    operand.path = path
    // The kernel keeps no such attribute of a link, and reading follows it.
    guard query.kind != .symbolicLink else { return operand }
    do throws(HandlerAttribute.Failure) {
      operand.ownHandler = try HandlerAttribute.read(from: path)?.handlerThatCounts
    } catch .system {
      // A file that cannot be read opens like every other file of its type.
    } catch {
      note("\(TextEscaping.inMessage(path)): \(error)")
    }
    return operand
  }

  /// The name and kind of an existing file, links followed unless `-P` is given; with `--name-only` the name alone.
  func fileQuery(_ path: [UInt8], _ arguments: Arguments) throws(Failure) -> FileQuery {
    if arguments.has("--name-only") {
      return FileQuery(name: FileInspection.lastComponent(of: path))
    }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(
        of: path, followsLinks: arguments.followsLinks(usually: true))
      return FileQuery(name: file.name, kind: file.kind)
    } catch {
      throw Failure(
        .negative, file: path, "\(error)",
        hint: path.contains(UInt8(ascii: "/")) || arguments.has("--file")
          ? nil
          : "no type and no MIME type has that name either; --name-only uses only the name")
    }
  }

  /// The subject of a choice for `word`: a type, also that of a file or a MIME type; an extension or
  /// a scheme as such; with `andSubtypes` a type and its subtypes.
  mutating func bindingSubject(
    _ word: [UInt8], _ arguments: Arguments, andSubtypes: Bool = false
  ) throws(Failure) -> Binding.Subject {
    let identifier: TypeIdentifier
    switch try operand(word, arguments) {
    case .type(let type): identifier = type
    case .tag(let tag) where tag.tagClass == .mimeType: identifier = try type(of: tag)
    case .tag(let tag):
      if andSubtypes {
        throw .usage(
          "\(Binding.Subject.tag(tag).phrase) has no subtypes",
          hint: "name a type; 'utcli types' shows which it means")
      }
      return .tag(tag)
    case .file(let path):
      let file = try fileQuery(path, arguments)
      let types = try ask { (client) throws(RegistryClientError) in
        try client.fileTypes([file])
      }
      guard let type = types.first?.identifier else {
        throw Failure(.internalError, "no answer for a file")
      }
      identifier = type
    }
    return andSubtypes ? .family(identifier) : .type(identifier)
  }

  /// The handlers of each operand.
  mutating func handlers(
    of operands: [HandlerOperand], _ roles: RoleMask, explains: Bool = false, limit: Int? = nil
  ) throws(Failure) -> [HandlerAnswer] {
    try handlers(for: operands.map { $0.query(roles, explains: explains, limit: limit) })
  }

  /// The answers to any number of queries, in their order.
  mutating func handlers(for queries: [HandlerQuery]) throws(Failure) -> [HandlerAnswer] {
    let languages = languages
    var answers: [HandlerAnswer] = []
    while answers.count < queries.count {
      // A call has at most a batch of queries.
      let batch = Array(queries[answers.count...].prefix(Self.batchLength))
      answers += try ask { (client) throws(RegistryClientError) in
        try client.handlers(for: batch, in: languages)
      }
    }
    return answers
  }

  /// The most queries of one call.
  static let batchLength = 1024

  /// A file name, escaped on a terminal, else quoted where necessary.
  func shownName(_ name: [UInt8]) -> [UInt8] {
    if output.isTerminal {
      return Array(TextEscaping.forTerminal(String(decoding: name, as: UTF8.self)).utf8)
    }
    var shown: [UInt8] = []
    TextEscaping.append(name: name.span, to: &shown)
    return shown
  }
}
