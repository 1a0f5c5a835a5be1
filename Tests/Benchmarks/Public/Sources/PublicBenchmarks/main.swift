// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization
internal import TypeRegistry

// The questions of a program that uses the library, by its public names alone, each beside what a peer
// takes for the same in the same run. Nothing here passes or fails by the clock; wrong answers end the
// program. Asked is the core that is part of the library, then the one of --core, compiled from its text.
//
// usage: PublicBenchmarks [--quick] --core DIRECTORY --scratch DIRECTORY [--only WORD]
//   --refreshes N  changes a declaration so often, and writes the memory of this process, and ends
//   --lists        writes the names and MIME types that are asked about, for the peers, and ends
//   --peers FILE   what the peers measured: lines of a peer, a question and nanoseconds
//   --desktop DIRS reads the packages of MIME types and applications of these data directories, too

let words = CommandLine.arguments
func value(_ option: String) -> String? {
  guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
  return words[index + 1]
}
guard let core = value("--core"), let scratch = value("--scratch") else {
  fail("--core and --scratch are needed")
}
let isQuick = words.contains("--quick")
let rounds = isQuick ? 5 : 25

// No declarations, choices and caches of the person who runs this.
for variable in [
  "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
] {
  unsafe setenv(variable, scratch, 1)
}
unsafe unsetenv("TYPED_DECLARATIONS")
let registry = EmbeddedRegistry.shared.current
guard EmbeddedRegistry.shared.source == .builtInImage else { fail("the core within is not used") }
let compiled = RegistryLoader.compile(
  RegistryLocations(core: core, environment: Environment(declarations: ""), cache: nil)
).registry
guard compiled.typeCount == registry.typeCount else { fail("another core in '\(core)'") }

/// The preferred tags of the core's types that are files, without those that have dots of their own.
func preferred(_ tagClass: TagClass) -> [String] {
  registry.declaredTypes.compactMap { registry.preferredTag(of: $0, tagClass)?.value }
    .filter { tag in
      (tagClass == .mimeType || !tag.contains("."))
        && UniformType(tag: tag, tagClass: tagClass, conformingTo: .data, in: registry)?.isDeclared
          == true
    }
}
let extensions = preferred(.filenameExtension)
let mimeTypes = preferred(.mimeType)
let names = extensions.enumerated().map { "file\($0.offset % 97).\($0.element)" }

if words.contains("--lists") {
  for (list, name) in [(names, "names"), (extensions, "extensions"), (mimeTypes, "mime")] {
    write(list.joined(separator: "\n") + "\n", to: "\(scratch)/\(name)")
  }
  exit(0)
}

if let count = value("--refreshes").flatMap({ Int($0) }) {
  Refreshing(core: core, scratch: scratch).run(count)
  exit(0)
}

/// What the peers take: GLib's value where it is installed, else that of the bare table.
let peers: [String: (peer: String, time: Double)] = {
  var peers: [String: (String, Double)] = [:]
  guard let file = value("--peers") else { return peers }
  for line in contents(file).split(separator: "\n") {
    let parts = line.split(separator: " ").map(String.init)
    guard parts.count == 3, let time = Double(parts[2]) else { continue }
    if peers[parts[1]]?.0 != "glib" { peers[parts[1]] = (parts[0], time) }
  }
  return peers
}()

write("registry: the core within the library, \(registry.typeCount) types")
write(
  "public".padded(to: 44) + "value".padded(toRight: 9) + "  unit   " + "peer".padded(toRight: 9)
    + "  " + "".padded(to: 6) + "ratio".padded(toRight: 8) + "  goal")

/// Measures one question and writes its line.
func line(
  _ name: String, per count: Int, goal: String, peer: String? = nil, _ body: () -> Int
) {
  if let only = value("--only"), !name.contains(only) { return }
  let time = leastTime(rounds: rounds, count: count, body)
  var text = name.padded(to: 44) + PublicBenchmarks.text(time).padded(toRight: 9) + "  ns     "
  if let peer, let (name, other) = peers[peer] {
    text +=
      PublicBenchmarks.text(other).padded(toRight: 9) + "  " + name.padded(to: 6)
      + PublicBenchmarks.text(time / other).padded(toRight: 8)
  } else {
    text += String(repeating: " ", count: 25)
  }
  write(text + "  " + goal)
}

Questions(registry).run()
Batches(registry).run()
Handlers(core: core, scratch: scratch).run()
write("registry: the core of '\(core)', compiled in this process")
Questions(compiled).run()
Batches(compiled).run()
if let directories = value("--desktop") {
  let desktop = Desktop(dataDirectories: directories)
  write("registry: the core within the library, and the files of '\(directories)'")
  desktop.run()
  Questions(desktop.registry).run()
}
exit(sum.load(ordering: .relaxed) == .max ? 1 : 0)
