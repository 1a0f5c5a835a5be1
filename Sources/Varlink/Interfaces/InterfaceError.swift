// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Why a text is no interface description, and where.
public struct InterfaceError: Error, Hashable, Sendable {
  /// The rule that the text breaks.
  public enum Reason: Hashable, Sendable {
    /// Something else must stand at the place.
    case expected(Expectation)
    /// A member, field or value of that name is there already.
    case duplicate(String)
    /// Types are nested too deeply.
    case tooDeep(limit: Int)
  }

  /// What must stand at a place.
  public enum Expectation: String, Hashable, Sendable {
    /// The word that starts every description.
    case interface = "the word 'interface'"
    /// A name with at least one dot.
    case interfaceName = "the name of an interface"
    /// The end of the line, or a comment.
    case endOfLine = "the end of the line"
    /// One of the words that start a member.
    case member = "'type', 'method' or 'error'"
    /// White space behind a word.
    case space = "a space"
    /// A name that starts with a capital letter.
    case memberName = "a name that starts with a capital letter"
    /// The name of a field or value.
    case fieldName = "the name of a field"
    /// An opening parenthesis.
    case leftParenthesis = "'('"
    /// A closing parenthesis, or a comma and another field.
    case commaOrRightParenthesis = "',' or ')'"
    /// A colon, or, where this is the first field, what goes on with an enumeration.
    case colon = "':'"
    /// The arrow between the parameters of a call and those of a reply.
    case arrow = "'->'"
    /// A type.
    case type = "a type"
    /// A type that is not nullable itself.
    case typeBehindQuestionMark = "a type without '?'"
  }

  /// The rule.
  public let reason: Reason

  /// The place, in bytes from the start of the text.
  public let offset: Int

  /// An error of which reason and place are known.
  ///
  /// - Parameters:
  ///   - reason: The rule that the text breaks.
  ///   - offset: In bytes from the start of the text.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// What is wrong, with line and column in the text that was read.
  public func description(in text: String) -> String {
    let location = SourceLocation(ofOffset: offset, in: text.utf8.span)
    return "\(location.line):\(location.column): \(description)"
  }
}

extension InterfaceError: CustomStringConvertible {
  /// What is wrong, without the place.
  public var description: String {
    switch reason {
    case .expected(let expectation): "expected \(expectation.rawValue)"
    case .duplicate(let name): "'\(name)' is there already"
    case .tooDeep(let limit): "types are nested more than \(limit) deep"
    }
  }
}
