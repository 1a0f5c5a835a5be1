// SPDX-License-Identifier: MIT

internal import Glibc

// Reads the inputs of a registry: the files of all directories, and the programs of applications.

extension RegistryLoader {
  /// The declaration files of `locations`, the findings about them, and the inputs that were read to
  /// find them.
  struct Found {
    var files: [CompilerInput] = []
    var diagnostics: [Diagnostic] = []
    var inputs: [RegistryInputs.Entry] = []
    /// The directories of programs that declarations name.
    var programDirectories: [FilePath] = []
    /// The names of programs that neither these nor the fixed directories have.
    var wanted: Set<String> = []

    /// The files and directories that could not be read for a reason that may pass, such as a disk that fails or a
    /// process that has no descriptor left: they are there, and this process may read them.
    var unread: [String] {
      var paths: Set<String> = []
      for finding in diagnostics
      where finding.code == .fileUnreadable || finding.code == .directoryUnreadable {
        guard let path = FilePath(finding.path) else { continue }
        let code = unsafe path.withCString { unsafe access($0, R_OK) } == 0 ? 0 : errno
        if ![ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(code) {
          paths.insert(finding.path)
        }
      }
      return paths.sorted()
    }
  }

  /// Reads the declaration files of `locations`.
  package static func files(of locations: RegistryLocations) -> [CompilerInput] {
    var cache = UnitCache(nil, readAt: 0)
    return read(locations, &cache).files
  }

  static func read(
    _ locations: RegistryLocations, _ cache: inout UnitCache, withUserLists: Bool = true
  ) -> Found {
    var path = locations.findSearchPath(withCore: locations.core)
    if !withUserLists { path.removeUserLists() }
    let scan = path.scan()
    var found = Found()
    found.diagnostics = path.diagnostics + scan.diagnostics
    if locations.core == nil {
      for (name, unit) in BuiltInCore.units() { add(unit, paths: [name], to: &found) }
    } else if !locations.hasCore {
      found.diagnostics.append(
        Diagnostic(
          .error, .fileMissing, path: locations.core?.description ?? "",
          message: "the directory of the core declarations does not exist",
          hint: "name it in TYPED_DECLARATIONS as core=DIRECTORY, or leave it out"))
    }
    let readings = cache.units(of: scan.sources)
    let maskable = maskableBundles(scan.sources, readings)
    for directory in scan.directories {
      // A further entry may mask one of these bundles.
      let isOfTypes = !directory.isOfApplications || !maskable.isEmpty
      found.inputs.append(
        RegistryInputs.Entry(
          path: directory.path, stamp: directory.stamp, scope: isOfTypes ? .types : .applications))
    }
    for (source, reading) in zip(scan.sources, readings) {
      add(reading.unit, paths: source.paths, to: &found)
      let isOfTypes =
        !source.format.isOfApplications
        || source.format == .desktopEntry && maskable.contains(source.identifier)
      for input in reading.inputs {
        // A file that cannot be read is an input too: it may become readable.
        let stamp = input.stamp ?? (try? FileStatus(of: input.path).stamp)
        found.inputs.append(
          RegistryInputs.Entry(
            path: input.path, stamp: stamp, scope: isOfTypes ? .types : .applications))
      }
    }
    locatePrograms(locations.environment, &found)
    return found
  }

  /// The identifiers of the declaration files that a more trusted desktop entry of the same name would mask.
  ///
  /// Their types are then not in effect. Nothing else that is read of applications decides about types.
  private static func maskableBundles(
    _ sources: [DeclarationSource], _ readings: [UnitCache.Reading]
  ) -> Set<String> {
    var identifiers: Set<String> = []
    for index in sources.indices
    where sources[index].format == .declarations && sources[index].origin != .core
      && readings[index].unit.bundle != nil
    {
      identifiers.insert(readings[index].unit.bundleIdentifier)
    }
    return identifiers
  }

  private static func add(_ unit: DeclarationUnit, paths: [String], to found: inout Found) {
    found.diagnostics += unit.findings(paths: paths)
    if unit.bundle != nil { found.files.append(CompilerInput(unit, path: paths[0])) }
  }

  /// Searches for the programs of all applications, once it is known where.
  private static func locatePrograms(_ environment: Environment, _ found: inout Found) {
    let named = NamedProgramDirectories(found.files)
    found.programDirectories = named.all
    found.diagnostics += named.findings
    var inputs = Set(named.inputs)
    var programs: Set<LaunchProgram.Input> = []
    let directories = ProgramDirectories(environment, named: named.safe)
    var known = LaunchProgram.KnownDirectories()
    for index in found.files.indices {
      let file = found.files[index]
      // Core has no applications, and its files are parts of the library.
      guard file.unit.claims.count > 0 || file.unit.arguments.count > 0 else { continue }
      let search = LaunchProgram.locate(file.unit, in: directories, &known)
      found.files[index].program = search.program
      found.wanted.formUnion(search.wanted)
      inputs.formUnion(search.inputs)
      if let program = search.found { programs.insert(program) }
      found.diagnostics += search.refused.map { refusal(of: $0, for: file.path) }
    }
    // An application without its program is none, so a program is an input too. Who starts an application
    // looks at its program, and none has to be looked at for the others.
    add(inputs, .applications, to: &found)
    add(programs.subtracting(inputs), .everything, to: &found)
  }

  private static func add(
    _ inputs: Set<LaunchProgram.Input>, _ scope: RegistryInputs.Scope, to found: inout Found
  ) {
    found.inputs += inputs.map {
      RegistryInputs.Entry(path: $0.path, stamp: $0.stamp, scope: scope)
    }
    .sorted { $0.path < $1.path }
  }

  private static func refusal(of directory: FilePath, for file: String) -> Diagnostic {
    Diagnostic(
      .warning, .untrustedDirectory, path: directory.description,
      message:
        "users other than root and you can change this directory of PATH, so that the program "
        + "of '\(file)' is not taken from it",
      hint: "let you or root own it and all directories above it, and let no other user write them")
  }

  /// Files with the programs of their applications, as if these files were all that is installed.
  package static func locatingPrograms(
    of files: [CompilerInput], in environment: Environment
  ) -> [CompilerInput] {
    var found = Found()
    found.files = files
    locatePrograms(environment, &found)
    return found.files
  }

  /// The bundles of `locations`, read and parsed.
  package static func bundles(of locations: RegistryLocations) -> [Bundle] {
    let core = locations.core == nil ? BuiltInCore.bundles() : []
    return core
      + locations.findSearchPath(withCore: locations.core).scan().sources.compactMap {
        $0.load().bundle
      }
  }
}
