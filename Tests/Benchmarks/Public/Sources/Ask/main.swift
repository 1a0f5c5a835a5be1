// SPDX-License-Identifier: MIT

import TypeRegistry

// What a program without any installation knows.
let registry = EmbeddedRegistry.shared.current
let jpeg = try TypeIdentifier("public.jpeg")
print(
  UniformType(filenameExtension: "jpg")?.identifier.text ?? "-",
  registry.conforms(jpeg, to: try TypeIdentifier("public.image")),
  registry.information(on: jpeg)?.declarations.first?.source.path ?? "-",
  registry.typeCount > 2_000, EmbeddedRegistry.shared.source.rawValue)
