// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Why a text is not an interface description, and where.
public struct InterfaceError: Error, Hashable, Sendable {
  /// The rule that the text breaks.
  public enum Reason: Hashable, Sendable {
    /// The grammar requires something else.
    case expected(Expectation)
    /// An earlier member, field or value has the same name.
    case duplicate(String)
    /// Types are nested too deeply.
    case tooDeep(limit: Int)
  }

  /// The element that the grammar requires at the offset of an error.
  public enum Expectation: String, Hashable, Sendable {
    /// The word that starts every description.
    case interface = "the word 'interface'"
    /// A name with at least one dot.
    case interfaceName = "the name of an interface"
    /// The end of the line, or a comment.
    case endOfLine = "the end of the line"
    /// One of the words that start a member.
    case member = "'type', 'method' or 'error'"
    /// White space after a word.
    case space = "a space"
    /// A name that starts with a capital letter.
    case memberName = "a name that starts with a capital letter"
    /// The name of a field or value.
    case fieldName = "the name of a field"
    /// An opening parenthesis.
    case leftParenthesis = "'('"
    /// A closing parenthesis, or a comma and another field.
    case commaOrRightParenthesis = "',' or ')'"
    /// A colon; after the first field also a comma or parenthesis, as in an enumeration.
    case colon = "':'"
    /// The arrow between the parameters of a call and those of a reply.
    case arrow = "'->'"
    /// A type.
    case type = "a type"
    /// A type that is not nullable itself.
    case typeAfterQuestionMark = "a type without '?'"
  }

  /// The rule that the text breaks.
  public let reason: Reason

  /// The offset of the error, in bytes from the start of the text.
  public let offset: Int

  /// Creates an error with a reason and an offset.
  ///
  /// - Parameters:
  ///   - reason: The rule that the text breaks.
  ///   - offset: In bytes from the start of the text.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The problem, after line and column in the text that was read.
  public func description(in text: String) -> String {
    let location = SourceLocation(ofOffset: offset, in: text.utf8.span)
    return "\(location.line):\(location.column): \(description)"
  }
}

extension InterfaceError: CustomStringConvertible {
  /// The problem, without the position.
  public var description: String {
    switch reason {
    case .expected(let expectation): "expected \(expectation.rawValue)"
    case .duplicate(let name): "'\(name)' is declared twice"
    case .tooDeep(let limit): "types are nested deeper than \(limit) levels"
    }
  }
}
