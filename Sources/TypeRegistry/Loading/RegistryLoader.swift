// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// Loads a registry: from its image if no input changed, otherwise by compiling the declarations.
public enum RegistryLoader {
  /// The source of a registry.
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
    /// The questions that it answers as its inputs were when it was loaded.
    package let scope: RegistryInputs.Scope
    /// Whether the whole image was checked, or it is in the memory of this process anyway.
    let isWhole: Bool
    /// The files and directories that could not be read, and may be readable soon: each once, in order.
    // No set: the first use of one costs a process a third of a look-up.
    let unread: [String]
    /// When it was loaded, in nanoseconds since 1970.
    let loadedAt: Int64

    init(
      registry: CompiledRegistry, source: Source, cacheProblem: String? = nil, wasDamaged: Bool,
      scope: RegistryInputs.Scope = .everything, isWhole: Bool = true, unread: [String] = []
    ) {
      self.unread = unread
      self.scope = scope
      self.isWhole = isWhole
      self.registry = registry
      self.source = source
      self.cacheProblem = cacheProblem
      self.wasDamaged = wasDamaged
      loadedAt = WallClock.nanoseconds
    }

    /// A note on an answer that names a file that could not be read; `nil` if all could be.
    package var unreadNote: String? {
      unread.first.map { path in
        let others = unread.count == 1 ? "" : " and \(unread.count - 1) more"
        return "'\(path)'\(others) cannot be read at present; the answer is without what is "
          + "declared there"
      }
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
    load(locations, checkingWholeImage: checkingWholeImage, for: .everything)
  }

  /// As ``load(_:checkingWholeImage:)``, but compares only those inputs that some questions depend on.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations and the image are.
  ///   - checkingWholeImage: As above.
  ///   - scope: The questions.
  ///   - endsSoon: Whether the process is a program that gives an answer and ends, so that a compilation may keep
  ///     what memory it needed.
  /// - Returns: As above.
  package static func load(
    _ locations: RegistryLocations, checkingWholeImage: Bool, for scope: RegistryInputs.Scope,
    endsSoon: Bool = false
  ) -> Loaded {
    let use: ImageFile.Use = checkingWholeImage ? .copied : .mapped
    var wasDamaged = false
    func isUsable(_ registry: CompiledRegistry) -> Bool {
      let isUsable = !checkingWholeImage || registry.isImageSound
      wasDamaged = wasDamaged || !isUsable
      return isUsable
    }
    let search = locations.findSearchPath()
    // Usually the directories do not exist.
    let mayHaveOthers = search.mayHaveDirectories
    if !mayHaveOthers, isQuiet(search.diagnostics), let registry = builtIn(locations) {
      return Loaded(registry: registry, source: .builtInImage, wasDamaged: false)
    }
    // Before the directories are listed, because comparing the inputs costs less.
    if let path = locations.imagePath(searching: search),
      let registry = ImageFile.open(path, use), isUsable(registry)
    {
      if RegistryInputs(registry).areUnchanged(for: scope) {
        return Loaded(
          registry: registry, source: .cachedImage, wasDamaged: wasDamaged, scope: scope,
          isWhole: checkingWholeImage)
      }
      if let changed = readingListsAgain(of: registry, isSound: checkingWholeImage) {
        return Loaded(
          registry: changed, source: .declarations,
          cacheProblem: keep(changed, nil, of: locations, at: path), wasDamaged: wasDamaged)
      }
    }
    if isQuiet(search.diagnostics), !mayHaveOthers || isEmpty(search.scan()),
      let registry = builtIn(locations, comparingText: true)
    {
      return Loaded(registry: registry, source: .builtInImage, wasDamaged: wasDamaged)
    }
    if endsSoon { ProcessMemory.expectMuch() }
    let image = locations.imagePath(searching: search)
    let (compilation, cache, programs, unread) = compile(
      locations, reusing: image.flatMap { units(beside: $0, use) })
    guard unread.isEmpty else {
      // Its stamps would say that nothing has changed.
      return Loaded(
        registry: compilation.registry, source: .declarations,
        cacheProblem: "not everything could be read, so the registry is not kept",
        wasDamaged: wasDamaged, unread: unread)
    }
    locations.keep(programs, searching: search)
    return Loaded(
      registry: compilation.registry, source: .declarations,
      // The names of programs are a part of the image's name.
      cacheProblem: keep(
        compilation.registry, cache, of: locations, at: locations.imagePath(searching: search)),
      wasDamaged: wasDamaged)
  }

  /// Reads and compiles all declarations of `locations`, without use of earlier results.
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
      .flatMap { ImageFile.memory(at: $0, use) }.flatMap { UnitFile($0) }
  }

  /// Compiles the declarations of `locations`, and reads only the files whose units `units` does
  /// not have.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations are.
  ///   - units: The units that were made before.
  ///   - builtAt: A time before anything is read, in nanoseconds since 1970.
  /// - Returns: The result of ``compile(_:)``, the units for the next time, the inputs of the search for
  ///   programs, and what could not be read and may be readable soon.
  static func compile(
    _ locations: RegistryLocations, reusing units: UnitFile?, builtAt: Int64 = WallClock.nanoseconds
  ) -> (
    compilation: RegistryCompiler.Compilation, cache: UnitCache, programs: ProgramNames,
    unread: [String]
  ) {
    var cache = UnitCache(units, readAt: builtAt)
    let found = read(locations, &cache)
    let compilation = RegistryCompiler.compile(
      found.files, diagnostics: found.diagnostics, inputs: RegistryInputs.encode(found.inputs),
      builtAt: builtAt, usesFreedesktop: locations.environment.usesFreedesktop)
    let programs = ProgramNames(
      directories: found.programDirectories.map(\.bytes),
      wanted: found.wanted.sorted().map { Array($0.utf8) })
    return (compilation, cache, programs, found.unread)
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

  /// Writes an image and the units that it was compiled from, if these are other ones.
  ///
  /// - Returns: Why the image could not be written; `nil` if it was, or is not to be.
  private static func keep(
    _ registry: CompiledRegistry, _ cache: UnitCache?, of locations: RegistryLocations,
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
    do throws(PrivateFile.Problem) {
      try PrivateFile.makeDirectory(directory)
      if let cache, cache.isWorthKeeping,
        let units = RegistryLocations.unitsPath(besideImage: path)
      {
        // Without them the next change costs more, and nothing else is different.
        try? UnitFile.write(cache.entries, to: units)
      }
      try ImageFile.write(registry.memory, to: path)
      return nil
    } catch {
      // Another process is writing the image.
      return error.cause.code == EWOULDBLOCK ? nil : "\(path): \(error.cause)"
    }
  }
}
