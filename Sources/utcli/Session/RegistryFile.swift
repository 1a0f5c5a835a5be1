// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// A registry in a file, as `utcli image --write-to` writes it: nothing of this machine counts beside it.
enum RegistryFile {
  /// The client of the registry in a file.
  ///
  /// - Throws: ``Failure`` that says what is wrong with the file.
  static func client(_ path: [UInt8]) throws(Failure) -> EmbeddedClient {
    let shown = TextEscaping.inMessage(path)
    guard let file = FilePath(bytes: path),
      let status = try? FileStatus(of: file, followsLink: false)
    else { throw Failure(.badData, "'\(shown)': no such file") }
    guard status.kind == .regular else {
      throw Failure(.badData, "'\(shown)' is a \(status.kind.rawValue), and not a file")
    }
    // As for declarations: it says which programs are started.
    guard status.isOwnedByRootOrCaller, status.mode & 0o022 == 0 else {
      throw Failure(
        .badData, "'\(shown)' belongs to another user, or other users may write it",
        hint: "copy it, or take the permission away: chmod go-w")
    }
    guard let registry = RegistryLoader.registry(ofImageAt: file) else {
      throw Failure(
        .badData, "'\(shown)' is not a registry of this version of utcli, or is damaged",
        hint: "'utcli image --write-to FILE' writes one")
    }
    let nowhere = RegistryLocations(
      core: nil, environment: Environment(declarations: ""), cache: nil)
    return EmbeddedClient(PublishedRegistry(registry, generation: 1), of: nowhere)
  }

  /// Says that such a registry cannot be changed, if that is what an error means.
  static func checkChange(_ error: RegistryClientError) throws(Failure) {
    guard case .store(EditFailure.noStoreMessage, _) = error else { return }
    throw .usage(
      "the registry in a file cannot be changed",
      hint: "without --registry, the choices and bundles of this machine are changed")
  }
}
