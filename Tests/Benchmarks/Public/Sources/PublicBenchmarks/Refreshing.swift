// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// A process that lasts while its declarations change, and keeps values of every generation.
struct Refreshing {
  private let file: String
  private let registry: EmbeddedRegistry

  init(core: String, scratch: String) {
    let directory = "\(scratch)/changing"
    unsafe mkdir(directory, 0o700)
    file = "\(directory)/app.json"
    write("{\"CFBundleIdentifier\": \"org.changing\"}", to: file)
    registry = EmbeddedRegistry(
      RegistryLocations(
        core: core, environment: Environment(declarations: "user=\(directory)"), cache: nil))
  }

  /// Writes the memory of this process after each tenth of so many refreshes.
  func run(_ count: Int) {
    var values: [UniformType] = []
    for number in 1...count {
      write(
        """
        {"CFBundleIdentifier": "org.changing", "UTExportedTypeDeclarations": [{
          "UTTypeIdentifier": "org.changing.type", "UTTypeConformsTo": ["public.data"],
          "UTTypeDescription": "Generation \(number)"}]}
        """, to: file)
      guard registry.refresh(), let type = UniformType("org.changing.type", in: registry.current),
        type.localizedDescription == "Generation \(number)", type.conforms(to: .data)
      else { fail("the generation \(number) is not there") }
      values.append(type)
      for name in names.prefix(500) {
        values.append(UniformType(fileName: name, in: registry.current))
      }
      // What is kept of a generation are values, not their number.
      if values.count > 100_000 { values.removeFirst(50_000) }
      if number % max(1, count / 10) == 0 {
        let conforming = values.filter { $0.conforms(to: .item) }.count
        write(
          "\(number) refreshes: \(residentKiB) KiB, \(values.count) values of which \(conforming) are items"
        )
      }
    }
  }

  private var residentKiB: Int {
    let parts = contents("/proc/self/statm").split(separator: " ")
    return (Int(parts[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1_024
  }
}
