// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// A program that shows lines, and prints the one that the user chooses.
struct ChoiceMenu {
  /// A line of the menu.
  struct Item {
    var label: String
    var iconName: String?
  }

  /// How a program receives the lines and answers.
  private enum Form {
    /// It reads lines, and prints one.
    case lines
    /// As `lines`, and it shows icons, by the protocol of rofi: a NUL, `icon`, U+001F and the name.
    case linesWithIcons
    /// Its arguments are the number and the text of each line, and it prints a number.
    case arguments
  }

  /// The program's absolute path and its options.
  let words: [[UInt8]]
  private let form: Form

  /// A program that is known, and when it can be used.
  private struct Program {
    let name: String
    let options: [String]
    var form = Form.lines
    /// The variables; one of them must be set, if there is any.
    ///
    /// Empty for a program of the terminal.
    let displays: [String]
  }

  private static let programs = [
    Program(
      name: "fuzzel", options: ["--dmenu", "--prompt", "Open with: "], form: .linesWithIcons,
      displays: ["WAYLAND_DISPLAY"]),
    Program(
      name: "wofi", options: ["--dmenu", "--prompt", "Open with"], displays: ["WAYLAND_DISPLAY"]),
    Program(
      name: "rofi", options: ["-dmenu", "-i", "-show-icons", "-p", "Open with"],
      form: .linesWithIcons,
      displays: ["DISPLAY", "WAYLAND_DISPLAY"]),
    Program(name: "dmenu", options: ["-i", "-p", "Open with:"], displays: ["DISPLAY"]),
    Program(name: "fzf", options: ["--prompt", "Open with: "], displays: []),
    Program(
      name: "kdialog", options: ["--title", "Open with", "--menu", "Open with:"], form: .arguments,
      displays: ["DISPLAY", "WAYLAND_DISPLAY"]),
    Program(
      name: "zenity",
      options: [
        "--list", "--title", "Open with", "--text", "Open with:", "--column", "Application",
        "--hide-header", "--width", "400", "--height", "500",
      ], displays: ["DISPLAY", "WAYLAND_DISPLAY"]),
  ]

  /// The advice where no menu is found.
  static let advice =
    "install fuzzel, wofi, rofi, dmenu, fzf, kdialog or zenity, or name a program in TYPED_MENU that reads lines and "
    + "prints one of them; --with BUNDLE chooses without a menu; programs are searched "
    + SearchedDirectories.words

  /// The menu that the variable `TYPED_MENU` names, else the first of fuzzel, wofi, rofi, dmenu, in a terminal
  /// fzf, kdialog and zenity that is installed and has a display.
  static func find() -> ChoiceMenu? {
    if let value = Environment.variable("TYPED_MENU"), !value.isEmpty {
      return menu(named: String(decoding: value, as: UTF8.self))
    }
    for program in programs where isUsable(program) {
      if let menu = menu(named: program.name) { return menu }
    }
    return nil
  }

  /// The menu of a program's name with its options, separated by blanks; no shell reads them.
  ///
  /// A known program without options gets the usual ones.
  private static func menu(named value: String) -> ChoiceMenu? {
    let words = value.split(separator: " ").map(String.init)
    guard let name = words.first else { return nil }
    let known = programs.first { $0.name == name.split(separator: "/").last.map(String.init) }
    guard let path = LaunchProgram.path(of: name) else { return nil }
    let options = words.count > 1 ? Array(words.dropFirst()) : known?.options ?? []
    return ChoiceMenu(
      words: ([path] + options).map { Array($0.utf8) }, form: known?.form ?? .lines)
  }

  private static func isUsable(_ program: Program) -> Bool {
    program.displays.isEmpty
      ? isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      : program.displays.contains { Environment.variable($0)?.isEmpty == false }
  }

  /// Shows the menu, and waits for the choice.
  ///
  /// - Parameter items: Lines that differ, without line feeds.
  /// - Returns: The index of the chosen item; `nil` if none was chosen.
  /// - Throws: ``SystemError`` if the program cannot be started.
  func choose(among items: [Item]) throws(SystemError) -> Int? {
    if form == .arguments { return try chooseByNumber(among: items) }
    let line = Self.line(try Launcher.output(of: words, input: input(items)))
    return items.firstIndex { $0.label.utf8.elementsEqual(line) }
  }

  private func chooseByNumber(among items: [Item]) throws(SystemError) -> Int? {
    // Options end here: a name can begin with a hyphen.
    let lines = items.enumerated().flatMap { ["\($0.offset)", $0.element.label] }
    let answer = try Launcher.output(
      of: words + (["--"] + lines).map { Array($0.utf8) }, input: [])
    let index = Int(String(decoding: Self.line(answer), as: UTF8.self))
    return index.flatMap { items.indices.contains($0) ? $0 : nil }
  }

  private static func line(_ answer: [UInt8]) -> ArraySlice<UInt8> {
    answer.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
  }

  /// The lines of the menu.
  func input(_ items: [Item]) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in items {
      bytes += Array(item.label.utf8)
      // A control character would end the name, and begin another line.
      if form == .linesWithIcons, let icon = item.iconName,
        !icon.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      {
        bytes += Array("\0icon\u{1F}\(icon)".utf8)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
