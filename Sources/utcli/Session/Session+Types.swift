// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Session {
  /// The type of an identifier that the user wrote; it has to be declared, a parent, or dynamic.
  func type(named text: String) throws(Failure) -> TypeIdentifier {
    let identifier: TypeIdentifier
    do {
      identifier = try TypeIdentifier(text)
    } catch {
      throw Failure(.badData, "type identifier '\(text)' \(error)", hint: try near(text))
    }
    guard try isKnown(identifier) else {
      throw Failure(
        .negative, "type '\(identifier)' not found", hint: try near(text) ?? Self.searchHint)
    }
    return identifier
  }

  /// Whether a type is declared, the supertype of a declared type, or dynamic.
  func isKnown(_ identifier: TypeIdentifier) throws(Failure) -> Bool {
    try ask { try $0.summaries(of: [identifier], in: .none) }.contains { $0.state != .unknown }
  }

  /// A hint with the known identifiers that resemble `text`; `nil` if none does.
  func near(_ text: String) throws(Failure) -> String? {
    let near = try ask { try $0.nearest(to: text) }
    guard !near.isEmpty else { return nil }
    return "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }

  /// The identifier that the user wrote; a message begins with `noun`, which ends in a blank.
  static func identifier(
    _ text: String, _ noun: String = "type identifier "
  ) throws(Failure) -> TypeIdentifier {
    do {
      return try TypeIdentifier(text)
    } catch {
      throw Failure(.badData, "\(noun)'\(text)' \(error)")
    }
  }

  static let searchHint = "'utcli search TEXT' finds types by a part of their name"
}
