// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

/// The MIME type that a server sends with a file.
func contentTypeHeader(forPathExtension pathExtension: String) -> String {
  guard let type = UTType(filenameExtension: pathExtension),
    let mimeType = type.preferredMIMEType
  else { return "application/octet-stream" }
  return type.conforms(to: .text) ? "\(mimeType); charset=utf-8" : mimeType
}

func mimeTypes() -> [String] {
  ["html", "JPG", "json", "mp4", "zzyzx", ""].map {
    "\($0) \(contentTypeHeader(forPathExtension: $0))"
  } + ["image/png \(UTType(mimeType: "image/png")?.preferredFilenameExtension ?? "-")"]
}
