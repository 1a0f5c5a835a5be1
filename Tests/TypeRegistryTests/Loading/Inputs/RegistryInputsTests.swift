// SPDX-License-Identifier: MIT

import Foundation
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

/// Everything that a registry depends on, compared with what is on disk.
@Suite struct RegistryInputsTests {
  private let directory: TemporaryDirectory
  private let locations: RegistryLocations

  init() throws {
    directory = try TemporaryDirectory()
    locations = RegistryLocations(
      core: nil, environment: Environment(declarations: "\(directory.path)/d"), cache: nil)
  }

  private func write(_ name: String) throws {
    let file = "\(directory.path)/d/\(name).json"
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/d", withIntermediateDirectories: true)
    try #"{"CFBundleIdentifier":"org.example.\#(name)"}"#
      .write(toFile: file, atomically: true, encoding: .utf8)
    // Long before it is read: not the time decides.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file)
  }

  private func inputs(_ registry: EmbeddedRegistry) -> RegistryInputs {
    RegistryInputs(
      of: registry.published, from: locations, loadedAfter: WallClock.nanoseconds + 1_000_000_000)
  }

  @Test func areThoseThatWereRead() throws {
    try write("a")
    let paths = inputs(EmbeddedRegistry(locations)).paths.map(\.description)
    #expect(paths.contains("\(directory.path)/d"))
    #expect(paths.contains("\(directory.path)/d/a.json"))
  }

  @Test func aDirectoryThatDoesNotExistIsOne() {
    let found = inputs(EmbeddedRegistry(locations))
    #expect(found.paths.map(\.description).contains("\(directory.path)/d"))
    #expect(found.areUnchanged)
  }

  /// Their stamps are older than the registry, and yet they are not in it.
  @Test func bundlesThatAppearedAfterLoadingAreAChange() throws {
    let registry = EmbeddedRegistry(locations)
    try write("a")
    let elsewhere = "\(directory.path)/elsewhere"
    try FileManager.default.moveItem(atPath: "\(directory.path)/d", toPath: elsewhere)
    try FileManager.default.moveItem(atPath: elsewhere, toPath: "\(directory.path)/d")
    #expect(!inputs(registry).areUnchanged)
  }
}
