// SPDX-License-Identifier: MIT

public import StrictJSON

/// The parameters of a call as a document whose members are read by name.
///
/// ```swift
/// func describe(_ context: inout CallContext) throws(MethodError) {
///   let object = try context.parameters.object(["interface", "verbose"])
///   let interface = try object.string("interface")
///   let isVerbose = try object.optionalBoolean("verbose") ?? false
///   context.reply.name("title")
///   context.reply.string(isVerbose ? "interface \(interface)" : interface)
/// }
/// ```
///
/// Each function throws ``MethodError/invalidParameter(_:)`` with the member's name if the value has
/// another type, or is missing or null and not optional.
public struct ParameterObject: Sendable {
  private let document: JSONDocument

  init(parsing text: [UInt8], names: [StaticString]) throws(MethodError) {
    do throws(JSONError) {
      document = try JSONDocument(parsing: text)
    } catch {
      preconditionFailure("parameters have been scanned with their call")
    }
    for member in document.root.members
    where !names.contains(where: { member.name.equals($0) }) {
      throw .invalidParameter(MethodError.name(member.name.string ?? ""))
    }
    for duplicate in document.duplicates.prefix(1) {
      throw .invalidParameter(MethodError.name(duplicate.name))
    }
  }

  /// The value of a member; `nil` if it is absent or null.
  public func optional(_ name: StaticString) -> JSONValue? {
    for member in document.root.members where member.name.equals(name) {
      return member.value.isNull ? nil : member.value
    }
    return nil
  }

  /// The value of a member.
  public func value(_ name: StaticString) throws(MethodError) -> JSONValue {
    guard let value = optional(name) else { throw invalid(name) }
    return value
  }

  /// A string.
  public func string(_ name: StaticString) throws(MethodError) -> String {
    guard let string = try value(name).string else { throw invalid(name) }
    return string
  }

  /// A string, or `nil` if it is absent or null.
  public func optionalString(_ name: StaticString) throws(MethodError) -> String? {
    optional(name) == nil ? nil : try string(name)
  }

  /// A boolean.
  public func boolean(_ name: StaticString) throws(MethodError) -> Bool {
    guard let boolean = try value(name).boolean else { throw invalid(name) }
    return boolean
  }

  /// A boolean, or `nil` if it is absent or null.
  public func optionalBoolean(_ name: StaticString) throws(MethodError) -> Bool? {
    optional(name) == nil ? nil : try boolean(name)
  }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - range: The accepted numbers.
  /// - Returns: A number in the range.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if it is something else.
  public func integer(
    _ name: StaticString, in range: ClosedRange<Int64> = .min ... .max
  ) throws(MethodError) -> Int64 {
    guard let integer = try value(name).integer, range.contains(integer) else {
      throw invalid(name)
    }
    return integer
  }

  /// A whole number, or `nil` if it is absent or null.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - range: The accepted numbers.
  /// - Returns: A number in the range, or `nil`.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if it is something else.
  public func optionalInteger(
    _ name: StaticString, in range: ClosedRange<Int64> = .min ... .max
  ) throws(MethodError) -> Int64? {
    optional(name) == nil ? nil : try integer(name, in: range)
  }

  /// An array of strings.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - limit: The maximum number of strings.
  /// - Returns: At most `limit` strings.
  /// - Throws: ``MethodError/invalidParameter(_:)`` if it is something else.
  public func strings(
    _ name: StaticString, limit: Int = .max
  ) throws(MethodError) -> [String] {
    let array = try value(name)
    guard array.kind == .array, array.count <= limit else { throw invalid(name) }
    var strings: [String] = []
    for (index, element) in array.elements.enumerated() {
      guard let string = element.string else { throw .invalidParameter("\(name)[\(index)]") }
      strings.append(string)
    }
    return strings
  }

  /// The error for a member whose value the method does not accept.
  public func invalid(_ name: StaticString) -> MethodError { .invalidParameter("\(name)") }
}
