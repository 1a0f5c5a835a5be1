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

  /// The program's absolute path and its options.
  let words: [[UInt8]]
  /// Whether it shows icons, by the protocol of rofi: a NUL, `icon`, U+001F and the name.
  let showsIcons: Bool

  /// A program that is known, and when it can be used.
  private struct Program {
    let name: String
    let options: [String]
    var showsIcons = false
    /// The variables; one of them must be set, if there is any.
    ///
    /// Empty for a program of the terminal.
    let displays: [String]
  }

  private static let programs = [
    Program(
      name: "fuzzel", options: ["--dmenu", "--prompt", "Open with: "], showsIcons: true,
      displays: ["WAYLAND_DISPLAY"]),
    Program(
      name: "wofi", options: ["--dmenu", "--prompt", "Open with"], displays: ["WAYLAND_DISPLAY"]),
    Program(
      name: "rofi", options: ["-dmenu", "-i", "-show-icons", "-p", "Open with"], showsIcons: true,
      displays: ["DISPLAY", "WAYLAND_DISPLAY"]),
    Program(name: "dmenu", options: ["-i", "-p", "Open with:"], displays: ["DISPLAY"]),
    Program(name: "fzf", options: ["--prompt", "Open with: "], displays: []),
  ]

  /// The advice where no menu is found.
  static let advice =
    "install fuzzel, wofi, rofi, dmenu or fzf, or name a program in TYPED_MENU that reads lines and "
    + "prints one of them; --with BUNDLE chooses without a menu; programs are searched "
    + SearchedDirectories.words

  /// The menu that the variable `TYPED_MENU` names, else the first of fuzzel, wofi, rofi, dmenu, and in a
  /// terminal fzf, that is installed and has a display.
  static func find() -> ChoiceMenu? {
    if let value = Environment.variable("TYPED_MENU"), !value.isEmpty {
      return menu(named: String(decoding: value, as: UTF8.self))
    }
    for program in programs where isUsable(program) {
      if let menu = menu(program) { return menu }
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
    guard let path = path(of: name) else { return nil }
    let options = words.count > 1 ? Array(words.dropFirst()) : known?.options ?? []
    return ChoiceMenu(
      words: ([path] + options).map { Array($0.utf8) }, showsIcons: known?.showsIcons ?? false)
  }

  private static func menu(_ program: Program) -> ChoiceMenu? {
    path(of: program.name).map { path in
      ChoiceMenu(
        words: ([path] + program.options).map { Array($0.utf8) }, showsIcons: program.showsIcons)
    }
  }

  private static func path(of program: String) -> String? {
    guard case .present(let path) = LaunchProgram.locate([program], in: .current).program else {
      return nil
    }
    return path
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
    let answer = try Launcher.output(of: words, input: input(items))
    let line = answer.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return items.firstIndex { $0.label.utf8.elementsEqual(line) }
  }

  /// The lines of the menu.
  func input(_ items: [Item]) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in items {
      bytes += Array(item.label.utf8)
      // A control character would end the name, and begin another line.
      if showsIcons, let icon = item.iconName,
        !icon.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      {
        bytes += Array("\0icon\u{1F}\(icon)".utf8)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
