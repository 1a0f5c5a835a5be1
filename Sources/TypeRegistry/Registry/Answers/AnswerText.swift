// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The identifier of the type that `name` was resolved to.
  public func identifier(
    of resolution: NameResolution, name: Span<UInt8>
  ) -> TypeIdentifier {
    switch resolution.answer {
    case .type(let type): return identifier(of: type)
    case .kind(let kind): return kind.typeIdentifier
    case .dynamic:
      var text: [UInt8] = []
      append(resolution, name: name, to: &text)
      return TypeIdentifier(trusted: String(decoding: text, as: UTF8.self))
    }
  }

  /// Appends the identifier of the type that `name` was resolved to, without an allocation for each name.
  package func append(_ resolution: NameResolution, name: Span<UInt8>, to text: inout [UInt8]) {
    switch resolution.answer {
    case .type(let type): identifierBytes(of: type).append(to: &text)
    case .kind(let kind): text.append(contentsOf: kind.typeIdentifier.text.utf8)
    case .dynamic(let start):
      DynamicIdentifier.append(filenameExtension: name.extracting(start..<name.count), to: &text)
    }
  }

  /// The MIME type of a resolution's type, and the supertype that has it, none for the type itself; `nil` if
  /// there is none.
  @inline(__always)
  package func nearestMIMEType(
    of resolution: NameResolution
  ) -> (text: ImageBytes, supertype: TypeIndex)? {
    guard resolution.isDynamic else {
      return nearestMIMEType(of: registeredType(of: resolution))
    }
    // A dynamic type of an extension conforms to data, and has no tag but that extension.
    guard let (text, supertype) = nearestMIMEType(of: data) else { return nil }
    return (text, supertype == .none ? data : supertype)
  }

  /// Appends the MIME type of a resolution's type, without an allocation for each name.
  ///
  /// - Returns: Whether the type or one of its supertypes has one.
  package func appendMIMEType(of resolution: NameResolution, to text: inout [UInt8]) -> Bool {
    guard let found = nearestMIMEType(of: resolution) else { return false }
    found.text.append(to: &text)
    return true
  }

  /// Whether the type that `name` was resolved to is `other` or conforms to it.
  package func conforms(
    _ resolution: NameResolution, name: Span<UInt8>, to other: TypeIdentifier
  ) -> Bool {
    if !resolution.isDynamic, !other.isDynamic {
      let (type, other) = (registeredType(of: resolution), find(other))
      if type != .none, other != .none { return conforms(type, to: other) }
    }
    return conforms(identifier(of: resolution, name: name), to: other)
  }

  /// The type of a resolution; none for a dynamic type.
  @inline(__always)
  package func registeredType(of resolution: NameResolution) -> TypeIndex {
    switch resolution.answer {
    case .type(let type): type
    case .kind(let kind): find(kind.typeIdentifier)
    case .dynamic: TypeIndex.none
    }
  }
}
