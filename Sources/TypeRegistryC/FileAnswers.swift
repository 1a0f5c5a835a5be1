// SPDX-License-Identifier: MIT

public import CTypeRegistry
internal import Glibc
internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_look_at_file)
public func lookAtFile(
  _ registry: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?,
  _ file: UnsafeMutablePointer<tr_file>?
) -> CInt {
  returning { () throws(Failure) in
    guard let file = unsafe file else { throw .argument }
    let path = try unsafe TypeRegistryC.path(path)
    var looking = try unsafe Looking(UInt(bitPattern: registry), locale)
    let found = looking.look(at: [path.bytes])[0]
    guard case .success(let seen) = found else { throw .file }
    unsafe file.pointee = try unsafe looking.answer(for: seen)
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_look_at_files)
public func lookAtFiles(
  _ registry: OpaquePointer?, _ paths: UnsafePointer<CChar>?, _ length: Int,
  _ locale: UnsafePointer<CChar>?, _ files: UnsafeMutablePointer<tr_file>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    let bytes = try unsafe name(paths, length, longest: Longest.names)
    var answers = try unsafe AnswerArray(files, capacity: capacity, count: count)
    var looking = try unsafe Looking(UInt(bitPattern: registry), locale)
    let (asked, total) = unsafe bytes.names(most: capacity < 0 ? .max : capacity)
    for found in looking.look(at: asked) {
      switch found {
      case .success(let seen): unsafe answers.append(try looking.answer(for: seen))
      case .failure: unsafe answers.append(tr_file.missing)
      }
    }
    for _ in asked.count..<total { unsafe answers.append(tr_file.missing) }
    return unsafe answers.finish()
  }
}

/// See `typeregistry.h`.
@c(tr_handlers_of_file)
public func handlersOfFile(
  _ registry: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?,
  _ handlers: UnsafeMutablePointer<tr_handler>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe listing(registry, locale, handlers, capacity, count) {
    (numbers, languages) throws(Failure) in
    let path = try unsafe TypeRegistryC.path(path)
    let query: HandlerQuery
    do { query = try HandlerQuery(fileAt: path.bytes, in: numbers.registry) } catch { throw .file }
    return numbers.generation.rankedApplications.handlers(query, in: languages)
  }
}

/// See `typeregistry.h`.
@c(tr_handlers_of_url)
public func handlersOfURL(
  _ registry: OpaquePointer?, _ url: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?,
  _ handlers: UnsafeMutablePointer<tr_handler>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe listing(registry, locale, handlers, capacity, count) {
    (numbers, languages) throws(Failure) in
    let query = try numbers.query(forURL: unsafe Array(try bytes(of: url)))
    return numbers.generation.rankedApplications.handlers(query, in: languages)
  }
}

extension TypeNumbers {
  /// The query for the applications that open a URL; one of a file is about the file.
  fileprivate func query(forURL bytes: [UInt8]) throws(Failure) -> HandlerQuery {
    guard let url = try? TargetURL(bytes: bytes) else { throw .argument }
    guard url.scheme.value == "file" else { return HandlerQuery(.url(url)) }
    guard let target = try? LaunchTarget(naming: bytes, in: nil), let path = target.path else {
      throw .argument
    }
    do { return try HandlerQuery(fileAt: path, in: registry) } catch { throw .file }
  }
}

/// Looks at files, for one call.
private struct Looking {
  let numbers: TypeNumbers
  let applications: RankedApplications
  let language: Language
  /// The texts of types that this call has shown, by the numbers of the types.
  private var texts: [UInt64: TypeTexts] = [:]

  init(_ number: UInt, _ locale: UnsafePointer<CChar>?) throws(Failure) {
    numbers = try TypeNumbers(number)
    applications = numbers.generation.rankedApplications
    language = try unsafe Language(locale, in: numbers.open)
  }

  /// The kinds, types and own choices of files; several threads look at them.
  func look(at paths: [[UInt8]]) -> [Result<SeenFile, FileInspection.Failure>] {
    let registry = numbers.registry
    let user = geteuid()
    return ParallelMap.results(
      count: paths.count, threads: FileHead.usualThreads, run: FileHead.filesOfOneTurn,
      state: { FileTypeReader(registry, staysLocal: true) },
      { (index, reader) in
        Result { () throws(FileInspection.Failure) in
          let file = try reader.look(at: paths[index])
          // The choice of another user's file is not in effect.
          let keepsChoice =
            file.file.owner == user
            && (file.file.kind == .regular || file.file.kind == .directory)
          return SeenFile(
            file: file,
            ownHandler: keepsChoice ? HandlerQuery.ownHandler(ofFileAt: paths[index]) : nil)
        }
      })
  }

  /// The answer for a file.
  mutating func answer(for seen: SeenFile) throws(Failure) -> tr_file {
    let name = seen.file.name
    let type = try numbers.number(of: seen.file.resolution, name: name.span)
    let texts = try texts(of: type)
    var flags: UInt32 = 0
    if seen.file.file.isLink { flags |= TR_LINK }
    if texts.isPackage { flags |= TR_PACKAGE }
    return unsafe tr_file(
      type: type, kind: seen.file.file.kind.number,
      certainty: seen.file.resolution.certainty.number,
      flags: flags, identifier: texts.identifier, description: texts.shownDescription,
      icon: texts.icons[0],
      handler: application(of: seen, type))
  }

  private func application(of seen: SeenFile, _ type: UInt64) -> tr_handler {
    func found() -> tr_handler? {
      let query = seen.file.query(in: numbers.registry, ownHandler: seen.ownHandler)
      return unsafe applications.preferred(query, in: language.languages).map {
        unsafe tr_handler($0, keptBy: numbers.open)
      }
    }
    // A choice of its own is that of one file.
    if seen.ownHandler != nil { return unsafe found() ?? tr_handler() }
    let question = RankedApplications.FileQuestion(seen.file, type: type, locale: language.locale)
    return unsafe applications.first(question, { unsafe found() }) ?? tr_handler()
  }

  private mutating func texts(of type: UInt64) throws(Failure) -> TypeTexts {
    if let known = texts[type] { return known }
    let found = try numbers.texts(of: type, language)
    texts[type] = found
    return found
  }
}

/// A file that was looked at.
private struct SeenFile: Sendable {
  let file: ResolvedFile
  /// The application that the file itself names.
  let ownHandler: String?
}

extension tr_file {
  /// The answer for a path without a file.
  fileprivate static var missing: tr_file {
    var file = unsafe tr_file()
    unsafe file.kind = Failure.file.rawValue
    unsafe file.certainty = Failure.file.rawValue
    return unsafe file
  }
}

extension FileKind {
  /// The number in `typeregistry.h`.
  fileprivate var number: CInt {
    switch self {
    case .regular: 1
    case .directory: 2
    case .mountPoint: 3
    case .symbolicLink: 4
    case .characterDevice: 5
    case .blockDevice: 6
    case .namedPipe: 7
    case .socket: 8
    }
  }
}
