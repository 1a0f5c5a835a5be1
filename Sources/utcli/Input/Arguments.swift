// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The words after a command's name: options with their values, and operands, which are bytes.
struct Arguments {
  private(set) var operands: [[UInt8]] = []
  // Two lists and not one of pairs: each kind of list that a program has first makes the run-time
  // library look up its type, which takes a one-shot program longer than the look-up of a name.
  private var names: [String] = []
  private var values: [[UInt8]] = []

  /// Checks that none of some options is given, for the reason that follows the option in the message.
  func refuse(_ options: [String], _ reason: String, hint: String? = nil) throws(Failure) {
    for option in options where has(option) { throw .usage("\(option) \(reason)", hint: hint) }
  }

  /// Checks that none of some options is given, which cannot be used with another one.
  func refuse(_ options: [String], with other: String) throws(Failure) {
    for option in options where has(option) {
      throw .usage("\(other) cannot be used with \(option)")
    }
  }

  /// No words.
  static let none = Arguments()

  private init() {}

  /// Sorts `words` into operands and options.
  ///
  /// - Parameters:
  ///   - words: The words after the name of the command.
  ///   - command: The name of the command, for messages.
  ///   - takesValue: Whether the option of a name takes a value; `nil` if there is no such option.
  ///   - options: All options that the command has.
  /// - Throws: ``Failure`` that names the word, and the option that was probably intended.
  init(
    _ words: ArraySlice<[UInt8]>, of command: String,
    takesValue: (String) -> Bool?, options: () -> [Option]
  ) throws(Failure) {
    var rest = words
    while let word = rest.popFirst() {
      guard word.first == UInt8(ascii: "-"), word.count > 1 else {
        operands.append(word)
        continue
      }
      if word == Array("--".utf8) {
        operands.append(contentsOf: rest)
        return
      }
      var name = word
      var attached: [UInt8]?
      if word.starts(with: "--".utf8), let equals = word.firstIndex(of: UInt8(ascii: "=")) {
        name = Array(word[..<equals])
        attached = Array(word[(equals + 1)...])
      }
      var text = String(decoding: name, as: UTF8.self)
      var takesValueOfName = takesValue(text)
      if takesValueOfName == nil, let other = Self.otherName(of: text, options()) {
        text = other
        takesValueOfName = takesValue(other)
      }
      guard let takesValue = takesValueOfName else {
        let others = words.filter { $0 != word }
        throw .usage(
          "'\(command)' has no option '\(text)'",
          hint: Self.hint(about: text, of: command, among: options().map(\.name), others: others))
      }
      if !takesValue {
        if attached != nil { throw .usage("option '\(text)' takes no value") }
        add(text, [])
      } else if let value = attached ?? rest.popFirst() {
        add(text, value)
      } else {
        let value = options().first { $0.name == text }?.value ?? ""
        throw .usage("option '\(text)' needs a value: \(text) \(value)")
      }
    }
  }

  private mutating func add(_ name: String, _ value: [UInt8]) {
    names.append(name)
    values.append(value)
  }

  /// The name of the option that has `text` as its short form, or had it as its name.
  private static func otherName(of text: String, _ options: [Option]) -> String? {
    let name = text == "--output" || text == "--write-to" ? "-o" : text
    return options.first { $0.short == name || ($0.name == name && name != text) }?.name
  }

  /// Names that options have in other tools, or in other commands.
  private static let otherNames = [
    "--dry-run": "--print", "-n": "--print", "--print": "--dry-run", "--mimetype": "--mime",
    "--mime-type": "--mime", "--silent": "--quiet", "--no-act": "--dry-run",
    "--no-sniffing": "--no-sniff",
  ]

  /// The words that other tools have as options, with what is written here.
  private static let verbs = [
    "default": [
      "--set": "set", "--unset": "unset", "--remove": "unset", "--adopt": "adopt", "--list": "",
      "--get": "", "--query": "",
    ],
    "never": ["--unset": "unset", "--remove": "unset"],
    "prefer": ["--unset": "unset", "--remove": "unset", "--set": ""],
    "dyn": ["--encode": "encode", "--decode": "decode"],
  ]

  /// The hint about an option that a command does not have.
  ///
  /// - Parameters:
  ///   - text: The option.
  ///   - command: The name of the command.
  ///   - names: The options of the command.
  ///   - others: The other words after the name of the command.
  /// - Returns: The option or the line that was probably intended.
  private static func hint(
    about text: String, of command: String, among names: [String], others: [[UInt8]]
  ) -> String {
    if let verb = verbs[command]?[text] {
      let words = [command, verb].filter { !$0.isEmpty }.map { Array($0.utf8) }
      return "did you mean \((words + others).quotedLine)?"
    }
    if text.utf8.count > 1, ["history", "undo"].contains(command),
      text.utf8.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      let words = [Array(command.utf8), Array(text.utf8.dropFirst())]
      return "did you mean \((words + others).quotedLine)?"
    }
    if let other = otherNames[text], names.contains(other) {
      return "did you mean '\(other)'?"
    }
    // One letter is one edit away from any other, so a suggestion would be arbitrary.
    let isLong = text.utf8.count > 2
    let beginning = isLong ? names.filter { $0.hasPrefix(text) } : []
    let near =
      beginning.count == 1
      ? beginning.first : isLong ? EditDistance.nearest(to: text, among: names) : nil
    return near.map { "did you mean '\($0)'?" }
      ?? "'utcli help \(command)' lists the options; write '--' before a name that begins with '-'"
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { names.contains(name) }

  /// The bytes of an option's value, which need not be UTF-8; of the last one if it is repeated.
  func bytes(_ name: String) -> [UInt8]? { names.lastIndex(of: name).map { values[$0] } }

  /// Whether links are followed: the last of `-L` and `-P` decides, else `usual`.
  func followsLinks(usually usual: Bool) -> Bool {
    let (follows, keeps) = (Option.followsLinks.name, Option.keepsLinks.name)
    guard let last = names.last(where: { $0 == follows || $0 == keeps }) else { return usual }
    return last == follows
  }

  /// The value of an option; the last one if the option is repeated.
  func value(_ name: String) -> String? {
    names.lastIndex(of: name).map { String(decoding: values[$0], as: UTF8.self) }
  }

  /// The choice that the value of an option names; `usual` without the option.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, _ usual: Choice
  ) throws(Failure) -> Choice where Choice.RawValue == String {
    guard let text = value(option) else { return usual }
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw .usage("'\(text)' is not a value of \(option)", hint: "it is one of \(all)")
    }
    return choice
  }

  /// All values of an option that may be repeated and whose values are separated by commas.
  func values(_ name: String) -> [String] {
    zip(names, values).filter { $0.0 == name }.flatMap { _, value in
      String(decoding: value, as: UTF8.self).split(separator: ",").map(String.init)
    }
  }

  /// Whether '-' is the only operand.
  var isHyphenAlone: Bool {
    operands.count == 1 && operands[0].count == 1 && operands[0][0] == UInt8(ascii: "-")
  }

  /// Has operands read from standard input, as with `--stdin`.
  mutating func readStandardInput() {
    operands = []
    add(Option.readsNames.name, [])
  }

  /// The operands as text; bytes that are not UTF-8 become U+FFFD, which no identifier contains.
  var texts: [String] { operands.map { String(decoding: $0, as: UTF8.self) } }
}
