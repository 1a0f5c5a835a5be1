// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The program that shows a long text page by page.
struct Pager {
  /// Its vector of arguments; the program is searched along `PATH`.
  let words: [String]

  /// The pager that the environment names, else `less`.
  ///
  /// It is `nil` if none is wanted: `PAGER` is empty or `cat`, or the terminal cannot move back.
  ///
  /// - Parameter variable: The value of a variable of the environment; `nil` if it is not set.
  init?(_ variable: (String) -> [UInt8]?) {
    if variable("TERM") == Array("dumb".utf8) { return nil }
    guard let bytes = variable("PAGER") else {
      // Ends at once if all fits (F), shows colours (R), leaves the text on the screen (X).
      words = ["less", "-FRX"]
      return
    }
    let command = String(decoding: bytes, as: UTF8.self)
    if command.allSatisfy({ $0 == " " }) || command == "cat" { return nil }
    let isPlain = !command.utf8.contains { "|&;<>()$`\\\"' \t\n*?[#~=%".utf8.contains($0) }
    words = isPlain ? [command] : ["/bin/sh", "-c", command]
  }

  /// Shows a text until the reader ends the pager, which need not read all of it.
  ///
  /// - Returns: Whether the pager ran; if not, the text is still to be written.
  func show(_ text: [UInt8]) -> Bool {
    guard let ends = try? Launcher.pipe() else { return false }
    // Without options of the user's own, so that 'less' alone shows colours, too.
    unsafe setenv("LESS", "FRX", 0)
    let process = try? Launcher.start(
      words.map { Array($0.utf8) }, isAwaited: true, alongPath: true, reading: ends.reading)
    close(ends.reading)
    guard let process else {
      close(ends.writing)
      return false
    }
    // The keys are meant for the pager, which may also end before it has read everything.
    let usual = [SIGINT, SIGQUIT, SIGPIPE].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, action) in usual { _ = signal(number, action) } }
    try? PrivateFile.write(text.span, to: ends.writing)
    close(ends.writing)
    // A shell exits with 127 if it does not find the program (POSIX, "Exit Status for Commands").
    return Launcher.statuses(of: [process]) != [127]
  }
}
