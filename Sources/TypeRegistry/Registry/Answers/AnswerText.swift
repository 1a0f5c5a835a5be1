// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The identifier that a resolution of `name` gives.
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

  /// Appends the identifier that a resolution of `name` gives, without an allocation for each name.
  package func append(_ resolution: NameResolution, name: Span<UInt8>, to text: inout [UInt8]) {
    switch resolution.answer {
    case .type(let type): identifierBytes(of: type).append(to: &text)
    case .kind(let kind): text.append(contentsOf: kind.typeIdentifier.text.utf8)
    case .dynamic(let start):
      DynamicIdentifier.append(filenameExtension: name.extracting(start..<name.count), to: &text)
    }
  }

  /// The type that a resolution gives; none for a dynamic type.
  @inline(__always)
  package func registeredType(of resolution: NameResolution) -> TypeIndex {
    switch resolution.answer {
    case .type(let type): type
    case .kind(let kind): find(kind.typeIdentifier)
    case .dynamic: TypeIndex.none
    }
  }
}
