// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemErrors
internal import Varlink

/// Reports that the socket may have disappeared from its path.
///
/// Nothing wakes up while nothing happens in the directory.
struct SocketWatch: ~Copyable {
  private let inotify: Inotify

  /// Watches the directory of a socket.
  init(directoryOf address: SocketAddress) throws(SystemError) {
    let inotify = try Inotify()
    let slash = address.path.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { Array(address.path[...$0]) } ?? Array("./".utf8)
    try inotify.watch(
      directory.map { CChar(bitPattern: $0) } + [0],
      for: CInt(IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF))
    self.inotify = inotify
  }

  /// Readable when something has happened.
  var number: CInt { inotify.descriptor.number }

  /// Discards the events that have happened.
  func drain() { _ = inotify.drain() }
}
