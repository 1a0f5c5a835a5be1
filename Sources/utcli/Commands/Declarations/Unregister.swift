// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let unregister: Command = Command(
    "unregister", operands: "BUNDLE|PATH|.EXT...",
    summary: "undo 'register'",
    details: """
      An operand with a slash is a path that was registered; an extension with its dot is the bundle
      that declares its type; any other is the identifier of a bundle, whose registrations are all
      removed. Prints removed<TAB>BUNDLE<TAB>PATH for each. A file that was
      registered by its path stays where it is. The exit status is 1 if nothing is registered under an
      operand; the others are removed nevertheless.
      """,
    examples: [
      Example("utcli unregister --dry-run org.example.painter", "what would be removed"),
      Example("utcli unregister org.example.painter", "all registrations of a bundle"),
    ],
    options: [.dryRun], operandCount: 1...Int.max, needs: "a bundle"
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let isDryRun = arguments.has("--dry-run")
    var status = ExitStatus.answered
    var removed: [RegisteredBundle] = []
    for operand in arguments.operands {
      let selection: RegistrationSelection
      if operand.contains(UInt8(ascii: "/")) {
        selection = .path(try FileArgument.absolutePath(of: operand).bytes)
      } else if operand.first == UInt8(ascii: "."), operand.count > 1 {
        selection = .bundle(try session.bundle(declaring: operand))
      } else if let identifier = String(validating: operand, as: UTF8.self) {
        selection = .bundle(identifier)
      } else {
        throw Failure(
          .badData, "'\(TextEscaping.inMessage(operand))' is not a bundle identifier",
          hint: "write a path with a slash in it")
      }
      let outcome = try session.askToRegister { try $0.unregister(selection, dryRun: isDryRun) }
      switch outcome {
      case .success(let bundles): removed += bundles
      case .failure(let problem):
        var failure = Failure(.registration(problem))
        if case .bundle(let name) = selection, case .notRegistered = problem,
          (try? FileInspection(of: operand)) != nil
        {
          failure.hint =
            [Array("unregister".utf8), Array("./\(name)".utf8)].quotedLine + " names the file"
        }
        session.report(failure)
        status.raise(to: failure.status)
      }
    }
    session.show(removed, isDryRun: isDryRun)
    return status
  }
}

extension Session {
  /// The identifier of the bundle that declares the type of an extension.
  fileprivate func bundle(declaring word: [UInt8]) throws(Failure) -> String {
    let name = try Self.text(word, "extension")
    let type = try type(of: try tag(.filenameExtension, String(name.dropFirst())))
    let found = try ask { try $0.information(on: [type], in: .none) }
    guard let declaration = found.first??.declarations.first else {
      throw Failure(.negative, "no bundle declares '\(type)'")
    }
    return declaration.source.bundle
  }

  /// Shows which registrations were removed.
  func show(_ removed: [RegisteredBundle], isDryRun: Bool) {
    answer {
      $0.member("dryRun", isDryRun)
      $0.array("removed", removed)
    } lines: {
      for bundle in removed {
        line(["removed", bundle.identifier, bundle.path] + [bundle.problem].compactMap(\.self))
      }
    }
    guard !wantsJSON else { return }
    output.flush()
    if isDryRun, !removed.isEmpty { note("nothing was changed (--dry-run)") }
  }
}
