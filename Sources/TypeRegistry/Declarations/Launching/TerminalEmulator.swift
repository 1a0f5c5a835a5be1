// SPDX-License-Identifier: MIT

/// A terminal emulator: the words that it expects before the vector of a program, and how it passes the
/// vector on.
///
/// Some emulators join the words with blanks, and have a shell or a parser of their own split the text again.
/// Then the name of a file could become several words, or a command. So a vector goes only to an emulator
/// that is known to pass its words on unchanged; any other gets it only if no shell or parser could read it
/// differently. `Tests/Outside/Freedesktop/terminal_emulators.py` tries all emulators of Debian.
package struct TerminalEmulator: Hashable, Sendable {
  /// How the words of a vector are passed on.
  private enum Passing: Hashable, Sendable {
    /// Each word arrives unchanged.
    case bytes
    /// Each word arrives if it is UTF-8 and has none of these characters.
    case text(without: String)
    /// The words are joined, or their treatment is not known.
    case joined
    /// Words after the first are lost, or there is no option for a program.
    case none
  }

  /// The name of its program.
  package let name: String
  /// The words before the vector, and other words that a user may have written instead.
  private let separators: [[String]]
  private let passing: Passing
  /// Whether it runs on Wayland alone.
  package let needsWayland: Bool

  private init(
    _ name: String, _ separators: [String], _ passing: Passing = .bytes, needsWayland: Bool = false
  ) {
    self.name = name
    self.separators = separators.map { $0.split(separator: " ").map(String.init) }
    self.passing = passing
    self.needsWayland = needsWayland
  }

  /// The emulator of a program's name, perhaps one that is not known.
  package init(named name: String) {
    let wrapped = name.utf8.count > 8 && name.hasSuffix(".wrapper") ? name.dropLast(8) : nil
    if let wrapped, let known = Self.known.first(where: { $0.name == wrapped }) {
      // Debian's scripts, which take the option of xterm.
      self.init(name, ["-e"], known.passing)
    } else {
      self = Self.known.first { $0.name == name } ?? Self(name, ["-e"], .joined)
    }
  }

  /// The words before a vector.
  package var separator: [String] { separators.first ?? [] }

  /// Whether a last option that a user wrote is one before which the emulator is known to behave.
  package func isSeparator(_ option: String) -> Bool { separators.contains([option]) }

  /// The same program, without knowledge of how it passes words on.
  package var unknown: TerminalEmulator { Self(name, [], .joined) }

  /// Whether the words of a vector arrive unchanged.
  package func passes(_ words: [[UInt8]]) -> Bool {
    words.allSatisfy { word in
      switch passing {
      case .bytes: true
      case .text(let without):
        String(validating: word, as: UTF8.self) != nil
          && !word.contains { without.utf8.contains($0) }
      case .joined: !word.isEmpty && word.allSatisfy(Self.isPlain)
      case .none: false
      }
    }
  }

  /// Whether it is known not to pass on the words that it gets.
  static func joins(_ name: Substring) -> Bool {
    known.contains { $0.name == name && !$0.isTrusted }
  }

  /// Whether it is known to pass words on.
  package var isTrusted: Bool { passing != .joined && passing != .none }

  /// Whether no shell and no parser of command lines reads a byte as anything but itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "/._-+:=,@%".utf8.contains(byte)
  }

  /// The emulators that are known, in the order of their trial if the user chose none.
  package static let known = [
    TerminalEmulator("kgx", ["--"]),
    TerminalEmulator("gnome-terminal", ["--", "-x"]),
    TerminalEmulator("konsole", ["-e"], .text(without: "$~")),
    TerminalEmulator("xfce4-terminal", ["-x"]),
    TerminalEmulator("mate-terminal", ["-x", "--"]),
    TerminalEmulator("lxterminal", ["-e"]),
    TerminalEmulator("qterminal", ["-e"], .text(without: "")),
    TerminalEmulator("deepin-terminal", ["-e"], .text(without: "")),
    TerminalEmulator("foot", ["-e"], needsWayland: true),
    TerminalEmulator("alacritty", ["-e"], .text(without: "")),
    TerminalEmulator("kitty", ["-e"], .text(without: "")),
    TerminalEmulator("terminator", ["-x"], .text(without: "")),
    TerminalEmulator("cool-retro-term", ["-e"], .text(without: "")),
    TerminalEmulator("termit", ["-e"]),
    TerminalEmulator("zutty", ["-e"]),
    TerminalEmulator("st", ["-e"]),
    TerminalEmulator("stterm", ["-e"]),
    TerminalEmulator("urxvt", ["-e"]),
    TerminalEmulator("mlterm", ["-e"]),
    TerminalEmulator("pterm", ["-e"]),
    TerminalEmulator("Eterm", ["-e"]),
    TerminalEmulator("uxterm", ["-e"]),
    TerminalEmulator("lxterm", ["-e"]),
    TerminalEmulator("xterm", ["-e"]),
    TerminalEmulator("ptyxis", ["--"], .joined),
    TerminalEmulator("wezterm", ["start --"], .joined),
    TerminalEmulator("ghostty", ["-e"], .joined),
    TerminalEmulator("tilix", ["-e"], .joined),
    TerminalEmulator("sakura", ["-e"], .joined),
    TerminalEmulator("terminology", ["-e"], .joined),
    TerminalEmulator("guake", ["-e"], .none),
    TerminalEmulator("tilda", ["-c"], .none),
    TerminalEmulator("yakuake", ["-e"], .none),
    // Its choice is not known here.
    TerminalEmulator("xdg-terminal-exec", [""], .joined),
  ]
}
