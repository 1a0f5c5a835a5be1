// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// The directories that several threads still have to read.
///
/// A thread takes one, reads it, and adds the directories in it. When none is left and none is being read,
/// all threads end.
@safe final class DirectoryQueue: Sendable {
  /// A directory that is to be read.
  struct Directory: Sendable {
    var path: [UInt8]
    /// The number of directories above it, up to the one that the user named.
    var depth: Int
    /// The file system that the walk stays on; `nil` for the directory that the user named.
    var device: UInt64?
  }

  private struct State {
    // The last one first, so that there are few.
    var waiting: [Directory]
    /// How many directories are being read.
    var reading = 0
  }

  private let state: Lock<State>
  /// Counts the directories that are waiting.
  ///
  /// Safe because the system's functions for it may be called from any thread, and it lives as long as this.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  init(_ directories: [Directory]) {
    state = Lock(State(waiting: directories))
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, UInt32(directories.count))
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// The next directory, once there is one; `nil` when all are read.
  ///
  /// The thread that takes one calls ``finish(adding:)`` afterwards.
  func next() -> Directory? {
    while unsafe sem_wait(semaphore) != 0 {}
    let next = state.withLock { state -> Directory? in
      guard let next = state.waiting.popLast() else { return nil }
      state.reading += 1
      return next
    }
    // The others wait for the end, too.
    if next == nil { unsafe sem_post(semaphore) }
    return next
  }

  /// Ends the reading of a directory.
  func finish(adding directories: [Directory]) {
    let isDone = state.withLock { state in
      state.waiting += directories
      state.reading -= 1
      return state.reading == 0 && state.waiting.isEmpty
    }
    for _ in directories { unsafe sem_post(semaphore) }
    if isDone { unsafe sem_post(semaphore) }
  }
}
