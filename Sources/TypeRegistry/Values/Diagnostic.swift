// SPDX-License-Identifier: MIT

public import StrictJSON

/// One finding about a declaration file: its position, the problem, and the advice.
public struct Diagnostic: Hashable, Sendable, Error {
  /// How serious a finding is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Part of the file was left out.
    case error
    /// Everything was read, and something is probably not intended.
    case warning
    /// Useful to the author of the file, such as an unknown key.
    case note
  }

  /// The position of a finding in a file.
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

  /// How serious the finding is.
  public var severity: Severity
  /// The path of the file, for display.
  public var path: String
  /// The position in the file.
  public var position: Position
  /// The stable name of this kind of finding.
  public var code: Code
  /// The problem: lower case, no full stop, bad input in single quotes.
  public var message: String
  /// The advice for the author, if any.
  public var hint: String?
  /// Whether Apple's tools accept the same text; `nil` where the question does not apply.
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

extension Diagnostic.Position {
  /// The value that these keys lead to; the file itself where there are none.
  package static func of(keyPath: String) -> Self { keyPath.isEmpty ? .file : .keyPath(keyPath) }
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
