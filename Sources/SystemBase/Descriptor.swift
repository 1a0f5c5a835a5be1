// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// An open file descriptor, closed at the end of the value's lifetime.
public struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number.
  public let number: CInt

  /// Takes over an open descriptor.
  public init(takingOver number: CInt) {
    precondition(number >= 0, "a descriptor's number must not be negative")
    self.number = number
  }

  deinit {
    // On Linux the descriptor is closed even after EINTR: close(2).
    _ = close(number)
  }

  /// Returns the descriptor's number, which the caller then has to close.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Takes over the result of a `CLinux` wrapper: a descriptor, or a negative `errno` value.
  package init(result: CInt) throws(SystemError) {
    guard result >= 0 else { throw SystemError(code: -result) }
    number = result
  }
}
