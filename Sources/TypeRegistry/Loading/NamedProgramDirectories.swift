// SPDX-License-Identifier: MIT

/// The directories of programs that the bundles in effect name (`TRProgramDirectories`), most trusted
/// bundle first.
///
/// Every origin may name some. Like those of `PATH`, they add programs that the directories before
/// them do not have, for the applications of all bundles. Only a directory that no user but root
/// and the caller can change supplies programs.
struct NamedProgramDirectories {
  /// The most directories that are searched: those that the most trusted bundles name.
  private static let most = 64

  /// All of them, as written.
  private(set) var all: [FilePath] = []
  /// Those that supply programs.
  private(set) var safe: [FilePath] = []
  /// Their states, which a registry depends on: each may appear, or be protected from others.
  private(set) var inputs: [LaunchProgram.Input] = []
  /// Those beyond the limit, each with one finding.
  private var leftOut: Set<FilePath> = []
  /// Why others supply none.
  private(set) var findings: [Diagnostic] = []

  /// - Complexity: O(*n*) for *n* files if none names a directory; otherwise that of deciding which are
  ///   in effect, O(*n* log *n*).
  init(_ files: [CompilerInput]) {
    guard files.contains(where: { $0.unit.programDirectories.count > 0 }) else { return }
    for bundle in Installations(files).effective {
      for directory in bundle.unit.namedProgramDirectories { add(directory, of: bundle.path) }
    }
  }

  private mutating func add(_ directory: ProgramDirectory, of bundle: String) {
    guard let path = FilePath(directory.path)?.withoutTrailingSlashes, path.isAbsolute,
      !all.contains(path)
    else { return }
    func finding(
      _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ problem: String, _ hint: String
    ) -> Diagnostic {
      Diagnostic(
        severity, code, path: bundle,
        position: directory.location.map { .location($0) } ?? .file,
        message: "directory '\(path)' in 'TRProgramDirectories' \(problem)", hint: hint)
    }
    guard all.count < Self.most else {
      guard leftOut.insert(path).inserted else { return }
      findings.append(
        finding(
          .warning, .invalidProgramDirectory,
          "is not searched: all declarations together name more than \(Self.most)",
          "link the programs into one directory"))
      return
    }
    all.append(path)
    // Before its safety, so that a change meanwhile shows.
    let stamp = try? FileStatus(of: path).stamp
    inputs.append(LaunchProgram.Input(path: path, stamp: stamp))
    if stamp == nil {
      findings.append(
        finding(
          .note, .missingProgramDirectory, "does not exist",
          "it is searched as soon as it is created"))
    } else if path.isSafeDirectory {
      safe.append(path)
    } else {
      findings.append(
        finding(
          .warning, .untrustedDirectory,
          "is not searched: users other than root and you can change it",
          "let you or root own it and all directories above it, and let no other user write them"))
    }
  }
}
