// SPDX-License-Identifier: MIT

import TypeRegistry

// The registry in a file, if one is named: as on all other machines that have it.
if CommandLine.arguments.count > 1 {
  do throws(RegistryFileError) {
    let file = try RegistryFile(path: CommandLine.arguments[1])
    let type = UniformType(fileName: "holiday.JPG", in: file.registry)
    print(type, EmbeddedClient(file).status().source, file.isProtected)
  } catch {
    print(error.problem, error.hint, separator: "; ")
  }
}

// What a program without any installation knows.
let registry = EmbeddedRegistry.shared.current
let jpeg = try TypeIdentifier("public.jpeg")
print(
  UniformType(filenameExtension: "jpg")?.identifier ?? "-",
  registry.conforms(jpeg, to: try TypeIdentifier("public.image")),
  registry.information(on: jpeg)?.declarations.first?.source.path ?? "-",
  registry.typeCount > 2_000, EmbeddedRegistry.shared.source.rawValue)
