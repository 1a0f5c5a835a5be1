// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A desktop's packages of MIME types and applications.
struct Desktop {
  private let locations: RegistryLocations
  let registry: CompiledRegistry
  private let directory: HandlerDirectory

  /// The desktop of data directories, as `XDG_DATA_DIRS` names them.
  init(dataDirectories: String) {
    locations = RegistryLocations(
      core: nil, environment: Environment(home: "/nonexistent", dataDirectories: dataDirectories),
      cache: nil)
    registry = RegistryLoader.compile(locations).registry
    directory = HandlerDirectory(registry, bindings: [])
    guard registry.typeCount > PublicBenchmarks.registry.typeCount else {
      fail("'\(dataDirectories)' has no packages of MIME types")
    }
  }

  func run() {
    let time = leastTime(rounds: rounds, count: 1) {
      RegistryLoader.compile(locations).registry.typeCount
    }
    write(
      "all files of the desktop, text to registry".padded(to: 44)
        + text(time / 1e6).padded(toRight: 9) + "  ms" + String(repeating: " ", count: 32)
        + "at most 60 ms")
    let asked = mimeTypes.compactMap { UniformType(mimeType: $0, in: registry) }
    let opened = asked.filter { !directory.handlers(of: $0).isEmpty }
    let count = opened.reduce(0) { $0 + directory.handlers(of: $1).count }
    guard count > 0 else { fail("no application opens anything") }
    write("\(opened.count) MIME types of the core have \(count) handlers")
    line("first handler of each", per: opened.count, goal: "") {
      opened.reduce(0) { $0 + (directory.preferredHandler(of: $1)?.bundle.utf8.count ?? 0) }
    }
    line("all handlers of each, with identifiers", per: opened.count, goal: "at most 2,000 ns") {
      opened.reduce(0) { sum, type in
        directory.handlers(of: type).reduce(sum) { $0 + $1.bundle.utf8.count }
      }
    }
  }
}
