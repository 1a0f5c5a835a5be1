// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

// Types and languages among the parameters of a call.

extension CompiledRegistry {
  /// The type of an identifier.
  ///
  /// - Throws: `TypeNotFound` with similar identifiers if the type is unknown, also for a text that is
  ///   not an identifier.
  func known(_ text: String) throws(MethodError) -> TypeIdentifier {
    if let identifier = try? TypeIdentifier(text) {
      switch reference(identifier) {
      case .registered, .dynamic: return identifier
      case .unknown: break
      }
    }
    let suggestions = nearest(to: text)
    throw .declared(WireError.typeNotFound.rawValue) { writer in
      writer.member("identifier", String(decoding: text.utf8.prefix(256), as: UTF8.self))
      writer.name("suggestions")
      writer.strings(suggestions.map(\.text))
    }
  }
}

extension ParameterObject {
  /// A type identifier, or `nil` if it is absent or null.
  func optionalIdentifier(_ name: StaticString) throws(MethodError) -> TypeIdentifier? {
    guard let text = try optionalString(name) else { return nil }
    guard let identifier = try? TypeIdentifier(text) else { throw invalid(name) }
    return identifier
  }

  /// An array of type identifiers.
  func identifiers(
    _ name: StaticString, limit: Int
  ) throws(MethodError) -> [TypeIdentifier] {
    var identifiers: [TypeIdentifier] = []
    for text in try strings(name, limit: limit) {
      guard let identifier = try? TypeIdentifier(text) else { throw invalid(name) }
      identifiers.append(identifier)
    }
    return identifiers
  }

  /// The languages of a locale; none if it is absent.
  func languages(_ name: StaticString = "locale") throws(MethodError) -> LanguageList {
    try optionalString(name).map { LanguageList($0) } ?? .none
  }
}
