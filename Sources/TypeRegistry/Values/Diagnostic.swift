// SPDX-License-Identifier: MIT

public import StrictJSON

/// One finding about a declaration file: where, what is wrong, what to do.
public struct Diagnostic: Hashable, Sendable, Error {
  /// How grave a finding is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Something of the file was left out.
    case error
    /// Everything was read, and something is probably not meant.
    case warning
    /// Worth knowing for the author, such as an unknown key.
    case note
  }

  /// Where in a file a finding lies.
  public enum Position: Hashable, Sendable {
    /// The file as a whole.
    case file
    /// A line and column.
    case location(SourceLocation)
    /// A path of keys, where the format has no lines (binary property lists).
    case keyPath(String)
  }

  /// A stable name of one kind of finding; scripts may depend on it.
  ///
  /// The raw values are words joined by hyphens, such as `duplicate-key`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's text.
    public let rawValue: String

    /// The code of that text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// How grave the finding is.
  public var severity: Severity
  /// The file, as it is shown.
  public var path: String
  /// Where in the file.
  public var position: Position
  /// The stable name of this kind of finding.
  public var code: Code
  /// What is wrong: lower case, no full stop, bad input in single quotes.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// Whether Apple's tools would accept what is complained of; `nil` where that is no question.
  public var isAcceptedByApple: Bool?

  /// A finding.
  public init(
    _ severity: Severity, _ code: Code, path: String, position: Position = .file, message: String,
    hint: String? = nil, isAcceptedByApple: Bool? = nil
  ) {
    self.severity = severity
    self.code = code
    self.path = path
    self.position = position
    self.message = message
    self.hint = hint
    self.isAcceptedByApple = isAcceptedByApple
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `path:line:column: severity: message [code]`, the form that editors and people read.
  public var description: String {
    let start =
      switch position {
      case .file: path
      case .location(let location): "\(path):\(location.line):\(location.column)"
      case .keyPath(let keyPath): "\(path):\(keyPath)"
      }
    return "\(start): \(severity.rawValue): \(message) [\(code.rawValue)]"
  }
}
