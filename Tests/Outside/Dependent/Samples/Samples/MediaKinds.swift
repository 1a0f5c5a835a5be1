// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

enum MediaKind: String {
  case image, video, audio, other

  init(of fileName: String) {
    let type = UTType(filenameExtension: (fileName as NSString).pathExtension) ?? .data
    if type.conforms(to: .image) {
      self = .image
    } else if type.conforms(to: .movie) || type.conforms(to: .video) {
      self = .video
    } else if type.isSubtype(of: .audio) {
      self = .audio
    } else {
      self = .other
    }
  }
}

func mediaKinds() -> [String] {
  ["a.heic", "a.MOV", "a.mp3", "a.txt", "a"].map { "\($0) \(MediaKind(of: $0).rawValue)" } + [
    "\(UTType.image.isSubtype(of: .image)) \(UTType.png.isSubtype(of: .image))",
    "\(UTType.image.isSupertype(of: .png)) \(UTType.png.supertypes.contains(.data))",
  ]
}
