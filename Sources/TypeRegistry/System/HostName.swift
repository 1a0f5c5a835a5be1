// SPDX-License-Identifier: MIT

internal import Glibc

/// The name of this machine.
package enum HostName {
  /// The name as the system has it, which can have a domain; empty if it cannot be read.
  package static var current: [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard unsafe gethostname(&buffer, buffer.count) == 0 else { return [] }
    return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}
