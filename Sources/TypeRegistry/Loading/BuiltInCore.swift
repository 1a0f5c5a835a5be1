// SPDX-License-Identifier: MIT

internal import CoreData
internal import Glibc

/// The core declarations that are part of this library, as constant data: the units of their files, and
/// the image that was compiled of them.
///
/// So a program needs no installation, and no file is opened for the core. The text of the files is
/// not part of it: a file with the same text is recognised by its length and a digest.
package enum BuiltInCore {
  /// The registry of the image, where it lies in the program.
  ///
  /// - Parameter directory: The directory that has the text, whose files explanations name.
  /// - Returns: `nil` if this processor has another byte order than the image.
  package static func registry(namingFilesIn directory: FilePath? = nil) -> CompiledRegistry? {
    let memory = unsafe MappedMemory(constant: tr_core_image(), count: tr_core_image_count())
    return try? CompiledRegistry(
      memory, directory: directory.map { $0.bytes + [UInt8(ascii: "/")] } ?? [])
  }

  /// The bundles of the files.
  static func bundles() -> [Bundle] {
    units().compactMap { $0.unit.declaredTypes(ofFileAt: $0.name) }
  }

  /// The units of the files, in byte order of their names.
  ///
  /// - Returns: None if the units are of another format: it was changed, and 'make core-image' was not run,
  ///   or this processor has another byte order.
  static func units() -> [(name: String, unit: DeclarationUnit)] {
    let entries = madeUnits?.entries ?? []
    return entries.map { (name(inKey: $0.key), $0.unit) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The unit of a file that has these bytes; `nil` if there is none.
  ///
  /// - Complexity: O(*f* + *n*) for *f* files and *n* bytes.
  static func unit(ofFileWith bytes: [UInt8]) -> DeclarationUnit? {
    let index = (0..<fileCount).first { unsafe tr_core_files()[$0].count == bytes.count }
    guard let first = index, let made = madeUnits else { return nil }
    let digest = digest(of: bytes)
    for index in first..<fileCount where unsafe tr_core_files()[index].count == bytes.count {
      if let entry = made.unit(withKey: key(ofFile: name(index), digest)) { return entry.unit }
    }
    return nil
  }

  /// The units that were made with the image.
  private static var madeUnits: UnitFile? {
    let memory = unsafe MappedMemory(constant: tr_core_units(), count: tr_core_units_count())
    return UnitFile(memory, isOfProgram: true)
  }

  /// Lets the system take back the memory in which the units lie, which only a compilation reads.
  package static func releaseUnits() {
    let count = tr_core_units_count()
    unsafe MappedMemory(constant: tr_core_units(), count: count).releasePages(at: 0, count: count)
  }

  /// The units of a core's files, to be part of a program.
  ///
  /// - Parameter files: The files of a directory, with the bytes that each unit was made from.
  /// - Returns: The entries of their `UnitFile`.
  static func entries(
    _ files: [(name: String, bytes: [UInt8], unit: DeclarationUnit)]
  ) -> [UnitFileEntry] {
    files.map {
      UnitFileEntry(key: key(ofFile: $0.name, digest(of: $0.bytes)), unit: $0.unit, readAt: 0)
    }
  }

  /// The key of the unit of a file that has this digest: its name, a zero byte, and the digest.
  private static func key(ofFile name: String, _ digest: ContentDigest) -> [UInt8] {
    Array(name.utf8) + [0] + Array(digest.description.utf8)
  }

  private static func name(inKey key: ImageBytes) -> String {
    String(key.text.prefix { $0 != "\0" })
  }

  private static func digest(of bytes: [UInt8]) -> ContentDigest {
    unsafe Hashing.wideDigest(of: bytes.span.bytes)
  }

  // MARK: - Text installed beside the program

  /// Whether the stamps of a directory show, without reading it, that its text is this one.
  ///
  /// `make install` leaves a file there that is named by the digest of the declarations, after all
  /// others. If none of them changed since, and their lengths are right, they are the installed
  /// ones.
  ///
  /// - Returns: False also if that is not known.
  /// - Complexity: One system call for each file.
  static func isMarkedAsSame(_ directory: FilePath) -> Bool {
    unsafe directory.withCString { path in
      guard let start = unsafe StartDirectory(atPath: path), let own = start.stamp,
        let marker = unsafe start.stamp(atPath: tr_core_marker())
      else { return false }
      for index in 0..<fileCount {
        let file = unsafe tr_core_files()[index]
        guard let stamp = unsafe start.stamp(atPath: file.name),
          unsafe stamp.size == UInt64(file.count), stamp.changed <= marker.changed
        else { return false }
      }
      // A package manager may have made another entry after the marker.
      return own.modified <= marker.changed || hasSameNames(directory)
    }
  }

  /// Whether the text in a directory is the one that the image was made from, by its digests.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func isSame(_ directory: FilePath) -> Bool {
    guard hasSameNames(directory), let made = madeUnits else { return false }
    return (0..<fileCount).allSatisfy { index in
      let name = name(index)
      guard let contents = try? DeclarationReader.read(directory.appending(name)) else {
        return false
      }
      return made.unit(withKey: key(ofFile: name, digest(of: contents.bytes))) != nil
    }
  }

  /// Whether the text in a directory is another one, or there is none.
  ///
  /// - Complexity: As ``isSame(_:)``, at most.
  static func isOther(_ directory: FilePath) -> Bool {
    !isMarkedAsSame(directory) && !isSame(directory)
  }

  /// Whether a directory has the declaration files of the core, and no other.
  private static func hasSameNames(_ directory: FilePath) -> Bool {
    let scan = DirectoryScan(at: directory, origin: .core)
    guard scan.diagnostics.isEmpty, scan.sources.count == fileCount else { return false }
    // Both are in byte order.
    return (0..<fileCount).allSatisfy { index in
      scan.sources[index].localizations.isEmpty
        && scan.sources[index].path == directory.appending(name(index))
    }
  }

  // MARK: - Data

  private static var fileCount: Int { tr_core_file_count() }

  private static func name(_ index: Int) -> String {
    unsafe String(cString: tr_core_files()[index].name)
  }
}
