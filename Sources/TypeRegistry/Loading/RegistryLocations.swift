// SPDX-License-Identifier: MIT

/// Where a registry's declarations are, and where its image is cached.
///
/// `DeclarationSearchPath` decides which directories the variables name.
public struct RegistryLocations: Hashable, Sendable {
  /// The directory of the core declarations; `nil` for those that are part of the library.
  package var core: FilePath?
  /// The variables that give the directories of the other declarations.
  public var environment: Environment
  /// The directory of cached images; `nil` for no cache.
  package var cache: FilePath?
  /// The store with the bundles that were registered by call; `nil` for none.
  public var store: StoreLocation?
  /// The origin of registered bundles: user, or local in a system instance.
  package var registeredOrigin = Origin.user
  /// Which programs made the images that are used.
  package var compiler = CompilerVersion.ofImages

  /// Creates locations from their parts.
  ///
  /// - Parameters:
  ///   - core: The directory of the core declarations; `nil` for those that are part of the library.
  ///   - environment: The variables that give the directories of the other declarations.
  ///   - cache: The directory of cached images; `nil` for no cache.
  ///   - store: The store with the bundles that were registered by call; `nil` for none.
  public init(
    core: String?, environment: Environment, cache: String?, store: StoreLocation? = nil
  ) {
    self.core = core.flatMap { FilePath($0) }
    self.environment = environment
    self.cache = cache.flatMap { FilePath($0) }
    self.store = store
  }

  /// The locations of this process: the core beside the program, its environment, the user's cache
  /// and store.
  ///
  /// The core is part of the library. Its text, if it is there, goes before it: `share/typed/core`
  /// beside the program's `bin`, or `Declarations` in the checkout that the program was built in, or
  /// `share/typed/core` in `/usr/local` or `/usr` for programs elsewhere that use the library; or the
  /// directory that an element `core=DIRECTORY` of `TYPED_DECLARATIONS` names. Images are cached in
  /// `XDG_CACHE_HOME/typed`, with `$HOME/.cache` as the default (XDG Base Directory Specification).
  public static var current: RegistryLocations {
    var locations = RegistryLocations(
      core: nil, environment: .current, cache: nil, store: .current)
    locations.core =
      DeclarationSearchPath.core(namedBy: locations.environment) ?? programCore()
    locations.cache = userCache(locations.environment)
    return locations
  }

  /// Whether there is a core.
  ///
  /// There is none if a variable names a directory that does not exist; then only the types of other
  /// bundles are known.
  public var hasCore: Bool {
    guard let core else { return true }
    // A directory beside the program was found by looking; a variable may name any.
    return environment.declarations == nil || core.isDirectory
  }

  private static func userCache(_ environment: Environment) -> FilePath? {
    FilePath(absolute: Environment.variable("XDG_CACHE_HOME"))?.appending("typed")
      ?? environment.homePath?.appending(".cache/typed")
  }

  private static func programCore() -> FilePath? {
    FilePath("/proc/self/exe")?.linkTarget.flatMap(core(beside:))
      ?? ["/usr/local/share/typed/core", "/usr/share/typed/core"].compactMap { FilePath($0) }
      .first(where: \.isDirectory)
  }

  private static func core(beside program: FilePath) -> FilePath? {
    var directories = program.prefixes
    directories.removeLast()
    if let bin = directories.last, bin.name.elementsEqual("bin".utf8) {
      let installed = directories.dropLast().last?.appending("share/typed/core")
      if let installed, installed.isDirectory { return installed }
    }
    // Only the nearest package can be the checkout: further up, another user may have created one.
    guard let owner = (try? FileStatus(of: program))?.owner else { return nil }
    for directory in directories.reversed()
    where (try? FileStatus(of: directory.appending("Package.swift"))) != nil {
      let checkout = directory.appending("Declarations")
      let isOurs = [directory, checkout, checkout.appending("10-base.json")].allSatisfy { path in
        guard let status = try? FileStatus(of: path) else { return false }
        return (status.owner == owner || status.owner == 0) && status.mode & 0o002 == 0
      }
      return isOurs ? checkout : nil
    }
    return nil
  }

  /// Finds the present directories of declarations besides the core.
  package func findSearchPath() -> DeclarationSearchPath { findSearchPath(withCore: nil) }

