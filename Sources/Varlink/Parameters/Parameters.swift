// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The parameters of a call: one JSON object that has been checked to be one.
///
/// Two ways lead to the values. ``members(_:)`` goes through them in place and allocates nothing:
///
///     static let names: [StaticString] = ["identifier", "locale"]
///
///     var members = context.parameters.members(names)
///     while let member = try members.next() {
///       switch member.index {
///       case 0: identifier = try member.value.string()
///       default: locale = try member.value.optionalString()
///       }
///     }
///
/// ``object(_:)`` makes a document and is asked member by member: for methods that are rare.
///
/// Both refuse unknown, duplicate and mistyped parameters with
/// ``MethodError/invalidParameter(_:)``, as UAPI.20 wants it ("Unknown Fields").
public struct Parameters: Sendable {
  let storage: [UInt8]
  let range: Range<Int>
  /// Where the message starts, and in it the array of strings that is all there is; nil if that has
  /// not been seen.
  let start: Int
  let plain: PlainStrings.Place?

  /// No parameters.
  init() {
    self.init(storage: [], range: 0..<0)
  }

  init(
    storage: [UInt8], range: Range<Int>, start: Int = 0, plain: PlainStrings.Place? = nil
  ) {
    self.storage = storage
    self.range = range
    self.start = start
    self.plain = plain
  }

  /// Whether there are none.
  ///
  /// - Complexity: O(*n*) for *n* bytes of white space at the start.
  public var isEmpty: Bool {
    guard !range.isEmpty else { return true }
    var scanner = CheckedScanner()
    let bytes = storage.span.extracting(range)
    _ = scanner.next(in: bytes)
    return scanner.next(in: bytes).kind == .endObject
  }

  /// The JSON text of the object; no bytes if the call had none.
  public var json: ArraySlice<UInt8> { storage[range] }

  /// The members in the order of the text, in place.
  ///
  /// - Parameter names: The names that the method knows, at most 64.
  /// - Returns: Something that goes through them.
  public func members(_ names: [StaticString]) -> ParameterMembers {
    ParameterMembers(
      object: ParameterValue(
        storage: storage, range: range, token: range.isEmpty ? .null : .beginObject, path: nil),
      names: names)
  }

  /// The members as an object that is asked by name.
  ///
  /// - Parameter names: The names that the method knows.
  /// - Returns: An object that has no other members.
  /// - Throws: ``MethodError/invalidParameter(_:)`` with the first name that is not among them, or
  ///   occurs twice.
  /// - Complexity: O(*n*) for *n* bytes; it allocates.
  public func object(_ names: [StaticString] = []) throws(MethodError) -> ParameterObject {
    try ParameterObject(parsing: range.isEmpty ? Array("{}".utf8) : Array(json), names: names)
  }

  /// Checks that there are no parameters.
  ///
  /// - Throws: ``MethodError/invalidParameter(_:)`` with the name of the first one.
  public func expectNone() throws(MethodError) {
    var members = members([])
    while try members.next() != nil {}
  }
}
