// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// A registry in one file, as `utcli image -o` writes it: equal files give equal answers on
/// every machine.
///
/// No declaration, no choice and no variable of the machine has an effect beside it. The caller
/// chooses the path, so symbolic links are followed, and the file may belong to any user, as those
/// of a shared directory do. It is read whole into memory of this process and checked there; it is
/// never mapped, so that nothing that happens to the file afterwards matters: it may be replaced,
/// cut or removed.
///
/// ```swift
/// let file = try RegistryFile(path: "/srv/types.registry")
/// let type = UniformType(fileName: "holiday.JPG", in: file.registry)   // public.jpeg
/// let client = EmbeddedClient(file)
/// ```
///
/// A registry also names the programs that open a file, with their arguments. The check finds
/// damage, and does not find changes that another user made on purpose: start no program of a file
/// that is not ``isProtected``.
public struct RegistryFile: Sendable {
  /// The registry.
  public let registry: CompiledRegistry

  /// Whether only root and the user of this process could change the file when it was read: one of them
  /// owns it, and neither its group nor others may write it.
  ///
  /// False, for example, in a directory of a network file system that gives the files of root to another
  /// user.
  public let isProtected: Bool

  /// Reads and checks the registry in the file at a path.
  ///
  /// - Parameter path: A relative path starts at the working directory.
  /// - Throws: ``RegistryFileError`` if there is no regular file that this process may read, or it is
  ///   not an undamaged registry of this version's format.
  /// - Complexity: O(*n*) for a file of *n* bytes, at most 256 MiB.
  public init(path: String) throws(RegistryFileError) {
    guard let file = FilePath(path) else {
      throw RegistryFileError(path: path, reason: .notOpened(code: ENOENT))
    }
    try self.init(at: file)
  }

  /// Reads and checks the registry in the file at a path.
  ///
  /// - Throws: As ``init(path:)``.
  package init(at path: FilePath) throws(RegistryFileError) {
    do throws(RegistryFileError.Reason) {
      (registry, isProtected) = try Self.read(path)
    } catch {
      throw RegistryFileError(path: path.description, reason: error)
    }
  }

  private static func read(
    _ path: FilePath
  ) throws(RegistryFileError.Reason) -> (registry: CompiledRegistry, isProtected: Bool) {
    let file: OpenedFile
    do throws(SystemError) {
      file = try OpenedFile(path, followsLinks: true)
    } catch {
      throw error.code == ENXIO
        ? .notRegular(kind: "socket or device") : .notOpened(code: error.code)
    }
    let status = file.status
    guard status.kind == .regular else { throw .notRegular(kind: status.kind.rawValue) }
    let size = status.stamp.size
    guard size <= UInt64(ImageFile.maximumLength) else {
      throw .tooLong(byteCount: size, limit: UInt64(ImageFile.maximumLength))
    }
    guard size >= UInt64(ImageHeader.length) else { throw .notARegistry }
    guard let memory = MappedMemory(reading: file.descriptor.number, count: Int(size)) else {
      throw .notRead
    }
    let registry: CompiledRegistry
    do throws(ImageHeader.Problem) {
      registry = try CompiledRegistry(memory)
    } catch {
      throw RegistryFileError.Reason(error)
    }
    guard registry.isImageSound else { throw .damaged }
    return (registry, status.isOwnedByRootOrCaller && status.isWrittenByOwnerOnly)
  }
}
