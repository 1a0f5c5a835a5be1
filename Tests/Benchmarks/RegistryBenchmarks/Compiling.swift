// SPDX-License-Identifier: MIT

internal import TestSupport
internal import TypeRegistry

/// From text to a registry: the shipped declarations, and synthetic ones.
struct Compiling {
  let quick: Bool
  let locations: RegistryLocations

  func run() {
    let shipped = leastTime(rounds: quick ? 2 : 10, count: 1) {
      UInt64(RegistryLoader.compile(locations).registry.typeCount)
    }
    let reading = leastTime(rounds: quick ? 2 : 10, count: 1) {
      UInt64(RegistryLoader.bundles(of: locations).count)
    }
    Line(
      name: "compile all shipped declarations", value: shipped / 1e6, unit: "ms",
      reference: ("reading and parsing alone", reading / 1e6), goal: "at most 30 ms"
    ).print()

    let count = quick ? 10_000 : 100_000
    let synthetic = SyntheticDeclarations(count: count)
    let files = synthetic.files()
    var size = 0
    let all = leastTime(rounds: quick ? 1 : 3, count: 1) {
      let bundles = files.compactMap {
        BundleParser.parse($0.text, path: $0.name, origin: .core).bundle
      }
      size = RegistryCompiler.compile(bundles).registry.imageSize
      return UInt64(size)
    }
    let parsing = leastTime(rounds: quick ? 1 : 3, count: 1) {
      var sum: UInt64 = 0
      for file in files {
        let parsed = BundleParser.parse(file.text, path: file.name, origin: .core)
        sum += UInt64(parsed.bundle?.declarations.count ?? 0)
      }
      return sum
    }
    Line(
      name: "compile \(count) synthetic types", value: all / 1e9, unit: "s",
      reference: ("parsing alone", parsing / 1e9), goal: "at most 1.5 s"
    ).print()
    Line(
      name: "image of \(count) synthetic types", value: Double(size) / Double(count),
      unit: "bytes/type", reference: nil, goal: "at most 150"
    ).print()
  }
}
