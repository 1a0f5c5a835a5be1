// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// Registry images as files: checked when opened, written so that no reader sees half of one.
enum ImageFile {
  /// How an image is taken from its file.
  enum Use {
    /// Mapped: costs least, but a file that is cut or overwritten meanwhile takes its reader along.
    case mapped
    /// Copied to the memory of this process: nothing that happens to the file matters afterwards.
    case copied
  }

  /// Opens the image at `path`.
  ///
  /// - Parameters:
  ///   - path: The file; a symbolic link is not followed.
  ///   - owners: The users who may own the file.
  ///   - use: How it is taken.
  /// - Returns: `nil` if there is no such file, another user owns it or may write it, or it does not
  ///   begin with the header of an image of this format.
  static func open(_ path: FilePath, owners: [UInt32], _ use: Use) -> CompiledRegistry? {
    memory(at: path, owners: owners, use).flatMap { try? CompiledRegistry($0) }
  }

  /// The bytes of the file at `path`, which need not be an image.
  ///
  /// - Returns: `nil` if there is no such file, or another user owns it or may write it.
  static func memory(at path: FilePath, owners: [UInt32], _ use: Use) -> MappedMemory? {
    var count: Int?
    guard let descriptor = descriptor(at: path, owners: owners, count: &count), let count else {
      return nil
    }
    defer { close(descriptor) }
    return memory(of: descriptor, count: count, use)
  }

  /// The opened file at `path`, which the caller closes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - owners: The users who may own it.
  ///   - count: The length that it must have, in bytes; receives the length if it is `nil`.
  /// - Returns: `nil` if there is no such file, or another user owns it or may write it.
  private static func descriptor(
    at path: FilePath, owners: [UInt32], count: inout Int?
  ) -> CInt? {
    let descriptor = unsafe path.withCString { pointer in
      unsafe Glibc.open(pointer, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
    }
    guard descriptor >= 0 else { return nil }
    guard let status = try? FileStatus(ofDescriptor: descriptor), status.kind == .regular,
      owners.contains(status.owner), status.mode & 0o022 == 0,
      status.stamp.size <= UInt64(maximumLength), count == nil || count == Int(status.stamp.size)
    else {
      close(descriptor)
      return nil
    }
    count = Int(status.stamp.size)
    return descriptor
  }

  /// Whether the file at `path` has these bytes, and no other user can write it.
  ///
  /// - Complexity: O(*n*) for *n* bytes, which are read in pieces: nothing is copied whole.
  static func isCopy(of memory: MappedMemory, at path: FilePath, owners: [UInt32]) -> Bool {
    var count: Int? = memory.count
    guard let descriptor = descriptor(at: path, owners: owners, count: &count) else { return false }
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: 65_536)
    var done = 0
    while done < memory.count {
      let wanted = min(piece.count, memory.count - done)
      let length = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(done))
      }
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return false }
      let own = memory.bytes(at: done, count: length)
      let read = unsafe piece.span.bytes.extracting(0..<length)
      guard own.withSpan({ unsafe Self.areEqual($0.bytes, read) }) else { return false }
      done += length
    }
    return true
  }

  private static func areEqual(_ one: RawSpan, _ other: RawSpan) -> Bool {
    unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        return unsafe memcmp(start, otherStart, one.count) == 0
      }
    }
  }

  private static func memory(of descriptor: CInt, count: Int, _ use: Use) -> MappedMemory? {
    switch use {
    case .mapped: MappedMemory(mapping: descriptor, count: count)
    case .copied: MappedMemory(reading: descriptor, count: count)
    }
  }

  /// The longest image that is opened, in bytes; longer ones are not written either.
  static let maximumLength = 256 << 20

  /// Writes `image` under a temporary name and renames it into place.
  ///
  /// The temporary file has one name and is locked while it is written: what a killed process leaves
  /// there is written over next time, and two processes do not write at once.
  ///
  /// - Throws: `SystemError`; then nothing has changed at `path`. `EWOULDBLOCK` if another process is
  ///   writing an image to `path`.
  static func write(_ image: [UInt8], to path: FilePath, mode: mode_t) throws(SystemError) {
    let memory = MappedMemory(copying: image)
    try write(memory, to: path, mode: mode)
  }

  /// Writes the bytes of `memory`, as ``write(_:to:mode:)-([UInt8],_,_)`` does.
  static func write(_ memory: MappedMemory, to path: FilePath, mode: mode_t) throws(SystemError) {
    let bytes = memory.bytes(at: 0, count: memory.count)
    try write(to: path, mode: mode) { (descriptor) throws(SystemError) in
      try writeAll(bytes, to: descriptor)
      // Before the rename: after a loss of power, a file may have its length but empty blocks, and a
      // program that makes one query checks the header only.
      fdatasync(descriptor)
    }
  }

  /// Writes a file under a temporary name and renames it into place.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: Its permissions.
  ///   - contents: Writes its contents.
  /// - Throws: As ``write(_:to:mode:)-([UInt8],_,_)``.
  static func write(
    to path: FilePath, mode: mode_t, _ contents: (CInt) throws(SystemError) -> Void
  ) throws(SystemError) {
    guard let temporary = FilePath(bytes: path.bytes + Array(".new".utf8)) else {
      throw SystemError(code: EINVAL)
    }
    let descriptor = unsafe temporary.withCString { pointer in
      unsafe Glibc.open(
        pointer, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
    }
    guard descriptor >= 0 else { throw SystemError.last }
    // Also ends the lock.
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw SystemError.last }
    // The file may have been renamed between the two calls; then it is the image of another process.
    guard let own = try? FileStatus(ofDescriptor: descriptor), own.kind == .regular,
      let named = try? FileStatus(of: temporary, followsLink: false),
      own.stamp.device == named.stamp.device, own.stamp.inode == named.stamp.inode
    else { throw SystemError(code: EWOULDBLOCK) }
    do throws(SystemError) {
      guard fchmod(descriptor, mode) == 0, ftruncate(descriptor, 0) == 0 else {
        throw SystemError.last
      }
      try contents(descriptor)
      let result = unsafe temporary.withCString { from in
        unsafe path.withCString { to in unsafe rename(from, to) }
      }
      guard result == 0 else { throw SystemError.last }
    } catch {
      unsafe temporary.withCString { unsafe _ = unlink($0) }
      throw error
    }
  }

  /// Writes bytes at the end of a file that is being written.
  static func writeAll(_ bytes: ImageBytes, to descriptor: CInt) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.slice(at: written, count: bytes.count - written)
      let count = rest.withSpan { span in
        unsafe span.withUnsafeBufferPointer { buffer in
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        }
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError.last
      }
      written += count
    }
  }

  /// Creates the directory of images, and its parents, if they are missing.
  static func makeDirectory(_ path: FilePath) throws(SystemError) {
    for prefix in path.prefixes where (try? FileStatus(of: prefix)) == nil {
      let result = unsafe prefix.withCString { unsafe mkdir($0, 0o700) }
      if result != 0, errno != EEXIST { throw SystemError.last }
    }
  }
}
