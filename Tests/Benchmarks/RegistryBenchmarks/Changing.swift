// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport
internal import TypeRegistry

/// What one more declaration file costs beside many types: compiling again, and the next call of
/// `utcli` without a daemon.
struct Changing {
  let quick: Bool
  let utcli: String

  func run() {
    let core = RegistryLocations.current.core?.description
    measure("the shipped types", core: core, goals: ("under 5 ms", "under 15 ms"))
    // One type less than a registry holds for each file that is added.
    let count = quick ? 9_900 : 99_900
    let directory = scratch.path + "/many"
    unsafe mkdir(directory, 0o700)
    for file in SyntheticDeclarations(count: count).files() {
      write(file.text, to: "\(directory)/\(file.name)")
    }
    measure("\(count) types", core: directory, goals: ("under 150 ms", "under 300 ms"))
    TemporaryDirectory.remove(directory)
  }

  private func measure(_ what: String, core: String?, goals: (String, String)) {
    let directory = scratch.path + "/added"
    unsafe mkdir(directory, 0o700)
    let declarations = (core.map { "core=\($0):" } ?? "") + "user=\(directory)"
    unsafe setenv("TYPED_DECLARATIONS", declarations, 1)
    defer {
      unsafe unsetenv("TYPED_DECLARATIONS")
      TemporaryDirectory.remove(directory)
    }
    add(0, to: directory)
    // Reads everything, and keeps it.
    _ = ask(0)
    var compiling = Double.infinity
    var asking = Double.infinity
    var unchanged = Double.infinity
    var peak = 0.0
    let locations = RegistryLocations.current
    for number in 1...(quick ? 3 : 12) {
      add(number, to: directory)
      compiling = min(
        compiling,
        leastTime(rounds: 1, count: 1) {
          UInt64(RegistryLoader.compileAgain(locations).registry.typeCount)
        })
      guard let first = ask(number), let second = ask(number) else {
        return write("changes: '\(utcli)' cannot be run; 'make release' builds it")
      }
      asking = min(asking, first)
      unchanged = min(unchanged, second)
    }
    add(99, to: directory)
    peak = Child.peakMemory(words(99)) ?? .nan
    let image = Double(RegistryLoader.compileAgain(locations).registry.imageSize)
    Line(
      name: "a file added to \(what): compile", value: compiling / 1e6, unit: "ms",
      reference: nil, goal: goals.0
    ).print()
    Line(
      name: "… the next utcli", value: asking / 1e6, unit: "ms",
      reference: ("nothing changed", unchanged / 1e6), goal: goals.1
    ).print()
    Line(
      name: "… its memory", value: peak / 1_024, unit: "MiB",
      reference: ("the image", image / 1_048_576), goal: "under 100 MiB"
    ).print()
  }

  /// Adds a declaration file.
  private func add(_ number: Int, to directory: String) {
    // Change times are those of a clock that ticks every 4 ms; what is as young as an image is not
    // trusted.
    usleep(20_000)
    let text = """
      {"CFBundleIdentifier": "org.added.bundle\(number)", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.added.type\(number)", "UTTypeConformsTo": "public.data",
         "UTTypeTagSpecification": {"public.filename-extension": "added\(number)"}}]}
      """
    write(Array(text.utf8), to: "\(directory)/added\(number).json")
    usleep(20_000)
  }

  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = unsafe fopen(path, "w") else { return }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }

  private func write(_ line: String) { RegistryBenchmarks.write(line) }

  /// What one look-up by `utcli` takes, in nanoseconds.
  private func ask(_ number: Int) -> Double? {
    let start = now()
    guard let child = Child(words(number), output: .all) else { return nil }
    let answer = child.readAll()
    _ = child.wait()
    let time = now() - start
    precondition(answer == "org.added.type\(number)\n", "a wrong answer")
    return time
  }

  private func words(_ number: Int) -> [String] {
    [utcli, "types", "--embedded", "--extension", "added\(number)"]
  }
}
