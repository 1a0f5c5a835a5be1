// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The programs of xdg-utils whose command lines this program answers: under their names, or as its
/// first word.
///
/// Words, messages and exit codes are those of xdg-utils 1.1.3, so that scripts keep working.
enum DropIn: String, CaseIterable {
  case mime = "xdg-mime"
  case open = "xdg-open"

  /// The program that was called under that name.
  init?(calledAs name: [UInt8]) {
    self.init(rawValue: String(decoding: FileInspection.lastComponent(of: name), as: UTF8.self))
  }

  /// Runs a command line.
  ///
  /// - Parameter words: The words after the program's name.
  /// - Returns: The exit code.
  func run(_ words: [[UInt8]]) -> Int32 {
    // Like the originals: at any position, before any other word is read.
    for word in words {
      switch String(decoding: word, as: UTF8.self) {
      case "--help": return Self.show(usage + Self.seeManual(rawValue))
      case "--manual": return Self.show(manual)
      case "--version": return Self.show("\(rawValue) 1.1.3 (utcli \(ProgramVersion.text))")
      default: continue
      }
    }
    let errors = ErrorOutput(program: rawValue)
    do throws(DropInStop) {
      switch self {
      case .mime: return try XDGMIME(errors: errors).run(words)
      case .open: return try XDGOpen(errors: errors).run(words)
      }
    } catch {
      guard let message = error.message else {
        _ = Self.show(usage + Self.seeManual(rawValue))
        return error.code.rawValue
      }
      errors.line(message)
      if error.code == .syntax {
        errors.plainLine("Try '\(rawValue) --help' for more information.")
      }
      return error.code.rawValue
    }
  }

  /// Writes a text as a line.
  ///
  /// - Returns: The exit code.
  static func show(_ text: String) -> Int32 {
    var output = Output()
    output.line(text)
    output.flush()
    return 0
  }

  private static func seeManual(_ name: String) -> String {
    "\n\nUse 'man \(name)' or '\(name) --manual' for additional info."
  }

  private var usage: String {
    switch self {
    case .mime:
      """
      xdg-mime - command line tool for querying information about file type handling
      and adding descriptions for new file types

      Synopsis

      xdg-mime query { filetype | default } ...

      xdg-mime default application mimetype(s)

      xdg-mime install [--mode mode] [--novendor] mimetypes-file

      xdg-mime uninstall [--mode mode] mimetypes-file

      xdg-mime { --help | --manual | --version }
      """
    case .open:
      """
      xdg-open - opens a file or URL in the user's preferred application

      Synopsis

      xdg-open { file | URL }

      xdg-open { --help | --manual | --version }
      """
    }
  }

  /// Lines, each with its explanation below it.
  private static func lines(_ rows: [(String, String)]) -> String {
    rows.map { "\($0.0)\n    \($0.1)" }.joined(separator: "\n")
  }

  private var manual: String {
    switch self {
    case .mime:
      """
      Name

      \(usage)

      Commands

      \(Self.lines(DropInUsage.mime.forms.map { ($0.line, $0.meaning) }))

      APPLICATION is the name of a desktop file.

      Options

      \(Self.lines(DropInUsage.mime.options.map { ($0.usage, $0.help) }))

      Environment Variables

      XDG_UTILS_INSTALL_MODE: 'user' or 'system', instead of --mode.

      Exit Codes

      0 success, 1 error in the command line, 2 a file does not exist, 3 a required
      tool could not be found, 4 the action failed, 5 no permission to read a file.

      This is utcli. 'utcli why FILE' explains an answer.
      """
    case .open:
      """
      Name

      \(usage)

      Description

      Opens a file or URL with the application that is the first in 'utcli handlers'.
      In a sandbox, and only there, the original is called. A scheme that GVfs or KIO
      know and no application claims, such as trash:, is shown by the application of
      directories.

      Environment Variables

      BROWSER: programs between colons, their words between blanks; '%s' in a word is
      replaced by the file or URL, which otherwise comes last. They are started where
      no application opens it, and before all applications without a display; not in a
      session of GNOME, KDE, Xfce, MATE, Cinnamon, Enlightenment or Deepin.

      Exit Codes

      0 success, 1 error in the command line, 2 a file does not exist, 3 no
      application was found, 4 the action failed.

      This is utcli. 'utcli open' has more options.
      """
    }
  }
}

extension [UInt8] {
  /// Stops if the word begins like an option.
  func checkIsNoOption() throws(DropInStop) {
    guard first == UInt8(ascii: "-") else { return }
    throw .syntax("unexpected option '\(TextEscaping.inMessage(self))'")
  }
}
