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
  ///   - use: How it is taken.
  /// - Returns: `nil` if there is no such file, another user owns it or may write it, or it does not
  ///   begin with the header of an image of this format.
  static func open(_ path: FilePath, _ use: Use) -> CompiledRegistry? {
    memory(at: path, use).flatMap { try? CompiledRegistry($0) }
  }

  /// The bytes of the file at `path`, which need not be an image.
  ///
  /// - Returns: `nil` if there is no such file, or another user owns it or may write it.
  static func memory(at path: FilePath, _ use: Use) -> MappedMemory? {
    guard let file = try? OpenedFile(path), let count = file.ownLength(atMost: maximumLength) else {
      return nil
    }
    return switch use {
    case .mapped: MappedMemory(mapping: file.descriptor.number, count: count)
    case .copied: MappedMemory(reading: file.descriptor.number, count: count)
    }
  }

  /// Whether the file at `path` has these bytes, and no other user can write it.
  ///
  /// - Complexity: O(*n*) for *n* bytes, which are read in pieces: nothing is copied whole.
  static func isCopy(of memory: MappedMemory, at path: FilePath) -> Bool {
    guard let file = try? OpenedFile(path), file.ownLength(atMost: maximumLength) == memory.count
    else { return false }
    let descriptor = file.descriptor.number
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

  /// The longest image that is opened, in bytes; longer ones are not written either.
  static let maximumLength = 256 << 20

  /// Writes the bytes of an image.
  ///
  /// They are on the disk before the file has its name: after a loss of power, a file may have its length
  /// but empty blocks, and a program that makes one query checks the header only.
  ///
  /// - Throws: As ``PrivateFile/replace(_:mode:durability:_:)``.
  static func write(_ memory: MappedMemory, to path: FilePath) throws(PrivateFile.Problem) {
    let bytes = memory.bytes(at: 0, count: memory.count)
    try PrivateFile.replace(path, mode: 0o600, durability: .contents) {
      (descriptor) throws(SystemError) in try bytes.write(to: descriptor)
    }
  }
}

extension ImageBytes {
  /// Writes the bytes to the descriptor of a file that is being written.
  func write(to descriptor: CInt) throws(SystemError) {
    try withSpan { (span) throws(SystemError) in try PrivateFile.write(span, to: descriptor) }
  }
}
