// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

/// Values outlive the registry that they were looked up in, and hold none.
@Suite(.serialized) struct AnsweringRegistriesTests {
  private let directory: TemporaryDirectory
  private let registry: EmbeddedRegistry

  init() throws {
    directory = try TemporaryDirectory()
    // No core, which takes longer to compile than these questions need.
    try FileManager.default.createDirectory(
      atPath: directory.path + "/core", withIntermediateDirectories: true)
    try directory.write("declarations/app.json", Self.generation(0))
    registry = EmbeddedRegistry(
      RegistryLocations(
        core: directory.path + "/core",
        environment: Environment(declarations: "user=\(directory.path)/declarations"),
        cache: nil))
  }

  /// A generation's type conforms to that of its number, and has it as its extension.
  private static func generation(_ number: Int) -> String {
    let types =
      [0, 1].map { "{\"UTTypeIdentifier\": \"org.acme.parent\($0)\"}" } + [
        """
        {"UTTypeIdentifier": "org.acme.kept", "UTTypeConformsTo": ["org.acme.parent\(number % 2)"],
         "UTTypeTagSpecification": {"public.filename-extension": ["e\(number)"]}}
        """
      ]
    return """
      {"CFBundleIdentifier": "org.acme.app", "UTExportedTypeDeclarations": [\(types.joined(separator: ", "))]}
      """
  }

  private func publish(_ number: Int) throws {
    try directory.write("declarations/app.json", Self.generation(number))
    try #require(registry.refresh())
  }

  private struct WeakRegistry { weak var value: CompiledRegistry? }

  /// A type of each of many generations is held, and few generations are.
  @Test func valuesKeepNoRegistryAlive() throws {
    var values: [UniformType] = []
    var generations: [WeakRegistry] = []
    for number in 0..<12 {
      if number > 0 { try publish(number) }
      let current = registry.current
      generations.append(WeakRegistry(value: current))
      values.append(try #require(UniformType("org.acme.kept", in: current)))
      #expect(values[number].preferredFilenameExtension == "e\(number)")
    }
    // The current one, the two before, and what this thread held.
    #expect(generations.filter { $0.value != nil }.count <= 4)
    #expect(generations[0].value == nil && generations[11].value != nil)
    for value in values {
      #expect(value == values[0] && value.hashValue == values[0].hashValue)
      #expect(value.identifier == "org.acme.kept")
    }
    // The last ones are answered from their own, the first ones from the current registry of this process.
    #expect(values[11].isDeclared)
    #expect((9...11).allSatisfy { values[$0].preferredFilenameExtension == "e\($0)" })
    #expect(!values[0].isDeclared && values[0].supertypes.isEmpty && values[0].tags.isEmpty)
    #expect(values[0].conforms(to: values[11]) && !values[0].conforms(to: .data))
  }

  /// As long as the program holds a registry, its values are answered from it, whatever came after.
  @Test func aHeldRegistryAnswersAboutItsValues() throws {
    let first = registry.current
    let kept = try #require(UniformType("org.acme.kept", in: first))
    let parents = try (0...1).map { try #require(UniformType("org.acme.parent\($0)", in: first)) }
    let dynamic = UniformType(fileName: "a.zq", in: first)
    for number in 1..<10 {
      try publish(number)
      let now = try #require(UniformType("org.acme.kept", in: registry.current))
      #expect(now == kept)
      #expect(kept.preferredFilenameExtension == "e0")
      #expect(now.preferredFilenameExtension == "e\(number)")
      #expect(kept.conforms(to: parents[0]) && !kept.conforms(to: parents[1]))
      // By the generation of the first of two types.
      #expect(now.conforms(to: parents[number % 2]) && !now.conforms(to: parents[1 - number % 2]))
      #expect(kept.conforms(to: now) && now.conforms(to: kept))
      #expect(!dynamic.conforms(to: kept) && dynamic.conforms(to: dynamic))
    }
    withExtendedLifetime(first) {}
  }

  /// A registry that a program made itself lives longer than its variable.
  @Test func aRegistryWithoutGenerationsIsKept() throws {
    let type = try #require(UniformType("public.jpeg", in: World.registry()))
    #expect(type.conforms(to: .image) && type.preferredFilenameExtension == "jpg")
    #expect(type.tags[.filenameExtension] == ["jpg"])
  }

  private final class Answers: Sendable {
    let values = Lock<[UniformType]>([])
    let isDone = Atomic(false)
    let wrong = Atomic(0)
    let count = Atomic(0)

    func ask() {
      let parents = [
        UniformType(exportedAs: "org.acme.parent0"), .init(exportedAs: "org.acme.parent1"),
      ]
      while !isDone.load(ordering: .acquiring) {
        for value in values.withLock({ $0.suffix(6) }) {
          // Of one generation, or of a registry that has no such types.
          let supertypes = value.supertypes.map(\.identifier)
          let isParent = supertypes == ["org.acme.parent0"] || supertypes == ["org.acme.parent1"]
          if !supertypes.isEmpty && !isParent { wrong.add(1, ordering: .relaxed) }
          _ = parents.filter { value.conforms(to: $0) }
          if value.preferredFilenameExtension?.hasPrefix("e") == false
            || value.identifier != "org.acme.kept"
          {
            wrong.add(1, ordering: .relaxed)
          }
          count.add(1, ordering: .relaxed)
        }
      }
    }
  }

  /// Threads ask about values of all generations while one after the other is replaced and freed.
  @Test func threadsAskAboutOldValuesWhileGenerationsAreFreed() throws {
    let answers = Answers()
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<3 {
      Thread {
        answers.ask()
        ended.signal()
      }
      .start()
    }
    for number in 1..<60 {
      try publish(number)
      let type = try #require(UniformType("org.acme.kept", in: registry.current))
      answers.values.withLock { $0.append(type) }
    }
    for _ in 0..<10_000_000 where answers.count.load(ordering: .relaxed) < 1_000 { sched_yield() }
    answers.isDone.store(true, ordering: .releasing)
    for _ in 0..<3 { ended.wait() }
    #expect(answers.wrong.load(ordering: .relaxed) == 0)
    #expect(answers.count.load(ordering: .relaxed) >= 1_000)
  }
}
