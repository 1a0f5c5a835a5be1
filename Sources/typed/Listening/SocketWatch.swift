// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemErrors
internal import Varlink

/// Reports that the socket may have disappeared from its path.
///
/// Nothing wakes up while nothing happens in the directory, and none of those above it is moved or
/// removed. That something is mounted over one of those is not reported.
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
    for parent in Self.directories(above: directory) {
      // One that cannot be read cannot be watched either.
      _ = try? inotify.watch(
        parent.map { CChar(bitPattern: $0) } + [0],
        for: CInt(IN_DELETE_SELF | IN_MOVE_SELF | IN_MASK_ADD))
    }
    self.inotify = inotify
  }

  /// The directories that an absolute path leads through, but the root and the last one.
  private static func directories(above directory: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    guard directory.first == slash else { return [] }
    return directory.indices.dropFirst().dropLast().compactMap { end in
      directory[end] == slash ? Array(directory[..<end]) : nil
    }
  }

  /// Readable when something has happened.
  var number: CInt { inotify.descriptor.number }

  /// Discards the events that have happened.
  func drain() { _ = inotify.drain() }
}
