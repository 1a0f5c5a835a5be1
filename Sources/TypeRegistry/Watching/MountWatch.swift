// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// Reports that something was mounted or unmounted: proc_pid_mountinfo(5).
///
/// A directory that is mounted over another one hides it, and inotify does not report that.
package final class MountWatch: Sendable {
  /// Becomes ready with `EPOLLERR` when the mounts of this process's namespace have changed.
  package let descriptor: Descriptor

  /// Opens the list of mounts; `nil` if there is no `/proc`.
  package init?() {
    let number = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    descriptor = Descriptor(takingOver: number)
  }
}
