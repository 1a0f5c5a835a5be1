// SPDX-License-Identifier: MIT

package import StrictJSON
package import Varlink

// The requests of `Bind` and `Unbind`: written by the client, read by the daemon.

extension BindingRequest: WireValue {
  /// Writes the request.
  package func writeMembers(to writer: inout JSONWriter) {
    subject.writeMember(to: &writer)
    switch operation {
    case .handler(let bundle):
      writer.member("role", role?.rawValue)
      writer.member("handler", bundle)
    case .awaitedHandler(let bundle, let origin):
      writer.member("role", role?.rawValue)
      writer.member("handler", bundle)
      writer.member("awaited", origin.name)
    case .noHandler:
      writer.member("role", role?.rawValue)
      writer.member("forget", "handler")
    case .never(let bundle): writer.member("never", bundle)
    case .notNever(let bundle): writer.member("allow", bundle)
    case .type(let identifier): writer.member("meaning", identifier.text)
    case .noType: writer.member("forget", "meaning")
    }
  }

  private enum Member: Int {
    case type, filenameExtension, mimeType, scheme, tag, family
    case role, handler, awaited, never, allow, meaning, forget

    static let allNames: [StaticString] =
      RequestSubject.Member.allNames + [
        "family", "role", "handler", "awaited", "never", "allow", "meaning", "forget",
      ]
  }

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - element: An element of the call's list.
  ///   - isUnbind: Whether only requests that remove a choice are allowed.
  ///   - registry: The types that MIME types mean.
  /// - Throws: `InvalidParameter` with the name of the list.
  package init(
    _ element: ParameterValue, isUnbind: Bool, in registry: CompiledRegistry
  ) throws(MethodError) {
    var subject: Binding.Subject?
    var meant: Binding.Subject?
    var role: Role?
    var operation: Operation?
    var awaited: Origin?
    func name(_ found: Binding.Subject) throws(MethodError) {
      guard subject == nil else { throw element.invalid }
      subject = found
    }
    func ask(_ found: Operation) throws(MethodError) {
      guard operation == nil else { throw element.invalid }
      operation = found
    }
    var members = try element.members(Member.allNames)
    while let member = try members.next() {
      let value = member.value
      guard !value.isNull else { continue }
      switch member.name(as: Member.self) {
      case .type, .filenameExtension, .mimeType, .scheme, .tag:
        guard case .success(let found) = try RequestSubject.read(member) else {
          throw value.invalid
        }
        try name(found)
        // Only the member 'tag' names the MIME type itself.
        if member.name(as: Member.self) == .mimeType, case .tag(let tag) = found {
          meant = registry.subject(meantBy: tag)
        }
      case .family: try name(.family(Self.identifier(value)))
      case .role:
        guard let named = Role(rawValue: try value.string()) else { throw element.invalid }
        role = named
      case .handler: try ask(.handler(bundle: value.string()))
      case .awaited:
        let word = try value.string()
        awaited = Origin.allCases.first { $0.name == word }
        guard awaited != nil else { throw element.invalid }
      case .never: try ask(.never(bundle: value.string()))
      case .allow: try ask(.notNever(bundle: value.string()))
      case .meaning: try ask(.type(Self.identifier(value)))
      case .forget:
        try ask(value.choice(["handler", "meaning"]) == 0 ? .noHandler : .noType)
      }
    }
    if isUnbind, operation == nil { operation = .noHandler }
    guard var subject, var operation else { throw element.invalid }
    if let awaited {
      guard case .handler(let bundle) = operation else { throw element.invalid }
      operation = .awaitedHandler(bundle: bundle, origin: awaited)
    }
    switch operation {
    case .type, .noType: break
    case .handler, .awaitedHandler, .noHandler, .never, .notNever: subject = meant ?? subject
    }
    self.init(subject, role: role, operation)
    // Reject members that would be ignored, so that callers notice.
    guard role == nil || isAboutHandler, !isUnbind || isRemoval else { throw element.invalid }
  }

  private static func identifier(_ value: ParameterValue) throws(MethodError) -> TypeIdentifier {
    guard let identifier = try? TypeIdentifier(value.string()) else { throw value.invalid }
    return identifier
  }

  private var isAboutHandler: Bool {
    switch operation {
    case .handler, .awaitedHandler, .noHandler: true
    case .never, .notNever, .type, .noType: false
    }
  }
}
