// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import Testing
import TypeRegistry

/// A directory that is removed after the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "declarations-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of an entry.
  func filePath(_ name: String = "") throws -> FilePath {
    try #require(FilePath(name.isEmpty ? path : path + "/" + name))
  }

  /// Writes a file and the directories above it.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return try filePath(name)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> FilePath {
    try write(name, Array(text.utf8))
  }

  /// Makes a symbolic link.
  @discardableResult
  func link(_ name: String, to target: String) throws -> FilePath {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
    return try filePath(name)
  }
}

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
