// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Varlink

/// The signals that the daemon heeds, as events of its loop.
struct Signals: ~Copyable {
  /// What a signal asks for.
  enum Request {
    case stop(String)
    case reload
  }

  /// Readable when a signal has come.
  let descriptor: Descriptor

  /// Blocks the signals; so before any thread is made, which would otherwise be ended by them.
  init() throws(SystemError) {
    // A reader that went away is an error of write(2) here, and a file grown too long likewise.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let numbers = [SIGTERM, SIGINT, SIGHUP]
    let result = unsafe numbers.withUnsafeBufferPointer { buffer in
      unsafe tr_signal_descriptor(buffer.baseAddress, CInt(buffer.count))
    }
    guard result >= 0 else { throw SystemError(code: -result) }
    descriptor = Descriptor(takingOver: result)
  }

  /// What the next signal asks for; nil if none has come.
  func next() -> Request? {
    switch tr_next_signal(descriptor.number) {
    case SIGTERM: .stop("SIGTERM")
    case SIGINT: .stop("SIGINT")
    case SIGHUP: .reload
    default: nil
    }
  }
}
