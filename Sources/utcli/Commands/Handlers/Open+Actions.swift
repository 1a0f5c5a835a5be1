// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The actions of desktop entries: 'open --action'.

extension OpenCommand {
  /// An application that is started by one of its actions.
  ///
  /// - Throws: ``Failure`` if it has no such action that can be started; the hint lists the others.
  func performing(
    _ action: String, _ application: LaunchApplication
  ) throws(Failure) -> LaunchApplication {
    let actions = application.readActions(in: session.languages)
    if let found = actions.first(where: { $0.identifier == action }) {
      return application.performing(found)
    }
    let bundle = application.identity.bundle
    throw Failure(
      .notLaunched, "'\(bundle)' has no action '\(TextEscaping.forTerminal(action))'",
      hint: actions.isEmpty
        ? "its file '\(application.identity.path)' declares none that can be started"
        : "its actions are "
          + actions.map { "'\($0.identifier)' (\($0.name))" }.joined(separator: ", "))
  }
}
