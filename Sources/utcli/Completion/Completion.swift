// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The words that can come next in a command line, for the completion of shells: `utcli complete WORD...`.
///
/// The last word is the one that is being written.
///
/// The first line of the answer is the kind of paths that the shell adds itself: `files`, `directories` or
/// `nothing`. Each further line is a word, a tab and its description.
struct Completion {
  /// The kind of paths that the shell completes beside the words.
  enum Paths: String {
    case nothing
    case directories
    case files
  }

  /// A word that can be written, and its meaning.
  struct Suggestion: Hashable {
    var word: String
    var meaning: String
  }

  private(set) var paths = Paths.nothing
  private(set) var suggestions: [Suggestion] = []
  /// The word that is being written; its part before the completed one is repeated in each suggestion.
  private var current = ""
  private var prefix = ""
  private var values: () -> LiveValues?

  /// Completes the last of `words`, which follow the name of the program; `values`, the installed ones, is
  /// called only if a word can be of that kind.
  init(_ words: [String], values: @escaping () -> LiveValues?) {
    self.values = values
    guard let last = words.last else { return }
    current = last
    complete(words.dropLast())
  }

  /// Answers `utcli complete`.
  static func run(_ words: [[UInt8]]) -> ExitStatus {
    let completion = Completion(words.map { String(decoding: $0, as: UTF8.self) }) {
      LiveValues.ofThisProcess()
    }
    var output = Output()
    output.line(completion.paths.rawValue)
    for suggestion in completion.suggestions {
      output.line([suggestion.word, Self.shown(suggestion.meaning)])
    }
    output.flush()
    return .answered
  }

  /// A meaning without line ends and control characters.
  private static func shown(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain ? text : TextEscaping.forTerminal(text)
  }

  // MARK: - Words

