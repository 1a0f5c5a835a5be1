// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let never: Command = Command(
    "never", operands: "OPERAND... BUNDLE", summary: "never open it with this application",
    details: """
      The application is no candidate any more: for a type and all its subtypes (unless it claims a
      subtype as such), for an extension or for a scheme. It need not be installed. Prints what
      changed, as 'default set' does; --undo allows the application again.
      """,
    options: [
      Option("--undo", nil, "allow the application again"), .dryRun, .nameOnly, .asType, .asFile,
    ], operandCount: 2...Int.max
  ) { (session, arguments) throws(Failure) in
    guard let last = arguments.operands.last else { throw .usage("'never' needs an application") }
    let bundle = try arguments.bundle(last)
    let isUndo = arguments.has("--undo")
    var requests: [BindingRequest] = []
    for word in arguments.operands.dropLast() {
      requests.append(
        BindingRequest(
          try session.bindingSubject(word, arguments),
          isUndo ? .notNever(bundle: bundle) : .never(bundle: bundle)))
    }
    try session.change(
      requests, as: isUndo ? .unbind : .bind, dryRun: arguments.has("--dry-run"))
    return .answered
  }
}
