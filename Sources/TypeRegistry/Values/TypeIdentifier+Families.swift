// SPDX-License-Identifier: MIT

extension TypeIdentifier {
  /// The type of all MIME types that `image/*` and the like name; `nil` for other words.
  package static func ofAll(mimeTypes text: String) -> TypeIdentifier? {
    switch text.asciiLowercased {
    case "audio/*": .allAudio
    case "font/*": .allFonts
    case "image/*": .allImages
    case "model/*": .allModels
    case "text/*": .allText
    case "video/*": .allMovies
    default: nil
    }
  }

  private static let allAudio = TypeIdentifier(trusted: "public.audio")
  private static let allFonts = TypeIdentifier(trusted: "public.font")
  private static let allImages = TypeIdentifier(trusted: "public.image")
  private static let allModels = TypeIdentifier(trusted: "public.3d-content")
  private static let allMovies = TypeIdentifier(trusted: "public.movie")
  private static let allText = TypeIdentifier(trusted: "public.text")
}
