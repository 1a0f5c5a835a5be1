// SPDX-License-Identifier: MIT

import Foundation
import UniformTypeIdentifiers

/// Where a download is saved.
func destination(in folder: URL, suggestedName: String, mimeType: String) -> URL {
  let type = UTType(mimeType: mimeType) ?? .data
  return folder.appendingPathComponent(suggestedName, conformingTo: type)
}

func paths() -> [String] {
  let folder = URL(fileURLWithPath: "/tmp/downloads", isDirectory: true)
  var export = folder
  export.appendPathComponent("drawing", conformingTo: .svg)
  var copy = URL(fileURLWithPath: "/tmp/copy")
  copy.appendPathExtension(for: .pdf)
  return [
    destination(in: folder, suggestedName: "page", mimeType: "text/html").lastPathComponent,
    destination(in: folder, suggestedName: "puppy.jpg", mimeType: "image/jpeg").lastPathComponent,
    destination(in: folder, suggestedName: "puppy.jpg", mimeType: "text/plain").lastPathComponent,
    export.path, copy.path,
    URL(fileURLWithPath: "/tmp/a.png").appendingPathExtension(for: .image).lastPathComponent,
    ("notes" as NSString).appendingPathExtension(for: .plainText),
    folder.appendingPathComponent("album", conformingTo: .folder).absoluteString,
  ]
}
