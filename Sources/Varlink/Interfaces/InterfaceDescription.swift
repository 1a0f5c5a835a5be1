// SPDX-License-Identifier: MIT

/// An interface as its description in the interface definition language has it.
///
///     let interface = try InterfaceDescription(parsing: text)
///     for method in interface.methods { print(method.name, method.documentation) }
///
/// The whole language of UAPI.20 is read. What of it other implementations cannot read is listed
/// by ``portabilityViolations``.
public struct InterfaceDescription: Hashable, Sendable {
  /// Whether a method gives a series of replies, as the comment line before it says.
  ///
  /// The grammar has no place for it. The wording is systemd's, and other tools look for it.
  public enum MoreFlag: Hashable, Sendable {
    /// There is no such line: one reply.
    case none
    /// `[Supports 'more' flag]`: one reply, or a series if the caller wants it.
    case supports
    /// `[Requires 'more' flag]`: a series, and `ExpectedMore` without the flag.
    case requires
  }

  /// A type with a name.
  public struct TypeAlias: Hashable, Sendable {
    /// The name.
    public let name: String

    /// A structure or an enumeration.
    public let type: InterfaceType

    /// The comment before it, without the number signs; empty if there is none.
    public let documentation: String

    /// Where the name starts, in bytes from the start of the description.
    public let offset: Int
  }

  /// A method.
  public struct Method: Hashable, Sendable {
    /// The name, without the interface's.
    public let name: String

    /// The parameters of a call.
    public let input: [InterfaceField]

    /// The parameters of a reply.
    public let output: [InterfaceField]

    /// The comment before it, without the number signs and the line that says ``more``.
    public let documentation: String

    /// Whether it gives a series of replies.
    public let more: MoreFlag

    /// Where the name starts, in bytes from the start of the description.
    public let offset: Int
  }

  /// An error.
  public struct Failure: Hashable, Sendable {
    /// The name, without the interface's.
    public let name: String

    /// The error's parameters.
    public let parameters: [InterfaceField]

    /// The comment before it, without the number signs; empty if there is none.
    public let documentation: String

    /// Where the name starts, in bytes from the start of the description.
    public let offset: Int
  }

  /// The interface's name, such as `org.varlink.service`.
  public let name: String

  /// The comment before the word `interface`, without the number signs; empty if there is none.
  public let documentation: String

  /// The types in the order of the text.
  public let types: [TypeAlias]

  /// The methods in the order of the text.
  public let methods: [Method]

  /// The errors in the order of the text.
  public let errors: [Failure]

  /// The text that was read, as clients get it.
  public let text: String

  /// Where comments stand behind something else on a line, inside parentheses.
  let trailingComments: [Int]

  /// Reads a description.
  ///
  /// - Parameter text: The description.
  /// - Throws: ``InterfaceError`` at the first place with which the text can no longer be one.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(parsing text: String) throws(InterfaceError) {
    var parser = InterfaceParser(text)
    try parser.parse()
    name = parser.name
    documentation = parser.documentation
    types = parser.types
    methods = parser.methods
    errors = parser.errors
    trailingComments = parser.trailingComments
    self.text = text
  }

  /// A description that is part of the program.
  ///
  /// - Parameter text: A valid description; another is a mistake of the program, and stops it.
  public init(literal text: String) {
    do throws(InterfaceError) {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("interface description: \(error.description(in: text))")
    }
  }
}
