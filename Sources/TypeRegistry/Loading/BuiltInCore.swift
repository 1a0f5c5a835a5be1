// SPDX-License-Identifier: MIT

internal import CoreData
internal import Glibc

/// The core declarations that are part of this library, as constant data: the text of each file, and
/// the image that was compiled of them.
///
/// So a program needs no installation, and no file is opened for the core.
enum BuiltInCore {
  /// The registry of the image, where it lies in the program.
  ///
  /// - Parameter directory: The directory that has the same text, whose files explanations name.
  /// - Returns: `nil` if this processor has another byte order than the image.
  static func registry(namingFilesIn directory: FilePath? = nil) -> CompiledRegistry? {
    let memory = unsafe MappedMemory(constant: tr_core_image(), count: tr_core_image_count())
    return try? CompiledRegistry(
      memory, directory: directory.map { $0.bytes + [UInt8(ascii: "/")] } ?? [])
  }

  /// The bundles of the text, parsed again.
  static func bundles() -> [Bundle] {
    files.compactMap { BundleParser.parse($0.bytes, path: $0.name, origin: .core).bundle }
  }

  /// The units of the files.
  static func units() -> [(name: String, unit: DeclarationUnit)] {
    let made = madeUnits
    return (0..<fileCount).map { (name($0), unit(ofFile: $0, among: made)) }
  }

  /// The unit of a file that has these bytes; `nil` if there is none.
  ///
  /// - Complexity: O(*f* + *n*) for *f* files and *n* bytes.
  static func unit(ofFileWith bytes: [UInt8]) -> DeclarationUnit? {
    let index = (0..<fileCount).first { index in
      let file = unsafe tr_core_files()[index]
      return unsafe file.count == bytes.count && memcmp(file.bytes, bytes, bytes.count) == 0
    }
    return index.map { unit(ofFile: $0, among: madeUnits) }
  }

  /// The units that were made with the image.
  private static var madeUnits: UnitFile? {
    let memory = unsafe MappedMemory(constant: tr_core_units(), count: tr_core_units_count())
    return UnitFile(memory)
  }

  private static func unit(ofFile index: Int, among made: UnitFile?) -> DeclarationUnit {
    let (name, bytes) = files[index]
    if let entry = made?.unit(withKey: key(ofFile: name, bytes)) { return entry.unit }
    // Units of another format or text: the library was built since either changed, and 'make core-image'
    // was not run; or its processor has another byte order.
    let parsed = BundleParser.parse(bytes, path: name, origin: .core)
    return DeclarationUnit(parsed.bundle, findings: parsed.diagnostics, paths: [name])
  }

  /// The units of a core's files, to be part of a program.
  ///
  /// - Parameter files: The files of a directory, with the bytes that each unit was made from.
  /// - Returns: The entries of their `UnitFile`.
  static func entries(
    _ files: [(name: String, bytes: [UInt8], unit: DeclarationUnit)]
  ) -> [UnitFileEntry] {
    files.map { UnitFileEntry(key: key(ofFile: $0.name, $0.bytes), unit: $0.unit, readAt: 0) }
  }

  /// The key of the unit of a file that has these bytes: its name, and a digest of its text.
  ///
  /// The texts are part of the library as they are when it is built, image and units as they were when
  /// 'make core-image' wrote them. By the digest, a unit of an older text is not found.
  private static func key(ofFile name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digest = bytes.span.hash
    return Array(name.utf8) + [0]
      + (0..<8).map { UInt8(truncatingIfNeeded: digest >> UInt64(8 * $0)) }
  }

  // MARK: - Text installed beside the program

  /// Whether stamps tell, without reading it, that the text in a directory is this one.
  ///
  /// `make install` leaves a file there that is named by the digest of the declarations, after all
  /// others. If none of them changed since, and their lengths are right, they are what was installed.
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

  /// Whether the text in a directory is this one, byte for byte, and the image was made from it.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func isSame(_ directory: FilePath) -> Bool {
    guard hasSameNames(directory), let made = madeUnits else { return false }
    return files.allSatisfy { file in
      let contents = try? DeclarationReader.read(directory.appending(file.name))
      return contents?.bytes == file.bytes
        && made.unit(withKey: key(ofFile: file.name, file.bytes)) != nil
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

  private static var files: [(name: String, bytes: [UInt8])] {
    (0..<fileCount).map { index in
      let file = unsafe tr_core_files()[index]
      return unsafe (
        name(index), Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
      )
    }
  }
}
