// SPDX-License-Identifier: MIT

// Programs as they are written for Apple's systems, each with its answers: "expected" has them, too.

for (name, lines) in [
  ("MIME types", mimeTypes()), ("media kinds", mediaKinds()), ("attachments", try attachments()),
  ("symbols", symbols()), ("constants", constants()), ("documents", documents()),
  ("providers", providers()), ("index", await index()), ("own types", ownTypes()),
  ("tags", tags()), ("details", details()), ("paths", paths()), ("files", try files()),
] {
  print(name)
  for line in lines { print(" ", line) }
}
