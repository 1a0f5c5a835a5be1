// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

// Figures of one run, each beside a reference of the same run. Nothing here passes or fails by the
// clock; wrong answers stop the program.
//
// usage: RegistryBenchmarks [--quick] [--only-daemon] [--utcli PATH] [--typed PATH] [--echo PATH]

let words = CommandLine.arguments
let isQuick = words.contains("--quick")
let products = ".build/release-static/release/"
let utcli = path("--utcli") ?? products + "utcli"
let typed = path("--typed") ?? products + "typed"
let echo = path("--echo") ?? ".build/echo"

let place = RegistryPlace.current
let shipped = RegistryLoader.compile(place).registry
precondition(shipped.typeCount > 1_000, "the shipped declarations were not found")

write(
  "benchmark".padded(to: 46) + "value".padded(toRight: 11)
    + "               ratio  reference                   goal")
let daemon = Daemon(quick: isQuick, typed: typed, utcli: utcli, echo: echo)
if words.contains("--only-daemon") {
  daemon.run()
  exit(0)
}
Lookups(quick: isQuick).run(shipped: shipped)
Ranking(quick: isQuick, core: RegistryLoader.bundles(of: place)).run()
Compiling(quick: isQuick, place: place).run()
Processes(quick: isQuick, utcli: utcli).run()
daemon.run()

func path(_ option: String) -> String? {
  guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
  return words[index + 1]
}
