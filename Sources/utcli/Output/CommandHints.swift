// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The hints of the library name no program. Here they name the commands that help.

extension Diagnostic {
  /// The finding, with the commands that help in its hint.
  var withCommands: Diagnostic {
    var finding = self
    switch code {
    case .tagOfAnotherType:
      guard let tag = TagOfAnotherType(self) else { break }
      let word = tag.spelling.shellWord
      finding.hint =
        "'utcli why \(word)' explains why; 'utcli prefer \(word) \(tag.type)' would choose it"
    case .registeredBundleMissing: finding.hint = hint.map { "\($0) with 'utcli gc'" }
    case .foreignFormat where hint == ForeignFormat.associations.hint:
      finding.hint = ForeignFormat.associations.commandHint
    case .untrustedDefaults:
      finding.hint =
        "install the file where only root may write ('utcli lint --origin local' checks it for there); "
        + "a user's choices are not kept in declarations"
    default: break
    }
    return finding
  }
}

extension [[UInt8]] {
  /// Words after the name of the program, as a command line in a hint: `'utcli info public.jpeg'`.
  var quotedLine: String {
    let texts = map { String(decoding: $0, as: UTF8.self).shellWord }
    return "'utcli \(texts.joined(separator: " "))'"
  }
}

extension ForeignFormat {
  /// Advice on the commands to use instead.
  var commandHint: String {
    guard self == .associations else { return hint }
    return
      "make a choice with 'utcli default set', or the choices of 'utcli dump' with 'utcli apply'"
  }
}

extension RegistryStatus.Problem {
  /// Advice that names the commands.
  var commandHint: String? {
    switch kind {
    case "input-unreadable": hint.map { "\($0); 'utcli doctor' lists all of them" }
    case "registration-damaged": hint.map { "'utcli doctor' lists the files; \($0)" }
    case "not-watched": "'utcli reload' has the declarations read at once"
    default: hint
    }
  }
}

extension RegistrationProblem {
  /// Advice that names the commands; `nil` if the problem itself is enough.
  var commandHint: String? {
    switch self {
    case .tooMany:
      "'utcli gc' removes registrations without a file; a package installs its file in a directory that "
        + "is searched"
    case .notRegistered:
      "'utcli bundles' lists the bundles; a path is written with a slash, such as './app.json'"
    case .invalid(let findings):
      findings.first { $0.severity == .error }?.withCommands.hint
    default: hint
    }
  }
}

extension RegistryFileError {
  /// Advice that names the command.
  var commandHint: String {
    switch reason {
    case .notRegular, .tooLong, .notARegistry: "'utcli image -o FILE' writes one"
    case .otherFormat: "write it anew with this version of utcli, or use the version that wrote it"
    default: hint
    }
  }
}

extension BindingProblem {
  /// The hint of the problem; the command that helps if it has none.
  var commandHint: String? {
    if let hint { return hint }
    if case .noSuchApplication = self { return "'utcli apps' lists the applications" }
    return nil
  }
}
