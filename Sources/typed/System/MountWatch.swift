// SPDX-License-Identifier: MIT

internal import Glibc
internal import Varlink

/// Reports that something was mounted or unmounted: proc_pid_mountinfo(5).
///
/// What is mounted over a directory hides it, and inotify says nothing.
final class MountWatch {
  /// Reports an error, which is no error, when the mounts of this process's namespace have changed.
  let descriptor: Descriptor

  /// Opens the list of mounts; `nil` if there is no `/proc`.
  init?() {
    let number = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    descriptor = Descriptor(takingOver: number)
  }
}
