// SPDX-License-Identifier: MIT

/// The value of a desktop entry's `Exec` key, as an argument vector.
///
/// Words are split as by GLib's `g_shell_parse_argv`, which accepts the syntax of the specification and more:
/// double and single quotes anywhere in a word, and a backslash outside of them. No variable, wildcard or
/// redirection has a meaning (Desktop Entry Specification, "The Exec key").
///
/// Field codes are replaced here, once: names and icons by text, files and URLs by the placeholders of
/// ``LaunchPlaceholder``. A code for a file is accepted as a whole argument, or after a prefix that cannot be
/// a script. GLib replaces it also within `sh -c "view %f"`, where the name of a file would be read as a
/// command: such a line has no arguments, nor has one with a code where a program expects a script
/// (``LaunchScript``).
package struct ExecLine: Sendable {
  /// Why a line, or a part of it, is not used.
  package enum Problem: Hashable, Sendable {
    /// A quote is not closed, or a backslash is last: no arguments.
    case unfinished
    /// There is no program: no arguments.
    case empty
    /// More arguments or bytes than allowed: no arguments.
    case tooLong
    /// A code for a file within a longer argument: no arguments.
    case codeInText(String)
    /// An argument that looks like a placeholder: no arguments.
    case looksLikeCode(String)
    /// An argument that a shell or the like would run: no arguments.
    case script(String)
    /// A code that does not exist; it is left out.
    case unknownCode(String)
    /// A deprecated code; it is left out.
    case deprecatedCode(String)
    /// A character with a meaning for shells, outside of quotes; it is passed unchanged.
    case unquoted(Character)

    /// Whether the line has no arguments.
    package var isFatal: Bool {
      switch self {
      case .unfinished, .empty, .tooLong, .codeInText, .looksLikeCode, .script: true
      case .unknownCode, .deprecatedCode, .unquoted: false
      }
    }
  }

  /// The argument vector; empty if the line cannot be used.
  package private(set) var arguments: [String] = []
  /// The problems, with their offsets in the line's text.
  package private(set) var problems: [(problem: Problem, offset: Int)] = []

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - text: The value, without the escapes of the file.
  ///   - name: The application's name, for `%c`; not translated in a registry, which callers of all languages
  ///     share.
  ///   - iconName: Its icon, for `%i`.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ text: String, name: String, iconName: String?) {
    var splitter = ExecWords(Array(text.utf8))
    let isComplete = splitter.split()
    problems = splitter.unquoted.map { (.unquoted($0.character), $0.offset) }
    guard isComplete else {
      problems.append((.unfinished, text.utf8.count))
      return
    }
    for word in splitter.words { add(word, name: name, iconName: iconName) }
    check(splitter.words.first?.offset ?? 0)
    if problems.contains(where: \.problem.isFatal) { arguments = [] }
  }

  /// Adds the arguments of one word.
  private mutating func add(_ word: ExecWords.Word, name: String, iconName: String?) {
    var text: [UInt8] = []
    var hasCode = false
    var hasTarget = false
    var index = 0
    while index < word.bytes.count {
      let byte = word.bytes[index]
      index += 1
      guard byte == UInt8(ascii: "%"), index < word.bytes.count else {
        text.append(byte)
        continue
      }
      let code = word.bytes[index]
      index += 1
      switch code {
      case UInt8(ascii: "%"):
        text.append(code)
        continue
      case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "u"), UInt8(ascii: "U"),
        UInt8(ascii: "k"):
        hasTarget = true
        text += [byte, code]
      case UInt8(ascii: "c"): text += Array(name.utf8)
      case UInt8(ascii: "i"):
        // Two arguments, so that it must be a word of its own.
        if word.bytes.count == 2, !arguments.isEmpty, let iconName {
          arguments += ["--icon", iconName]
        }
      default:
        let shown = "%" + String(decoding: [code < 0x80 ? code : 0x3F], as: UTF8.self)
        let isDeprecated = "dDnNvm".utf8.contains(code)
        problems.append((isDeprecated ? .deprecatedCode(shown) : .unknownCode(shown), word.offset))
      }
      hasCode = true
    }
    // A word that was only a code without a value is not an argument.
    if hasCode && text.isEmpty { return }
    let argument = String(decoding: text, as: UTF8.self)
    let placeholder = LaunchPlaceholder(argument)
    if hasTarget {
      // The prefix of a placeholder holds no "%", so that its code is the one that was written.
      guard placeholder != nil else {
        problems.append((.codeInText(argument), word.offset))
        return
      }
    } else if placeholder != nil {
      problems.append((.looksLikeCode(argument), word.offset))
    }
    arguments.append(argument)
  }

  private mutating func check(_ offset: Int) {
    guard let program = arguments.first, !program.isEmpty, LaunchPlaceholder(program) == nil else {
      problems.append((.empty, offset))
      return
    }
    let bytes = arguments.reduce(0) { $0 + $1.utf8.count }
    if arguments.count > DeclarationLimits.maximumLaunchArguments
      || bytes > DeclarationLimits.maximumLaunchBytes
    {
      problems.append((.tooLong, offset))
    } else if let index = LaunchScript.index(in: arguments) {
      problems.append((.script(arguments[index]), offset))
    }
  }
}
