// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Session {
  /// Shows the answer of a command to people if they read it: on a terminal, or with colours.
  ///
  /// In a pipe the answer stays as programs expect it, and this costs a look at the options.
  ///
  /// - Throws: ``Failure`` if the value of `--color` is none.
  func present(_ command: Command, _ arguments: Arguments) throws(Failure) {
    let choice = try arguments.choice("--color", ColorChoice.auto)
    guard
      isTerminal || choice == .always
        || (choice == .auto && Environment.isSet("CLICOLOR_FORCE"))
    else { return }
    let isColored =
      !wantsJSON && choice.isColored(isTerminal: isTerminal, Environment.variable)
    guard isTerminal || isColored else { return }
    output.present(
      as: Presentation(
        on: isTerminal ? .ofStandardOutput() : nil, isColored: isColored,
        pager: arguments.has("--no-pager") ? nil : Pager(Environment.variable)))
    output.head(command.columns())
  }
}
