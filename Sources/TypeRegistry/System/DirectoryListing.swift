// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// The names in one directory, in byte order.
package struct DirectoryListing: Sendable {
  /// One name in a directory.
  package struct Entry: Hashable, Sendable {
    /// The name's bytes.
    package let name: [UInt8]
    /// Whether the entry may be a directory: it is one, or a link, or of a kind that the listing
    /// does not give.
    package let mayBeDirectory: Bool
  }

  /// The entries except `.` and `..`, in byte order of their names.
  package let entries: [Entry]
  /// Whether there were more than the limit.
  package let isCut: Bool

  /// Lists the directory at `path`.
  ///
  /// - Parameters:
  ///   - path: The directory; a link is followed.
  ///   - limit: How many entries are read.
  /// - Throws: `SystemError`.
  package init(of path: FilePath, limit: Int) throws(SystemError) {
    let descriptor = unsafe path.withCString { pointer in
      unsafe open(pointer, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    }
    guard descriptor >= 0 else { throw .last }
    try self.init(reading: descriptor, limit: limit)
  }

  /// Lists an open directory, and closes it.
  init(reading descriptor: CInt, limit: Int) throws(SystemError) {
    guard let stream = unsafe fdopendir(descriptor) else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    var isCut = false
    while true {
      // Only errno distinguishes the end from a failure.
      errno = 0
      // Safe because an entry is used before the next call on its stream, which is private to this
      // function.
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .last }
        break
      }
      let name = unsafe Self.name(of: entry)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      guard entries.count < limit else {
        isCut = true
        break
      }
      let kind = unsafe Int(entry.pointee.d_type)
      entries.append(
        Entry(name: name, mayBeDirectory: kind == DT_DIR || kind == DT_LNK || kind == DT_UNKNOWN))
    }
    self.entries = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    self.isCut = isCut
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // Safe because the name is terminated within the record, whose length is d_reclen.
    unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      let start = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
      var length = 0
      while unsafe start[length] != 0 { length += 1 }
      return unsafe Array(UnsafeBufferPointer(start: start, count: length))
    }
  }
}
