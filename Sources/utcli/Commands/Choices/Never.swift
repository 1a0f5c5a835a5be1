// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let never: Command = Command(
    "never", operands: "OPERAND... BUNDLE", summary: "never let an application open something",
    details: """
      Blocks the application: it is no longer considered for a type and all its subtypes (unless it
      claims a subtype itself), for an extension, a scheme or a pattern of URLs. It need not be
      installed; one that is may be named by its name, or by the last label of its identifier. Prints
      what changed, as 'default set' does, and is written to mimeapps.list as there; --undo unblocks
      the application.
      """,
    examples: [
      Example("utcli never .md org.example.viewer", "do not open '.md' in it"),
      Example("utcli never --undo .md org.example.viewer", "allow it again"),
    ],
    options: [
      Option("--undo", nil, "unblock the application"), .onlyStore, .dryRun, .nameOnly, .asType,
      .asFile,
    ], operandCount: 2...Int.max, needs: "what to block for, and an application"
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let bundle = try session.bundle(endingIn: arguments.operands[...], mayBeMissing: true)
    let isUndo = arguments.has("--undo")
    var requests: [BindingRequest] = []
    for word in arguments.operands.dropLast() {
      requests.append(
        BindingRequest(
          try session.bindingSubject(word, arguments),
          isUndo ? .notNever(bundle: bundle) : .never(bundle: bundle)))
    }
    try session.change(
      requests, as: isUndo ? .unbind : .bind, dryRun: arguments.has("--dry-run"),
      unchanged: isUndo
        ? "nothing to unblock: '\(bundle)' is not blocked for \(requests.spellings)"
        : "nothing to change: already blocked")
    return .answered
  }
}
