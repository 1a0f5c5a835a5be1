// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Varlink

/// Tells when the socket may have gone from its path: inotify(7) on its directory.
///
/// Nothing wakes up while nothing happens there.
struct SocketWatch: ~Copyable {
  /// Readable when something has happened.
  let descriptor: Descriptor

  private static let events = UInt32(
    IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Watches the directory that a path is in.
  init(directoryOf address: SocketAddress) throws(SystemError) {
    let result = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard result >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(takingOver: result)
    let slash = address.path.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { Array(address.path[...$0]) } ?? Array("./".utf8)
    let path = parent.map { CChar(bitPattern: $0) } + [0]
    guard unsafe inotify_add_watch(result, path, Self.events | UInt32(IN_ONLYDIR)) >= 0 else {
      throw SystemError(code: errno)
    }
    self.descriptor = descriptor
  }

  /// Forgets what has happened.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(descriptor.number, &buffer, buffer.count) > 0 {}
  }
}
