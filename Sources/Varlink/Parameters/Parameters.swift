// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The parameters of a call: one JSON object that was checked with the call.
///
/// There are two ways to read the values. ``members(_:)`` reads them in place and allocates nothing:
///
/// ```swift
/// let names: [StaticString] = ["identifier", "locale"]
///
/// func read(_ context: inout CallContext) throws(MethodError) -> (String, String?) {
///   var identifier = ""
///   var locale: String?
///   var members = context.parameters.members(names)
///   while let member = try members.next() {
///     switch member.index {
///     case 0: identifier = try member.value.string()
///     default: locale = try member.value.optionalString()
///     }
///   }
///   try members.require(0b01)
///   return (identifier, locale)
/// }
/// ```
///
/// ``object(_:)`` makes a document whose members are read by name: for methods that are rarely called.
///
/// Both refuse unknown, duplicate and mistyped parameters with
/// ``MethodError/invalidParameter(_:)``, as UAPI.20 requires ("Unknown Fields").
public struct Parameters: Sendable {
  let storage: [UInt8]
  let range: Range<Int>
  /// The index of the message's first byte in the storage.
  var start = 0
  /// The location of the array of strings, if the call has the form of ``PlainCallScan``.
  var plain: PlainStrings.Location?

  /// The JSON text of the object; empty if the call had no parameters.
  public var json: ArraySlice<UInt8> { storage[range] }

  /// The members in source order, read in place.
  ///
  /// - Parameter names: The names of the method's parameters, at most 64.
  /// - Returns: An iterator.
  public func members(_ names: [StaticString]) -> ParameterMembers {
    ParameterMembers(
      object: ParameterValue(
        storage: storage, range: range, token: range.isEmpty ? .null : .beginObject,
        root: range.lowerBound),
      names: names)
  }

  /// The members as an object, to be read by name.
  ///
  /// - Parameter names: The names of the method's parameters.
  /// - Returns: An object without other members.
  /// - Throws: ``MethodError/invalidParameter(_:)`` with the first name that is not in `names`, or
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