  /// Finds the present directories of declarations, the core's own first.
  func findSearchPath(withCore core: FilePath?) -> DeclarationSearchPath {
    DeclarationSearchPath(core: core, environment: environment, registered: registered)
  }

  /// The files that are found without a registration.
  func filesInDirectories() -> [FilePath] {
    DeclarationSearchPath(core: core, environment: environment).scan().sources.map(\.path)
  }

  /// The directory of registered bundles; `nil` if there is no store for them.
  private var registered: RegisteredDirectory? {
    store.map { RegisteredDirectory(path: $0.registered, origin: registeredOrigin) }
  }

  /// The digest of everything that decides which files are read, with the search path `path`.
  ///
  /// With `isOfNames`, without the desktop and the inputs of the search for programs.
  ///
  /// Programs with different search paths use different images.
  private func digest(of path: DeclarationSearchPath, isOfNames: Bool = false) -> ContentDigest {
    var text: [UInt8] = []
    func add(_ part: [UInt8]?) {
      // Unset and empty differ for some variables, so each part begins with whether it is set.
      text.append(part == nil ? 0 : 1)
      text.append(contentsOf: part ?? [])
      text.append(0)
    }
    // Programs of different versions have different cores in them.
    if let core {
      add(core.bytes)
    } else {
      add((BuiltInCore.registry()?.digest.description.utf8).map(Array.init))
    }
    add(environment.home)
    add(environment.dataHome)
    add(environment.dataDirectories)
    add(environment.declarations)
    add(environment.configHome)
    add(environment.configDirectories)
    add(compiler)
    // Other groups may read other files.
    add(CurrentProcess.groups)
    if !environment.usesFreedesktop { add([]) }
    // The origin of a directory depends on all directories above it, whose stamps no image has.
    add(path.directories.map(\.origin.rawValue))
    if let registered = path.registered {
      add(registered.path.bytes + [registered.origin.rawValue])
    }
    // Which programs are searched does not depend on the lists of the desktop.
    let digestOfNames = unsafe Hashing.digest(of: text.span.bytes)
    if isOfNames { return digestOfNames }
    add(environment.currentDesktop)
    // Most machines have no program that only PATH finds, and no such file.
    if let programs = namesPath(digestOfNames).flatMap({ ProgramNames(at: $0) }) {
      for state in programs.states(in: environment) { add(state) }
    }
    return unsafe Hashing.digest(of: text.span.bytes)
  }

  /// The inputs of the search for programs, as the last registry found them; `nil` if no program
  /// was searched but in the fixed directories, or there is no cache.
  var programNames: ProgramNames? {
    namesPath(digest(of: findSearchPath(), isOfNames: true)).flatMap { ProgramNames(at: $0) }
  }

  /// The file with the inputs of the search for programs, as the last registry found them.
  ///
  /// It is known once a registry was compiled, and which image is the right one depends on it.
  private func namesPath(_ digest: ContentDigest) -> FilePath? {
    cache?.appending("programs-\(ContentDigest.hexadecimal(digest.high)).names")
  }

  /// Writes the inputs of the search for programs.
  ///
  /// Without the file an image may be compiled again more often, and nothing else is different.
  func keep(_ programs: ProgramNames, searching path: DeclarationSearchPath) {
    guard let cache, cache.foreignOwner == nil,
      let file = namesPath(digest(of: path, isOfNames: true))
    else { return }
    programs.write(to: file, in: cache)
  }

  /// The digest of everything that decides which files are read, as text.
  ///
  /// Locations with equal digests have equal registries. A program compares it with the daemon's, to
  /// check that both read the same files.
  public var searchPathDigest: String { digest(of: findSearchPath()).description }

  /// The file of the cached image.
  package var imagePath: FilePath? { imagePath(searching: findSearchPath()) }

  /// The file of the cached image, for a caller that has the search path.
  package func imagePath(searching path: DeclarationSearchPath) -> FilePath? {
    cache?.appending("registry-\(ContentDigest.hexadecimal(digest(of: path).high)).image")
  }

  /// The file of the units that were compiled to the image at `path`.
  static func unitsPath(besideImage path: FilePath) -> FilePath? {
    FilePath(bytes: path.bytes.dropLast(".image".utf8.count) + Array(".units".utf8))
  }
}
