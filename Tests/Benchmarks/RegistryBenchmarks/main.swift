// SPDX-License-Identifier: MIT

internal import TypeRegistry

// Figures of one run, each beside a reference of the same run. Nothing here passes or fails by the
// clock; wrong answers stop the program.
//
// usage: RegistryBenchmarks [--quick] [--utcli PATH]

let words = CommandLine.arguments
let isQuick = words.contains("--quick")
let utcli =
  words.firstIndex(of: "--utcli").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  ?? ".build/release-static/release/utcli"

let place = RegistryPlace.current
let shipped = RegistryLoader.compile(place).registry
precondition(shipped.typeCount > 1_000, "the shipped declarations were not found")

write(
  "benchmark".padded(to: 46) + "value".padded(toRight: 11)
    + "               ratio  reference                   goal")
Lookups(quick: isQuick).run(shipped: shipped)
Ranking(quick: isQuick, core: RegistryLoader.bundles(of: place)).run()
Compiling(quick: isQuick, place: place).run()
Processes(quick: isQuick, utcli: utcli).run()
