// SPDX-License-Identifier: MIT

extension UniformType: Codable {
  /// A type by its identifier, which need not be declared here; it is looked up in the current
  /// registry at each question, as one of ``exported(_:)`` is.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not a type identifier.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      self.init(TypeName(try TypeIdentifier(text), in: nil))
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "type identifier '\(text)' \(error)")
    }
  }

  /// Encodes the identifier as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier.text)
  }
}
