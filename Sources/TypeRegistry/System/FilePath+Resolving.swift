// SPDX-License-Identifier: MIT

internal import Glibc

extension FilePath {
  /// The path without links, `.` and `..`; `nil` if there is no file at it.
  package var resolved: FilePath? {
    unsafe withCString { pointer in
      // Safe because a null buffer makes realpath allocate the result.
      guard let resolved = unsafe realpath(pointer, nil) else { return nil }
      defer { unsafe free(resolved) }
      let buffer = unsafe UnsafeBufferPointer(start: resolved, count: strlen(resolved))
      return unsafe FilePath(bytes: buffer.map { UInt8(bitPattern: $0) })
    }
  }

  /// The text of the symbolic link at the path; `nil` if there is no link.
  package var linkTarget: FilePath? {
    // Safe because readlink writes at most as many bytes as its last argument allows.
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = unsafe withCString { path in unsafe readlink(path, start, buffer.count) }
      guard count > 0 else { return nil }
      return unsafe FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
    }
  }

  /// The working directory of this process; the root if it was removed.
  package static var workingDirectory: FilePath {
    FilePath(".")?.resolved ?? root
  }
}
