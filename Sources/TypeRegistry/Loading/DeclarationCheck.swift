// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import SystemBase

/// The findings about declaration files that are not installed, by themselves and as if all of them
/// were installed.
///
/// ```swift
/// let check = DeclarationCheck(of: [.path(Array("editor.json".utf8))], beside: .current)
/// for finding in check.findings { print(finding) }
/// ```
package struct DeclarationCheck: Sendable {
  /// Something to check.
  package enum Input: Hashable, Sendable {
    /// The path of a declaration file, of a bundle's directory, or of a directory of either.
    case path([UInt8])
    /// The declarations that were found at a path that is to be registered.
    case scan(DirectoryScan)
    /// The contents of a declaration file, and the name that findings give it.
    case text([UInt8], name: String)
  }

  /// The origin that the files were given.
  package let origin: Origin
  /// The findings: file after file in the order of the input, in the order of each file's lines.
  package private(set) var findings: [Diagnostic] = []
  /// The paths at which there is nothing to check, and why.
  package private(set) var missing: [(path: [UInt8], reason: String)] = []
  /// Whether a bundle was read.
  package var hasBundles: Bool { !bundles.isEmpty }
  /// The bundles that were read.
  package private(set) var bundles: [Bundle] = []

  /// Checks `inputs` together with the declarations of `locations`.
  ///
  /// An installed bundle with the identifier of one that is checked is left out.
  ///
  /// - Parameters:
  ///   - inputs: The files to check; a path that appears twice is checked once.
  ///   - locations: Where the other declarations are.
  ///   - origin: The origin that the files get.
  /// - Complexity: As compiling all declarations.
  package init(
    of inputs: [Input], beside locations: RegistryLocations, as origin: Origin = .user
  ) {
    self.origin = origin
    var files = FindingsByFile()
    for input in inputs {
      switch input {
      case .path(let path): read(path, into: &files)
      case .scan(let scan): read(scan, into: &files)
      case .text(let bytes, let name):
        let (bundle, diagnostics) = BundleParser.parse(bytes, path: name, origin: origin)
        add(bundle, diagnostics, of: name, into: &files)
      }
    }
    if !bundles.isEmpty { compile(beside: locations, into: &files) }
    findings = files.sorted
  }

  private mutating func read(_ bytes: [UInt8], into files: inout FindingsByFile) {
    guard let path = FilePath(bytes: bytes) else {
      missing.append((bytes, "the name is empty or holds a NUL"))
      return
    }
    do throws(SystemError) {
      _ = try FileStatus(of: path, followsLink: false)
    } catch {
      if error.isMissing {
        missing.append((bytes, "\(error)"))
        return
      }
    }
    let scan = DirectoryScan(at: path, origin: origin)
    if scan.sources.isEmpty, scan.diagnostics.isEmpty {
      missing.append((bytes, "the directory has no declaration files"))
    }
    read(scan, into: &files)
  }

  private mutating func read(_ scan: DirectoryScan, into files: inout FindingsByFile) {
    for finding in scan.diagnostics { files.add([finding], of: finding.path) }
    for source in scan.sources {
      let name = source.path.description
      guard !files.contains(name) else { continue }
      let loaded = source.load()
      add(loaded.bundle, loaded.diagnostics, of: name, into: &files)
    }
  }

  private mutating func add(
    _ bundle: Bundle?, _ diagnostics: [Diagnostic], of name: String,
    into files: inout FindingsByFile
  ) {
    files.add(diagnostics, of: name)
    if let bundle { bundles.append(bundle) }
  }

  private mutating func compile(
    beside locations: RegistryLocations, into files: inout FindingsByFile
  ) {
    let names = Set(bundles.map(\.identifier))
    let installed = RegistryLoader.bundles(of: locations).filter {
      !names.contains($0.identifier)
    }
    let paths = Set(bundles.map(\.path))
    let all = installed + bundles
    let named = NamedProgramDirectories(
      all.contains { !$0.programDirectories.isEmpty } ? all.map { CompilerInput($0) } : [])
    for finding in named.findings where paths.contains(finding.path) {
      files.add([finding], of: finding.path)
    }
    let directories = ProgramDirectories(locations.environment, named: named.safe)
    var known = LaunchProgram.KnownDirectories()
    for index in bundles.indices {
      let unit = DeclarationUnit(bundles[index])
      bundles[index].program = LaunchProgram.locate(unit, in: directories, &known).program
    }
    let compilation = RegistryCompiler.compile(installed + bundles, checking: paths)
    for finding in compilation.diagnostics where paths.contains(finding.path) {
      files.add([finding], of: finding.path)
    }
    for bundle in bundles {
      files.add(compilation.registry.tagsOfOtherTypes(bundle), of: bundle.path)
    }
  }
}

/// The findings of several files.
private struct FindingsByFile {
  private var order: [String] = []
  private var findings: [String: [Diagnostic]] = [:]

  /// Whether the file was added, with or without findings.
  func contains(_ path: String) -> Bool { findings[path] != nil }

  mutating func add(_ diagnostics: [Diagnostic], of path: String) {
    if findings[path] == nil { order.append(path) }
    findings[path, default: []] += diagnostics
  }

  /// All findings, those of one file in the order of its lines.
  var sorted: [Diagnostic] {
    order.flatMap { path in
      (findings[path] ?? []).enumerated()
        .sorted { left, right in
          (left.element.position.line, left.offset) < (right.element.position.line, right.offset)
        }
        .map(\.element)
    }
  }
}

extension Diagnostic.Position {
  /// The line, or 0.
  fileprivate var line: Int {
    if case .location(let location) = self { return location.line }
    return 0
  }
}

extension CompiledRegistry {
  /// The findings about extensions and MIME types of exported types that mean other types, so that
  /// no file name gives the exported one.
  ///
  /// A warning if no extension of the type means it, else a note.
  fileprivate func tagsOfOtherTypes(_ bundle: Bundle) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for declaration in bundle.declarations where declaration.kind == .exported {
      let names = declaration.tags.filter {
        $0.tagClass == .filenameExtension || $0.tagClass == .mimeType
      }
      let meanings = names.map { ($0, usualType(of: $0)) }
      // A declaration that is not in effect has a finding of its own.
      let others = meanings.filter { $0.1 != nil && $0.1 != declaration.identifier }
      guard tags(of: find(declaration.identifier)).contains(where: names.contains) else { continue }
      let isFound = meanings.contains {
        $0.0.tagClass == .filenameExtension && $0.1 == declaration.identifier
      }
      for (tag, meaning) in others {
        let found = TagOfAnotherType(
          spelling: tag.spelling, meaning: meaning?.text ?? "", type: declaration.identifier.text)
        findings.append(
          Diagnostic(
            isFound ? .note : .warning, .tagOfAnotherType, path: bundle.path,
            position: declaration.location.map { .location($0) } ?? .file,
            message: found.message,
            hint: "a choice of the user for '\(found.spelling)' can prefer '\(found.type)'"))
      }
    }
    return findings
  }
}
