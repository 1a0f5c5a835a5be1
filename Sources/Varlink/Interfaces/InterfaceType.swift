// SPDX-License-Identifier: MIT

/// A type of the interface definition language (UAPI.20, "Types").
public struct InterfaceType: Hashable, Sendable {
  /// The kind of a type, without its contents.
  public enum Kind: Hashable, Sendable {
    /// True or false.
    case bool
    /// A whole number.
    case int
    /// A number.
    case float
    /// Text.
    case string
    /// Any JSON object.
    case object
    /// Any JSON value except null.
    case any
    /// A type of the same interface, referred to by name.
    case named
    /// An object with named fields; it may have none.
    case structure
    /// One of several names.
    case enumeration
    /// A list of values.
    case array
    /// Values with unique strings as keys.
    case map
    /// A value that may be absent.
    case nullable
  }

  /// The kind of the type.
  public let kind: Kind

  /// The name of a named type; `nil` for any other.
  public let name: String?

  /// The fields of a structure or the values of an enumeration; none for any other type.
  public let fields: [InterfaceField]

  /// At most one type, in an array because a struct cannot contain itself.
  private let content: [InterfaceType]

  /// The element type of an array, map or nullable type; `nil` for any other type.
  public var element: InterfaceType? { content.first }

  init(
    _ kind: Kind, name: String? = nil, fields: [InterfaceField] = [],
    of element: InterfaceType? = nil
  ) {
    self.kind = kind
    self.name = name
    self.fields = fields
    content = element.map { [$0] } ?? []
  }
}

/// A field of a structure, a value of an enumeration, or a parameter.
public struct InterfaceField: Hashable, Sendable {
  /// The name.
  public let name: String

  /// The type; `nil` for a value of an enumeration.
  public let type: InterfaceType?

  /// The comment before it, without the number signs; empty if there is none.
  public let documentation: String

  /// The offset of the name, in bytes from the start of the description.
  public let offset: Int
}
