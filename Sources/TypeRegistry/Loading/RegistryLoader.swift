// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import SystemErrors

/// Loads a registry: from its image if no input changed, otherwise by compiling the declarations.
public enum RegistryLoader {
  /// The source from which a registry was loaded.
  public enum Source: String, Hashable, Sendable {
    /// The image that is part of the library: there are no other bundles, and no other core.
    case builtInImage = "built-in image"
    /// The image in the cache: no input changed since it was written.
    case cachedImage = "cached image"
    /// The declaration files.
    case declarations
    /// A file that the caller named: ``RegistryFile``.
    case registryFile = "registry file"
  }

  /// A registry and its source.
  public struct Loaded: Sendable {
    /// The registry.
    public internal(set) var registry: CompiledRegistry
    /// Its source.
    public let source: Source
    /// The reason why the image could not be written to the cache; `nil` if it was, or is not cached.
    public let cacheProblem: String?
    /// Whether an image was damaged, so that it was not used; known only if whole images are checked.
    public let wasDamaged: Bool
    /// When it was loaded, in nanoseconds since 1970.
    let loadedAt: Int64

    init(
      registry: CompiledRegistry, source: Source, cacheProblem: String? = nil, wasDamaged: Bool
    ) {
      self.registry = registry
      self.source = source
      self.cacheProblem = cacheProblem
      self.wasDamaged = wasDamaged
      loadedAt = RegistryLoader.now()
    }
  }

  /// The registry of `locations`.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations and the image are.
  ///   - checkingWholeImage: Whether an image is read into memory and used only if its checksum is
  ///     right, so that nothing that happens to the file before or after matters. Otherwise it is
  ///     mapped, its header is checked, and each offset when it is used; then a process is ended by
  ///     SIGBUS if another one cuts the file while it is used, which only the file's owner can do.
  /// - Returns: A registry in any case; an empty one if there are no declarations.
  /// - Complexity: O(*f*) for *f* declaration files if none changed, and O(*n*) for an image of *n*
  ///   bytes that is checked whole; otherwise the cost of parsing and compiling all files.
  public static func load(_ locations: RegistryLocations, checkingWholeImage: Bool = false)
    -> Loaded
  {
    let use: ImageFile.Use = checkingWholeImage ? .copied : .mapped
    var wasDamaged = false
    func isUsable(_ registry: CompiledRegistry) -> Bool {
      let isUsable = !checkingWholeImage || registry.isImageSound
      wasDamaged = wasDamaged || !isUsable
      return isUsable
    }
    let search = locations.searchPath
    // Usually the directories do not exist.
    let mayHaveOthers = search.mayHaveDirectories
    if !mayHaveOthers, isQuiet(search.diagnostics), let registry = builtIn(locations) {
      return Loaded(registry: registry, source: .builtInImage, wasDamaged: false)
    }
    // Before the directories are listed, because comparing the inputs costs less.
    if let path = locations.imagePath(searching: search),
      let registry = ImageFile.open(path, owners: [geteuid()], use), isUsable(registry),
      ImageInputs.areUnchanged(registry.inputs, builtAt: registry.header.builtAt)
    {
      return Loaded(
        registry: registry, source: .cachedImage, wasDamaged: wasDamaged)
    }
    if isQuiet(search.diagnostics), !mayHaveOthers || isEmpty(search.scan()),
      let registry = builtIn(locations, comparingText: true)
    {
      return Loaded(registry: registry, source: .builtInImage, wasDamaged: wasDamaged)
    }
    let image = locations.imagePath(searching: search)
    let (compilation, cache, wanted) = compile(
      locations, reusing: image.flatMap { units(beside: $0, use) })
    locations.keep(wantedPrograms: wanted, searching: search)
    return Loaded(
      registry: compilation.registry, source: .declarations,
      // The names of programs are a part of the image's name.
      cacheProblem: keep(
        compilation.registry, cache, of: locations, at: locations.imagePath(searching: search)),
      wasDamaged: wasDamaged)
  }

  /// Reads and compiles all declarations of `locations`, without use of what was compiled before.
  public static func compile(_ locations: RegistryLocations) -> RegistryCompiler.Compilation {
    compile(locations, reusing: nil).compilation
  }

