// SPDX-License-Identifier: MIT

internal import Glibc

// The only file of the registry that touches raw memory. Everything above it reads through `ImageSection`,
// whose subscript cannot leave its bounds, so that a damaged image leads to wrong records at worst, never a
// crash or a byte from elsewhere.

/// A record of fixed width that a registry image holds.
///
/// All bytes zero must be a valid record that means "none": a read outside a section returns it.
package protocol ImageRecord: BitwiseCopyable, Sendable {
  /// The record whose bytes are all zero.
  init()
}

extension UInt16: ImageRecord {}
extension UInt32: ImageRecord {}
extension UInt64: ImageRecord {}

/// The bytes of a registry image: built in this process, mapped from a file, or part of the program.
///
/// Never written after its initialiser; freed or unmapped with its last reference, unless constant.
@safe package final class MappedMemory: Sendable {
  private enum Owner: Sendable { case heap, mapping, constant }

  // Immutable for the object's whole life, so threads can share it safely.
  private nonisolated(unsafe) let base: UnsafeRawPointer
  private let owner: Owner
  /// The image's length in bytes.
  package let count: Int

  private static let largePage = 2 << 20

  /// Memory for an image of `count` bytes.
  fileprivate static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    // Large images are read at random: with large pages there are fewer TLB misses.
    let isLarge = count >= 2 * largePage
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1), alignment: isLarge ? largePage : 64)
    if isLarge { unsafe _ = madvise(memory, count, MADV_HUGEPAGE) }
    return unsafe memory
  }

  /// A copy of `bytes`.
  package convenience init(copying bytes: [UInt8]) {
    let copy = DraftMemory(uninitialized: bytes.count)
    copy.write(bytes, at: 0)
    self.init(copy)
  }

  /// A copy of the first `count` bytes of an open file.
  ///
  /// Later changes of the file do not affect it.
  ///
  /// Returns `nil` if the file is shorter, or cannot be read.
  package convenience init?(reading descriptor: Int32, count: Int) {
    guard count > 0 else { return nil }
    let copy = DraftMemory(uninitialized: count)
    var done = 0
    while done < count {
      let length = unsafe pread(
        descriptor, copy.base.advanced(by: done), count - done, off_t(done))
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return nil }
      done += length
    }
    self.init(copy)
  }

  /// The first `count` bytes of an open file, mapped privately and for reading.
  ///
  /// Returns `nil` if the system refuses the mapping. The caller has checked that the file is a
  /// regular one of that size, and that no other user may shorten it: a shortened file raises
  /// SIGBUS, and an overwritten one changes under its reader. A process that lives longer than one
  /// query reads the file instead (``init(reading:count:)``).
  package init?(mapping descriptor: Int32, count: Int) {
    guard count > 0 else { return nil }
    // Pages are not loaded in advance: a short-lived process reads few of them, and loading all
    // costs more.
    let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
    unsafe base = UnsafeRawPointer(address)
    self.count = count
    owner = .mapping
  }

  /// The `count` bytes of constant data at `start`, used where they are.
  ///
  /// They are part of the program for its whole life, and aligned to 64 bytes.
  package init(constant start: UnsafeRawPointer, count: Int) {
    unsafe base = start
    self.count = count
    owner = .constant
  }

  /// The bytes of `draft`, which this object frees.
  package init(_ draft: consuming DraftMemory) {
    count = draft.count
    unsafe base = UnsafeRawPointer(draft.release())
    owner = .heap
  }

  deinit {
    switch owner {
    case .constant: break
    case .heap: unsafe base.deallocate()
    case .mapping: unsafe munmap(UnsafeMutableRawPointer(mutating: base), count)
    }
  }

  /// The records from byte `offset` on, or an empty section if they are not within the image.
  package func section<Record: ImageRecord>(
    of type: Record.Type, at offset: Int, count: Int
  ) -> ImageSection<Record> {
    let (length, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Record>.stride)
    guard !overflow, offset >= 0, count >= 0, length <= self.count, offset <= self.count - length,
      offset % MemoryLayout<Record>.alignment == 0
    else {
      return unsafe ImageSection(base: base.assumingMemoryBound(to: Record.self), count: 0)
    }
    return unsafe ImageSection(
      base: base.advanced(by: offset).assumingMemoryBound(to: Record.self), count: count)
  }

  /// The bytes from `offset` on, or an empty section if they are not within the image.
  package func bytes(at offset: Int, count: Int) -> ImageBytes {
    guard offset >= 0, count >= 0, count <= self.count, offset <= self.count - count else {
      return unsafe ImageBytes(base: base, count: 0)
    }
    return unsafe ImageBytes(base: base.advanced(by: offset), count: count)
  }

  /// Lets the system take back the pages of some bytes of a mapped file, or of constant data of the program,
  /// which are read again from the file when they are needed.
  package func releasePages(at offset: Int, count: Int) {
    guard owner != .heap, offset >= 0, count >= 0, count <= self.count - offset else { return }
    let page = Int(getpagesize())
    let (start, end) = ((offset + page - 1) / page * page, (offset + count) / page * page)
    guard start < end else { return }
    unsafe _ = madvise(
      UnsafeMutableRawPointer(mutating: base.advanced(by: start)), end - start, MADV_DONTNEED)
  }

  /// Calls `body` with all bytes.
  package func withSpan<Result>(_ body: (RawSpan) -> Result) -> Result {
    let buffer = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return body(unsafe buffer.bytes)
  }
}

