// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// The files of a directory that any process opens, as the kernel tells: inotify(7).
final class OpenedFiles {
  private let descriptor: CInt

  /// Watches a directory.
  init(of directory: String) throws {
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0, unsafe inotify_add_watch(descriptor, directory, UInt32(IN_OPEN)) >= 0
    else {
      throw CallFailure("inotify", code: errno)
    }
  }

  deinit { close(descriptor) }

  /// The names of the files that were opened since the last call, in order.
  func names() -> [String] {
    var names: [String] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let length = unsafe read(descriptor, &bytes, bytes.count)
      guard length > 0 else { return names }
      var start = 0
      while start < length {
        // A fixed part of 16 bytes, whose last word is the length of the name with its zeros.
        let nameLength = bytes[start + 12..<start + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
        let name = bytes[start + 16..<start + 16 + nameLength].prefix { $0 != 0 }
        if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
        start += 16 + nameLength
      }
    }
  }
}