  /// Compiles all declarations of `locations`, and reads only those that changed since an image was
  /// written to the cache.
  package static func compileAgain(
    _ locations: RegistryLocations
  ) -> RegistryCompiler.Compilation {
    let kept = locations.imagePath.flatMap { units(beside: $0, .mapped) }
    return compile(locations, reusing: kept).compilation
  }

  /// The units that were kept beside an image.
  private static func units(beside image: FilePath, _ use: ImageFile.Use) -> UnitFile? {
    RegistryLocations.unitsPath(besideImage: image)
      .flatMap { ImageFile.memory(at: $0, owners: [geteuid()], use) }.flatMap { UnitFile($0) }
  }

  /// Compiles the declarations of `locations`, of which only those are read that `units` does not have.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations are.
  ///   - units: The units that were made before.
  ///   - builtAt: A time before anything is read, in nanoseconds since 1970.
  /// - Returns: What ``compile(_:)`` returns, the units for the next time, and the names of programs that
  ///   were searched along `PATH`.
  static func compile(
    _ locations: RegistryLocations, reusing units: UnitFile?, builtAt: Int64 = now()
  ) -> (compilation: RegistryCompiler.Compilation, cache: UnitCache, wanted: [String]) {
    var cache = UnitCache(units, readAt: builtAt)
    let found = read(locations, &cache)
    let compilation = RegistryCompiler.compile(
      found.files, diagnostics: found.diagnostics, inputs: ImageInputs.encode(found.inputs),
      builtAt: builtAt, usesFreedesktop: locations.environment.usesFreedesktop)
    return (compilation, cache, found.wanted.sorted())
  }

  /// The declaration files of `locations`, the findings about them, and the inputs that were read to
  /// find them.
  struct Found {
    var files: [CompilerInput] = []
    var diagnostics: [Diagnostic] = []
    var inputs: [ImageInputs.Entry] = []
    /// The names of programs that the fixed directories do not have.
    var wanted: Set<String> = []
  }

  /// Reads the declaration files of `locations`.
  package static func files(of locations: RegistryLocations) -> [CompilerInput] {
    var cache = UnitCache(nil, readAt: 0)
    return read(locations, &cache).files
  }

  private static func read(
    _ locations: RegistryLocations, _ cache: inout UnitCache, withUserLists: Bool = true
  ) -> Found {
    var path = locations.searchPath(withCore: locations.core)
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
    found.inputs = scan.directories.map { ImageInputs.Entry(path: $0.path, stamp: $0.stamp) }
    var programs: Set<LaunchProgram.Input> = []
    let directories = ProgramDirectories(locations.environment)
    for (source, reading) in zip(scan.sources, cache.units(of: scan.sources)) {
      programs.formUnion(
        add(reading.unit, paths: source.paths, directories, to: &found))
      for input in reading.inputs {
        // A file that cannot be read is an input too: it may become readable.
        let stamp = input.stamp ?? (try? FileStatus(of: input.path).stamp)
        found.inputs.append(ImageInputs.Entry(path: input.path, stamp: stamp))
      }
    }
    // An application without its program is none, so a program is an input too.
    found.inputs += programs.map { ImageInputs.Entry(path: $0.path, stamp: $0.stamp) }
      .sorted { $0.path < $1.path }
    return found
  }

  /// Adds a file.
  ///
  /// - Returns: What decides whether the program of an application can be started.
  @discardableResult
  private static func add(
    _ unit: DeclarationUnit, paths: [String],
    _ directories: ProgramDirectories = ProgramDirectories(), to found: inout Found
  ) -> [LaunchProgram.Input] {
    found.diagnostics += unit.findings(paths: paths)
    guard unit.bundle != nil else { return [] }
    var file = CompilerInput(unit, path: paths[0])
    // Core has no applications, and its files are parts of the library.
    guard unit.claims.count > 0 || unit.arguments.count > 0 else {
      found.files.append(file)
      return []
    }
    let search = LaunchProgram.locate(unit, in: directories)
    file.program = search.program
    found.files.append(file)
    found.wanted.formUnion(search.wanted)
    for directory in search.refused {
      found.diagnostics.append(
        Diagnostic(
          .warning, .untrustedDirectory, path: directory.description,
          message:
            "users other than root and you can change this directory of PATH, so that the program "
            + "of '\(paths[0])' is not taken from it",
          hint:
            "let you or root own it and all directories above it, and let no other user write them")
      )
    }
    return search.inputs
  }

