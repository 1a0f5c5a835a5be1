// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
package import SystemBase

/// Runs functions on threads of their own.
package enum Thread {
  /// Runs a function on a new thread, whose end nothing waits for.
  package static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
    pthread_detach(try make(run))
  }

  /// Runs a function on several threads at once, one of them the caller's, and waits for all of them.
  ///
  /// Where the system gives fewer threads, fewer run.
  package static func run(on count: Int, _ run: @escaping @Sendable () -> Void) {
    var others: [pthread_t] = []
    while others.count + 1 < count, let other = try? make(run) { others.append(other) }
    run()
    for other in others { pthread_join(other, nil) }
  }

  /// The number of processors that the calling thread may use; 1 where the system does not know.
  package static var processors: Int { Int(tr_processors()) }

  private static func make(_ run: @escaping @Sendable () -> Void) throws(SystemError) -> pthread_t {
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
    return thread
  }
}

/// The function that a thread runs, as an object that C can pass on.
private final class ThreadStart: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
