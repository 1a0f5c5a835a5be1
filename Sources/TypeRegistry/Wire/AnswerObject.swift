// SPDX-License-Identifier: MIT

internal import StrictJSON

/// An answer, or a part of one, that does not match the interface.
struct InvalidAnswer: Error {
  /// The name of the member that is missing, or is of another type.
  let member: String

  init(_ member: String) { self.member = member }
}

/// A JSON object of an answer, read with checks: data from a socket is not trusted.
///
/// A member that is missing, or is of another type, throws ``InvalidAnswer``. Unknown members are
/// ignored, because a newer daemon may send more.
struct AnswerObject {
  private let value: JSONValue

  init(_ value: JSONValue, _ name: String) throws(InvalidAnswer) {
    guard value.kind == .object else { throw InvalidAnswer(name) }
    self.value = value
  }

  private func optional(_ name: String) -> JSONValue? {
    guard let found = value[name], !found.isNull else { return nil }
    return found
  }

  /// A value of the member `name`, or of an element of that array, which must be there.
  static func required<Value>(_ value: Value?, _ name: String) throws(InvalidAnswer) -> Value {
    guard let value else { throw InvalidAnswer(name) }
    return value
  }

  // MARK: - Scalars

  func optionalString(_ name: String) throws(InvalidAnswer) -> String? {
    guard let value = optional(name) else { return nil }
    return try Self.required(value.string, name)
  }

  func string(_ name: String) throws(InvalidAnswer) -> String {
    try Self.required(optionalString(name), name)
  }

  /// A boolean; false if it is absent.
  func flag(_ name: String) throws(InvalidAnswer) -> Bool {
    try optionalFlag(name) ?? false
  }

  func optionalFlag(_ name: String) throws(InvalidAnswer) -> Bool? {
    guard let value = optional(name) else { return nil }
    return try Self.required(value.boolean, name)
  }

  /// A whole number that is not negative.
  func count(_ name: String) throws(InvalidAnswer) -> Int {
    try Self.required(optionalCount(name), name)
  }

  func optionalCount(_ name: String) throws(InvalidAnswer) -> Int? {
    guard let value = optional(name) else { return nil }
    return try Self.required(value.integer.flatMap { $0 < 0 ? nil : Int(exactly: $0) }, name)
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable<String>>(_ name: String) throws(InvalidAnswer) -> Word {
    try Self.required(Word(rawValue: string(name)), name)
  }

  /// One of the words of an enumeration, or `nil` if it is absent.
  func optionalWord<Word: RawRepresentable<String>>(
    _ name: String
  ) throws(InvalidAnswer) -> Word? {
    guard optional(name) != nil else { return nil }
    return try word(name)
  }

  /// The case of an enumeration whose word the member is.
  func named<Case: CaseIterable>(
    _ name: String, by word: (Case) -> String
  ) throws(InvalidAnswer) -> Case {
    let text = try string(name)
    return try Self.required(Case.allCases.first { word($0) == text }, name)
  }

  /// A whole number.
  func integer(_ name: String) throws(InvalidAnswer) -> Int64 {
    try Self.required(optional(name)?.integer, name)
  }

  // MARK: - Values of the library

  func identifier(_ name: String) throws(InvalidAnswer) -> TypeIdentifier {
    try Self.identifier(string(name), name)
  }

  func optionalIdentifier(_ name: String) throws(InvalidAnswer) -> TypeIdentifier? {
    guard let text = try optionalString(name) else { return nil }
    return try Self.identifier(text, name)
  }

  /// An identifier that is an element of an array, or was found already.
  static func identifier(_ text: String?, _ name: String) throws(InvalidAnswer) -> TypeIdentifier {
    guard let text, let identifier = try? TypeIdentifier(text) else { throw InvalidAnswer(name) }
    return identifier
  }

  func origin(_ name: String) throws(InvalidAnswer) -> Origin {
    try named(name, by: \.name)
  }

  // MARK: - Containers

  func object(_ name: String) throws(InvalidAnswer) -> AnswerObject {
    try AnswerObject(Self.required(optional(name), name), name)
  }

  func optionalObject(_ name: String) throws(InvalidAnswer) -> AnswerObject? {
    guard let value = optional(name) else { return nil }
    return try AnswerObject(value, name)
  }

  /// The elements of an array; none if it is absent.
  func list<Element>(
    _ name: String, _ read: (JSONValue) throws(InvalidAnswer) -> Element
  ) throws(InvalidAnswer) -> [Element] {
    guard let value = optional(name) else { return [] }
    guard value.kind == .array else { throw InvalidAnswer(name) }
    var elements: [Element] = []
    elements.reserveCapacity(value.count)
    for element in value.elements { elements.append(try read(element)) }
    return elements
  }

  /// Calls `body` with each element of an array; with none if it is absent.
  func forEach(
    in name: String, _ body: (JSONValue) throws(InvalidAnswer) -> Void
  ) throws(InvalidAnswer) {
    guard let value = optional(name) else { return }
    guard value.kind == .array else { throw InvalidAnswer(name) }
    for element in value.elements { try body(element) }
  }

  /// The elements of an array of objects; none if it is absent.
  func objects<Element>(
    _ name: String, _ read: (AnswerObject) throws(InvalidAnswer) -> Element
  ) throws(InvalidAnswer) -> [Element] {
    try list(name) { (value) throws(InvalidAnswer) in
      try read(AnswerObject(value, name))
    }
  }

  /// The texts of an array; none if it is absent.
  func strings(_ name: String) throws(InvalidAnswer) -> [String] {
    try list(name) { (value) throws(InvalidAnswer) in try Self.required(value.string, name) }
  }

  func identifiers(_ name: String) throws(InvalidAnswer) -> [TypeIdentifier] {
    try list(name) { (value) throws(InvalidAnswer) in try Self.identifier(value.string, name) }
  }
}
