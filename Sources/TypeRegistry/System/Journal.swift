// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// The journal of the system (systemd.journal-fields(7)).
package enum Journal {
  /// The socket of the journal's native protocol.
  private static let socketPath = "/run/systemd/journal/socket"

  /// Whether standard error goes to the journal, which then reads levels before its lines.
  ///
  /// The service manager gives the device and inode of that stream in `JOURNAL_STREAM`
  /// (systemd.exec(5)); a process whose standard error was redirected inherits the variable too.
  package static var receivesStandardError: Bool {
    guard let value = unsafe getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
    return unsafe String(cString: value) == "\(status.st_dev):\(status.st_ino)"
  }

  /// Sends an error to the journal, without waiting; it is dropped where there is none.
  ///
  /// - Parameters:
  ///   - message: One line.
  ///   - program: The name that the journal shows for the message.
  ///   - path: The socket of the journal.
  package static func send(
    _ message: String, from program: String, to path: String = Journal.socketPath
  ) {
    // A line feed ends a field.
    let line = String(message.unicodeScalars.map { $0 == "\n" ? " " : Character($0) })
    let entry = Array("PRIORITY=3\nSYSLOG_IDENTIFIER=\(program)\nMESSAGE=\(line)\n".utf8)
    let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    let length = unsafe tr_unix_address(path, &address)
    guard length > 0 else { return }
    // Safe because the kernel reads only `length` bytes of the address, which it has.
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe sendto(
          descriptor, entry, entry.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL),
          address, length)
      }
    }
  }
}
