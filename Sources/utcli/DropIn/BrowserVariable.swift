// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The programs of the variable `BROWSER`, as `xdg-open` of xdg-utils reads it.
struct BrowserVariable {
  /// The words of each program; `%s` in a word is replaced by the target, which otherwise comes last.
  private let commands: [[String]]

  /// The programs in a value: separated by colons, their words by blanks.
  ///
  /// `xdg-open` itself is left out: it would call itself for ever.
  init(_ value: String) {
    commands = value.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
      .filter { command in
        command.first.map { LaunchScript.name(of: $0[...]) != "xdg-open" } ?? false
      }
  }

  /// The variable of this process; `nil` if it names no program, or if the desktop's own opener would be
  /// called instead.
  static var current: BrowserVariable? {
    guard let value = text("BROWSER"), !isOfDesktop else { return nil }
    let browsers = BrowserVariable(value)
    return browsers.commands.isEmpty ? nil : browsers
  }

  /// Whether programs with windows can be started.
  static var hasDisplay: Bool { text("DISPLAY") != nil || text("WAYLAND_DISPLAY") != nil }

  private static func text(_ variable: String) -> String? {
    let text = Environment.variable(variable).map { String(decoding: $0, as: UTF8.self) }
    return text?.isEmpty == false ? text : nil
  }

  /// Whether the session is of a desktop whose opener the original calls, which ignores the variable.
  ///
  /// The original also asks the session's bus and the X server; their answers are not waited for here.
  private static var isOfDesktop: Bool {
    if let desktop = text("XDG_CURRENT_DESKTOP") {
      let names = [
        "Cinnamon", "X-Cinnamon", "ENLIGHTENMENT", "KDE", "DEEPIN", "Deepin", "deepin", "MATE",
        "XFCE",
      ]
      if names.contains(desktop) || desktop.hasPrefix("GNOME") { return true }
      if ["LXDE", "LXQt", "X-Generic"].contains(desktop) { return false }
    }
    let variables = ["KDE_FULL_SESSION", "GNOME_DESKTOP_SESSION_ID", "MATE_DESKTOP_SESSION_ID"]
    if variables.contains(where: { text($0) != nil }) { return true }
    return ["gnome", "MATE", "xfce", "xfce4", "Xfce Session"].contains(
      text("DESKTOP_SESSION") ?? "")
  }

  /// The vectors for something to open, which is always a part of one argument.
  func vectors(for target: [UInt8]) -> [[[UInt8]]] {
    commands.map { command in
      var hasTarget = false
      var vector = command.map { word in
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
          if byte == UInt8(ascii: "%"), rest.first == UInt8(ascii: "s") {
            bytes += target
            hasTarget = true
            rest.removeFirst()
          } else {
            if byte == UInt8(ascii: "%"), rest.first == byte { rest.removeFirst() }
            bytes.append(byte)
          }
        }
        return bytes
      }
      if !hasTarget { vector.append(target) }
      return vector
    }
  }

  /// A word as an argument whose safety is judged: with a placeholder where it holds a NUL.
  private static func argument(_ word: [UInt8]) -> String {
    guard let end = word.firstIndex(of: 0) else { return String(decoding: word, as: UTF8.self) }
    let argument = String(decoding: word[..<end], as: UTF8.self) + "%u"
    return LaunchPlaceholder(argument) == nil ? "%u" : argument
  }

  /// Opens a target with the first program that is installed and succeeds, like the original.
  ///
  /// - Returns: Whether one did.
  func open(_ target: [UInt8]) -> Bool {
    // A NUL, which no variable has, marks the position of the target.
    for (template, vector) in zip(vectors(for: [0]), vectors(for: target)) {
      let words = template.map(Self.argument)
      guard LaunchScript.index(in: words) == nil,
        let path = LaunchProgram.path(of: words[0]),
        let process = try? Launcher.start([Array(path.utf8)] + vector.dropFirst(), isAwaited: true)
      else { continue }
      if Launcher.statuses(of: [process]) == [0] { return true }
    }
    return false
  }
}
