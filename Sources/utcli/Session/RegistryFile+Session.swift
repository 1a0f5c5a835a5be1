// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The registry of `--registry FILE`: nothing else on this machine has an effect.

extension RegistryFile {
  /// The registry in a file that the user named.
  ///
  /// - Throws: ``Failure`` with the problem of the file.
  static func named(_ path: [UInt8]) throws(Failure) -> RegistryFile {
    let shown = String(decoding: path, as: UTF8.self)
    guard let file = FilePath(bytes: path) else {
      throw Failure(.badData, "'\(shown)' is not a path")
    }
    do throws(RegistryFileError) {
      return try RegistryFile(at: file)
    } catch {
      throw Failure(.badData, "'\(shown)' \(error.problem)", hint: error.commandHint)
    }
  }

  /// The error of a command that would change it.
  static let isNotChanged = Failure.usage(
    "the registry in a file cannot be changed",
    hint: "without --registry, the choices and bundles of this machine are changed")

  /// Throws that such a registry cannot be changed, if an error means that.
  static func checkChange(_ error: RegistryClientError) throws(Failure) {
    guard case .store(EditFailure.noStoreMessage, _) = error else { return }
    throw isNotChanged
  }
}

extension Session {
  /// Checks that the applications which the client names may be started.
  ///
  /// - Throws: ``Failure`` for a registry in a file that another user could have written.
  func checkStarting() throws(Failure) {
    guard let path = arguments.bytes("--registry") else { return }
    _ = try answerer.client()
    guard !answerer.mayStartPrograms else { return }
    throw Failure(
      .notLaunched,
      "no program is started from '\(TextEscaping.inMessage(path))', which another user could have "
        + "written: its owner is neither root nor you, or its group or others may write it",
      hint:
        "its writer decides what is started, also from a copy: make one of your own with 'utcli "
        + "image -o FILE'; --print shows what would be started")
  }

  /// Checks that the command may change choices or bundles: those of this machine.
  func checkChanging() throws(Failure) {
    if arguments.has("--registry") { throw RegistryFile.isNotChanged }
  }
}
