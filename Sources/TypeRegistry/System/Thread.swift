// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemErrors

/// Threads that nothing waits for the end of.
package enum Thread {
  /// Runs a function on a new thread.
  package static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(ThreadStart(run))
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      unsafe argument.release()
      throw SystemError(code: code)
    }
    pthread_detach(thread)
  }
}

/// The function that a thread runs, as an object that C can pass on.
private final class ThreadStart: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
