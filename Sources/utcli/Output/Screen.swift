// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// A terminal that output goes to.
struct Screen {
  /// In characters.
  var columns: Int
  /// In lines.
  var rows: Int

  /// The size of a terminal whose size is not known.
  static let usual = Screen(columns: 80, rows: 24)

  /// The terminal of a descriptor, that of standard output or error; `nil` if it is not a terminal.
  ///
  /// `COLUMNS` and `LINES` take precedence over the terminal's size: the user exports them for
  /// that.
  static func of(_ descriptor: CInt) -> Screen? {
    guard isatty(descriptor) == 1 else { return nil }
    var screen = usual
    // Both are 0 if the size is not known.
    var size = winsize()
    unsafe _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    if size.ws_col > 0 { screen.columns = Int(size.ws_col) }
    if size.ws_row > 0 { screen.rows = Int(size.ws_row) }
    if let columns = number("COLUMNS") { screen.columns = columns }
    if let rows = number("LINES") { screen.rows = rows }
    return screen
  }

  private static func number(_ variable: String) -> Int? {
    guard let bytes = Environment.variable(variable),
      let number = Int(String(decoding: bytes, as: UTF8.self)), number > 0
    else { return nil }
    return number
  }
}
