// SPDX-License-Identifier: MIT

// Types by their identifiers, for programs that declare types.

extension UniformType {
  /// The type of that identifier, even if it is declared nowhere.
  ///
  /// An undeclared type conforms to itself alone, and is neither dynamic nor declared; it keeps its
  /// identifier. The result is `nil` if the text is not an identifier, or if the type is undeclared and
  /// that is not allowed.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, in any case.
  ///   - allowUndeclared: Whether the type need not be declared.
  ///   - registry: The registry to search; `nil` for the current one.
  public init?(
    identifier: String, allowUndeclared: Bool, in registry: CompiledRegistry? = nil
  ) {
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    if let type = UniformType(identifier, in: registry) {
      self = type
    } else if allowUndeclared, let identifier = try? TypeIdentifier(identifier) {
      if case .registered(let index) = registry.reference(identifier) {
        self.init(index, in: registry)
      } else if let identity = TypeIdentity(madeUp: identifier) {
        self.init(unregistered: identity, in: registry)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// A type that this program declares itself, like ``exported(_:)``.
  ///
  /// - Precondition: `identifier` is well-formed.
  public init(exportedAs identifier: String) { self = .exported(identifier) }

  /// A type that another program owns, like ``imported(_:in:)``.
  ///
  /// - Precondition: `identifier` is well-formed.
  public init(importedAs identifier: String, in registry: CompiledRegistry? = nil) {
    self = .imported(identifier, in: registry)
  }

  /// A type that this program declares itself; the value can be stored.
  ///
  /// - Precondition: `identifier` is well-formed.
  public static func exported(_ identifier: String) -> UniformType {
    UniformType(current: TypeIdentity(checked(identifier)))
  }

  /// A type that another program owns; look it up each time, instead of storing the value.
  ///
  /// Usually the type of that identifier. If the type's preferred extension now means another type,
  /// the result is that type, so that a program uses the owner's declaration once it is installed.
  ///
  /// - Precondition: `identifier` is well-formed.
  public static func imported(
    _ identifier: String, in registry: CompiledRegistry? = nil
  ) -> UniformType {
    let identifier = checked(identifier)
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    let type = UniformType(identifier, in: registry)
    let ownExtension = registry.preferredTag(of: identifier, .filenameExtension)
    guard let ownExtension, registry.isDeclared(identifier) else { return type }
    // Files are compared with files only: a package may have the same extension.
    let data = FileKind.regular.typeIdentifier
    let asked = registry.conforms(identifier, to: data) ? data : nil
    let answer = registry.types(tag: ownExtension, conformingTo: asked)
    guard !answer.isDynamic, let preferred = answer.types.first else { return type }
    return UniformType(preferred, in: registry)
  }

  private static func checked(_ identifier: String) -> TypeIdentifier {
    do {
      return try TypeIdentifier(identifier)
    } catch {
      preconditionFailure("type identifier '\(identifier)' \(error)")
    }
  }
}
