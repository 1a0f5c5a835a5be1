// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let never: Command = Command(
    "never", operands: "OPERAND... BUNDLE | unset OPERAND... BUNDLE",
    summary: "never let an application open something",
    details: """
      Blocks the application: it is no longer considered for a type and all its subtypes (unless it
      claims a subtype itself), for an extension, a scheme or a pattern of URLs. It need not be
      installed; one that is may be named by its name, or by the last label of its identifier. Prints
      what changed, as 'default set' does, and writes it to mimeapps.list as that does. unset allows the
      application again.
      """,
    examples: [
      Example("utcli never .md org.example.viewer", "do not open '.md' in it"),
      Example("utcli never unset .md org.example.viewer", "allow it again"),
    ],
    options: [.onlyStore, .dryRun, .nameOnly, .asType, .asFile], formerOptions: ["--undo"],
    operandCount: 2...Int.max, needs: "what to block for, and an application"
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let isUnset = arguments.texts[0] == "unset"
    let isUndo = isUnset || arguments.has("--undo")
    let words = arguments.operands.dropFirst(isUnset ? 1 : 0)
    guard words.count > 1 else { throw never.missingOperands }
    let bundle = try session.bundle(endingIn: words, mayBeMissing: true)
    let requests = try words.dropLast().map { (word) throws(Failure) in
      BindingRequest(
        try session.bindingSubject(word, arguments),
        isUndo ? .notNever(bundle: bundle) : .never(bundle: bundle))
    }
    if isUndo {
      try session.takeBack(
        requests, nothing: "nothing to unblock",
        because: "'\(bundle)' is not blocked for \(requests.spellings)")
    } else {
      try session.change(
        requests, as: .bind, dryRun: arguments.has("--dry-run"),
        unchanged: "nothing to change: already blocked")
    }
    return .answered
  }
}
