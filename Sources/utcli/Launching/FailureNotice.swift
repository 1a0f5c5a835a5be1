// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// Reports failures where the user does not see standard error: a key or a menu started this program.
///
/// The journal receives them, unless standard error goes there anyway. If `notify-send` is installed and the
/// session has a bus, the desktop shows one notification. It waits for neither.
struct FailureNotice {
  /// The first failure, in one line.
  let summary: String
  /// The advice, and the number of further failures; may be empty.
  let details: String

  /// The characters that markup and escape sequences are made of, as text.
  private static let markup: [Character: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\\": "\\\\",
  ]

  /// The longest text of a notification or a journal entry, in Unicode scalars.
  private static let longestText = 1_024

  /// The notice of the failures of one call; `nil` if there are none.
  init?(_ failures: [Failure]) {
    guard let first = failures.first else { return nil }
    summary = Self.shown(first.message)
    let others = failures.count > 1 ? ["and \(failures.count - 1) more failed"] : []
    details = Self.shown(([first.hint].compactMap(\.self) + others).joined(separator: "; "))
  }

  /// Sends the notice if standard error is not a terminal.
  func send() {
    guard isatty(STDERR_FILENO) != 1 else { return }
    if !Journal.receivesStandardError {
      Journal.send(details.isEmpty ? summary : "\(summary) (\(details))", from: "utcli")
    }
    guard Self.hasBus, let program = LaunchProgram.path(of: "notify-send") else { return }
    _ = try? Launcher.start(vector(program), isAwaited: false)
  }

  /// The words that show the notice.
  func vector(_ program: String) -> [[UInt8]] {
    // The details may be read as markup, the summary is plain text (Desktop Notifications
    // Specification, "Markup").
    [
      program, "--app-name=utcli", "--icon=dialog-error", "--", summary,
      details.map { Self.markup[$0] ?? String($0) }.joined(),
    ].map { Array($0.utf8) }
  }

  /// Whether this session has a bus.
  ///
  /// Without one `notify-send` would start a bus of its own.
  private static var hasBus: Bool {
    if unsafe getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
    guard let directory = unsafe getenv("XDG_RUNTIME_DIR") else { return false }
    return unsafe access(String(cString: directory) + "/bus", F_OK) == 0
  }

  /// Text without characters that control anything, of limited length.
  private static func shown(_ text: String) -> String {
    let text = TextEscaping.forTerminal(text)
    let scalars = text.unicodeScalars
    guard scalars.count > longestText else { return text }
    return String(scalars.prefix(longestText)) + "…"
  }
}
