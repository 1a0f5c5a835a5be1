// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The command lines of `xdg-mime`.
struct XDGMIME {
  let errors: ErrorOutput

  func run(_ words: [[UInt8]]) throws(DropInStop) -> Int32 {
    guard let first = words.first, !first.isEmpty else { throw .syntax(nil) }
    var rest = words.dropFirst()
    switch String(decoding: first, as: UTF8.self) {
    case "query": return try query(&rest)
    case "default": return try setDefault(&rest)
    case "install": return try MIMEPackageInstallation(rest, isRemoval: false).run()
    case "uninstall": return try MIMEPackageInstallation(rest, isRemoval: true).run()
    default: throw .syntax("unknown command '\(TextEscaping.inMessage(first))'")
    }
  }

  // MARK: - Queries

  /// Words after the first operand have no effect, as in the original.
  private func query(_ words: inout ArraySlice<[UInt8]>) throws(DropInStop) -> Int32 {
    let kind = try operand(&words, "query type argument missing")
    switch String(decoding: kind, as: UTF8.self) {
    case "filetype":
      let file = try operand(&words, "FILE argument missing")
      try file.checkIsNoOption()
      return DropIn.show(try fileType(file))
    case "default":
      let word = try operand(&words, "mimetype argument missing")
      try word.checkIsNoOption()
      let text = String(decoding: word, as: UTF8.self)
      guard text.utf8.contains(UInt8(ascii: "/")) else {
        throw .syntax("mimetype '\(text)' is not in the form 'minor/major'")
      }
      // No application is an empty answer, and not a failure.
      return try defaultApplication(text).map(DropIn.show) ?? 0
    default: throw .syntax("unknown query type '\(TextEscaping.inMessage(kind))'")
    }
  }

  private func operand(
    _ words: inout ArraySlice<[UInt8]>, _ problem: String
  ) throws(DropInStop) -> [UInt8] {
    guard let word = words.popFirst(), !word.isEmpty else { throw .syntax(problem) }
    return word
  }

  private func ask<Answer>(
    _ body: (Session) throws(Failure) -> Answer
  ) throws(DropInStop) -> Answer {
    do throws(Failure) {
      return try body(Session(.none, errors: errors))
    } catch {
      throw DropInStop(.failed, error.message)
    }
  }

  /// The MIME type of a file, links followed.
  private func fileType(_ path: [UInt8]) throws(DropInStop) -> String {
    try Self.checkReadable(path)
    let file: FileInspection
    do throws(FileInspection.Failure) {
      file = try FileInspection(of: path, followsLinks: true)
    } catch {
      throw DropInStop(.fileMissing, "file '\(TextEscaping.inMessage(path))' does not exist")
    }
    switch file.kind {
    case .directory, .mountPoint: return "inode/directory"
    case .characterDevice: return "inode/chardevice"
    case .blockDevice: return "inode/blockdevice"
    case .namedPipe: return "inode/fifo"
    case .socket: return "inode/socket"
    case .symbolicLink: return "inode/symlink"
    case .regular: break
    }
    return try ask { (session) throws(Failure) in
      Self.mimeType(of: file, at: path, in: try session.answerer.ownRegistry(for: .types))
    }
  }

  /// The MIME type of a regular file, as in `type-of --mime`.
  static func mimeType(
    of file: FileInspection, at path: [UInt8], in registry: CompiledRegistry
  ) -> String {
    var reader = ContentReader(.local)
    let resolution = reader.resolve(
      FileQuery(name: file.name, kind: file.kind),
      named: registry.resolve(name: file.name.span, kind: file.kind), at: path, in: registry,
      followsLinks: true
    ) { _ in
      // The caller has checked that the file can be read; here the name alone decides.
    }
    var text: [UInt8] = []
    TypeOfLines.append(mimeTypeOf: resolution, registry, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Stops unless a file exists and can be read.
  static func checkReadable(_ path: [UInt8]) throws(DropInStop) {
    let name = TextEscaping.inMessage(path)
    guard (try? FileInspection(of: path, followsLinks: true)) != nil else {
      throw DropInStop(.fileMissing, "file '\(name)' does not exist")
    }
    let isReadable = unsafe access(String(decoding: path, as: UTF8.self), R_OK) == 0
    // access(2) takes no such name here; the read will fail instead.
    guard isReadable || String(validating: path, as: UTF8.self) == nil else {
      throw DropInStop(.notPermitted, "no permission to read file '\(name)'")
    }
  }

  /// The desktop file of the first application that has one.
  private func defaultApplication(_ mimeType: String) throws(DropInStop) -> String? {
    guard let tag = Self.tag(mimeType) else { return nil }
    let answers = try ask { (session) throws(Failure) in
      try session.handlers(for: [HandlerQuery(.tag(tag))])
    }
    let handler = answers.first?.handlers.first { handler in
      handler.path.hasSuffix(".desktop") && handler.claim?.rank != HandlerRank.none
    }
    return handler.map { $0.bundle + ".desktop" }
  }

  /// The tag of a MIME type in desktop entries; `nil` if it is not one.
  private static func tag(_ text: String) -> Tag? { try? FreedesktopName.tag(ofMIMEType: text) }

  // MARK: - Changes

  private func setDefault(_ words: inout ArraySlice<[UInt8]>) throws(DropInStop) -> Int32 {
    let file = try operand(&words, "application argument missing")
    try file.checkIsNoOption()
    // Like the original: of a path the last component is used.
    let component = file.split(separator: UInt8(ascii: "/")).last ?? file[...]
    let name = String(decoding: component, as: UTF8.self)
    guard name.hasSuffix(".desktop") else {
      throw .syntax("malformed argument '\(TextEscaping.inMessage(file))', expected *.desktop")
    }
    guard words.first?.isEmpty == false else { throw .syntax("mimetype argument missing") }
    for word in words { try word.checkIsNoOption() }
    let bundle = String(name.dropLast(".desktop".utf8.count))
    let types = words.map { String(decoding: $0, as: UTF8.self) }
    try ask { (session) throws(Failure) in
      var requests: [BindingRequest] = []
      for type in types {
        guard let tag = Self.tag(type) else {
          // The original writes an entry that no program reads, and succeeds.
          session.note("'\(TextEscaping.forTerminal(type))' is not a MIME type; it is left out")
          continue
        }
        let subject = try Self.subject(tag, session)
        // Packages choose their application before it is installed.
        requests.append(
          BindingRequest(subject, role: nil, .awaitedHandler(bundle: bundle, origin: .user)))
      }
      guard !requests.isEmpty else { return }
      let outcome = try session.make(requests, as: .bind, dryRun: false)
      // The original writes the list.
      guard outcome.isListed else {
        throw Failure(.badData, outcome.notes.joined(separator: "; "))
      }
      session.noteEach(outcome.notes)
    }
    return 0
  }

  /// The type that has a MIME type, else the MIME type itself.
  private static func subject(_ tag: Tag, _ session: Session) throws(Failure) -> Binding.Subject {
    guard tag.tagClass == .mimeType else { return .tag(tag) }
    let answer = try session.ask { try $0.usualTypes(tag: tag) }
    guard let type = answer.types.first, !answer.isDynamic else { return .tag(tag) }
    return .type(type)
  }
}
