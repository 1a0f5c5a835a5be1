// SPDX-License-Identifier: MIT

internal import Glibc

/// The Unix sockets of this machine, as `/proc/net/unix` lists them: proc_pid_net(5).
///
/// Shows facts that a client cannot learn from the socket itself: that a socket is listened at
/// although its path is gone, and that a connection was made by the kernel and not accepted yet.
package struct UnixSocketTable: Sendable {
  private let lines: [ArraySlice<UInt8>]

  /// More than the table of a machine with a hundred thousand sockets, in bytes.
  private static let longest = 16 << 20

  /// Reads the current table; `nil` without `/proc`.
  package init?() {
    let descriptor = unsafe open("/proc/net/unix", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    while text.count < Self.longest {
      let part = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        unsafe count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
      }
      if part.isEmpty { break }
      text += part
    }
    self.init(text: text)
  }

  /// The table with that text.
  package init(text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"))
  }

  /// Whether a process listens at a socket that was bound to `path`, which need not exist any more.
  package func isListened(at path: [UInt8]) -> Bool {
    // __SO_ACCEPTCON of linux/net.h.
    fields(ofSocketsAt: path).contains { $0[3].elementsEqual("00010000".utf8) }
  }

  /// Whether a connection to the socket at `path` was made, and waits until a process accepts it.
  package func hasWaitingConnection(at path: [UInt8]) -> Bool {
    // Without an inode it does not belong to a process; the state is SS_CONNECTING.
    fields(ofSocketsAt: path).contains {
      $0[5].elementsEqual("02".utf8) && $0[6].elementsEqual("0".utf8)
    }
  }

  /// The fields before the path: number, references, protocol, flags, type, state and inode.
  private func fields(ofSocketsAt path: [UInt8]) -> [[ArraySlice<UInt8>]] {
    lines.compactMap { line in
      guard line.count > path.count, line.suffix(path.count).elementsEqual(path) else { return nil }
      let fields = line.dropLast(path.count).split(separator: UInt8(ascii: " "))
      return fields.count == 7 && line.dropLast(path.count).last == UInt8(ascii: " ") ? fields : nil
    }
  }
}