/// The bytes of an image that is being written.
@safe package struct DraftMemory: ~Copyable {
  fileprivate let base: UnsafeMutableRawPointer
  /// The image's length in bytes.
  package let count: Int

  /// Room for an image of `count` bytes, all zero.
  package init(count: Int) {
    unsafe base = MappedMemory.allocate(count)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    self.count = count
  }

  /// Room for an image of `count` bytes; the caller writes all of them.
  package init(uninitialized count: Int) {
    unsafe base = MappedMemory.allocate(count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  fileprivate consuming func release() -> UnsafeMutableRawPointer {
    let released = unsafe base
    discard self
    return unsafe released
  }

  /// Copies records to byte `offset`, where there is room for them.
  package func write<Record: BitwiseCopyable>(_ records: [Record], at offset: Int) {
    unsafe records.withUnsafeBytes { unsafe copy($0, to: offset) }
  }

  /// Copies bytes to byte `offset`, where there is room for them.
  package func write(_ bytes: ImageBytes, at offset: Int) {
    bytes.withSpan { unsafe $0.withUnsafeBytes { unsafe copy($0, to: offset) } }
  }

  private func copy(_ source: UnsafeRawBufferPointer, to offset: Int) {
    precondition(
      offset >= 0 && source.count <= count && offset <= count - source.count,
      "an image has room for its parts")
    guard let start = source.baseAddress else { return }
    unsafe base.advanced(by: offset).copyMemory(from: start, byteCount: source.count)
  }

  /// Copies records to byte `offset`, and writes zeroes after them until byte `end`.
  package func write<Record: BitwiseCopyable>(
    _ records: [Record], at offset: Int, until end: Int
  ) {
    write(records, at: offset)
    let written = offset + records.count * MemoryLayout<Record>.stride
    precondition(end >= written && end <= count, "an image has room for its parts")
    unsafe base.advanced(by: written).initializeMemory(
      as: UInt8.self, repeating: 0, count: end - written)
  }

  /// Calls `body` with the current bytes, which it must not keep.
  package func read<Result>(_ body: (MappedMemory) -> Result) -> Result {
    unsafe body(MappedMemory(constant: base, count: count))
  }
}

/// A run of records in an image; reading outside it returns the record that means "none".
///
/// Valid while the ``MappedMemory`` that it was taken from lives, which `CompiledRegistry` ensures.
@safe package struct ImageSection<Record: ImageRecord>: Sendable {
  private nonisolated(unsafe) let base: UnsafePointer<Record>
  /// The number of records.
  package let count: Int

  fileprivate init(base: UnsafePointer<Record>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  /// The record at `index`, or the record of zeroes if there is none.
  @inline(__always)
  package subscript(index: Int) -> Record {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return Record() }
    return unsafe base[index]
  }

  /// The record at `index`, or the record of zeroes if there is none.
  @inline(__always)
  package subscript(index: UInt32) -> Record { self[Int(index)] }
}

/// A run of bytes in an image, read with checked offsets.
@safe package struct ImageBytes: Sendable {
  private nonisolated(unsafe) let base: UnsafeRawPointer
  /// The number of bytes.
  package let count: Int

  fileprivate init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  /// The byte at `offset`, or 0 if there is none.
  @inline(__always)
  package subscript(offset: Int) -> UInt8 {
    guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes from `offset` on as a little-endian word, bytes past the end being 0.
  @inline(__always)
  package func word(at offset: Int) -> UInt64 { withSpan { $0.word(at: offset) } }

  /// Whether `bytes`, folded to lower case if `foldingCase` is true, are these bytes.
  @inline(__always)
  package func equals(_ bytes: Span<UInt8>, foldingCase: Bool = false) -> Bool {
    withSpan { $0.isEqual(to: bytes, folding: foldingCase ? .max : 0) }
  }

  /// A part of the run, cut to its bounds.
  package func slice(at offset: Int, count: Int) -> ImageBytes {
    guard offset >= 0, count >= 0, offset <= self.count else {
      return unsafe ImageBytes(base: base, count: 0)
    }
    return unsafe ImageBytes(
      base: base.advanced(by: offset), count: min(count, self.count - offset))
  }

  /// Calls `body` with the NUL-terminated text at `offset`, in place.
  ///
  /// - Returns: `nil` if the byte after the `length` bytes of text is not a NUL within these bytes.
  package func withCString<Result>(
    at offset: Int, length: Int, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result? {
    guard offset >= 0, length >= 0, length < count, offset < count - length,
      self[offset + length] == 0
    else { return nil }
    return unsafe body(base.advanced(by: offset).assumingMemoryBound(to: CChar.self))
  }

  /// The bytes as text, with U+FFFD for bytes that are not UTF-8.
  package var text: String {
    unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
  }

  /// Calls `body` with the bytes, in place.
  @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let buffer = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return try unsafe buffer.withMemoryRebound(to: UInt8.self) { (bytes) throws(Failure) in
      try unsafe body(bytes.span)
    }
  }

  /// Whether these bytes come before others in byte order, or are the same.
  ///
  /// - Complexity: O(*n*) for *n* equal bytes at the start, eight at a time.
  @inline(__always)
  package func order(_ other: ImageBytes) -> ByteOrder {
    withSpan { bytes in other.withSpan { bytes.order($0) } }
  }

  /// Appends the bytes to `buffer`.
  @inline(__always)
  package func append(to buffer: inout [UInt8]) {
    unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
  }
}
