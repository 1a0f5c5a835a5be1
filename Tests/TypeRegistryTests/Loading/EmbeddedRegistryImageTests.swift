// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

/// A registry that a process holds outlives its image, and never takes a damaged one.
@Suite struct EmbeddedRegistryImageTests {
  private let directory: TemporaryDirectory
  private let locations: RegistryLocations

  init() throws {
    directory = try TemporaryDirectory()
    // An empty core.
    try FileManager.default.createDirectory(
      atPath: directory.path + "/core", withIntermediateDirectories: true)
    try directory.write(
      "declarations/app.json",
      exporting("\"UTTypeIdentifier\": \"org.acme.kept\""))
    // Older than any image, as files usually are.
    let past = Date(timeIntervalSinceNow: -100)
    for path in ["declarations/app.json", "declarations"] {
      try FileManager.default.setAttributes(
        [.modificationDate: past], ofItemAtPath: directory.path + "/" + path)
    }
    locations = RegistryLocations(
      core: directory.path + "/core",
      environment: Environment(declarations: "user=\(directory.path)/declarations"),
      cache: directory.path + "/cache")
  }

  /// Loads until the cached image is used: change times become older than it.
  private func warm() throws {
    for _ in 0..<200 {
      if RegistryLoader.load(locations).source == .cachedImage { return }
      usleep(10_000)
    }
    Issue.record("the image is never used")
  }

  /// Loading the same registry anew would take its memory once more.
  @Test(arguments: [true, false])
  func aRefreshWithoutAChangeKeepsTheRegistry(hasCache: Bool) throws {
    var locations = locations
    if hasCache { try warm() } else { locations.cache = nil }
    let registry = EmbeddedRegistry(locations)
    var isKept = false
    for _ in 0..<200 where !isKept {
      // Made anew until all changes are older than it.
      let before = registry.published.registry
      #expect(!registry.refresh())
      isKept = registry.published.registry === before
      if !isKept { usleep(10_000) }
    }
    #expect(isKept)
    try directory.write(
      "declarations/other.json", exporting("\"UTTypeIdentifier\": \"org.acme.other\""))
    #expect(registry.refresh())
  }

