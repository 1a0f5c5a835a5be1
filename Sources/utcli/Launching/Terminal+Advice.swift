// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Terminal {
  /// The advice where no terminal is found.
  static let advice =
    "run utcli in a terminal, install 'xdg-terminal-exec', or name a terminal emulator in TERMINAL; "
    + "programs are searched \(SearchedDirectories.words)"
}
