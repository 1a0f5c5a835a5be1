// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON

/// Gives the registry of a place: from its image if nothing changed, else compiled anew.
public enum RegistryLoader {
  /// How a registry came about.
  public enum Source: String, Hashable, Sendable {
    /// The image beside the core: there are no other bundles.
    case shippedImage = "shipped image"
    /// The image in the cache: nothing changed since it was made.
    case cachedImage = "cached image"
    /// The declaration files.
    case declarations
  }

  /// A registry and how it came about.
  public struct Loaded: Sendable {
    /// The registry.
    public let registry: CompiledRegistry
    /// How it came about.
    public let source: Source
    /// Why the image could not be kept, if it was to be and could not.
    public let cacheProblem: String?
    /// Whether an image was passed by because its bytes are not those that were written, and was made
    /// again; known only where the whole image was checked.
    public let wasDamaged: Bool
  }

  /// The registry of `place`.
  ///
  /// - Parameters:
  ///   - place: Where the declarations come from and where the image is kept.
  ///   - checkingWholeImage: Whether an image is used only if its checksum holds. Without, its head
  ///     is checked, and each offset when it is used.
  /// - Returns: The registry, always; of a place without declarations an empty one.
  /// - Complexity: O(*f*) for *f* declaration files if nothing changed (one look at each), and O(*n*)
  ///   for an image of *n* bytes that is checked whole; else the cost of parsing and compiling all
  ///   of them.
  public static func load(_ place: RegistryLocations, checkingWholeImage: Bool = false) -> Loaded {
    var wasDamaged = false
    func isUsable(_ registry: CompiledRegistry) -> Bool {
      let isUsable = !checkingWholeImage || registry.isImageSound
      wasDamaged = wasDamaged || !isUsable
      return isUsable
    }
    let search = place.searchPath
    // Mostly not even the directories exist.
    let mayHaveOthers = search.directories.contains { (try? FileStatus(of: $0.path)) != nil }
    if !mayHaveOthers, isQuiet(search.diagnostics), let registry = shipped(place),
      isUsable(registry)
    {
      return Loaded(
        registry: registry, source: .shippedImage, cacheProblem: nil, wasDamaged: false)
    }
    // Before the directories are listed, because to see that nothing changed costs less.
    if let path = place.imagePath(searching: search),
      let registry = ImageFile.open(path, owners: [geteuid()]), isUsable(registry),
      ImageInputs.areUnchanged(registry.inputs, builtAt: registry.header.builtAt)
    {
      return Loaded(
        registry: registry, source: .cachedImage, cacheProblem: nil, wasDamaged: wasDamaged)
    }
    if mayHaveOthers, isQuiet(search.diagnostics), let registry = shipped(place),
      isEmpty(search.scan()), isUsable(registry)
    {
      return Loaded(
        registry: registry, source: .shippedImage, cacheProblem: nil, wasDamaged: false)
    }
    let compilation = compile(place)
    return Loaded(
      registry: compilation.registry, source: .declarations,
      cacheProblem: keep(compilation.image, of: place), wasDamaged: wasDamaged)
  }

  /// Reads and compiles all declarations of `place`, whatever images there are.
  public static func compile(_ place: RegistryLocations) -> RegistryCompiler.Compilation {
    let builtAt = now()
    let found = read(place)
    return RegistryCompiler.compile(
      found.bundles, diagnostics: found.diagnostics, inputs: ImageInputs.encode(found.inputs),
      builtAt: builtAt)
  }

  /// The bundles of a place, and what was looked at to find them.
  static func read(_ place: RegistryLocations) -> (
    bundles: [Bundle], diagnostics: [Diagnostic], inputs: [ImageInputs.Entry]
  ) {
    let path = DeclarationSearchPath(core: place.core, environment: place.environment)
    let scan = path.scan()
    var bundles: [Bundle] = []
    var diagnostics = path.diagnostics + scan.diagnostics
    if place.core == nil {
      diagnostics.append(
        Diagnostic(
          .error, .fileMissing, path: "share/typed/core",
          message: "the core declarations were not found beside the program",
          hint: "install the program with 'make install', or run it from its checkout"))
    }
    var inputs = scan.directories.map { ImageInputs.Entry(path: $0.path, stamp: $0.stamp) }
    var programDirectories: Set<FilePath> = []
    for source in scan.sources {
      let loaded = source.load()
      if var bundle = loaded.bundle {
        if !bundle.claims.isEmpty || !bundle.launchArguments.isEmpty {
          let located = LaunchProgram.locate(bundle.launchArguments)
          bundle.program = located.program
          programDirectories.formUnion(located.directories)
        }
        bundles.append(bundle)
      }
      diagnostics += loaded.diagnostics
      for input in loaded.inputs {
        // A file that cannot be read is watched all the same: it may become readable.
        let stamp = input.stamp ?? (try? FileStatus(of: input.path).stamp)
        inputs.append(ImageInputs.Entry(path: input.path, stamp: stamp))
      }
    }
    // Programs come and go with entries of their directories, which are few.
    for directory in programDirectories.sorted() {
      inputs.append(
        ImageInputs.Entry(path: directory, stamp: try? FileStatus(of: directory).stamp))
    }
    return (bundles, diagnostics, inputs)
  }

