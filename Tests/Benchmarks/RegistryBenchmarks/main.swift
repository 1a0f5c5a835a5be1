// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

// Figures of one run, each beside a reference of the same run. Nothing here passes or fails by the
// clock; wrong answers stop the program.
//
// Everything is written to a directory of the run's own, below TMPDIR: no declarations or choices of the
// person who runs it are read, and nothing is left in their home.
//
// usage: RegistryBenchmarks [--quick] [--only-daemon] [--neighbours] [--store] [--changes] [--walks]
//   [--desktop] [--contents] [--utcli PATH] [--typed PATH] [--echo PATH]

let words = CommandLine.arguments
// The one-shot processes that are measured.
if words.count > 2, words[1] == "--look" { Storing.look(into: words[2]) }
if words.count > 1, words[1] == "--nothing" { exit(0) }
if words.count > 2, words[1] == Child.memoryOption {
  Child.printMemory(of: Array(words[2...]))
  exit(0)
}
scratch.enter()
let isQuick = words.contains("--quick")
let products = ".build/release-static/release/"
let utcli = path("--utcli") ?? products + "utcli"
let typed = path("--typed") ?? products + "typed"
let echo = path("--echo") ?? ".build/echo"

// A census, and progress.
if words.contains("--walks") {
  Walking(quick: isQuick, utcli: utcli).run()
  exit(0)
}

// The store alone, in seconds.
if words.contains("--store") {
  Storing(quick: isQuick, program: words[0]).run()
  exit(0)
}

// What a change of the declarations costs.
if words.contains("--changes") {
  Changing(quick: isQuick, utcli: utcli).run()
  exit(0)
}

let locations = RegistryLocations.current
let shipped = RegistryLoader.compile(locations).registry
precondition(shipped.typeCount > 1_000, "the shipped declarations were not found")

// Questions on a machine with applications alone.
if words.contains("--desktop") {
  Desktop(quick: isQuick, utcli: utcli, typed: typed).run()
  exit(0)
}

// Types by contents alone.
if words.contains("--contents") {
  Contents(quick: isQuick, utcli: utcli).run(shipped)
  exit(0)
}

write(
  "benchmark".padded(to: 46) + "value".padded(toRight: 11)
    + "               ratio  reference                   goal")
let daemon = Daemon(quick: isQuick, typed: typed, utcli: utcli, echo: echo)
let neighbours = Neighbours(quick: isQuick, typed: typed, echo: echo)
if words.contains("--neighbours") {
  neighbours.run()
  exit(0)
}
if words.contains("--only-daemon") {
  daemon.run()
  exit(0)
}
Lookups(quick: isQuick).run(shipped: shipped)
Ranking(quick: isQuick, core: RegistryLoader.bundles(of: locations)).run()
Compiling(quick: isQuick, locations: locations).run()
Changing(quick: isQuick, utcli: utcli).run()
Storing(quick: isQuick, program: words[0]).run()
Processes(quick: isQuick, utcli: utcli).run()
Desktop(quick: isQuick, utcli: utcli, typed: typed).run()
Walking(quick: isQuick, utcli: utcli).run()
Contents(quick: isQuick, utcli: utcli).run(shipped)
daemon.run()
if !isQuick { neighbours.run() }

func path(_ option: String) -> String? {
  guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
  return words[index + 1]
}
