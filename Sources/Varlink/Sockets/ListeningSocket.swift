// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
public import SystemBase

/// A Unix socket that listens at a path, and is the only one there.
///
/// The process first locks a file beside the socket, which is never removed. Holding the lock, it
/// connects to the path, and removes a socket there only if no process listens on it. So of two
/// processes that start at once only one succeeds, and a stale socket is replaced. Any other file at
/// the path is left unchanged.
public struct ListeningSocket: ~Copyable {
  /// The socket's path.
  public let address: SocketAddress

  /// The listening socket, which is non-blocking.
  public let descriptor: Descriptor

  private let lock: Descriptor
  private let file: FileIdentity

  /// The identity of the file at a path.
  private struct FileIdentity: Equatable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// Listens at a path.
  ///
  /// The socket never has more permissions than `mode`: on Linux a socket's path gets the permissions of the
  /// socket itself, without those in the process's umask. Permissions that the umask removed are added
  /// afterwards.
  ///
  /// - Parameters:
  ///   - address: The path, in a directory of this user or root that no other user may write to.
  ///   - mode: The socket's permissions.
  ///   - backlog: The maximum number of pending connections.
  /// - Throws: ``ListeningError``.
  public init(
    at address: SocketAddress, mode: UInt32 = 0o600, backlog: Int32 = 4_096
  ) throws(ListeningError) {
    try Self.checkDirectory(of: address)
    let lock = try Self.lock(address)
    try Self.clear(address)
    let descriptor = try Self.socket()
    let number = descriptor.number
    guard fchmod(number, mode) == 0 else { throw .system(.last, call: "fchmod") }
    let code = unsafe address.withCString { path in unsafe tr_unix_bind(number, path) }
    guard code == 0 else {
      throw code == EADDRINUSE ? .inUse : .system(SystemError(code: code), call: "bind")
    }
    guard let status = try Self.status(of: address) else {
      throw .system(SystemError(code: ENOENT), call: "bind")
    }
    if status.st_mode & 0o777 != mode {
      let result = unsafe address.withCString { path in unsafe chmod(path, mode) }
      guard result == 0 else { throw .system(.last, call: "chmod") }
    }
    let file = FileIdentity(status)
    tr_refuse_descriptors(number)
    guard listen(number, backlog) == 0 else { throw .system(.last, call: "listen") }
    self.address = address
    self.descriptor = descriptor
    self.lock = lock
    self.file = file
  }

  /// Whether the path still leads to this socket.
  public var ownsPath: Bool { (try? Self.status(of: address)).map { FileIdentity($0) } == file }

  /// Removes the socket from its path, if it is still there.
  ///
  /// The lock file is kept: removing it would let two processes hold locks on two files.
  public borrowing func unlink() {
    guard ownsPath else { return }
    _ = unsafe address.withCString { unsafe Glibc.unlink($0) }
  }

  // MARK: - Path

  /// Checks that only this user and root can replace files in the socket's directory.
  private static func checkDirectory(of address: SocketAddress) throws(ListeningError) {
    let slash = address.path.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { Array(address.path[...$0]) } ?? Array("./".utf8)
    // With a final slash lstat(2) would follow a symbolic link. '/' and './' are not links.
    let trimmed = parent.count > 2 ? Array(parent.dropLast()) : parent
    guard let directory = try? SocketAddress(path: trimmed) else {
      throw .system(SystemError(code: ENAMETOOLONG), call: "bind")
    }
    let status = try status(of: directory)
    guard let status else { throw .system(SystemError(code: ENOENT), call: "bind") }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() || status.st_uid == 0,
      status.st_mode & 0o022 == 0
    else { throw .unsafeDirectory }
  }

  private static func socket() throws(ListeningError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(result: tr_unix_socket(1))
    } catch {
      throw .system(error, call: "socket")
    }
  }

  /// Locks the file beside the socket.
  private static func lock(_ address: SocketAddress) throws(ListeningError) -> Descriptor {
    let path = address.path.map { CChar(bitPattern: $0) } + ".lock".utf8CString
    let number = unsafe path.withUnsafeBufferPointer { buffer -> CInt in
      guard let base = buffer.baseAddress else { return -1 }
      return unsafe open(base, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
    }
    guard number >= 0 else { throw .system(.last, call: "open lock") }
    let lock = Descriptor(takingOver: number)
    var result: CInt
    repeat { result = flock(number, LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
    guard result == 0 else { throw errno == EWOULDBLOCK ? .inUse : .system(.last, call: "flock") }
    return lock
  }

  /// Removes a socket at the path if no process listens on it.
  private static func clear(_ address: SocketAddress) throws(ListeningError) {
    guard let status = try status(of: address) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    let probe = try socket()
    let number = probe.number
    let code = unsafe address.withCString { path in unsafe tr_unix_connect(number, path) }
    switch code {
    case 0, EAGAIN: throw .inUse
    case ECONNREFUSED:
      let result = unsafe address.withCString { unsafe Glibc.unlink($0) }
      guard result == 0 || errno == ENOENT else { throw .system(.last, call: "unlink") }
    case ENOENT: return
    default: throw .system(SystemError(code: code), call: "connect")
    }
  }

  /// The status of the file at a path, links not followed; `nil` if there is none.
  private static func status(of address: SocketAddress) throws(ListeningError) -> stat? {
    var status = stat()
    let result = unsafe address.withCString { path in unsafe lstat(path, &status) }
    if result == 0 { return status }
    guard errno == ENOENT else { throw .system(.last, call: "lstat") }
    return nil
  }
}
