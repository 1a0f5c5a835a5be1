// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import TypeRegistry
internal import Varlink

/// The path of the daemon's own socket, and the permissions there.
struct SocketPath {
  /// The name of the socket in its directory.
  static let name = "org.typeregistry"
  /// The name of the directory that the daemon makes.
  static let directory = "typed"

  let address: SocketAddress
  private let mode: UInt32
  /// The permissions of the default directory; `nil` for a path from the command line.
  private let directoryMode: UInt32?

  /// - Parameters:
  ///   - given: The path from the command line; `nil` for the default one.
  ///   - isSystem: Whether every user may connect.
  /// - Throws: ``Failure`` if there is no default path.
  init(_ given: SocketAddress?, isSystem: Bool) throws(Failure) {
    if let given { address = given } else { address = try Self.standard(isSystem: isSystem) }
    mode = isSystem ? 0o666 : 0o600
    directoryMode = given != nil ? nil : isSystem ? 0o755 : 0o700
  }

  /// Listens at the path, and makes the default directory if it is missing.
  func listen() throws(Failure) -> ServerSocket {
    // Whether the directory is safe is checked when the socket is made.
    if let directoryMode { makeDirectory(mode: directoryMode) }
    return try ServerSocket(at: address, mode: mode)
  }

  /// The default path: below `/run`, or below the user's `XDG_RUNTIME_DIR`.
  private static func standard(isSystem: Bool) throws(Failure) -> SocketAddress {
    var runtime: [UInt8] = Array("/run".utf8)
    if !isSystem {
      guard let value = Environment.variable("XDG_RUNTIME_DIR") else {
        throw Failure(
          .usage, "XDG_RUNTIME_DIR is not set", hint: "'--socket PATH' sets the path to listen at")
      }
      runtime = value
      guard runtime.first == UInt8(ascii: "/") else {
        throw Failure(.usage, "XDG_RUNTIME_DIR is not an absolute path")
      }
    }
    do throws(SocketAddress.AddressError) {
      return try SocketAddress(path: runtime + Array("/\(directory)/\(name)".utf8))
    } catch {
      throw Failure(.usage, "XDG_RUNTIME_DIR cannot be used: \(error.reason)")
    }
  }

  /// The paths that are watched, to notice when another file has replaced the socket.
  var watched: [FilePath] { FilePath(bytes: address.path).map { [$0] } ?? [] }

  /// Whether the directory of the socket exists.
  var hasDirectory: Bool { Self.status(directory) != nil }

  /// The directory of the socket.
  private var directory: ArraySlice<UInt8> {
    address.path.lastIndex(of: UInt8(ascii: "/")).map { address.path[..<$0] } ?? [UInt8(ascii: ".")]
  }

  /// Makes the directory, unless the one above it belongs to another user.
  private func makeDirectory(mode: UInt32) {
    let parent = directory.lastIndex(of: UInt8(ascii: "/")).map { directory[...$0] } ?? []
    guard let owner = Self.status(parent)?.st_uid, owner == geteuid() || owner == 0 else { return }
    let path = directory.map { CChar(bitPattern: $0) } + [0]
    _ = unsafe mkdir(path, mode)
  }

  private static func status(_ path: ArraySlice<UInt8>) -> stat? {
    var status = stat()
    let path = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
