// SPDX-License-Identifier: MIT

import Foundation
import UniformTypeIdentifiers

/// The files of a folder that a player can play.
func files(in folder: URL, conformingTo type: UTType) throws -> [String] {
  let keys: Set<URLResourceKey> = [.contentTypeKey, .isDirectoryKey, .nameKey]
  return try FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: Array(keys)
  ).compactMap { url in
    let values = try url.resourceValues(forKeys: keys)
    guard values.isDirectory == false, let contentType = values.contentType else { return nil }
    return contentType.conforms(to: type) ? values.name : nil
  }.sorted()
}

func files() throws -> [String] {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString, isDirectory: true)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  for name in ["b.mp3", "a.wav", "c.txt"] {
    try Data("x".utf8).write(to: folder.appendingPathComponent(name))
  }
  let type = try folder.resourceValues(forKeys: [.contentTypeKey]).contentType
  return [
    try files(in: folder, conformingTo: .audio).joined(separator: " "),
    try files(in: folder, conformingTo: .data).joined(separator: " "), type?.identifier ?? "none",
  ]
}
