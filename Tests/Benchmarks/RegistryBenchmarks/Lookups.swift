// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport
internal import TypeRegistry

/// Look-ups in one process, over the shipped declarations and over synthetic ones of growing number.
struct Lookups {
  let quick: Bool

  /// Names as a scan meets them.
  static let names = [
    "holiday.jpeg", "IMG_0001.JPG", "report.pdf", "main.swift", "index.html", "notes.txt",
    "archive.tar.gz", "Makefile", "song.mp3", "movie.mkv", "README.md", "data.json", "font.woff2",
    "style.css", "script.py", "slides.odp", "unknown.zzz", "noextension", "libz.so.1", "photo.heic",
  ]

  func run(shipped: CompiledRegistry) {
    let rounds = quick ? 3 : 15
    let names = Self.names.map { Array($0.utf8) }
    let repeats = quick ? 2_000 : 50_000
    let reference = dictionaryReference(rounds: rounds, repeats: repeats)
    let resolve = leastTime(rounds: rounds, count: repeats * names.count) {
      var sum: UInt64 = 0
      for _ in 0..<repeats {
        for name in names { sum &+= answer(shipped, name) }
      }
      return sum
    }
    Line(
      name: "name -> type, shipped declarations", value: resolve, unit: "ns",
      reference: ("Dictionary<String, Int>", reference), goal: "at most 50 ns"
    ).print()

    var first: (resolve: Double, conforms: Double)?
    for count in quick ? [1_000] : [1_000, 10_000, 100_000] {
      let synthetic = SyntheticDeclarations(count: count)
      let registry = compiled(synthetic)
      let found = (
        resolve: measureNames(registry, synthetic, rounds: rounds),
        conforms: measureConformance(registry, synthetic, rounds: rounds)
      )
      let base = first ?? found
      if first == nil { first = found }
      Line(
        name: "name -> type, \(count) synthetic types", value: found.resolve, unit: "ns",
        reference: ("1,000 types", base.resolve), goal: "at most 50 ns, 1.5 x"
      ).print()
      Line(
        name: "conforms, \(count) synthetic types", value: found.conforms, unit: "ns",
        reference: ("1,000 types", base.conforms), goal: "at most 8 ns, 1.5 x"
      ).print()
    }
  }

  private func answer(_ registry: CompiledRegistry, _ name: [UInt8]) -> UInt64 {
    guard case .type(let type) = registry.resolve(name: name.span).answer else { return 1 }
    return UInt64(type.value)
  }

  private func dictionaryReference(rounds: Int, repeats: Int) -> Double {
    let table = Dictionary(uniqueKeysWithValues: Self.names.enumerated().map { ($1, $0) })
    return leastTime(rounds: rounds, count: repeats * Self.names.count) {
      var sum: UInt64 = 0
      for _ in 0..<repeats {
        for name in Self.names { sum &+= UInt64(table[name] ?? 0) }
      }
      return sum
    }
  }

  /// Names of all types in an order that no prefetcher foresees.
  private func measureNames(
    _ registry: CompiledRegistry, _ synthetic: SyntheticDeclarations, rounds: Int
  ) -> Double {
    var random = SeededRandom(seed: 1)
    let names = (0..<synthetic.count).map {
      Array("file\($0).\(synthetic.filenameExtension($0))".utf8)
    }
    for index in 0..<synthetic.count {
      let expected = registry.find(TypeIdentifier(trusted: synthetic.identifier(index)))
      precondition(answer(registry, names[index]) == UInt64(expected.value), "a wrong answer")
    }
    // One after the other in memory, as a scan has them: the look-up is measured, not the list.
    var text: [UInt8] = []
    var ends: [Int] = []
    for _ in 0..<(quick ? 20_000 : 500_000) {
      text += names[Int.random(in: 0..<synthetic.count, using: &random)]
      ends.append(text.count)
    }
    return leastTime(rounds: rounds, count: ends.count) {
      var sum: UInt64 = 0
      var start = 0
      for end in ends {
        if case .type(let type) = registry.resolve(name: text.span.extracting(start..<end)).answer {
          sum &+= UInt64(type.value)
        }
        start = end
      }
      return sum
    }
  }

  private func measureConformance(
    _ registry: CompiledRegistry, _ synthetic: SyntheticDeclarations, rounds: Int
  ) -> Double {
    var random = SeededRandom(seed: 2)
    let types = (0..<synthetic.count).map {
      registry.find(TypeIdentifier(trusted: synthetic.identifier($0)))
    }
    let pairs = (0..<(quick ? 20_000 : 1_000_000)).map { _ in
      let index = Int.random(in: 0..<synthetic.count, using: &random)
      var other = index
      for _ in 0..<Int.random(in: 0...6, using: &random) { other /= 10 }
      return (types[index], Bool.random(using: &random) ? types[other] : types[index / 3])
    }
    return leastTime(rounds: rounds, count: pairs.count) {
      var sum: UInt64 = 0
      for (type, other) in pairs { sum &+= registry.conforms(type, to: other) ? 1 : 0 }
      return sum
    }
  }
}

/// The registry of synthetic declarations.
func compiled(_ synthetic: SyntheticDeclarations) -> CompiledRegistry {
  RegistryCompiler.compile(
    synthetic.files().compactMap { file in
      BundleParser.parse(file.text, path: file.name, origin: .core).bundle
    }
  ).registry
}