  private mutating func complete(_ words: ArraySlice<String>) {
    guard let name = words.first else {
      suggestCommands()
      if current.hasPrefix("-") {
        suggest("--help", "list the commands")
        suggest("--version", "show the version")
      }
      return
    }
    guard let command = try? Command.named(name) else {
      if let program = Help.dropIns.first(where: { $0.name == name }) {
        complete(words.dropFirst(), of: program)
      }
      return
    }
    var given: [String] = []
    var operands: [String] = []
    var rest = words.dropFirst()
    var areOperands = false
    while let word = rest.popFirst() {
      if areOperands || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        areOperands = true
      } else {
        given.append(word)
        guard command.takesValue(word) == true, rest.popFirst() == nil else { continue }
        return suggestValue(of: word, command)
      }
    }
    if areOperands || !current.hasPrefix("-") {
      suggest(UsageLine(of: command).words(after: operands), given)
    } else if let equals = current.firstIndex(of: "="), current.hasPrefix("--") {
      let option = String(current[..<equals])
      moveStart(past: equals)
      suggestValue(of: option, command)
    } else {
      for option in command.allOptions where !given.contains(option.name) {
        suggest(option.name, option.help)
      }
    }
  }

  /// Completes the words after the name of a program of xdg-utils, which has no `--` and no `=`.
  private mutating func complete(_ words: ArraySlice<String>, of program: DropInUsage) {
    var given: [String] = []
    var operands: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        operands.append(word)
        continue
      }
      given.append(word)
      guard let value = program.options.first(where: { $0.name == word })?.value,
        rest.popFirst() == nil
      else { continue }
      return suggest([UsageLine.word(value)], [])
    }
    if current.hasPrefix("-") {
      for option in program.options(after: operands) where !given.contains(option.name) {
        suggest(option.name, option.help)
      }
      return
    }
    let words = UsageLine(of: program).words(after: operands)
    for case .literal(let text) in words {
      suggest(text, program.meaning(of: operands + [text]))
    }
    suggest(words.filter { if case .placeholder = $0 { true } else { false } }, [])
    if words.contains(.placeholder(.mimeType)) {
      // As desktop entries name a scheme.
      suggestValues(of: .scheme, before: "x-scheme-handler/")
    }
  }

  private mutating func suggestValue(of option: String, _ command: Command) {
    guard let value = command.allOptions.first(where: { $0.name == option })?.value else { return }
    if value.hasSuffix(",..."), let comma = current.lastIndex(of: ",") { moveStart(past: comma) }
    suggest([UsageLine.word(Placeholder.word(value))], [])
  }

  /// Completes the text after `index`; the text before is kept.
  private mutating func moveStart(past index: String.Index) {
    let start = current.index(after: index)
    prefix += current[..<start]
    current = String(current[start...])
  }

  private mutating func suggest(_ word: String, _ meaning: String) {
    guard word.hasPrefix(current) else { return }
    suggestions.append(Suggestion(word: prefix + word, meaning: meaning))
  }

  private mutating func suggest(all words: [String]) {
    for word in words { suggest(word, "") }
  }

  private mutating func suggestCommands() {
    for command in Command.all { suggest(command.name, command.summary) }
    for program in Help.dropIns { suggest(program.name, program.summary) }
  }

  // MARK: - Operands and values

  private mutating func suggest(_ words: [UsageLine.Word], _ options: [String]) {
    let placeholders = words.flatMap { word -> [Placeholder] in
      switch word {
      case .literal(let text):
        if text != "-" { suggest(text, "") }
        return []
      case .placeholder(.operand):
        return [.file, .type, .dottedExtension, .schemeWithColon, .mimeType]
      case .placeholder(let placeholder): return [placeholder]
      case .unknown: return []
      }
    }
    if options.contains("--type") {
      for placeholder in placeholders where placeholder != .file { suggest(placeholder, true) }
      return
    }
    if placeholders.contains(where: \.isPath) {
      paths = .files
    } else if placeholders.contains(.directory) {
      paths = .directories
    }
    guard !options.contains("--file") else { return }
    // Where a file is meant most of the time, thousands of types would hide it.
    let isOnlyOne = placeholders.count == 1
    for placeholder in placeholders
    where placeholder == .dottedExtension || isOnlyOne || !current.hasPrefix(".") {
      suggest(placeholder, isOnlyOne || !current.isEmpty)
    }
  }

  private mutating func suggest(_ placeholder: Placeholder, _ isLikely: Bool) {
    switch placeholder {
    case .command: suggestCommands()
    case .role: suggest(all: ["editor", "viewer", "shell", "all"])
    case .origin: suggest(all: ["user", "local", "system"])
    case .grouping: suggest(all: CensusGrouping.allCases.map(\.rawValue))
    case .order: suggest(all: CensusOrder.allCases.map(\.rawValue))
    case .when: suggest(all: ColorChoice.allCases.map(\.rawValue))
    case .format: suggest(all: ["freedesktop", "plist", "json"])
    case .picture: suggest(all: GraphFormat.allCases.map(\.rawValue))
    case .table: suggest(all: TableFormat.allCases.map(\.rawValue))
    case .mode: suggest(all: ["user", "system"])
    case .tag: suggest(all: TagClass.wellKnown.map { "\($0.text)=" })
    case .type, .supertype, .filenameExtension, .mimeType, .scheme, .schemeWithColon, .bundle,
      .application:
      guard isLikely else { return }
      suggestValues(of: placeholder)
    case .dottedExtension:
      guard isLikely || current.hasPrefix(".") else { return }
      suggestValues(of: placeholder)
    case .file, .path, .directory, .name, .url, .identifier, .operand, .locale, .theme, .code,
      .number, .count, .text:
      break
    }
  }

  /// Suggests installed values; a scheme after `before`.
  private mutating func suggestValues(of placeholder: Placeholder, before: String = "") {
    guard let values = values() else { return }
    let found =
      switch placeholder {
      case .type, .supertype: values.types(current)
      case .filenameExtension: values.tags(.filenameExtension, current)
      case .dottedExtension: values.tags(.filenameExtension, current, before: ".")
      case .mimeType: values.tags(.mimeType, current)
      case .scheme: values.tags(.urlScheme, current, before: before)
      case .schemeWithColon: values.tags(.urlScheme, current, after: ":")
      case .application: values.desktopFiles(current)
      default: values.bundles(current)
      }
    for value in found {
      suggestions.append(Suggestion(word: prefix + value.word, meaning: value.meaning))
    }
  }
}

extension Placeholder {
  /// Whether the path of any file can be meant.
  fileprivate var isPath: Bool { self == .file || self == .path || self == .name }
}
