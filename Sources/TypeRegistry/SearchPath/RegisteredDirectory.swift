// SPDX-License-Identifier: MIT

internal import SystemBase

/// The directory of the bundles that were registered by call, and how far they are trusted.
///
/// Each registration is one file: a declaration (`*.json`), or the path of a bundle (`*.path`, a
/// ``RegistrationReference``). A file is written under another name and renamed, so it is always whole.
package struct RegisteredDirectory: Hashable, Sendable {
  /// The directory, which need not exist.
  package let path: FilePath
  /// The origin of the bundles: user, or local for those of the system instance.
  package let origin: Origin

  /// How many bundles may be registered.
  ///
  /// Each start of a program without a daemon looks at all of them.
  package static let limit = 1_024

  /// The end of the name of a declaration.
  package static let declarationSuffix = ".json"
  /// The end of the name of a reference.
  package static let referenceSuffix = ".path"
}

/// The stored form of a bundle that was registered by its path: its identifier, a line feed, and the path,
/// which may hold any byte but NUL.
package struct RegistrationReference: Hashable, Sendable {
  /// The bundle's identifier when it was registered.
  package let identifier: String
  /// The path of the bundle's file or directory.
  package let path: FilePath

  /// A reference to a bundle.
  package init(identifier: String, path: FilePath) {
    self.identifier = identifier
    self.path = path
  }

  /// The reference that is stored as `bytes`; `nil` if they are not one.
  package init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0,
      let identifier = String(validating: bytes[..<end], as: UTF8.self),
      let path = FilePath(bytes: Array(bytes[(end + 1)...])), path.isAbsolute,
      path.bytes.count <= RegistrationSource.longestPath
    else { return nil }
    self.init(identifier: identifier, path: path)
  }

  /// The bytes that are stored.
  package var bytes: [UInt8] { Array(identifier.utf8) + [UInt8(ascii: "\n")] + path.bytes }

  /// Reads the reference in a file.
  ///
  /// - Throws: A diagnostic with the reason why it cannot be read.
  package static func read(
    _ file: FilePath
  ) throws(Diagnostic) -> (reference: RegistrationReference, stamp: FileStamp) {
    let contents = try DeclarationReader.read(file, limit: 2 * RegistrationSource.longestPath)
    guard let reference = RegistrationReference(contents.bytes) else {
      throw Diagnostic(
        .error, .damagedRegistration, path: file.description,
        message: "expected an identifier and an absolute path",
        hint: "remove the file, and register the bundle again")
    }
    return (reference, contents.stamp)
  }
}

extension DirectoryScan {
  /// Finds the bundle at a path that was registered, or is to be.
  ///
  /// - Parameters:
  ///   - path: A declaration file, or a directory with an `Info.plist`, `Info.json` or
  ///     `Contents/Info.plist`.
  ///   - origin: The origin of the bundle.
  /// - Returns: The scan, and the reason why there is no bundle; `nil` if there is one, or if the scan has a
  ///   finding about it.
  package static func registered(
    at path: FilePath, origin: Origin
  ) -> (scan: DirectoryScan, problem: String?) {
    var scanner = DirectoryScanner()
    let problem = scanner.scanRegistered(path, origin: origin)
    return (scanner.scan, problem)
  }
}

extension DirectoryScanner {
  /// Finds the bundles that were registered by call.
  mutating func scan(_ registered: RegisteredDirectory) {
    // A link was not made by a registration, and a file that others may write may have changed since.
    if let status = try? FileStatus(of: registered.path, followsLink: false),
      status.kind != .directory || !status.isOwnedByRootOrCaller || status.mode & 0o022 != 0
    {
      note(registered.path, status.stamp)
      scan.diagnostics.append(
        Diagnostic(
          .warning, .untrustedDirectory, path: registered.path.description,
          message: "registered bundles are left out: expected a directory of your own that no "
            + "other user may write",
          hint: "remove it, and register the bundles again"))
      return
    }
    guard let entries = list(registered.path, isOnSearchPath: true) else { return }
    let declarations = DeclarationSearchPath.Directory(
      path: registered.path, origin: registered.origin, checksOwners: false,
      level: MIMEAppsLevel.last)
    // A file that is found otherwise, too, is one bundle and not two.
    var known = Set(scan.sources.lazy.filter { !$0.format.isOfApplications }.map(\.path))
    for entry in entries where !isLeftover(entry.name) {
      let file = registered.path.appending(entry.name)
      if nameEnds(entry.name, with: RegisteredDirectory.declarationSuffix) {
        add(file, declarations, localizedIn: nil)
      } else if nameEnds(entry.name, with: RegisteredDirectory.referenceSuffix) {
        scanReference(file, origin: registered.origin, &known)
      }
    }
  }

  private mutating func scanReference(
    _ file: FilePath, origin: Origin, _ known: inout Set<FilePath>
  ) {
    do throws(Diagnostic) {
      let (reference, stamp) = try RegistrationReference.read(file)
      note(file, stamp)
      let first = scan.sources.count
      if let problem = scanRegistered(reference.path, origin: origin) {
        scan.diagnostics.append(
          Diagnostic(
            .warning, .registeredBundleMissing, path: reference.path.description,
            message: "registered bundle '\(reference.identifier)' sleeps: \(problem)",
            hint: "put it back, or remove the registration"))
      }
      if let source = scan.sources.last, scan.sources.count > first,
        !known.insert(source.path).inserted
      {
        scan.sources.removeLast()
      }
    } catch {
      let stamp = (try? FileStatus(of: file))?.stamp
      note(file, stamp)
      scan.diagnostics.append(error)
    }
  }

  /// Finds the bundle at a registered path.
  ///
  /// - Returns: Why there is none; `nil` if there is one, or a finding about it.
  mutating func scanRegistered(_ path: FilePath, origin: Origin) -> String? {
    // As a directory of the search path: a path that others can lead elsewhere is the user's.
    let isTrusted = origin == .user || DeclarationSearchPath.isRootOnly(path)
    let directory = DeclarationSearchPath.Directory(
      path: path, origin: isTrusted ? origin : .user, checksOwners: true, isRegistered: true,
      level: MIMEAppsLevel.last)
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path)
    } catch {
      note(path, nil)
      if error.isMissing { return "there is no file at the path" }
      scan.diagnostics.append(DeclarationReader.diagnostic(error, path))
      return nil
    }
    guard status.kind == .directory else {
      add(path, directory, localizedIn: nil)
      return nil
    }
    guard status.isOwnedByRootOrCaller, status.mode & 0o002 == 0 else {
      note(path, status.stamp)
      scan.diagnostics.append(
        Diagnostic(
          .error, .untrustedLink, path: path.description,
          message: "registered path leads to a directory that others own or may write",
          hint: "register a directory that root or you own and that not everyone may write"))
      return nil
    }
    let first = scan.sources.count
    let findings = scan.diagnostics.count
    scanBundle(path, directory)
    if scan.sources.count > first || scan.diagnostics.count > findings { return nil }
    return "the directory has no Info.plist or Info.json"
  }
}