  /// Puts a link beside the declarations to a file that is there and cannot be read now.
  private func addUnreadable() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/declarations/z.json", withDestinationPath: "/proc/self/mem")
  }

  /// Its stamps would say that nothing has changed, once everything can be read.
  @Test func aRegistryThatMissesAFileForNowIsNotKept() throws {
    try warm()
    let kept = TestFiles.bytes(at: try image.description)
    try addUnreadable()
    for _ in 0..<2 {
      let loaded = RegistryLoader.load(locations)
      #expect(loaded.source == .declarations && loaded.cacheProblem != nil)
      #expect(loaded.registry.information(on: .test("org.acme.kept"))?.isDeclared == true)
    }
    #expect(TestFiles.bytes(at: try image.description) == kept && kept != nil)
    // A file that this process may never read, or that is gone, is no such one.
    try FileManager.default.removeItem(atPath: directory.path + "/declarations/z.json")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/declarations/z.json", withDestinationPath: "/nonexistent")
    #expect(RegistryLoader.load(locations).cacheProblem == nil)
  }

  @Test func aRefreshThatMissesAFileForNowKeepsTheRegistry() throws {
    let registry = EmbeddedRegistry(locations)
    try addUnreadable()
    try directory.write(
      "declarations/app.json", exporting("\"UTTypeIdentifier\": \"org.acme.new\""))
    #expect(!registry.refresh())
    #expect(registry.current.information(on: .test("org.acme.kept"))?.isDeclared == true)
    // A file that cannot be read at all must not keep every later change away.
    #expect(registry.refresh())
    #expect(registry.current.information(on: .test("org.acme.new"))?.isDeclared == true)
    try directory.write(
      "declarations/app.json", exporting("\"UTTypeIdentifier\": \"org.acme.newer\""))
    #expect(registry.refresh())
    #expect(registry.current.information(on: .test("org.acme.newer"))?.isDeclared == true)
    try directory.write(
      "declarations/app.json", exporting("\"UTTypeIdentifier\": \"org.acme.new\""))
    try FileManager.default.removeItem(atPath: directory.path + "/declarations/z.json")
    #expect(registry.refresh())
    #expect(registry.current.information(on: .test("org.acme.new"))?.isDeclared == true)
  }

  /// Another parser may find other things in the same files.
  @Test func anImageOfAnotherCompilerIsNotUsed() throws {
    try warm()
    var newer = locations
    newer.compiler = Array("0.2.0".utf8)
    #expect(try newer.imagePath != image)
    #expect(RegistryLoader.load(newer).source == .declarations)
  }

  private var image: FilePath { get throws { try #require(locations.imagePath) } }

  private func overwrite(_ path: FilePath, _ change: (inout Data) -> Void) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path.description))
    var bytes = try #require(try handle.readToEnd())
    change(&bytes)
    try handle.truncate(atOffset: 0)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  /// Turns `org.acme.kept` in the strings of the image into another identifier.
  private static func misspell(_ bytes: inout Data) {
    let place = bytes.range(of: Data("org.acme.kept".utf8))
    guard let place else { return }
    bytes[place.lowerBound + 4] = UInt8(ascii: "x")
  }

  private func types(_ registry: CompiledRegistry) -> [String] {
    registry.declaredTypes.map(\.text)
  }

  /// Loading the same bytes once more would take their memory twice.
  @Test func aRefreshWithoutAChangeKeepsTheRegistry() throws {
    try warm()
    let registry = EmbeddedRegistry(locations)
    let first = registry.current
    let image = try image
    #expect(!registry.refresh())
    #expect(registry.current === first)
    #expect(registry.source == .cachedImage)
    // An image that another process has damaged, cut or removed is still written anew.
    let whole = try Data(contentsOf: URL(fileURLWithPath: image.description))
    for change in 0..<3 {
      switch change {
      case 0: try overwrite(image, Self.misspell)
      case 1: try overwrite(image) { $0.removeLast() }
      default: try FileManager.default.removeItem(atPath: image.description)
      }
      #expect(!registry.refresh())
      #expect(registry.source == .declarations)
      #expect(types(registry.current) == ["org.acme.kept"])
      let written = try Data(contentsOf: URL(fileURLWithPath: image.description))
      #expect(written.count == whole.count)
      try warm()
    }
    try directory.write(
      "declarations/other.json", exporting("\"UTTypeIdentifier\": \"org.acme.other\""))
    #expect(registry.refresh())
  }

  @Test func aDamagedImageIsNotUsedAtTheStart() throws {
    try warm()
    try overwrite(image, Self.misspell)
    // A program that makes one query checks the header alone, which is why this test can fail.
    #expect(types(RegistryLoader.load(locations).registry) == ["org.xcme.kept"])
    let registry = EmbeddedRegistry(locations)
    #expect(types(registry.current) == ["org.acme.kept"])
    #expect(registry.source == .declarations)
    // It is written anew.
    #expect(types(RegistryLoader.load(locations).registry) == ["org.acme.kept"])
  }

  @Test func aDamagedImageIsNotUsedAfterARefresh() throws {
    try warm()
    let registry = EmbeddedRegistry(locations)
    #expect(registry.source == .cachedImage)
    try overwrite(image, Self.misspell)
    #expect(types(registry.current) == ["org.acme.kept"])
    #expect(!registry.refresh())
    #expect(types(registry.current) == ["org.acme.kept"])
    #expect(registry.source == .declarations)
  }

  @Test func anImageThatIsCutOrOverwrittenLaterDoesNotMatter() throws {
    try warm()
    let registry = EmbeddedRegistry(locations)
    #expect(registry.source == .cachedImage)
    try overwrite(image) { $0 = Data() }
    // A mapped image would end this process by SIGBUS.
    #expect(types(registry.current) == ["org.acme.kept"])
    #expect(registry.current.isImageSound)
    #expect(!registry.refresh())
    #expect(types(registry.current) == ["org.acme.kept"])
  }

  @Test func whatAKilledWriterLeftIsWrittenOver() throws {
    let cache = directory.path + "/cache"
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let temporary = URL(fileURLWithPath: try image.description + ".new")
    try Data(repeating: 7, count: 3_000_000).write(to: temporary)
    try warm()
    let names = try FileManager.default.contentsOfDirectory(atPath: cache)
    #expect(Set(names.map { ($0 as NSString).pathExtension }) == ["image", "units"])
    #expect(names.count == 2)
    #expect(EmbeddedRegistry(locations).source == .cachedImage)
  }

  @Test func anImageThatCannotBeWrittenLeavesNothing() throws {
    let image = try image
    // A directory cannot be replaced by a file.
    try FileManager.default.createDirectory(
      atPath: image.description, withIntermediateDirectories: true)
    #expect(RegistryLoader.load(locations).cacheProblem != nil)
    let cache = directory.path + "/cache"
    let names = try FileManager.default.contentsOfDirectory(atPath: cache)
    #expect(names.contains((image.description as NSString).lastPathComponent))
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test func oneProcessWritesTheImageAtATime() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/cache", withIntermediateDirectories: true)
    let temporary = try image.description + ".new"
    let other = unsafe open(temporary, O_WRONLY | O_CREAT, 0o600)
    try #require(other >= 0 && flock(other, LOCK_EX) == 0)
    let loaded = RegistryLoader.load(locations)
    #expect(loaded.source == .declarations && loaded.cacheProblem == nil)
    #expect(!FileManager.default.fileExists(atPath: try image.description))
    close(other)
    try warm()
  }
}
