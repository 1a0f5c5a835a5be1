// SPDX-License-Identifier: MIT

/// The kind of a file, independent of its name.
public enum FileKind: String, CaseIterable, Hashable, Sendable {
  /// A regular file.
  case regular
  /// A directory that is not a mount point.
  case directory
  /// The root of a mounted file system.
  case mountPoint = "mount-point"
  /// A symbolic link, not followed.
  case symbolicLink = "symbolic-link"
  /// A character device.
  case characterDevice = "character-device"
  /// A block device.
  case blockDevice = "block-device"
  /// A named pipe.
  case namedPipe = "named-pipe"
  /// A socket.
  case socket

  /// The type of a file of this kind if its name does not determine a more specific one.
  public var typeIdentifier: TypeIdentifier {
    switch self {
    case .regular: TypeIdentifier(trusted: "public.data")
    case .directory: TypeIdentifier(trusted: "public.folder")
    case .mountPoint: TypeIdentifier(trusted: "public.volume")
    case .symbolicLink: TypeIdentifier(trusted: "public.symlink")
    case .characterDevice: TypeIdentifier(trusted: "public.character-special")
    case .blockDevice: TypeIdentifier(trusted: "public.block-special")
    case .namedPipe: TypeIdentifier(trusted: "public.named-pipe")
    case .socket: TypeIdentifier(trusted: "public.socket")
    }
  }
}
