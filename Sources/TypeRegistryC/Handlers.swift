// SPDX-License-Identifier: MIT

public import CTypeRegistry
internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_handlers)
public func handlers(
  _ registry: OpaquePointer?, _ type: UInt64, _ locale: UnsafePointer<CChar>?,
  _ handlers: UnsafeMutablePointer<tr_handler>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(handlers, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let language = try unsafe Language(locale, in: numbers.open)
    let applications = numbers.generation.rankedApplications
    let question = RankedApplications.Question(type: type, locale: language.locale)
    let found =
      if let kept = unsafe applications.kept(question) { unsafe kept } else {
        unsafe applications.handlers(
          question, of: try numbers.identifier(type), in: language.languages,
          keptAs: { unsafe tr_handler($0, keptBy: numbers.open) })
      }
    for index in unsafe found.indices { unsafe answers.append(found[index]) }
    return unsafe answers.finish()
  }
}

/// Answers a call that lists applications.
///
/// The last argument finds them, in the languages of the call; the others are those of the C function.
func listing(
  _ registry: OpaquePointer?, _ locale: UnsafePointer<CChar>?,
  _ handlers: UnsafeMutablePointer<tr_handler>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?,
  _ find: (TypeNumbers, LanguageList) throws(Failure) -> [Handler]
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(handlers, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let language = try unsafe Language(locale, in: numbers.open)
    for handler in try find(numbers, language.languages) {
      unsafe answers.append(
        answers.hasRoom ? tr_handler(handler, keptBy: numbers.open) : tr_handler())
    }
    return unsafe answers.finish()
  }
}

extension tr_handler {
  /// An application, whose texts the open registry keeps.
  init(_ handler: Handler, keptBy open: OpenRegistry) {
    var flags: UInt32 = 0
    if handler.takesMany { flags |= TR_TAKES_MANY }
    if let vector = try? LaunchVector(handler.arguments) {
      if vector.takesFiles { flags |= TR_TAKES_FILES }
      if vector.takesURLs { flags |= TR_TAKES_URLS }
    }
    if handler.isTerminal { flags |= TR_TERMINAL }
    if handler.isUnconfirmed { flags |= TR_UNCONFIRMED }
    if !open.isProtected { flags |= TR_UNPROTECTED }
    // Not `handler.role`: the optimiser of Swift 6.3.1 fails on it.
    var role: UnsafePointer<CChar>?
    if let claim = handler.claim { unsafe role = unsafe open.keep(claim.role.rawValue) }
    unsafe self.init(
      bundle: open.keep(handler.bundle), name: open.keep(handler.name),
      role: role,
      arguments: open.keep(handler.arguments), argument_count: handler.arguments.count,
      flags: flags, icon: handler.iconName.map { unsafe open.keep($0) },
      entry: handler.desktopFile.map { unsafe open.keep($0) }, path: open.keep(handler.path),
      directory: handler.workingDirectory.map { unsafe open.keep($0) })
  }
}
