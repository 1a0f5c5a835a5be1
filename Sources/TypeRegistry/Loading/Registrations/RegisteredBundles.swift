// SPDX-License-Identifier: MIT

internal import SystemBase

/// The files of a store that list the registered bundles (``RegisteredDirectory``).
///
/// Each file is the truth about one bundle: there is no list beside it that could contradict it
/// after a crash. A change is one file that is renamed to its path or removed, and is on the disk
/// when a function returns. Changes run one after the other, under the lock of the store; readers
/// need no lock, because a file is whole or absent.
struct RegisteredBundles {
  /// One registration that is stored.
  struct Entry {
    var file: FilePath
    /// Where the bundle is; `nil` if the file itself holds it.
    var reference: RegistrationReference?
  }

  private let location: StoreLocation
  private var directory: FilePath { location.registered }

  init(_ location: StoreLocation) {
    self.location = location
  }

  // MARK: - Names

  /// The file of a declaration.
  func file(ofDeclaration identifier: String) -> FilePath {
    let name = identifier
    // An identifier may have characters that no file name should have, or be a long one.
    let isPlain = name.utf8.count <= 200 && TypeIdentifier.firstProblem(in: name.utf8.span) == nil
    return directory.appending(
      (isPlain ? name : Self.digest(of: Array(name.utf8))) + RegisteredDirectory.declarationSuffix)
  }

  /// The file of a reference.
  func file(ofPath path: FilePath) -> FilePath {
    directory.appending(Self.digest(of: path.bytes) + RegisteredDirectory.referenceSuffix)
  }

  private static func digest(of bytes: [UInt8]) -> String {
    unsafe Hashing.digest(of: bytes.span.bytes).description
  }

  // MARK: - Reading

  /// The stored registrations, in byte order of their files.
  ///
  /// - Returns: No entry for a reference that cannot be read; the registry has a finding about it.
  func entries() throws(StoreError) -> [Entry] {
    try names().compactMap { file in
      guard file.name.ends(with: RegisteredDirectory.referenceSuffix) else {
        return Entry(file: file, reference: nil)
      }
      guard let reference = try? RegistrationReference.read(file).reference else { return nil }
      return Entry(file: file, reference: reference)
    }
  }

  private func names() throws(StoreError) -> [FilePath] {
    guard let status = try StoreFiles.status(directory) else { return [] }
    try StoreFiles.checkDirectory(status, directory)
    do throws(SystemError) {
      return try DirectoryListing(of: directory, limit: DeclarationLimits.maximumDirectoryEntries)
        .entries.map { directory.appending($0.name) }
        .filter {
          $0.name.ends(with: RegisteredDirectory.referenceSuffix)
            || $0.name.ends(with: RegisteredDirectory.declarationSuffix)
        }
    } catch {
      throw StoreError(error, directory)
    }
  }

  // MARK: - Changing

  /// Stores a registration.
  ///
  /// - Returns: The effect; `nil` if there are too many.
  func store(_ bytes: [UInt8], as file: FilePath) throws(StoreError) -> Registration.Effect? {
    try StoreFiles.makeDirectory(location.directory)
    var effect: Registration.Effect?
    try locked { () throws(StoreError) in
      try StoreFiles.makeDirectory(directory)
      try checkWritable()
      let isNew = try StoreFiles.status(file) == nil
      if !isNew, (try? DeclarationReader.read(file))?.bytes == bytes {
        // Another process may have been ended before its change was on the disk.
        try StoreFiles.synchronize(directory)
        effect = .unchanged
        return
      }
      let count = isNew ? try names().count : 0
      guard count < RegisteredDirectory.limit else { return }
      try StoreFiles.write(bytes, to: file, waitsForDisk: true)
      effect = isNew ? .added : .replaced
    }
    return effect
  }

  /// Removes registrations.
  func remove(_ files: [FilePath]) throws(StoreError) {
    guard !files.isEmpty else { return }
    try locked { () throws(StoreError) in
      try checkWritable()
      for file in files { try StoreFiles.remove(file) }
      try StoreFiles.synchronize(directory)
      guard try names().isEmpty else { return }
      // A program that makes one query looks at nothing more than whether the directory exists.
      try StoreFiles.removeDirectory(directory)
    }
  }

  private func checkWritable() throws(StoreError) {
    guard let status = try StoreFiles.status(directory) else { return }
    try StoreFiles.checkDirectory(status, directory)
    try StoreFiles.checkAccess(directory)
  }

  private func locked(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try StoreLock.hold(location.lock, timeout: 5_000, body)
  }
}

extension ArraySlice<UInt8> {
  /// Whether a file name has that end, and something before it.
  fileprivate func ends(with suffix: String) -> Bool {
    count > suffix.utf8.count && self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      && first != UInt8(ascii: ".")
  }
}
