// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

// Figures of one run, each beside a reference of the same run. Nothing here passes or fails by the
// clock; wrong answers stop the program.
//
// usage: RegistryBenchmarks [--quick] [--store] [--utcli PATH]

let words = CommandLine.arguments
// The one-shot processes that are measured.
if words.count > 2, words[1] == "--look" { Storing.look(into: words[2]) }
if words.count > 1, words[1] == "--nothing" { exit(0) }
let isQuick = words.contains("--quick")
let utcli =
  words.firstIndex(of: "--utcli").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  ?? ".build/release-static/release/utcli"

// The store alone, in seconds.
if words.contains("--store") {
  Storing(quick: isQuick, program: words[0]).run()
  exit(0)
}

let place = RegistryPlace.current
let shipped = RegistryLoader.compile(place).registry
precondition(shipped.typeCount > 1_000, "the shipped declarations were not found")

write(
  "benchmark".padded(to: 46) + "value".padded(toRight: 11)
    + "               ratio  reference                   goal")
Lookups(quick: isQuick).run(shipped: shipped)
Compiling(quick: isQuick, place: place).run()
Storing(quick: isQuick, program: words[0]).run()
Processes(quick: isQuick, utcli: utcli).run()
