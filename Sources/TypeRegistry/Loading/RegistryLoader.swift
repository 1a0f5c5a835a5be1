// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import SystemErrors

/// Loads a registry: from its image if no input changed, otherwise by compiling the declarations.
public enum RegistryLoader {
  /// The source from which a registry was loaded.
  public enum Source: String, Hashable, Sendable {
    /// The image beside the core: there are no other bundles.
    case shippedImage = "shipped image"
    /// The image in the cache: no input changed since it was written.
    case cachedImage = "cached image"
    /// The declaration files.
    case declarations
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
    let mayHaveOthers = search.directories.contains { (try? FileStatus(of: $0.path)) != nil }
    if !mayHaveOthers, isQuiet(search.diagnostics), let registry = shipped(locations, use),
      isUsable(registry)
    {
      return Loaded(
        registry: registry, source: .shippedImage, cacheProblem: nil, wasDamaged: false)
    }
    // Before the directories are listed, because comparing the inputs costs less.
    if let path = locations.imagePath(searching: search),
      let registry = ImageFile.open(path, owners: [geteuid()], use), isUsable(registry),
      ImageInputs.areUnchanged(registry.inputs, builtAt: registry.header.builtAt)
    {
      return Loaded(
        registry: registry, source: .cachedImage, cacheProblem: nil, wasDamaged: wasDamaged)
    }
    if mayHaveOthers, isQuiet(search.diagnostics), let registry = shipped(locations, use),
      isEmpty(search.scan()), isUsable(registry)
    {
      return Loaded(
        registry: registry, source: .shippedImage, cacheProblem: nil, wasDamaged: false)
    }
    let compilation = compile(locations)
    return Loaded(
      registry: compilation.registry, source: .declarations,
      cacheProblem: keep(compilation.image, of: locations), wasDamaged: wasDamaged)
  }

  /// Reads and compiles all declarations of `locations`, without use of an image.
  public static func compile(_ locations: RegistryLocations) -> RegistryCompiler.Compilation {
    let builtAt = now()
    let found = read(locations)
    return RegistryCompiler.compile(
      found.bundles, diagnostics: found.diagnostics, inputs: ImageInputs.encode(found.inputs),
      builtAt: builtAt)
  }

  /// The bundles of `locations`, and the inputs that were read to find them.
  static func read(_ locations: RegistryLocations) -> (
    bundles: [Bundle], diagnostics: [Diagnostic], inputs: [ImageInputs.Entry]
  ) {
    let path = DeclarationSearchPath(core: locations.core, environment: locations.environment)
    let scan = path.scan()
    var bundles: [Bundle] = []
    var diagnostics = path.diagnostics + scan.diagnostics
    if !locations.hasCore {
      diagnostics.append(
        Diagnostic(
          .error, .fileMissing, path: "share/typed/core",
          message: "the core declarations were not found beside the program",
          hint: "install the program with 'make install', or run it from its checkout"))
    }
    var inputs = scan.directories.map { ImageInputs.Entry(path: $0.path, stamp: $0.stamp) }
    var programs: Set<LaunchProgram.Input> = []
    for source in scan.sources {
      let loaded = source.load()
      if var bundle = loaded.bundle {
        if !bundle.claims.isEmpty || !bundle.launchArguments.isEmpty {
          let located = LaunchProgram.locate(bundle.launchArguments)
          bundle.program = located.program
          programs.formUnion(located.inputs)
        }
        if !locations.environment.usesFreedesktop {
          for index in bundle.declarations.indices {
            bundle.declarations[index].freedesktopMIMEType = nil
            bundle.declarations[index].preferredTags = []
          }
        }
        bundles.append(bundle)
      }
      diagnostics += loaded.diagnostics
      for input in loaded.inputs {
        // A file that cannot be read is an input too: it may become readable.
        let stamp = input.stamp ?? (try? FileStatus(of: input.path).stamp)
        inputs.append(ImageInputs.Entry(path: input.path, stamp: stamp))
      }
    }
    // An application without its program is none, so a program is an input too.
    inputs += programs.map { ImageInputs.Entry(path: $0.path, stamp: $0.stamp) }
      .sorted { $0.path < $1.path }
    return (bundles, diagnostics, inputs)
  }

