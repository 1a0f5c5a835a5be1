// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The type of that identifier, declared or only named as a parent.
  ///
  /// - Returns: ``TypeIndex/none`` if the registry does not have the type.
  ///
  /// - Complexity: O(*n*) for *n* bytes, expected; no allocation.
  package func find(_ identifier: Span<UInt8>) -> TypeIndex {
    Self.find(
      identifier, in: identifierSlots, types: types, strings: strings, seed: hashSeed)
  }

  /// The type of that identifier.
  package func find(_ identifier: TypeIdentifier) -> TypeIndex { find(identifier.text.utf8.span) }

  static func find(
    _ identifier: Span<UInt8>, in slots: ImageSection<UInt32>, types: ImageSection<TypeRecord>,
    strings: ImageBytes, seed: UInt64
  ) -> TypeIndex {
    guard slots.count > 0, identifier.count <= TypeIdentifier.maximumLength else { return .none }
    let hash = Hashing.long(identifier, foldingCase: true, tagClass: 0, seed: seed)
    var slot = Hashing.slot(of: hash, capacity: slots.count)
    for _ in 0..<slots.count {
      let type = slots[slot]
      if type == 0 { return .none }
      let offset = Int(types[type].identifier)
      // A length of 255 or more is stored in four further bytes.
      let start = identifier.count < 255 ? offset + 1 : offset + 5
      if Int(strings[offset]) == identifier.count,
        strings.slice(at: start, count: identifier.count).equals(identifier, foldingCase: true)
      {
        return TypeIndex(type)
      }
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    return .none
  }

  /// The bytes of a type's identifier.
  @inline(__always)
  package func identifierBytes(of type: TypeIndex) -> ImageBytes {
    bytes(of: types[type.value].identifier)
  }

  /// A type's identifier.
  package func identifier(of type: TypeIndex) -> TypeIdentifier {
    TypeIdentifier(trusted: identifierBytes(of: type).text)
  }

  /// Whether a bundle declares the type, rather than only naming it as a parent.
  @inline(__always)
  package func isDeclared(_ type: TypeIndex) -> Bool {
    declarations[types[type.value].declaration].isActive
  }

  /// Whether the type is a dynamic one, which a bundle names as a parent.
  @inline(__always)
  package func isDynamic(_ type: TypeIndex) -> Bool {
    UInt32(truncatingIfNeeded: identifierBytes(of: type).word(at: 0)) == 0x2E6E_7964  // "dyn."
  }

  /// The indices of all types, in byte order of their identifiers.
  package var allTypes: Range<UInt32> { 1..<UInt32(max(types.count - 1, 1)) }
}

/// The columns of a registry's ``CompiledRegistry/keptTexts``.
package enum KeptColumn {
  package static let filenameExtension = 0
  package static let mimeType = 1
}
