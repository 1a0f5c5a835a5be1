// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import TestSupport
import Testing
import TypeRegistry

/// A bundle in JSON with the given members besides its identifier.
func json(_ members: String = "") -> String {
  "{\"CFBundleIdentifier\": \"org.bistro.app\"" + (members.isEmpty ? "" : ", \(members)") + "}"
}

/// A bundle in JSON that exports one type with the given members.
func exporting(_ members: String) -> String {
  json("\"UTExportedTypeDeclarations\": [{\(members)}]")
}

/// A bundle as an XML property list with the given contents of its dictionary.
func xml(_ contents: String = "") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
  "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.bistro.app</string>\(contents)\
  </dict></plist>
  """
}

/// Parses a text as a file of the user.
func parse(
  _ text: String, path: String = "bistro.json", origin: Origin = .user
) -> (bundle: TypeRegistry.Bundle?, diagnostics: [Diagnostic]) {
  BundleParser.parse(Array(text.utf8), path: path, origin: origin)
}

/// The position of the first occurrence of `needle`.
func position(of needle: String, in text: String) throws -> Diagnostic.Position {
  let bytes = Array(text.utf8)
  let pattern = Array(needle.utf8)
  let offset = try #require(
    bytes.indices.first { bytes[$0...].starts(with: pattern) }, "'\(needle)' is not in the text")
  return .location(SourceLocation(ofOffset: offset, in: bytes.span))
}