  /// The bundles of `locations`, read and parsed.
  package static func bundles(of locations: RegistryLocations) -> [Bundle] {
    DeclarationSearchPath(core: locations.core, environment: locations.environment).scan().sources
      .compactMap { $0.load().bundle }
  }

  /// Writes an image of the core declarations beside them, which an installed program opens.
  ///
  /// Equal declarations give equal bytes, so that packages can be built reproducibly.
  ///
  /// - Parameters:
  ///   - core: The directory of the core declarations.
  ///   - installed: The path of that directory after installation, which explanations name; `nil` if
  ///     it is `core`.
  /// - Returns: The path of the image.
  /// - Throws: ``Diagnostic`` if there is no declaration in `core` or the file cannot be written.
  @discardableResult
  public static func writeShippedImage(
    core: String, installedAt installed: String? = nil
  ) throws(Diagnostic) -> String {
    let locations = RegistryLocations(
      core: core, environment: Environment(declarations: ""), cache: nil)
    guard let path = locations.shippedImagePath else {
      throw Diagnostic(.error, .fileMissing, path: core, message: "no such directory")
    }
    var found = read(locations)
    guard !found.bundles.isEmpty else {
      throw Diagnostic(
        .error, .fileMissing, path: core, message: "the directory has no declarations")
    }
    if let installed = installed.flatMap({ FilePath($0) }) {
      for index in found.bundles.indices {
        let name = FileInspection.lastComponent(of: Array(found.bundles[index].path.utf8))
        found.bundles[index].path = installed.appending(name).description
      }
    }
    // Without inputs and time: the files are not compared with it; it is trusted like them.
    let compilation = RegistryCompiler.compile(
      found.bundles, diagnostics: found.diagnostics, inputs: [], builtAt: 0)
    do {
      try ImageFile.write(compilation.image, to: path, mode: 0o644)
      return path.description
    } catch {
      throw Diagnostic(
        .error, .fileUnreadable, path: path.description, message: "cannot be written: \(error)")
    }
  }

  /// The shipped image, which may be used only if there are no other bundles.
  private static func shipped(
    _ locations: RegistryLocations, _ use: ImageFile.Use
  ) -> CompiledRegistry? {
    guard locations.environment.usesFreedesktop, let core = locations.core,
      let image = locations.shippedImagePath,
      let directory = try? FileStatus(of: core)
    else { return nil }
    return ImageFile.open(image, owners: [directory.owner, 0], use)
  }

  /// Whether a scan found no bundles, and no problems that the shipped image does not contain.
  private static func isEmpty(_ scan: DirectoryScan) -> Bool {
    scan.sources.isEmpty && isQuiet(scan.diagnostics)
  }

  private static func isQuiet(_ findings: [Diagnostic]) -> Bool {
    findings.allSatisfy { $0.severity == .note }
  }

  private static func keep(_ image: [UInt8], of locations: RegistryLocations) -> String? {
    guard let directory = locations.cache, let path = locations.imagePath else { return nil }
    guard image.count <= ImageFile.maximumLength else {
      return "\(path): the image would be longer than \(ImageFile.maximumLength) bytes"
    }
    // Under sudo, HOME is often still the user's, who could not use a directory that root creates.
    if directory.foreignOwner != nil {
      return "\(path): the directory belongs to another user"
    }
    do {
      try ImageFile.makeDirectory(directory)
      try ImageFile.write(image, to: path, mode: 0o600)
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
    /// The directory of the core declarations; `nil` if it was not found.
    public var core: String?
    /// The other directories, most trusted first.
    public var directories: [(path: String, origin: Origin, exists: Bool)]
    /// The file of the image in the cache; `nil` if there is no cache.
    public var image: String?
  }

  /// Where the declarations of `locations` are searched for.
  public static func report(_ locations: RegistryLocations) -> Report {
    let path = DeclarationSearchPath(core: nil, environment: locations.environment)
    return Report(
      core: locations.core?.description,
      directories: path.directories.map { directory in
        (
          directory.path.description, directory.origin,
          (try? FileStatus(of: directory.path))?.kind == .directory
        )
      },
      image: locations.imagePath?.description)
  }
}
