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
    let languages = try unsafe languages(locale)
    let open = try opened(UInt(bitPattern: registry))
    for handler in try found(type, in: open, languages) {
      let element = unsafe tr_handler(handler, keptBy: open)
      unsafe answers.append(element)
    }
    return unsafe answers.finish()
  }
}

/// The applications that open a type.
private func found(
  _ type: UInt64, in open: OpenRegistry, _ languages: LanguageList
) throws(Failure) -> [Handler] {
  let generation = open.current
  let identifier = try TypeNumbers(open, generation.registry).identifier(type)
  // One for each call: it reads a person's choices, and belongs to one thread.
  let client = EmbeddedClient(
    generation.published, of: open.locations, store: open.embedded?.store)
  do throws(RegistryClientError) {
    let query = HandlerQuery(.type(identifier))
    return try client.handlers(for: [query], in: languages).first?.handlers ?? []
  } catch {
    // Only a name can be too long for a query.
    throw .length
  }
}

extension tr_handler {
  fileprivate init(_ handler: Handler, keptBy open: OpenRegistry) {
    var flags: UInt32 = 0
    if handler.takesMany { flags |= TR_TAKES_MANY }
    if handler.isTerminal { flags |= TR_TERMINAL }
    if handler.isUnconfirmed { flags |= TR_UNCONFIRMED }
    if !open.isProtected { flags |= TR_UNPROTECTED }
    // Not `handler.role`, on which the optimiser of Swift 6.3.1 fails.
    var role: UnsafePointer<CChar>?
    if let claim = handler.claim { unsafe role = unsafe open.keep(claim.role.rawValue) }
    unsafe self.init(
      bundle: open.keep(handler.bundle), name: open.keep(handler.name),
      role: role,
      arguments: open.keep(handler.arguments), argument_count: handler.arguments.count,
      flags: flags)
  }
}
