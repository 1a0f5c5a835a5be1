// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What a word of the command line asks the handlers of.
struct HandlerOperand {
  /// The word as it was given.
  let word: [UInt8]
  /// What is to be opened.
  let subject: HandlerQuery.Subject
  /// The file's path, if it is a file that was looked at.
  var path: [UInt8]?
  /// The application that the file itself names and that counts.
  var ownHandler: String?

  /// The question about it.
  func query(_ roles: RoleMask, explains: Bool = false, limit: Int? = nil) -> HandlerQuery {
    HandlerQuery(
      subject, roles: roles, ownHandler: ownHandler, explains: explains, limit: limit)
  }
}

extension Session {
  /// What `word` asks the handlers of.
  ///
  /// Of a file also its own choice is read; links are followed.
  mutating func handlerOperand(
    _ word: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> HandlerOperand {
    switch try operand(word, arguments) {
    case .type(let identifier): return HandlerOperand(word: word, subject: .type(identifier))
    case .tag(let tag): return HandlerOperand(word: word, subject: .tag(tag))
    case .file(let path): return try handlerOperand(file: path, word: word, arguments)
    }
  }

  /// The same where nothing but a file may be meant.
  func handlerOperand(
    file path: [UInt8], word: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> HandlerOperand {
    let query = try fileQuery(path, arguments)
    var operand = HandlerOperand(word: word, subject: .file(query))
    guard !arguments.has("--name-only") else { return operand }
    operand.path = path
    do throws(HandlerAttribute.Failure) {
      operand.ownHandler = try HandlerAttribute.read(from: path)?.handlerThatCounts
    } catch .system {
      // Who may not read the file opens it as every file of its type.
    } catch {
      note("\(TextEscaping.inMessage(path)): \(error)")
    }
    return operand
  }

  /// A file that is there, by its name and kind, links followed; or its name alone.
  func fileQuery(_ path: [UInt8], _ arguments: Arguments) throws(Failure) -> FileQuery {
    if arguments.has("--name-only") {
      return FileQuery(name: FileInspection.lastComponent(of: path))
    }
    do throws(FileInspection.Failure) {
      let file = try FileInspection(of: path, followsLinks: true)
      return FileQuery(name: file.name, kind: file.kind)
    } catch {
      throw Failure(
        .negative, "\(TextEscaping.inMessage(path)): \(error)",
        hint: path.contains(UInt8(ascii: "/")) || arguments.has("--file")
          ? nil
          : "no type and no MIME type has that name either; --name-only asks without a file")
    }
  }

  /// What a choice for `word` is about: a type, also that of a file or a MIME type; an extension or
  /// a scheme as such; with `andSubtypes` a family.
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
          hint: "name a type; 'utcli types' tells which it means")
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

  /// The answers for several operands, in their order.
  mutating func handlers(
    of operands: [HandlerOperand], _ roles: RoleMask, explains: Bool = false, limit: Int? = nil
  ) throws(Failure) -> [HandlerAnswer] {
    try handlers(for: operands.map { $0.query(roles, explains: explains, limit: limit) })
  }

  /// The answers to any number of questions, in their order.
  mutating func handlers(for queries: [HandlerQuery]) throws(Failure) -> [HandlerAnswer] {
    let languages = languages
    var answers: [HandlerAnswer] = []
    while answers.count < queries.count {
      // A call holds no more than a batch.
      let batch = Array(queries[answers.count...].prefix(Self.batchLength))
      answers += try ask { (client) throws(RegistryClientError) in
        try client.handlers(for: batch, in: languages)
      }
    }
    return answers
  }

  /// How many questions are asked at once.
  static let batchLength = 1024

  /// A file's name as it may be shown: escaped on a terminal, else quoted where it must be.
  func shownName(_ name: [UInt8]) -> [UInt8] {
    if output.isTerminal {
      return Array(TextEscaping.forTerminal(String(decoding: name, as: UTF8.self)).utf8)
    }
    var shown: [UInt8] = []
    TextEscaping.append(name: name.span, to: &shown)
    return shown
  }
}
