// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

/// The symbol that a list of files shows for a type.
func symbol(for type: UTType) -> String {
  switch type {
  case .jpeg, .png, .gif, .tiff, .heic, .webP, .svg: "photo"
  case .mpeg4Movie, .quickTimeMovie, .avi: "film"
  case .mp3, .wav, .mpeg4Audio, .aiff: "waveform"
  case .pdf, .rtf, .epub: "doc.richtext"
  case .plainText, .utf8PlainText: "doc.text"
  case .json, .xml, .yaml: "curlybraces"
  case .zip, .gzip: "archivebox"
  case .folder: "folder"
  default: "doc"
  }
}

func symbols() -> [String] {
  ["a.png", "b.mov", "c.wav", "d.pdf", "e.txt", "f.json", "g.zip", "h.exe"].map { name in
    let type = UTType(filenameExtension: String(name.suffix(3))) ?? .data
    return "\(name) \(symbol(for: name == "f.json" ? .json : type))"
  } + ["\(symbol(for: .folder))"]
}
