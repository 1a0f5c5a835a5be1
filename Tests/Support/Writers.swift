// SPDX-License-Identifier: MIT

internal import Glibc

/// Those who have a file open.
public enum Writers {
  /// Waits until no process has a file open for writing, so that its close has been reported.
  ///
  /// Another test may start a process while this one writes a file: the process has the file open
  /// until its program begins, and the close is reported only then. The kernel gives a lease when
  /// there is no writer any more (`fcntl`(2), F_SETLEASE).
  public static func waitForNone(of path: String) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    while fcntl(file, setLease, CInt(F_RDLCK)) != 0, errno == EAGAIN { sched_yield() }
    close(file)
  }

  /// F_SETLEASE, which the C library declares for GNU programs alone.
  private static let setLease: CInt = 1_024
}
