// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

/// A registry in this process that notices changes itself.
@Suite struct RegistryWatchTests {
  private let directory: TemporaryDirectory
  private let registry: EmbeddedRegistry

  init() throws {
    directory = try TemporaryDirectory()
    registry = EmbeddedRegistry(
      RegistryLocations(
        core: TestFiles.checkout + "/Declarations",
        environment: Environment(declarations: "user=\(directory.path)/declarations"), cache: nil))
  }

  private func install(_ name: String) throws {
    try directory.write(
      "declarations/\(name).json",
      #"""
      {"CFBundleIdentifier":"org.example.\#(name)","UTExportedTypeDeclarations":
      [{"UTTypeIdentifier":"org.example.\#(name)","UTTypeConformsTo":"public.data"}],
      "CFBundleDocumentTypes":[{"LSItemContentTypes":["org.example.\#(name)"]}],
      "TRLaunch":{"Arguments":["/bin/sh","%F"]}}
      """#)
  }

  private func knows(_ name: String) throws -> Bool {
    registry.current.find(try TypeIdentifier("org.example.\(name)")) != .none
  }

  /// Waits until the descriptor is readable; false if it is not in time.
  private func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, milliseconds) == 1
  }

  @Test func theDescriptorIsReadableAfterAChange() throws {
    let watch = try RegistryWatch(registry)
    #expect(watch.problem == nil)
    #expect(!isReadable(watch.descriptor, within: 0))
    try install("first")
    var looks = 0
    var isChanged = false
    while !isChanged {
      try #require(isReadable(watch.descriptor, within: 30_000), "no change is reported")
      isChanged = watch.refresh()
      looks += 1
    }
    #expect(try knows("first"))
    #expect(registry.generation == 2)
    // The first event, the events after the pause, the end of the quiet time; not each event.
    #expect(looks <= 6)
  }

  @Test func aLookWithoutAnEventReadsWhatChanged() throws {
    let watch = try RegistryWatch(registry)
    #expect(!watch.refresh())
    #expect(registry.generation == 1)
  }

  @Test func aChildLeavesTheEventsToItsParent() throws {
    let own = try RegistryWatch(registry)
    #expect(own.isOfThisProcess)
    let copied = try RegistryWatch(registry, process: getpid() + 1)
    #expect(!copied.isOfThisProcess)
    try install("first")
    try #require(isReadable(copied.descriptor, within: 30_000), "no change is reported")
    // Amid the burst already, and without taking the event.
    #expect(copied.refresh())
    #expect(try knows("first"))
    #expect(isReadable(copied.descriptor, within: 0))
    #expect(!copied.refresh())
  }

  @Test func eventsTellTheStateAndThenEachChange() throws {
    let filter = RegistryFilter(types: [try TypeIdentifier("org.example.told")])
    let events = try registry.events(matching: filter)
    guard case .state(1, _, let defaults) = events.next() else {
      Issue.record("the first event is not the state")
      return
    }
    #expect(defaults.map(\.decision) == [.none])
    try install("told")
    try install("other")
    guard case .change(_, let difference) = events.next() else {
      Issue.record("the change is not told")
      return
    }
    #expect(difference.types.map(\.identifier.text) == ["org.example.told"])
    #expect(difference.defaults.map(\.after?.bundle) == ["org.example.told"])
    #expect(difference.bundles.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func eventsAreASequence() async throws {
    let events = try registry.events().stream()
    var seen: [RegistryEvent] = []
    for await event in events {
      seen.append(event)
      if seen.count == 1 { try install("told") }
      if try knows("told") { break }
    }
    guard case .change(2, let difference) = seen.last else {
      Issue.record("the change is not told")
      return
    }
    #expect(difference.bundles.map(\.bundle.identifier) == ["org.example.told"])
  }

  @Test(.timeLimit(.minutes(10))) func generationsAreASequence() async throws {
    let watch = try RegistryWatch(registry)
    let generations = watch.generations
    try install("first")
    for await generation in generations {
      #expect(generation == 2)
      break
    }
    #expect(try knows("first"))
  }
}
