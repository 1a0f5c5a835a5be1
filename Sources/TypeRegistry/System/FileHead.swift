// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Reads the first bytes of files, and at most one other part and the end of each, one file after the other.
public struct FileHead: Sendable {
  /// The most bytes from the start of a file that are read.
  public let length: Int
  /// The parts of the last file that were read.
  package private(set) var contents = FileSample(head: [])

  /// The device of the last file system that was looked at, and whether another machine or a program
  /// serves it.
  private var lastDevice: (number: UInt64, isRemote: Bool)?

  /// The first bytes of the last file that was read.
  public var bytes: [UInt8] { contents.head }

  /// The most threads that read files at once, if nothing else is asked for: more wait for each other
  /// in the kernel.
  package static var usualThreads: Int { min(Thread.processors, 8) }
  /// The number of files that a thread takes at once: few, so that no thread waits long for the last ones.
  package static let filesOfOneTurn = 8

  /// A reader of at most `length` bytes from the start of a file.
  public init(length: Int) { self.length = length }

  /// Reads a regular file: one `open`, one `fstat`, one `pread` of its beginning, one of another part
  /// if that is asked for, and then one of its end if that part does not go up to it.
  ///
  /// Pipes, devices and sockets are refused without waiting for another process, and without an effect
  /// on a terminal.
  ///
  /// - Parameters:
  ///   - path: Bytes without a NUL.
  ///   - followsLinks: Whether the target of a symbolic link is read; otherwise a link is refused.
  ///   - staysLocal: Whether a file is left closed that another machine or a program serves: to open it may
  ///     take long, or fetch all of it.
  ///   - device: The device of its file system, if that is known: then the kind of it is kept.
  ///   - part: The part of the file that is read, too, by its beginning.
  /// - Returns: Whether the file was read.
  /// - Throws: ``FileInspection/Failure``, with `EINVAL` for a file that is not a regular one.
  @discardableResult
  package mutating func read(
    _ path: [UInt8], followsLinks: Bool, staysLocal: Bool = false, device: UInt64? = nil,
    part: (FileSample) -> Range<Int>?
  ) throws(FileInspection.Failure) -> Bool {
    contents.removeAll()
    guard let file = FilePath(bytes: path) else { throw FileInspection.Failure(code: ENOENT) }
    if staysLocal, isRemote(file, device: device) { return false }
    let flags =
      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe file.withCString { unsafe open($0, flags) }
    guard descriptor >= 0 else { throw FileInspection.Failure(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw FileInspection.Failure(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileInspection.Failure(code: EINVAL) }
    // The size of a file in /proc is 0.
    let size = Int(status.st_size)
    try Self.read(
      into: &contents.head, from: descriptor, at: 0, count: size > 0 ? min(size, length) : length)
    contents.length = max(size, contents.head.count)
    guard let range = part(contents), range.lowerBound >= 0,
      range.upperBound <= size, range.count <= FileSample.maximumPart
    else { return true }
    contents.partStart = range.lowerBound
    try Self.read(
      into: &contents.part, from: descriptor, at: range.lowerBound, count: range.count)
    if let end = contents.missingEnd {
      try Self.read(
        into: &contents.ending, from: descriptor, at: end.lowerBound, count: end.count)
    }
    return true
  }

  /// Whether another machine or a program serves a file.
  private mutating func isRemote(_ file: FilePath, device: UInt64?) -> Bool {
    if let device, let lastDevice, lastDevice.number == device { return lastDevice.isRemote }
    let isRemote = unsafe file.withCString { unsafe FileSystemKind.isRemote($0) }
    if let device { lastDevice = (device, isRemote) }
    return isRemote
  }

  /// Reads the first bytes of a regular file alone.
  ///
  /// - Parameters:
  ///   - path: Bytes without a NUL.
  ///   - followsLinks: Whether the target of a symbolic link is read; otherwise a link is refused.
  /// - Throws: ``FileInspection/Failure``, with `EINVAL` for a file that is not a regular one.
  public mutating func read(
    _ path: [UInt8], followsLinks: Bool
  ) throws(FileInspection.Failure) {
    try read(path, followsLinks: followsLinks) { _ in nil }
  }

  /// Reads bytes into an array, whose memory is used again.
  private static func read(
    into bytes: inout [UInt8], from descriptor: CInt, at offset: Int, count length: Int
  ) throws(FileInspection.Failure) {
    bytes.removeAll(keepingCapacity: true)
    try bytes.append(addingCapacity: length) { (span) throws(FileInspection.Failure) in
      let result = unsafe span.withUnsafeMutableBufferPointer { (buffer, count) in
        var result = unsafe pread(descriptor, buffer.baseAddress, length, off_t(offset))
        while result < 0, errno == EINTR {
          result = unsafe pread(descriptor, buffer.baseAddress, length, off_t(offset))
        }
        count = max(result, 0)
        return result
      }
      guard result >= 0 else { throw FileInspection.Failure(code: errno) }
    }
  }
}
