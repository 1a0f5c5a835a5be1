// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase

/// Looks for files in a directory, for a bounded number of system calls.
///
/// No link is followed, and no other file system is entered, so that nothing outside of the directory is
/// looked at.
package struct FileTree: ~Copyable {
  private let root: Descriptor
  private let device: UInt64
  /// How many more files are looked at, and directories opened.
  package private(set) var remainingCalls: Int
  /// The names in directories that were listed, by their paths.
  private var listings: [[UInt8]: [[UInt8]]] = [:]

  /// How many files are looked at, and directories opened, for all that is asked of one tree.
  package static let mostCalls = 2_048
  /// The most names of one directory that are looked at.
  package static let mostNames = 4_096

  /// Opens a directory.
  ///
  /// - Parameters:
  ///   - path: The directory; if it is a link, its target.
  ///   - mostCalls: How many files may be looked at, and directories opened.
  /// - Throws: ``FileInspection/Failure``.
  package init(
    _ path: [UInt8], mostCalls: Int = FileTree.mostCalls
  ) throws(FileInspection.Failure) {
    guard let file = FilePath(bytes: path) else { throw FileInspection.Failure(code: ENOENT) }
    do throws(SystemError) {
      let root = try PrivateFile.openDirectory(file)
      device = try FileStatus(ofDescriptor: root.number).stamp.device
      self.root = root
    } catch {
      throw FileInspection.Failure(code: error.code)
    }
    remainingCalls = mostCalls
  }

  /// Whether a file is there that `accepts` accepts.
  ///
  /// - Parameters:
  ///   - wanted: The file. Its MIME type is not looked at.
  ///   - accepts: Gets the path of each file with the wanted properties, in the case that it has.
  /// - Returns: Whether `accepts` accepted one.
  package mutating func has(_ wanted: TreeCondition, _ accepts: ([UInt8]) -> Bool) -> Bool {
    let names = wanted.path.split(separator: UInt8(ascii: "/")).map { Array($0) }
    // '..' would be another directory, which nothing else keeps out.
    guard !names.isEmpty, !names.contains(Array("..".utf8)) else { return false }
    return has(names[...], in: root.number, at: [], wanted, accepts)
  }

  private mutating func has(
    _ names: ArraySlice<[UInt8]>, in directory: CInt, at path: [UInt8], _ wanted: TreeCondition,
    _ accepts: ([UInt8]) -> Bool
  ) -> Bool {
    guard let first = names.first else { return false }
    for name in spellings(of: first, in: directory, at: path, wanted.matchesCase) {
      guard remainingCalls > 0, let file = FilePath(bytes: name) else { return false }
      remainingCalls -= 1
      guard let status = try? FileStatus(of: file, in: directory) else { continue }
      let inner = path + (path.isEmpty ? [] : [UInt8(ascii: "/")]) + name
      if names.count == 1 {
        if meets(status, file, in: directory, wanted), accepts(inner) { return true }
        continue
      }
      guard let next = descriptor(file, status, in: directory) else { continue }
      defer { close(next) }
      if has(names.dropFirst(), in: next, at: inner, wanted, accepts) { return true }
    }
    return false
  }

  /// The names in a directory that are `name`, its own spelling first.
  private mutating func spellings(
    of name: [UInt8], in directory: CInt, at path: [UInt8], _ matchesCase: Bool
  ) -> [[UInt8]] {
    if matchesCase { return [name] }
    if listings[path] == nil {
      listings[path] = list(FilePath(bytes: [UInt8(ascii: ".")]), in: directory, Self.mostNames)
    }
    let folded = name.map(\.asciiLowercased)
    let others = (listings[path] ?? []).filter { other in
      other != name && other.lazy.map(\.asciiLowercased).elementsEqual(folded)
    }
    return [name] + others
  }

  private mutating func list(
    _ name: FilePath?, in directory: CInt, _ limit: Int
  ) -> [[UInt8]] {
    guard let name, let descriptor = descriptor(name, in: directory),
      let listing = try? DirectoryListing(reading: descriptor, limit: limit)
    else { return [] }
    return listing.entries.map(\.name)
  }

  /// Opens a directory of this file system.
  private mutating func descriptor(
    _ name: FilePath, _ status: FileStatus, in directory: CInt
  ) -> CInt? {
    guard status.kind == .directory, status.stamp.device == device else { return nil }
    return descriptor(name, in: directory)
  }

  private mutating func descriptor(_ name: FilePath, in directory: CInt) -> CInt? {
    guard remainingCalls > 0 else { return nil }
    remainingCalls -= 1
    let descriptor = unsafe name.withCString {
      unsafe openat(
        directory, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }
    return descriptor >= 0 ? descriptor : nil
  }

  private mutating func meets(
    _ status: FileStatus, _ name: FilePath, in directory: CInt, _ wanted: TreeCondition
  ) -> Bool {
    switch wanted.kind {
    case nil: break
    case .regular: if status.kind != .regular { return false }
    case .directory: if status.kind != .directory { return false }
    case .symbolicLink: if status.kind != .symbolicLink { return false }
    default: return false
    }
    if wanted.isExecutable, status.mode & 0o111 == 0 { return false }
    if wanted.isNotEmpty {
      guard status.kind == .directory, status.stamp.device == device else { return false }
      return !list(name, in: directory, 1).isEmpty
    }
    return true
  }
}
