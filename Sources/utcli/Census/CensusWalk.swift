// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// Walks trees of directories on several threads and counts their files.
///
/// It never follows a link. Files that another program removes meanwhile are not counted, and unreadable
/// directories are reported.
final class CensusWalk: Sendable {
  /// The directories to walk, and the limits.
  struct Request: Sendable {
    var directories: [[UInt8]]
    /// The most levels below these directories; `nil` for all.
    var depth: Int?
    var crossesFileSystems = false
    var countsExtensions = false
    /// The files whose contents are read where their names leave their types open.
    var reading = ContentReading.never
  }

  private struct Progress {
    var files = 0
    var nextReport = MonotonicTime.now + .milliseconds(500)
  }

  private let request: Request
  private let registry: CompiledRegistry
  private let queue: DirectoryQueue
  private let counts: Lock<CensusCounts>
  private let progress = Lock(Progress())
  /// Receives the number of files so far, a few times a second.
  private let report: (@Sendable (_ files: Int) -> Void)?

  private init(
    _ request: Request, _ registry: CompiledRegistry, _ report: (@Sendable (Int) -> Void)?
  ) {
    self.request = request
    self.registry = registry
    self.report = report
    // The first one is taken first.
    queue = DirectoryQueue(
      request.directories.reversed().map { .init(path: $0, depth: 0, device: nil) })
    counts = Lock(CensusCounts(in: registry, countingExtensions: request.countsExtensions))
  }

  /// Counts the files of trees.
  ///
  /// - Parameters:
  ///   - request: The directories to walk, and the limits.
  ///   - registry: Where types are looked up.
  ///   - report: Receives the number of files so far, from half a second on, a few times a second.
  /// - Returns: The counts, with the directories that could not be read.
  static func counts(
    of request: Request, in registry: CompiledRegistry, report: (@Sendable (Int) -> Void)? = nil
  ) -> CensusCounts {
    let walk = CensusWalk(request, registry, report)
    Thread.run(on: FileHead.usualThreads) { walk.work() }
    return walk.counts.withLock { $0 }
  }

  private func work() {
    var own = CensusCounts(in: registry, countingExtensions: request.countsExtensions)
    var reader = ContentReader(request.reading)
    var found: [DirectoryQueue.Directory] = []
    while let directory = queue.next() {
      found.removeAll(keepingCapacity: true)
      let files = read(directory, &own, &reader, &found)
      queue.finish(adding: found)
      if report != nil { note(files) }
    }
    counts.withLock { $0.add(own) }
  }

  private func note(_ files: Int) {
    let total = progress.withLock { progress -> Int? in
      progress.files += files
      guard MonotonicTime.now >= progress.nextReport else { return nil }
      progress.nextReport = MonotonicTime.now + .milliseconds(100)
      return progress.files
    }
    if let total { report?(total) }
  }

  /// Counts the files in one directory.
  ///
  /// - Returns: The number of files.
  private func read(
    _ directory: DirectoryQueue.Directory, _ counts: inout CensusCounts,
    _ reader: inout ContentReader, _ found: inout [DirectoryQueue.Directory]
  ) -> Int {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK
    // A link that the user names is followed, and no other.
    let descriptor = Self.open(directory.path, directory.depth == 0 ? flags : flags | O_NOFOLLOW)
    guard descriptor >= 0 else {
      // It was there a moment ago; a directory that was removed is not counted.
      if errno != ENOENT || directory.depth == 0 {
        counts.addUnreadable(directory.path, because: "\(SystemError.last)")
      }
      return 0
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      counts.addUnreadable(directory.path, because: "\(SystemError.last)")
      close(descriptor)
      return 0
    }
    let device = UInt64(status.st_dev)
    if let expected = directory.device, expected != device, !request.crossesFileSystems {
      counts.mounts += 1
      close(descriptor)
      return 0
    }
    guard let stream = unsafe fdopendir(descriptor) else {
      counts.addUnreadable(directory.path, because: "\(SystemError.last)")
      close(descriptor)
      return 0
    }
    defer { unsafe closedir(stream) }
    counts.directories += 1
    let isLast = request.depth.map { directory.depth >= $0 } ?? false
    var files = 0
    while true {
      // Only errno distinguishes the end from a failure.
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { counts.addUnreadable(directory.path, because: "\(SystemError.last)") }
        return files
      }
      // Safe because an entry is used before the next call on its stream, which is private to this
      // function; its name is terminated.
      let name = unsafe UnsafeRawPointer(entry).advanced(by: Self.nameOffset)
        .assumingMemoryBound(to: CChar.self)
      let length = unsafe strlen(name)
      let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
        .assumingMemoryBound(to: UInt8.self)
      if unsafe strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
      var kind = unsafe Int(entry.pointee.d_type)
      if kind == DT_REG || kind == DT_UNKNOWN {
        guard
          unsafe fstatat(descriptor, name, &status, CInt(TR_AT_SYMLINK_NOFOLLOW)) == 0
        else { continue }
        kind = Int(status.st_mode & S_IFMT) >> 12
      }
      switch kind {
      case DT_REG:
        files += 1
        var resolution = registry.resolve(name: unsafe bytes.span)
        if request.reading != .never {
          let file = FileQuery(name: unsafe Array(bytes))
          // A file that cannot be read goes by its name.
          resolution = reader.resolve(
            file, named: resolution, at: Self.path(of: file.name, in: directory), in: registry,
            followsLinks: false
          ) { _ in }
        }
        counts.add(
          resolution, name: unsafe bytes.span, bytes: UInt64(max(0, status.st_size)))
      case DT_DIR:
        if isLast { continue }
        let path = Self.path(of: unsafe Array(bytes), in: directory)
        found.append(.init(path: path, depth: directory.depth + 1, device: device))
      case DT_LNK: counts.links += 1
      default: counts.specialFiles += 1
      }
    }
  }

  /// The path of a file in a directory.
  private static func path(
    of name: [UInt8], in directory: DirectoryQueue.Directory
  ) -> [UInt8] {
    var path = directory.path
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    path += name
    return path
  }

  /// Opens the directory at a path of any length.
  ///
  /// - Returns: Its descriptor; -1 if it cannot be opened, for the reason in `errno`.
  private static func open(_ path: [UInt8], _ flags: CInt) -> CInt {
    var parent = CInt(TR_AT_FDCWD)
    var rest = path[...]
    // The system takes a path of at most 4,095 bytes in one call.
    while rest.count >= Int(PATH_MAX) {
      let piece = rest.prefix(Int(PATH_MAX) - 1)
      guard let slash = piece.lastIndex(of: UInt8(ascii: "/")) else { break }
      let next = openAt(parent, rest[...slash], flags)
      if parent != TR_AT_FDCWD { close(parent) }
      guard next >= 0 else { return -1 }
      parent = next
      rest = rest[(slash + 1)...].drop { $0 == UInt8(ascii: "/") }
    }
    let descriptor = openAt(parent, rest, flags)
    if parent != TR_AT_FDCWD {
      let reason = errno
      close(parent)
      errno = reason
    }
    return descriptor
  }

  private static func openAt(_ parent: CInt, _ path: ArraySlice<UInt8>, _ flags: CInt) -> CInt {
    guard let path = FilePath(bytes: Array(path)) else {
      errno = ENOENT
      return -1
    }
    return unsafe path.withCString { unsafe openat(parent, $0, flags) }
  }

  /// Where the name begins in an entry.
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