  /// The bundles of `locations`, read and parsed.
  package static func bundles(of locations: RegistryLocations) -> [Bundle] {
    let core = locations.core == nil ? BuiltInCore.bundles() : []
    return core
      + locations.searchPath(withCore: locations.core).scan().sources.compactMap {
        $0.load().bundle
      }
  }

  /// Compiles the declarations of one directory, and no others, to the image of a core.
  ///
  /// Equal declarations give equal bytes, wherever they are: the image has no inputs and no time, and
  /// names files without their directory.
  ///
  /// - Parameters:
  ///   - core: The directory.
  ///   - path: The file to write.
  ///   - units: The file to write the files' units to; `nil` for none.
  /// - Throws: ``Diagnostic`` if there is no declaration in `core` or a file cannot be written.
  package static func writeImage(
    ofCore core: String, to path: String, units: String? = nil
  ) throws(Diagnostic) {
    guard let directory = FilePath(core), let file = FilePath(path) else {
      throw Diagnostic(.error, .fileMissing, path: core, message: "no such directory")
    }
    var cache = UnitCache(nil, readAt: 0, parsesAll: true)
    var found = read(
      RegistryLocations(core: core, environment: Environment(declarations: ""), cache: nil), &cache)
    guard !found.files.isEmpty else {
      throw Diagnostic(
        .error, .fileMissing, path: core, message: "the directory has no declarations")
    }
    func name(_ path: String) -> String {
      FilePath(path)?.path(below: directory).map { String(decoding: $0, as: UTF8.self) } ?? path
    }
    for index in found.files.indices {
      found.files[index].path = name(found.files[index].path)
    }
    for index in found.diagnostics.indices {
      found.diagnostics[index].path = name(found.diagnostics[index].path)
    }
    let compilation = RegistryCompiler.compile(
      found.files, diagnostics: found.diagnostics, inputs: [], builtAt: 0)
    try write(compilation.registry, to: file)
    guard let units = units.flatMap({ FilePath($0) }) else { return }
    let files = found.files.map { file in
      let contents = try? DeclarationReader.read(directory.appending(file.path))
      return (name: file.path, bytes: contents?.bytes ?? [], unit: file.unit)
    }
    try writeOutput(to: units) { (descriptor) throws(SystemError) in
      try UnitFile.write(BuiltInCore.entries(files), to: descriptor)
    }
  }

  /// Compiles the declarations of `locations` to an image that is a registry of its own.
  ///
  /// Equal declarations at equal paths give equal bytes: the image has no inputs and no time. It is never
  /// compared with the declarations again.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations are.
  ///   - path: The file to write; it is replaced at once.
  ///   - withChoices: Whether the user's lists of applications (`mimeapps.list`) are among the
  ///     declarations.
  /// - Returns: The registry in the image.
  /// - Throws: ``Diagnostic`` if there is no declaration, or the file cannot be written.
  package static func writeImage(
    of locations: RegistryLocations, to path: FilePath, withChoices: Bool = false
  ) throws(Diagnostic) -> CompiledRegistry {
    var cache = UnitCache(nil, readAt: 0)
    let found = read(locations, &cache, withUserLists: withChoices)
    let registry = RegistryCompiler.compile(
      found.files, diagnostics: found.diagnostics, inputs: [], builtAt: 0,
      usesFreedesktop: locations.environment.usesFreedesktop
    ).registry
    let shown = path.description
    guard registry.typeCount > 0 else {
      throw Diagnostic(.error, .fileMissing, path: shown, message: "there are no declarations")
    }
    guard registry.imageSize <= ImageFile.maximumLength else {
      throw Diagnostic(
        .error, .fileUnreadable, path: shown,
        message: "the image would be longer than \(ImageFile.maximumLength) bytes")
    }
    try write(registry, to: path)
    return registry
  }

  /// Writes the image of a registry to the file that the caller named.
  private static func write(
    _ registry: CompiledRegistry, to path: FilePath
  ) throws(Diagnostic) {
    let memory = registry.memory
    try writeOutput(to: path) { (descriptor) throws(SystemError) in
      try ImageFile.writeAll(memory.bytes(at: 0, count: memory.count), to: descriptor)
    }
  }

