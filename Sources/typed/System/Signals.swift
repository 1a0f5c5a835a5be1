// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase
internal import Varlink

/// The signals that the daemon handles, as events of its loop.
struct Signals: ~Copyable {
  /// The request of a signal.
  enum Request {
    case stop(String)
    case reload
  }

  /// Readable when a signal has arrived.
  let descriptor: Descriptor

  /// Blocks the signals.
  ///
  /// Must come before any thread is made: a thread that does not block them would end the process.
  init() throws(SystemError) {
    // A closed reader and a file that is too long are errors of write(2) instead.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let numbers = [SIGTERM, SIGINT, SIGHUP]
    let result = unsafe numbers.withUnsafeBufferPointer { buffer in
      unsafe tr_signal_descriptor(buffer.baseAddress, CInt(buffer.count))
    }
    descriptor = try Descriptor(result: result)
  }

  /// The request of the next signal; `nil` if none has arrived.
  func next() -> Request? {
    switch tr_next_signal(descriptor.number) {
    case SIGTERM: .stop("SIGTERM")
    case SIGINT: .stop("SIGINT")
    case SIGHUP: .reload
    default: nil
    }
  }
}
