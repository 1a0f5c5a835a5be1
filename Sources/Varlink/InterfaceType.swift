// SPDX-License-Identifier: MIT

/// A type of the interface definition language (UAPI.20, "Types").
public indirect enum InterfaceType: Hashable, Sendable {
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
  /// Any JSON value but null.
  case any
  /// A type of the same interface, by its name.
  case named(String)
  /// An object with named fields; it may have none.
  case structure([InterfaceField])
  /// One of several names, which have no types.
  case enumeration([InterfaceField])
  /// A list of values.
  case array(InterfaceType)
  /// Values with unique strings as keys.
  case map(InterfaceType)
  /// A value that may be absent.
  case nullable(InterfaceType)
}

/// A field of a structure, a value of an enumeration, or a parameter.
public struct InterfaceField: Hashable, Sendable {
  /// The name.
  public let name: String

  /// The type; nil for a value of an enumeration.
  public let type: InterfaceType?

  /// The comment before it, without the number signs; empty if there is none.
  public let documentation: String

  /// Where the name starts, in bytes from the start of the description.
  public let offset: Int
}
