// SPDX-License-Identifier: MIT

extension UniformType: Codable {
  /// A type by its identifier, which need not be declared here; it is looked up in the current
  /// registry at each question, as one of ``init(exportedAs:conformingTo:)`` is.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not a type identifier, or if the process
  ///   has decoded, and made of unknown names, 262,144 others that no declaration has.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let identifier: TypeIdentifier
    do {
      identifier = try TypeIdentifier(text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "type identifier '\(text)' \(error)")
    }
    guard let identity = TypeIdentity(madeUp: identifier) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "type identifier '\(text)' is new, and this process has \(TypeNames.most) that are declared nowhere"
      )
    }
    self.init(current: identity)
  }

  /// Encodes the identifier as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
