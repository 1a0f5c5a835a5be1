// SPDX-License-Identifier: MIT

import TypeRegistry

/// A name that files of a type may have, made from one that a user or another program gave.
struct NameForType {
  /// The name, with an extension of the type.
  let name: String
  /// The end of ``name`` that was not given: empty, or an extension with its dot.
  ///
  /// Without the dot, if the name that was given ends with one.
  let appended: Substring

  /// The name for a file of that type, as ``CompiledRegistry/suggestedName(_:for:)`` has it.
  ///
  /// - Parameters:
  ///   - partialName: The last component of a path.
  ///   - type: The type of the file.
  init(_ partialName: String, for type: UniformType) {
    let given = partialName.utf8.count
    let registry = EmbeddedRegistry.shared.current
    let (bytes, _) = registry.suggestedName(Array(partialName.utf8), for: type.typeIdentifier)
    let name = String(decoding: bytes, as: UTF8.self)
    self.name = name
    appended = name[name.utf8.index(name.startIndex, offsetBy: given)...]
  }
}
