// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The files whose contents are read where their names leave their types open.
enum ContentReading {
  /// None: names and kinds decide.
  case never
  /// Regular files, except those that another machine or a program serves.
  case local
  /// All regular files; and of directories the names of their files (`--sniff`).
  case everywhere
  /// All regular files, whatever their names say (`--contents`).
  case alone
}

extension Arguments {
  /// The files whose contents are read.
  ///
  /// - Throws: ``Failure`` if options exclude each other.
  func contentReading() throws(Failure) -> ContentReading {
    for option in ["--name-only", "--no-sniff"] where has(option) {
      try refuse(["--sniff", "--contents"], with: option)
      return .never
    }
    if has("--contents") { return .alone }
    return has("--sniff") ? .everywhere : .local
  }
}

extension Session {
  /// Reads a file whose name leaves its type open.
  ///
  /// - Parameters:
  ///   - file: Its name and kind.
  ///   - path: Where it is.
  ///   - reading: Whether it is read.
  ///   - followsLinks: Whether its kind is that of a link's target.
  /// - Returns: The type that its contents give, and why; `nil` if its name alone counts.
  /// - Throws: ``Failure`` if the rules, which are those of this process, cannot be loaded.
  func contents(
    of file: FileQuery, at path: [UInt8], _ reading: ContentReading, followsLinks: Bool
  ) throws(Failure) -> ContentExplanation? {
    let registry = try answerer.ownRegistry(for: .types)
    var reader = ContentReader(reading)
    let named = registry.resolve(name: file.name.span, kind: file.kind)
    _ = reader.resolve(
      file, named: named, at: path, in: registry, followsLinks: followsLinks, explains: true
    ) { obstacle in
      note("\(TextEscaping.inMessage(path)): \(obstacle)")
    }
    return reader.explanation
  }

  /// The type of a file, by its contents where its name leaves it open.
  ///
  /// - Throws: ``Failure`` if the registry cannot be loaded.
  func fileType(
    _ file: FileQuery, at path: [UInt8], _ arguments: Arguments, followsLinks: Bool
  ) throws(Failure) -> TypeIdentifier {
    let answer = try nameType(file)
    return try fileType(file, named: answer, at: path, arguments, followsLinks: followsLinks)
  }

  /// The type of a file by its name.
  func nameType(_ file: FileQuery) throws(Failure) -> FileTypeAnswer {
    guard let answer = try ask({ try $0.fileTypes([file]) }).first else {
      throw Failure(.internalError, "no answer for a file")
    }
    return answer
  }

  /// The type of a file whose name gives `answer`.
  ///
  /// - Throws: ``Failure`` if the registry cannot be loaded.
  func fileType(
    _ file: FileQuery, named answer: FileTypeAnswer, at path: [UInt8], _ arguments: Arguments,
    followsLinks: Bool
  ) throws(Failure) -> TypeIdentifier {
    let reading = try arguments.contentReading()
    guard reading.mayRead(file.kind, contentsDecide: answer.contentsDecide) else {
      return answer.identifier
    }
    return try contents(of: file, at: path, reading, followsLinks: followsLinks)?.identifier
      ?? answer.identifier
  }
}

extension ContentReading {
  /// Whether a file is read, or a directory, whose name is known to leave its type open or not.
  func mayRead(_ kind: FileKind, contentsDecide: Bool) -> Bool {
    switch self {
    case .never: false
    case .local: contentsDecide
    case .everywhere: contentsDecide || kind == .directory || kind == .mountPoint
    case .alone: contentsDecide || kind == .regular
    }
  }
}
