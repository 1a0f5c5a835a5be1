// SPDX-License-Identifier: MIT

package import StrictJSON
package import Varlink

// Registrations in calls and replies. A path that is not UTF-8 is sent in base 64.

extension ParameterObject {
  /// The path of a call; `nil` if it has none.
  fileprivate func path() throws(MethodError) -> [UInt8]? {
    if let path = try optionalString("path") {
      guard optional("pathBytes") == nil else { throw invalid("pathBytes") }
      return Array(path.utf8)
    }
    guard let encoded = try optionalString("pathBytes") else { return nil }
    guard let path = Base64.decode(encoded.utf8.span) else { throw invalid("pathBytes") }
    return path
  }
}

extension RegistrationSource {
  /// Writes the parameters of `Register`.
  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .path(let path): writer.queriedFile("path", path)
    case .declaration(let text):
      writer.name("text")
      writer.string(bytes: text.span)
    }
  }

  /// Reads the parameters of `Register`.
  package init(_ parameters: Parameters) throws(MethodError) {
    var source: RegistrationSource?
    var members = parameters.members(["path", "pathBytes", "declaration", "text"])
    while let member = try members.next() {
      let value = member.value
      if value.isNull { continue }
      guard source == nil else { throw value.invalid }
      switch member.index {
      case 0: source = .path(Array(try value.string().utf8))
      case 1:
        guard let path = Base64.decode(try value.string().utf8.span) else { throw value.invalid }
        source = .path(path)
      case 2:
        // In the client's own form, so that findings have its lines.
        guard value.json.first == UInt8(ascii: "{") else { throw value.invalid }
        source = .declaration(Array(value.json))
      default: source = .declaration(Array(try value.string().utf8))
      }
    }
    guard let source else { throw .invalidParameter("path") }
    self = source
  }
}

extension RegistrationSelection {
  /// Writes the parameters of `Unregister`.
  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .bundle(let identifier): writer.member("bundle", identifier)
    case .path(let path): writer.queriedFile("path", path)
    case .missing: writer.member("missing", true)
    }
  }

  /// Reads the parameters of `Unregister`.
  package init(_ object: ParameterObject) throws(MethodError) {
    let bundle = try object.optionalString("bundle")
    let path = try object.path()
    let isMissing = try object.optionalBoolean("missing") ?? false
    switch (bundle, path, isMissing) {
    case (let bundle?, nil, false): self = .bundle(bundle)
    case (nil, let path?, false): self = .path(path)
    case (nil, nil, true): self = .missing
    case (nil, nil, false): throw object.invalid("bundle")
    case (_, _, true): throw object.invalid("missing")
    default: throw object.invalid("path")
    }
  }
}

extension RegisteredBundle: WireValue {
  /// Writes the bundle.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", identifier)
    writer.member("path", path)
    writer.member("problem", problem)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      identifier: try answer.string("identifier"), path: try answer.string("path"),
      problem: try answer.optionalString("problem"))
  }
}

extension Registration {
  /// Writes the members of the answer of `Register`.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", bundle.identifier)
    writer.member("path", bundle.path)
    writer.member("file", file)
    writer.member("origin", origin.name)
    writer.member("effect", effect.rawValue)
    writer.member("maskedBy", maskedBy)
    writer.array("diagnostics", diagnostics)
    writer.member("generation", generation)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      of: try RegisteredBundle(answer), try answer.word("effect"),
      origin: try answer.origin("origin"), file: try answer.string("file"),
      maskedBy: try answer.optionalString("maskedBy"),
      diagnostics: try answer.objects("diagnostics", Diagnostic.init(_:)),
      generation: UInt64(try answer.count("generation")))
  }
}

extension RegistrationProblem {
  /// The error.
  package var wireError: WireError {
    switch self {
    case .unusablePath: .unusablePath
    case .noBundle: .noBundle
    case .invalid: .invalidBundle
    case .installed: .installed
    case .tooMany: .tooManyBundles
    case .notRegistered: .notRegistered
    case .replaced: .notRead
    }
  }

  /// Writes the parameters of the error.
  package func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .unusablePath(let reason): writer.member("reason", reason)
    case .noBundle(let path, let reason):
      writer.member("path", path)
      writer.member("reason", reason)
    case .invalid(let findings): writer.array("diagnostics", findings)
    case .installed(let path): writer.member("path", path)
    case .tooMany(let limit): writer.member("limit", limit)
    case .notRegistered(let name): writer.member("name", name)
    case .replaced: break
    }
    writer.member("message", description)
    writer.member("hint", hint)
  }

  /// Reads the parameters of an error; `nil` for an error that is not about a registration.
  init?(_ error: WireError, _ details: AnswerObject) throws(InvalidAnswer) {
    switch error {
    case .unusablePath: self = .unusablePath(try details.string("reason"))
    case .noBundle:
      self = .noBundle(path: try details.string("path"), reason: try details.string("reason"))
    case .invalidBundle:
      self = .invalid(try details.objects("diagnostics", Diagnostic.init(_:)))
    case .installed: self = .installed(path: try details.string("path"))
    case .tooManyBundles: self = .tooMany(limit: try details.count("limit"))
    case .notRegistered: self = .notRegistered(try details.string("name"))
    case .notRead: self = .replaced
    default: return nil
    }
  }
}
