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

  /// A type that this program exports: that it owns.
  ///
  /// The value can be stored. The declaration of the type decides its supertypes. Where it is declared
  /// nowhere, the type keeps its identifier, has no tags, and conforms to `parentType` and what that conforms
  /// to: so does every value of this identifier in the process. Of several supertypes the first one other
  /// than `public.data` is kept.
  /// Registries do not know that parent: applications and descriptions are not found by it.
  ///
  /// ```swift
  /// let menu = UniformType(exportedAs: "org.bistro.menu", conformingTo: .json)
  /// menu.isDeclared              // false, until the application's declaration is installed
  /// menu.conforms(to: .text)     // true
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - parentType: A type that the declaration names as a supertype; `nil` for `public.data`.
  /// - Precondition: `identifier` is well-formed.
  public init(exportedAs identifier: String, conformingTo parentType: UniformType? = nil) {
    self.init(current: TypeIdentity(Self.checked(identifier)))
    expect(parentType)
  }

  /// A type that another program owns; look it up each time, instead of storing the value.
  ///
  /// Usually the type of that identifier; where it is declared nowhere, as of
  /// ``init(exportedAs:conformingTo:)``. If the type's preferred extension now means another type, the
  /// result is that type, so that a program uses the owner's declaration once it is installed.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - parentType: A type that the declaration names as a supertype, and that the owner's type must conform
  ///     to as well; `nil` for `public.data`.
  ///   - registry: The registry to search; `nil` for the current one.
  /// - Precondition: `identifier` is well-formed.
  public init(
    importedAs identifier: String, conformingTo parentType: UniformType? = nil,
    in registry: CompiledRegistry? = nil
  ) {
    let identifier = Self.checked(identifier)
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    let index = registry.find(identifier)
    if index == .none {
      self.init(unregistered: TypeIdentity(identifier), in: registry)
    } else {
      self.init(index, in: registry)
    }
    expect(parentType)
    guard registry.isDeclared(index),
      let ownExtension = registry.preferredTag(of: identifier, .filenameExtension)
    else { return }
    // Files are compared with files only: a package may have the same extension.
    let asked = [parentType?.typeIdentifier, FileKind.regular.typeIdentifier].compactMap(\.self)
      .first { registry.conforms(identifier, to: $0) }
    let answer = registry.types(tag: ownExtension, conformingTo: asked)
    guard !answer.isDynamic, let preferred = answer.types.first else { return }
    self.init(preferred, in: registry)
  }

  /// Gives the type a supertype for registries that do not declare it.
  ///
  /// Those of the constants and of dynamic types are known.
  private func expect(_ supertype: UniformType?) {
    guard let name, !name.identifier.isDynamic else { return }
    name.expect((supertype ?? .data).identity)
  }

  private static func checked(_ identifier: String) -> TypeIdentifier {
    do {
      return try TypeIdentifier(identifier)
    } catch {
      preconditionFailure("type identifier '\(identifier)' \(error)")
    }
  }
}
