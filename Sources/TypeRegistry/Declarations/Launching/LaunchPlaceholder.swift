// SPDX-License-Identifier: MIT

/// A placeholder in an application's argument vector, replaced once, when the application is started.
///
/// A placeholder is a whole argument, or the end of one that is an option or a prefix of an address:
/// `%F`, `--file=%f`, `-o%f`, `cdda://%f`. Anywhere else it is text, so that a file's name never
/// becomes part of a script.
package struct LaunchPlaceholder: Hashable, Sendable {
  /// The kind of text that replaces the code.
  package enum Kind: Character, Hashable, Sendable, CaseIterable {
    /// One file (`%f`).
    case file = "f"
    /// Files, as many as there are (`%F`).
    case files = "F"
    /// One URL (`%u`).
    case url = "u"
    /// URLs, as many as there are (`%U`).
    case urls = "U"
    /// The path of the file that declares the application (`%k`).
    case declaration = "k"
  }

  /// The text before the code; empty if the code is the whole argument.
  package let prefix: String
  /// The kind of text that replaces the code.
  ///
  /// After a prefix, never several files or URLs.
  package let kind: Kind

  /// The placeholder in an argument; `nil` if the argument is text.
  package init?(_ argument: String) {
    let bytes = argument.utf8
    guard bytes.count >= 2, let letter = argument.last, let kind = Kind(rawValue: letter) else {
      return nil
    }
    let prefix = bytes.dropLast(2)
    guard bytes[prefix.endIndex] == UInt8(ascii: "%"), Self.isPrefix(prefix) else { return nil }
    self.prefix = String(decoding: prefix, as: UTF8.self)
    self.kind =
      switch kind {
      case .files where !prefix.isEmpty: .file
      case .urls where !prefix.isEmpty: .url
      default: kind
      }
  }

  /// Whether a code may follow: after an empty text, an option, `name=`, `scheme:` and `scheme://`.
  private static func isPrefix(_ prefix: Substring.UTF8View) -> Bool {
    guard let first = prefix.first, let last = prefix.last else { return true }
    guard prefix.allSatisfy({ $0.isIdentifierByte || "_/:=+,@".utf8.contains($0) }) else {
      return false
    }
    return first == UInt8(ascii: "-") || last == UInt8(ascii: "=") || last == UInt8(ascii: ":")
      || prefix.reversed().starts(with: "//:".utf8)
  }

  /// Whether a file or URL replaces the code.
  package var takesTarget: Bool { kind != .declaration }

  /// The variable that the argument assigns, as those of `env` do; `nil` for any other argument.
  var assignedVariable: String? {
    let name = prefix.utf8.dropLast()
    let isName = name.allSatisfy {
      $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "_")
    }
    return prefix.hasSuffix("=") && !name.isEmpty && isName
      ? String(decoding: name, as: UTF8.self) : nil
  }
}
