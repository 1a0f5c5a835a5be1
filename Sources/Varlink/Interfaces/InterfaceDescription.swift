// SPDX-License-Identifier: MIT

/// An interface, read from its description in the interface definition language.
///
/// ```swift
/// let text = "interface org.example.ftl\n# Moves the ship.\nmethod Jump() -> ()\n"
/// let interface = try InterfaceDescription(parsing: text)
/// for method in interface.methods { print(method.name, method.documentation) }
/// ```
///
/// The whole language of UAPI.20 is read, also the parts that other implementations cannot read.
public struct InterfaceDescription: Hashable, Sendable {
  /// Whether a method sends a series of replies, according to a comment line before it.
  ///
  /// The grammar has no syntax for it. The wording is systemd's, and other tools read it.
  public enum MoreFlag: Hashable, Sendable {
    /// No such line: one reply.
    case none
    /// `[Supports 'more' flag]`: one reply, or a series if the caller sets `more`.
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

    /// The offset of the name, in bytes from the start of the description.
    public let offset: Int
  }

  /// A method.
  public struct Method: Hashable, Sendable {
    /// The name, without the interface's name.
    public let name: String

    /// The parameters of a call.
    public let input: [InterfaceField]

    /// The parameters of a reply.
    public let output: [InterfaceField]

    /// The comment before it, without the number signs and the line about ``more``.
    public let documentation: String

    /// Whether it sends a series of replies.
    public let more: MoreFlag

    /// The offset of the name, in bytes from the start of the description.
    public let offset: Int
  }

  /// An error.
  public struct Failure: Hashable, Sendable {
    /// The name, without the interface's name.
    public let name: String

    /// The error's parameters.
    public let parameters: [InterfaceField]

    /// The comment before it, without the number signs; empty if there is none.
    public let documentation: String

    /// The offset of the name, in bytes from the start of the description.
    public let offset: Int
  }

  /// The interface's name, such as `org.varlink.service`.
  public let name: String

  /// The comment before the word `interface`, without the number signs; empty if there is none.
  public let documentation: String

  /// The types in source order.
  public let types: [TypeAlias]

  /// The methods in source order.
  public let methods: [Method]

  /// The errors in source order.
  public let errors: [Failure]

  /// The text of the description, as sent to clients.
  public let text: String

  /// The offsets of comments inside parentheses, after other text on their line.
  package let trailingComments: [Int]

  /// Reads a description.
  ///
  /// - Parameter text: The description.
  /// - Throws: ``InterfaceError`` at the first offset where the text breaks a rule.
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

  /// Reads a description that is part of the program.
  ///
  /// - Parameter text: A valid description. An invalid one is a programming error and stops the
  ///   program.
  public init(literal text: String) {
    do throws(InterfaceError) {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("interface description: \(error.description(in: text))")
    }
  }
}
