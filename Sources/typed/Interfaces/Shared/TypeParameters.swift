// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

// Types and languages among the parameters of a call.

/// A type that a caller has named.
enum NamedType {
  case known(TypeIdentifier)
  case unknown(UnknownType)
}

/// A text that names no type, for which similar identifiers are looked for.
struct UnknownType: Sendable {
  /// The number of types that are compared in one step.
  private static let typesPerStep = 16

  private let text: String
  private var search: NearestTypes

  init(_ text: String, in registry: CompiledRegistry) {
    self.text = text
    search = NearestTypes(to: text, in: registry)
  }

  /// Compares the next types.
  ///
  /// - Throws: `TypeNotFound` with similar identifiers when all have been compared.
  mutating func advance() throws(MethodError) {
    if search.advance(by: Self.typesPerStep) { return }
    let (text, search) = (text, search)
    throw .declared(WireError.typeNotFound.rawValue) { writer in
      writer.member("identifier", String(decoding: text.utf8.prefix(256), as: UTF8.self))
      writer.texts("suggestions", search.types.map(\.text))
    }
  }
}

/// The reply to a call about an unknown type.
extension UnknownType: IndependentSeries {
  mutating func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    while true {
      try advance()
      if context.isOver { return .unfinished }
    }
  }
}

extension CompiledRegistry {
  /// The type of an identifier; unknown also for a text that is not an identifier.
  func named(_ text: String) -> NamedType {
    if let identifier = try? TypeIdentifier(text) {
      switch reference(identifier) {
      case .registered, .dynamic: return .known(identifier)
      case .unknown: break
      }
    }
    return .unknown(UnknownType(text, in: self))
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
    for (index, text) in try strings(name, limit: limit).enumerated() {
      guard let identifier = try? TypeIdentifier(text) else {
        throw .invalidParameter("\(name)[\(index)]")
      }
      identifiers.append(identifier)
    }
    return identifiers
  }

  /// The languages of a locale; none if it is absent.
  func languages(_ name: StaticString = "locale") throws(MethodError) -> LanguageList {
    try optionalString(name).map { LanguageList($0) } ?? .none
  }
}
