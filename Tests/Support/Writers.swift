// SPDX-License-Identifier: MIT

internal import Glibc

/// The processes that have a file open for writing.
public enum Writers {
  /// Waits until no process has a file open for writing, so that its close has been reported.
  ///
  /// Another test may start a process while this one writes a file: the process has the file open
  /// until its program begins, and the close is reported only then. The kernel gives a lease when
  /// there is no writer any more (`fcntl`(2), F_SETLEASE).
  public static func waitForNone(of path: String) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    // A writer that comes meanwhile sends a signal, which would otherwise end this process.
    _ = fcntl(file, setSignal, SIGURG)
    // A process that begins takes milliseconds, and on a busy machine seconds.
    var attempts = 0
    while attempts < 60_000, fcntl(file, setLease, CInt(F_RDLCK)) != 0, errno == EAGAIN {
      usleep(1_000)
      attempts += 1
    }
    // A process that begins at this moment has the lease, too, and does not give it back.
    _ = fcntl(file, setLease, CInt(F_UNLCK))
    close(file)
  }

  // The C library declares them for GNU programs alone.
  /// F_SETLEASE.
  private static let setLease: CInt = 1_024
  /// F_SETSIG.
  private static let setSignal: CInt = 10
}
