// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// An open file descriptor that closes itself at the end of its life.
public struct Descriptor: ~Copyable {
  /// The descriptor's number.
  public let number: CInt

  /// Takes over an open descriptor.
  public init(takingOver number: CInt) {
    precondition(number >= 0, "a descriptor's number is not negative")
    self.number = number
  }

  deinit {
    // After EINTR Linux has closed the descriptor all the same: close(2).
    _ = close(number)
  }

  /// The descriptor's number, which the caller now has to close.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// What a wrapper of `CLinux` returned: a descriptor, or a negative `errno` value.
  init(result: CInt) throws(SystemError) {
    guard result >= 0 else { throw SystemError(code: -result) }
    number = result
  }
}
