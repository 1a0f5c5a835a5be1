// SPDX-License-Identifier: MIT

internal import Glibc

extension FilePath {
  /// The path without links, `.` and `..`; `nil` if there is no file at it.
  package var resolved: FilePath? {
    unsafe withCString { pointer in
      // Safe because a null buffer makes realpath allocate what the result needs.
      guard let resolved = unsafe realpath(pointer, nil) else { return nil }
      defer { unsafe free(resolved) }
      let buffer = unsafe UnsafeBufferPointer(start: resolved, count: strlen(resolved))
      return unsafe FilePath(bytes: buffer.map { UInt8(bitPattern: $0) })
    }
  }
}