  /// What is wrong with the declaration file at `path`, by itself and beside the declarations of
  /// `place`.
  ///
  /// - Parameters:
  ///   - path: A declaration file.
  ///   - place: Where the other declarations are.
  ///   - origin: How far the file is trusted.
  /// - Returns: The findings in this file alone, in the order of its lines.
  public static func check(
    _ path: [UInt8], beside place: RegistryLocations, as origin: Origin = .user
  ) -> [Diagnostic] {
    guard let file = FilePath(bytes: path) else {
      return [Diagnostic(.error, .fileMissing, path: "", message: "the name of the file is empty")]
    }
    let source = DeclarationSource.single(file, origin: origin)
    let loaded = source.load()
    guard var bundle = loaded.bundle else { return loaded.diagnostics }
    bundle.program = LaunchProgram.locate(bundle.launchArguments).program
    let installed = bundles(of: place).filter {
      $0.identifier.asciiLowercased != bundle.identifier.asciiLowercased
    }
    let compiled = RegistryCompiler.compile(installed + [bundle]).diagnostics
      .filter { $0.path == bundle.path }
    return (loaded.diagnostics + compiled).enumerated()
      .sorted { left, right in
        (left.element.position.line, left.offset) < (right.element.position.line, right.offset)
      }
      .map(\.element)
  }

  /// The bundles of `place`, read and parsed.
  package static func bundles(of place: RegistryLocations) -> [Bundle] {
    DeclarationSearchPath(core: place.core, environment: place.environment).scan().sources
      .compactMap { $0.load().bundle }
  }

  /// Writes the image of the core alone beside it, for an installed program to start from.
  ///
  /// Equal declarations give equal bytes, so that a package can be built again and compared.
  ///
  /// - Parameters:
  ///   - core: The directory of the core declarations.
  ///   - installed: Where that directory will be, if a package is being made; `nil` if it is in
  ///     place. Explanations name the files there.
  /// - Returns: The path of the image.
  /// - Throws: ``Diagnostic`` if there is no declaration in `core` or the file cannot be written.
  @discardableResult
  public static func writeShippedImage(
    core: String, installedAt installed: String? = nil
  ) throws(Diagnostic) -> String {
    let place = RegistryLocations(
      core: core, environment: Environment(declarations: ""), cache: nil)
    guard let path = place.shippedImagePath else {
      throw Diagnostic(.error, .fileMissing, path: core, message: "no such directory")
    }
    var found = read(place)
    guard !found.bundles.isEmpty else {
      throw Diagnostic(.error, .fileMissing, path: core, message: "no declarations are there")
    }
    if let installed = installed.flatMap({ FilePath($0) }) {
      for index in found.bundles.indices {
        let name = FileInspection.lastComponent(of: Array(found.bundles[index].path.utf8))
        found.bundles[index].path = installed.appending(name).description
      }
    }
    // Without inputs and time: nobody compares the files with it, it is trusted as they are.
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

  /// The shipped image, which is to be used only if it is all there is.
  private static func shipped(_ place: RegistryLocations) -> CompiledRegistry? {
    guard let core = place.core, let image = place.shippedImagePath,
      let directory = try? FileStatus(of: core)
    else { return nil }
    return ImageFile.open(image, owners: [directory.owner, 0])
  }

  /// Whether there are neither bundles nor anything that the shipped image cannot tell of.
  private static func isEmpty(_ scan: DirectoryScan) -> Bool {
    scan.sources.isEmpty && isQuiet(scan.diagnostics)
  }

  private static func isQuiet(_ findings: [Diagnostic]) -> Bool {
    findings.allSatisfy { $0.severity == .note }
  }

  private static func keep(_ image: [UInt8], of place: RegistryLocations) -> String? {
    guard let directory = place.cache, let path = place.imagePath else { return nil }
    // Under sudo HOME is often still the user's, whom a directory of root's would lock out.
    let existing = directory.prefixes.reversed().lazy.compactMap { try? FileStatus(of: $0) }.first
    if geteuid() == 0, let existing, existing.owner != 0 {
      return "\(path): the directory belongs to another user"
    }
    do {
      try ImageFile.makeDirectory(directory)
      try ImageFile.write(image, to: path, mode: 0o600)
      return nil
    } catch {
      return "\(path): \(error)"
    }
  }

  /// The time by the clock that stamps files, in nanoseconds since 1970.
  private static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  // MARK: Report

  /// Where declarations are looked for, for people to check.
  public struct Report: Sendable {
    /// The directory of the core declarations; `nil` if it was not found.
    public var core: String?
    /// The other directories, the most trusted first.
    public var directories: [(path: String, origin: Origin, exists: Bool)]
    /// The file that the image is kept in; `nil` if none is kept.
    public var image: String?
  }

  /// Where the declarations of `place` are looked for.
  public static func report(_ place: RegistryLocations) -> Report {
    let path = DeclarationSearchPath(core: nil, environment: place.environment)
    return Report(
      core: place.core?.description,
      directories: path.directories.map { directory in
        (
          directory.path.description, directory.origin,
          (try? FileStatus(of: directory.path))?.kind == .directory
        )
      },
      image: place.imagePath?.description)
  }
}

extension Diagnostic.Position {
  /// The line, or 0.
  fileprivate var line: Int {
    if case .location(let location) = self { return location.line }
    return 0
  }
}
