// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry

/// Bundles that are registered by call.
@Suite struct RegistrarTests {
  private let directory: TemporaryDirectory
  private let store: StoreLocation
  private let locations: RegistryLocations
  private let registrar: Registrar

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path + "/core", withIntermediateDirectories: true)
    store = try #require(StoreLocation(directory: directory.path + "/state/typed"))
    locations = RegistryLocations(
      core: directory.path + "/core",
      environment: Environment(home: directory.path, dataDirectories: directory.path + "/data"),
      cache: directory.path + "/cache", store: store)
    registrar = Registrar(locations)
  }

  private var registered: String { directory.path + "/state/typed/registered" }

  private func bundle(_ name: String, version: String = "1") -> String {
    """
    {"CFBundleIdentifier": "org.example.\(name)", "CFBundleVersion": "\(version)",
    "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.\(name)",
    "UTTypeConformsTo": "public.data"}]}
    """
  }

  private func path(_ name: String) -> RegistrationSource {
    .path(Array((directory.path + "/" + name).utf8))
  }

  private func declaration(_ text: String) -> RegistrationSource { .declaration(Array(text.utf8)) }

  /// The identifiers of the bundles in effect that were not part of the core.
  private func bundles() -> [String] {
    RegistryLoader.load(locations).registry.bundles().filter { $0.maskedBy == nil }
      .map(\.identifier)
  }

  private func problem(_ source: RegistrationSource) -> RegistrationProblem? {
    do throws(Registrar.Failure) {
      _ = try registrar.register(source)
      return nil
    } catch {
      if case .problem(let problem) = error { return problem }
      Issue.record("\(error)")
      return nil
    }
  }

  // MARK: - Registering

  @Test func aFileCountsWhereItIs() throws {
    try directory.write("app.json", bundle("app"))
    let made = try registrar.register(path("app.json"))
    #expect(
      made.bundle
        == RegisteredBundle(
          identifier: "org.example.app", path: directory.path + "/app.json"))
    #expect(made.effect == .added)
    #expect(made.origin == .user)
    #expect(made.file == directory.path + "/app.json")
    #expect(bundles() == ["org.example.app"])
    try directory.write("app.json", bundle("other"))
    #expect(bundles() == ["org.example.other"])
    // The identifier of the registration is brought up to date by the next one.
    #expect(try registrar.register(path("app.json")).effect == .replaced)
    #expect(try registrar.register(path("app.json")).effect == .unchanged)
  }

  @Test func aDeclarationIsStored() throws {
    let made = try registrar.register(declaration(bundle("Sent")))
    #expect(made.file == registered + "/org.example.Sent.json")
    #expect(made.effect == .added)
    #expect(bundles() == ["org.example.Sent"])
    #expect(try registrar.register(declaration(bundle("Sent"))).effect == .unchanged)
    #expect(try registrar.register(declaration(bundle("Sent", version: "2"))).effect == .replaced)
    #expect(bundles() == ["org.example.Sent"])
    // Identifiers are compared with case.
    #expect(try registrar.register(declaration(bundle("sent"))).effect == .added)
    #expect(bundles() == ["org.example.Sent", "org.example.sent"])
    // One that was typed in another case is not both of them, and is the only one.
    #expect(throws: Registrar.Failure.problem(.notRegistered("ORG.example.sent"))) {
      try registrar.unregister(.bundle("ORG.example.sent"), dryRun: false)
    }
    #expect(try registrar.unregister(.bundle("org.example.Sent"), dryRun: false).count == 1)
    #expect(bundles() == ["org.example.sent"])
    #expect(try registrar.unregister(.bundle("ORG.example.sent"), dryRun: true).count == 1)
    // An identifier that would make a strange name.
    let strange = #"{"CFBundleIdentifier": "-é..\#(String(repeating: "x", count: 200))"}"#
    #expect(try registrar.register(declaration(strange)).effect == .added)
    #expect(try registrar.register(declaration(strange)).effect == .unchanged)
    #expect(bundles().count == 2)
  }

  @Test(arguments: ["Info.plist", "Info.json", "Contents/Info.plist"])
  func anApplicationDirectoryCounts(_ information: String) throws {
    try directory.write("App.app/" + information, bundle("app"))
    let made = try registrar.register(path("App.app/"))
    #expect(made.bundle.path == directory.path + "/App.app")
    #expect(made.file == directory.path + "/App.app/" + information)
    #expect(bundles() == ["org.example.app"])
    #expect(
      try registrar.unregister(.path(Array((directory.path + "/App.app").utf8)), dryRun: false)
        .count == 1)
    #expect(bundles() == [])
  }

  @Test func onePathIsRegisteredOnce() throws {
    try directory.write("a/app.json", bundle("app"))
    for spelling in ["a/app.json", "a//app.json", "./a/./app.json", "a/../a/app.json"] {
      _ = try registrar.register(path(spelling))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: registered).count == 1)
  }

  @Test func aPathNeedNotBeText() throws {
    let name = Array((directory.path + "/\n").utf8) + [0xFF] + Array(".json".utf8)
    let file = try #require(FilePath(bytes: name))
    let text = bundle("bytes")
    let descriptor = unsafe file.withCString { unsafe open($0, O_WRONLY | O_CREAT, 0o644) }
    #expect(unsafe write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
    let made = try registrar.register(.path(name))
    #expect(made.file == file.description)
    #expect(bundles() == ["org.example.bytes"])
    #expect(try registrar.unregister(.path(name), dryRun: false).count == 1)
  }

  @Test func oneOfTwoInstallationsCounts() throws {
    try directory.write("old.json", bundle("app", version: "3.9"))
    try directory.write("new.json", bundle("app", version: "3.10"))
    _ = try registrar.register(path("new.json"))
    let old = try registrar.register(path("old.json"))
    let loaded = PublishedRegistry(RegistryLoader.load(locations), generation: 7)
    #expect(old.completed(by: loaded).maskedBy == directory.path + "/new.json")
    #expect(old.completed(by: loaded).generation == 7)
    #expect(loaded.registry.bundles().count == 2)
    // Both are removed by their identifier.
    #expect(try registrar.unregister(.bundle("ORG.example.app"), dryRun: true).count == 2)
    #expect(try registrar.unregister(.bundle("ORG.example.app"), dryRun: false).count == 2)
    #expect(bundles() == [])
  }

  @Test func theSystemsBundlesAreLocal() throws {
    var system = locations
    system.registeredOrigin = .local
    #expect(try Registrar(system).register(declaration(bundle("app"))).origin == .local)
    #expect(RegistryLoader.load(system).registry.bundles().map(\.origin) == [.local])
    // A file below a directory that users other than root may change counts as a user's.
    let file = try directory.write("app.json", bundle("other"))
    _ = unsafe file.withCString { unsafe chmod($0, 0o664) }
    #expect(try Registrar(system).register(path("app.json")).origin == .user)
  }

  // MARK: - Refusing

  @Test func unusablePathsAreRefused() throws {
    for (bytes, reason) in [
      (Array("app.json".utf8), "path 'app.json' is not absolute"),
      ([], "the path is empty or holds a NUL"),
      (Array("/a\0b".utf8), "the path is empty or holds a NUL"),
      ([UInt8](repeating: UInt8(ascii: "/"), count: 4_096), "the path is longer than 4095 bytes"),
    ] {
      #expect(problem(.path(bytes)) == .unusablePath(reason))
    }
    #expect(!FileManager.default.fileExists(atPath: store.databasePath))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/state"))
  }

  @Test func pathsWithoutABundleAreRefused() throws {
    let gone = directory.path + "/gone.json"
    #expect(
      problem(path("gone.json")) == .noBundle(path: gone, reason: "there is no file at the path"))
    #expect(
      problem(path("core"))
        == .noBundle(
          path: directory.path + "/core", reason: "the directory has no Info.plist or Info.json"))
    #expect(unsafe mkfifo(directory.path + "/pipe.json", 0o600) == 0)
    #expect(codes(path("pipe.json")) == [.notARegularFile])
    let long = try directory.write("long.json", [UInt8](repeating: 0x20, count: 1 << 20 | 1))
    #expect(codes(path("long.json")) == [.fileTooLong])
    #expect(long.isAbsolute)
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/state"))
  }

  private func codes(_ source: RegistrationSource) -> [Diagnostic.Code] {
    guard case .invalid(let findings) = problem(source) else { return [] }
    return findings.filter { $0.severity == .error }.map(\.code)
  }

  @Test func filesOfOthersAreRefused() throws {
    let file = try directory.write("app.json", bundle("app"))
    _ = unsafe file.withCString { unsafe chmod($0, 0o666) }
    #expect(codes(path("app.json")) == [.untrustedLink])
    try directory.write("App/Info.json", bundle("app"))
    #expect(unsafe chmod(directory.path + "/App", 0o777) == 0)
    #expect(codes(path("App")) == [.untrustedLink])
  }

  /// The rule holds later, too: the file may have been replaced since.
  @Test func aFileThatBecomesAnothersIsLeftOut() throws {
    let file = try directory.write("app.json", bundle("app"))
    _ = try registrar.register(path("app.json"))
    _ = unsafe file.withCString { unsafe chmod($0, 0o666) }
    #expect(bundles() == [])
  }

  @Test(.enabled(if: geteuid() == 0)) func filesOfAnotherUserAreRefused() throws {
    let file = try directory.write("app.json", bundle("app"))
    _ = unsafe file.withCString { unsafe chown($0, 65_534, 65_534) }
    #expect(codes(path("app.json")) == [.untrustedLink])
    // Nor is anything stored in a directory of another user.
    try FileManager.default.createDirectory(
      atPath: directory.path + "/state/typed", withIntermediateDirectories: true)
    #expect(unsafe chown(directory.path + "/state/typed", 65_534, 65_534) == 0)
    do throws(Registrar.Failure) {
      _ = try registrar.register(declaration(bundle("app")))
      Issue.record("was stored")
    } catch {
      guard case .store(let error) = error else { throw error }
      #expect(error.kind == .untrusted)
    }
  }

  @Test func aBundleWithAnErrorIsRefused() throws {
    #expect(codes(declaration("{")) == [.invalidJSON])
    #expect(codes(declaration("{}")) == [.missingBundleIdentifier])
    // The good declaration beside it is not registered alone.
    let text = """
      {"CFBundleIdentifier": "org.example.app", "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "org.example.good"}, {"UTTypeIdentifier": "public..bad"}]}
      """
    #expect(!codes(declaration(text)).isEmpty)
    #expect(codes(.declaration([0x7B, 0xFF, 0x7D])) == [.unknownFormat])
    #expect(codes(.declaration(Array("{\0}".utf8))) == [.unknownFormat])
    let blank = [UInt8](repeating: 0x20, count: RegistrationSource.longestDeclaration - 64)
    let fitting = Array(#"{"CFBundleIdentifier": "org.example.app"}"#.utf8)
    #expect(codes(.declaration(fitting + blank)) == [])
    #expect(
      codes(.declaration(fitting + blank + [UInt8](repeating: 0x20, count: 64))) == [.fileTooLong])
    #expect(bundles() == ["org.example.app"])
  }

  @Test func whatIsInstalledIsNotRegistered() throws {
    let file = try directory.write(".local/share/typed/declarations/app.json", bundle("app"))
    #expect(
      problem(path(".local/share/typed/declarations/app.json"))
        == .installed(path: file.description))
    let sent = try registrar.register(declaration(bundle("sent")))
    #expect(problem(.path(Array(sent.file.utf8))) == .installed(path: sent.file))
  }

  @Test func nothingIsRegisteredWhereItIsNotRead() throws {
    var pinned = locations
    pinned.environment = Environment(declarations: directory.path)
    #expect(throws: Registrar.Failure.problem(.replaced)) {
      try Registrar(pinned).register(self.declaration(self.bundle("app")))
    }
    _ = try registrar.register(declaration(bundle("app")))
    #expect(RegistryLoader.load(pinned).registry.bundles().isEmpty)
    pinned = locations
    pinned.store = nil
    #expect(throws: Registrar.Failure.noStore) {
      try Registrar(pinned).unregister(.missing, dryRun: true)
    }
  }

  /// Ten thousand registrations are refused where the limit is, whatever is there.
  @Test func theNumberOfRegistrationsIsLimited() throws {
    try directory.write("app.json", bundle("app"))
    _ = try registrar.register(path("app.json"))
    for number in 1..<RegisteredDirectory.limit {
      let reference = RegistrationReference(
        identifier: "org.example.n\(number)", path: try directory.filePath("none\(number)"))
      try Data(reference.bytes).write(to: URL(fileURLWithPath: "\(registered)/\(number).path"))
    }
    for number in 0..<20 {
      #expect(problem(declaration(bundle("more\(number)"))) == .tooMany(limit: 1_024))
    }
    // What is registered may be registered again.
    #expect(try registrar.register(path("app.json")).effect == .unchanged)
    #expect(try registrar.unregister(.missing, dryRun: false).count == 1_023)
    #expect(try registrar.register(declaration(bundle("more"))).effect == .added)
    #expect(bundles() == ["org.example.app", "org.example.more"])
  }

  // MARK: - Removing

  @Test func removingTheLastOneLeavesNoDirectory() throws {
    let made = try registrar.register(declaration(bundle("app")))
    #expect(locations.findSearchPath().mayHaveDirectories)
    let removed = try registrar.unregister(.path(Array(made.file.utf8)), dryRun: false)
    #expect(removed == [made.bundle])
    #expect(!FileManager.default.fileExists(atPath: registered))
    #expect(!locations.findSearchPath().mayHaveDirectories)
    #expect(throws: Registrar.Failure.problem(.notRegistered("org.example.app"))) {
      try registrar.unregister(.bundle("org.example.app"), dryRun: false)
    }
    #expect(throws: Registrar.Failure.problem(.notRegistered("/none"))) {
      try registrar.unregister(.path(Array("/none".utf8)), dryRun: true)
    }
  }

  @Test func aMissingBundleSleepsUntilItIsCollected() throws {
    let file = try directory.write("app.json", bundle("app"))
    try directory.write("App.app/Info.json", bundle("directory"))
    _ = try registrar.register(path("app.json"))
    _ = try registrar.register(path("App.app"))
    _ = try registrar.register(declaration(bundle("stays")))
    #expect(try registrar.unregister(.missing, dryRun: true) == [])
    #expect(unsafe file.withCString { unsafe unlink($0) } == 0)
    #expect(unsafe unlink(directory.path + "/App.app/Info.json") == 0)
    let registry = RegistryLoader.load(locations).registry
    #expect(registry.bundles().map(\.identifier) == ["org.example.stays"])
    let findings = registry.diagnostics.filter { $0.code == .registeredBundleMissing }
    #expect(Set(findings.map(\.path)) == [file.description, directory.path + "/App.app"])
    #expect(findings.allSatisfy { $0.severity == .warning })
    #expect(
      RegistryStatus(PublishedRegistry(registry, generation: 1), of: locations).sleepingCount == 2)
    // It wakes up when the file is back.
    try directory.write("app.json", bundle("app"))
    #expect(bundles() == ["org.example.app", "org.example.stays"])
    let missing = try registrar.unregister(.missing, dryRun: true)
    #expect(missing.map(\.identifier) == ["org.example.directory"])
    #expect(missing.map(\.problem) == ["the directory has no Info.plist or Info.json"])
    #expect(try registrar.unregister(.missing, dryRun: false) == missing)
    #expect(try registrar.unregister(.missing, dryRun: false) == [])
    #expect(bundles() == ["org.example.app", "org.example.stays"])
  }

  /// The identifier of now serves, too, if none was registered under it.
  @Test func aBundleIsRemovedByItsPresentIdentifier() throws {
    try directory.write("app.json", bundle("before"))
    _ = try registrar.register(path("app.json"))
    try directory.write("app.json", bundle("now"))
    let removed = try registrar.unregister(.bundle("org.example.now"), dryRun: false)
    #expect(removed.map(\.identifier) == ["org.example.before"])
  }

  // MARK: - Reading

  @Test func registrationsAreInputsOfTheRegistry() throws {
    try directory.write("app.json", bundle("app"))
    let registry = EmbeddedRegistry(locations)
    let before = RegistryInputs(
      of: registry.published, from: locations, loadedAfter: WallClock.nanoseconds)
    #expect(try before.paths.contains(directory.filePath("state/typed/registered")))
    // As another process does it.
    _ = try registrar.register(path("app.json"))
    #expect(!before.areUnchanged)
    #expect(registry.refresh())
    let after = RegistryInputs(of: registry.published, from: locations, loadedAfter: 1)
    #expect(try after.paths.contains(directory.filePath("app.json")))
    #expect(registry.current.bundles().map(\.identifier) == ["org.example.app"])
    _ = try registrar.unregister(.bundle("org.example.app"), dryRun: false)
    #expect(registry.refresh())
    #expect(registry.current.bundles().isEmpty)
  }

  @Test func damagedFilesTakeNothingElseAlong() throws {
    try directory.write("app.json", bundle("app"))
    _ = try registrar.register(path("app.json"))
    _ = try registrar.register(declaration(bundle("sent")))
    for (name, text) in [
      ("empty.path", ""), ("relative.path", "a.b\nrelative"), ("short.path", "a.b"),
      ("nul.path", "a.b\n/\0"), ("broken.json", "{"), ("unfinished.json.new", "{"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(registered)/\(name)"))
    }
    let registry = RegistryLoader.load(locations).registry
    #expect(registry.bundles().map(\.identifier) == ["org.example.app", "org.example.sent"])
    #expect(registry.diagnostics.count { $0.code == .damagedRegistration } == 4)
    #expect(registry.diagnostics.count { $0.code == .invalidJSON } == 1)
  }

  @Test func aDirectoryThatOthersMayWriteIsNotRead() throws {
    _ = try registrar.register(declaration(bundle("app")))
    #expect(unsafe chmod(registered, 0o777) == 0)
    let registry = RegistryLoader.load(locations).registry
    #expect(registry.bundles().isEmpty)
    #expect(registry.diagnostics.map(\.code) == [.untrustedDirectory])
    do throws(Registrar.Failure) {
      _ = try registrar.register(declaration(bundle("other")))
      Issue.record("was stored")
    } catch {
      guard case .store(let error) = error else { throw error }
      #expect(error.kind == .untrusted)
    }
  }

  @Test func referencesSurviveStoring() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<500 {
      let tail = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 1...255, using: &random)
      }
      let reference = RegistrationReference(
        identifier: "org.example.a", path: try #require(FilePath(bytes: [0x2F] + tail)))
      #expect(RegistrationReference(reference.bytes) == reference)
    }
  }

  // MARK: - Odd files

  @Test func theLatestRegistrationIsTheOneWithTheLatestTime() throws {
    #expect(try registrar.latest() == nil)
    for name in ["b", "a"] {
      _ = try registrar.register(declaration(bundle(name)))
    }
    let latest = try #require(try registrar.latest())
    #expect(latest.bundle.identifier == "org.example.a")
    #expect(latest.isNewerThanChoices)
  }

  /// Only the file system knows the directory above a link, and a path that leads nowhere stays as it is.
  @Test func aPathMayLeadUpwards() throws {
    try directory.write("app.json", bundle("app"))
    try directory.makeDirectory("sub")
    let made = try registrar.register(path("./sub/../app.json"))
    #expect(made.file.hasSuffix("/app.json") && !made.file.contains(".."))
    let missing = directory.path + "/none/../app.json"
    #expect(throws: Registrar.Failure.problem(.notRegistered(missing))) {
      try registrar.unregister(.path(Array(missing.utf8)), dryRun: true)
    }
  }

  /// What others have put into the directory does not get in the way.
  @Test func aBrokenRegistrationIsLeftOutOrHasNoIdentifier() throws {
    _ = try registrar.register(declaration(bundle("app")))
    try directory.write("state/typed/registered/broken.path", "?")
    try directory.write("state/typed/registered/zzz.json", "{")
    #expect(try registrar.unregister(.bundle("org.example.app"), dryRun: true).count == 1)
    let file = registered + "/zzz.json"
    let found = try registrar.unregister(.path(Array(file.utf8)), dryRun: true)
    #expect(found == [RegisteredBundle(identifier: "", path: file)])
    #expect(throws: Registrar.Failure.problem(.notRegistered("org.example.other"))) {
      try registrar.unregister(.bundle("org.example.other"), dryRun: true)
    }
  }

  /// A directory and the file in it are two registrations of one bundle.
  @Test func aBundleThatIsRegisteredByTwoPathsIsReadOnce() throws {
    try directory.write("App.app/Info.json", bundle("app"))
    #expect(try registrar.register(path("App.app")).effect == .added)
    #expect(try registrar.register(path("App.app/Info.json")).effect == .added)
    let found = RegistryLoader.load(locations).registry.bundles()
      .filter { $0.identifier == "org.example.app" }
    #expect(found.map(\.path) == [directory.path + "/App.app/Info.json"])
  }
}
