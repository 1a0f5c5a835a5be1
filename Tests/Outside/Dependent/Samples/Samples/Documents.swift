// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

protocol FileDocument {
  static var readableContentTypes: [UTType] { get }
  static var writableContentTypes: [UTType] { get }
}

extension FileDocument {
  static var writableContentTypes: [UTType] { readableContentTypes }
}

struct NoteDocument: FileDocument {
  static var readableContentTypes: [UTType] { [.rtf, .plainText, .html] }
  static let writableContentTypes = [UTType.plainText]

  static func canRead(_ url: URL) -> Bool {
    guard let type = UTType(filenameExtension: url.pathExtension) else { return false }
    return readableContentTypes.contains { type.conforms(to: $0) }
  }
}

func documents() -> [String] {
  let byName = NoteDocument.readableContentTypes.sorted {
    ($0.localizedDescription ?? $0.identifier) < ($1.localizedDescription ?? $1.identifier)
  }
  let byIdentifier = NoteDocument.readableContentTypes.sorted { $0.identifier < $1.identifier }
  return [
    byName.map { $0.localizedDescription ?? $0.identifier }.joined(separator: ", "),
    byIdentifier.map(\.identifier).joined(separator: ", "),
    ["a.txt", "a.csv", "a.html", "a.png", "a"].filter {
      NoteDocument.canRead(URL(fileURLWithPath: $0))
    }
    .joined(separator: " "),
    NoteDocument.writableContentTypes.map(\.description).joined(),
  ]
}
