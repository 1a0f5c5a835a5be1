// SPDX-License-Identifier: MIT

/// A file that a daemon writes for its clients, whose path follows from that of its socket.
///
/// It is beside the socket. The directory of the system's socket belongs to root, and the daemon does
/// not run as root: there it is in the directory `state`, which the service manager makes for the
/// daemon's user.
enum SocketCompanion {
  /// The socket of the system's daemon.
  private static let systemSocket: StaticString = "/run/typed/org.typeregistry"
  private static let systemDirectory: StaticString = "/run/typed/state"

  /// The path of the file with a suffix; `nil` for a socket without a path.
  static func path(ofSocket socket: [UInt8], suffix: StaticString) -> FilePath? {
    var bytes = socket
    if isSystem(socket) {
      let name = socket.count - 1 - (socket.lastIndex(of: UInt8(ascii: "/")) ?? 0)
      bytes = systemDirectory.withUTF8Buffer { unsafe Array($0) }
      bytes += [UInt8(ascii: "/")] + socket.suffix(name)
    }
    suffix.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    return FilePath(bytes: bytes)
  }

  /// Makes the directory of the files of the system's socket, for a daemon that no service manager
  /// started.
  static func makeDirectory(ofSocket socket: [UInt8]) {
    guard isSystem(socket), let directory = FilePath(systemDirectory.description) else { return }
    try? PrivateFile.makeDirectory(directory, mode: 0o755)
  }

  private static func isSystem(_ socket: [UInt8]) -> Bool {
    systemSocket.withUTF8Buffer { text in
      unsafe text.count == socket.count && text.elementsEqual(socket)
    }
  }
}