  private static func writeOutput(
    to path: FilePath, _ contents: (CInt) throws(SystemError) -> Void
  ) throws(Diagnostic) {
    do throws(FileReplacement.Problem) {
      try FileReplacement.writeOutput(to: path, contents)
    } catch {
      throw Diagnostic(
        .error, .fileUnreadable, path: path.description, message: "cannot be written: \(error)")
    }
  }

  /// The registry that is part of the library.
  ///
  /// - Parameters:
  ///   - locations: Where the core is.
  ///   - comparesText: Whether text beside the program that is not known to be the same is read and
  ///     compared.
  /// - Returns: `nil` if other declarations are to be used.
  private static func builtIn(
    _ locations: RegistryLocations, comparingText comparesText: Bool = false
  ) -> CompiledRegistry? {
    guard locations.environment.usesFreedesktop,
      let registry = BuiltInCore.registry(namingFilesIn: locations.core)
    else { return nil }
    guard let core = locations.core else { return registry }
    let isSame =
      comparesText ? BuiltInCore.isSame(core) : BuiltInCore.isMarkedAsSame(core)
    return isSame ? registry : nil
  }

  /// Whether a scan found no bundles, and no problems that the built-in image does not contain.
  private static func isEmpty(_ scan: DirectoryScan) -> Bool {
    scan.sources.isEmpty && isQuiet(scan.diagnostics)
  }

  private static func isQuiet(_ findings: [Diagnostic]) -> Bool {
    findings.allSatisfy { $0.severity == .note }
  }

  /// Writes an image and the units that it was compiled from.
  ///
  /// - Returns: Why the image could not be written; `nil` if it was, or is not to be.
  private static func keep(
    _ registry: CompiledRegistry, _ cache: UnitCache, of locations: RegistryLocations,
    at path: FilePath?
  ) -> String? {
    guard let directory = locations.cache, let path else { return nil }
    guard registry.imageSize <= ImageFile.maximumLength else {
      return "\(path): the image would be longer than \(ImageFile.maximumLength) bytes"
    }
    // Under sudo, HOME is often still the user's, who could not use a directory that root creates.
    if directory.foreignOwner != nil {
      return "\(path): the directory belongs to another user"
    }
    do {
      try ImageFile.makeDirectory(directory)
      if cache.isChanged, let units = RegistryLocations.unitsPath(besideImage: path) {
        // Without them the next change costs more, and nothing else is different.
        try? UnitFile.write(cache.entries, to: units, mode: 0o600)
      }
      try ImageFile.write(registry.memory, to: path, mode: 0o600)
      return nil
    } catch {
      // Another process is writing the image.
      return error.code == EWOULDBLOCK ? nil : "\(path): \(error)"
    }
  }

  /// The time by the clock that file systems use, in nanoseconds since 1970.
  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  // MARK: - Report

  /// Where declarations are searched for, as `doctor` shows it.
  public struct Report: Sendable {
    /// The directory of the core declarations; `nil` for those that are part of the library.
    public var core: String?
    /// Whether that directory has other declarations than those that are part of the library.
    public var isOtherCore: Bool
    /// The other directories, most trusted first.
    public var directories: [(path: String, origin: Origin, exists: Bool)]
    /// The directory of registered bundles; `nil` if none are read.
    public var registered: String?
    /// The file of the image in the cache; `nil` if there is no cache.
    public var image: String?
  }

  /// Where the declarations of `locations` are searched for.
  public static func report(_ locations: RegistryLocations) -> Report {
    let path = locations.searchPath
    // Desktop entries and lists of applications share directories.
    var seen: Set<FilePath> = []
    let directories = path.directories.filter { seen.insert($0.path).inserted }
    return Report(
      core: locations.core?.description,
      isOtherCore: locations.core.map(BuiltInCore.isOther) ?? false,
      directories: directories.map { directory in
        (
          directory.path.description, directory.origin,
          (try? FileStatus(of: directory.path))?.kind == .directory
        )
      },
      registered: path.registered?.path.description, image: locations.imagePath?.description)
  }
}
