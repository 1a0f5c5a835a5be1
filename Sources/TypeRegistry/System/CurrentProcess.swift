// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// The author of a change, if known.
extension BindingChange.Author {
  /// The user and program of this process.
  package static var current: BindingChange.Author {
    BindingChange.Author(uid: geteuid(), program: programName(of: getpid()))
  }

  /// The user and program at the other end of a connection.
  ///
  /// - Parameters:
  ///   - user: The user, as the kernel knows it.
  ///   - process: The process; 0 if it is not known.
  package init(user: UInt32, process: Int32) {
    self.init(uid: user, program: Self.programName(of: process))
  }

  /// The name of a process's program, cut to 15 bytes by the kernel: proc(5), "comm".
  ///
  /// For display only: a process may choose any name.
  private static func programName(of process: Int32) -> String {
    guard process > 0 else { return "" }
    let descriptor = unsafe open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return "" }
    let name = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return String(decoding: name, as: UTF8.self)
  }
}

/// The rights of this process to read files.
enum CurrentProcess {
  /// The groups that it is in, each in four bytes.
  static var groups: [UInt8] {
    let count = getgroups(0, nil)
    var bytes: [UInt8] = []
    bytes.append(littleEndian: getegid())
    guard count > 0 else { return bytes }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let found = unsafe getgroups(count, &groups)
    for group in groups.prefix(max(Int(found), 0)) { bytes.append(littleEndian: group) }
    return bytes
  }
}
