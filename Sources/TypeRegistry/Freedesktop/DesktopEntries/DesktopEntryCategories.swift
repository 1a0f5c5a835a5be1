// SPDX-License-Identifier: MIT

/// The meaning of a desktop entry's `Categories` for its claims: which of them are the application's main
/// use, and which role it probably has.
///
/// An application lists every type that it can open, and this alone does not make it a default. It becomes
/// one if its categories (Desktop Menu Specification, "Registered Categories") name the type's use. This is
/// our table, because freedesktop has no notion of rank.
struct DesktopEntryCategories {
  private let categories: Set<String>

  init(_ categories: some Sequence<String>) {
    self.categories = Set(categories)
  }

  /// A category, those that exclude it, and the MIME types that are its main use: whole, or up to a
  /// `*` at the end.
  private struct Use {
    let category: String
    var without: [String] = []
    let types: [String]
  }

  private static let uses = [
    Use(category: "FileManager", types: ["inode/directory"]),
    Use(
      category: "WebBrowser",
      types: [
        "x-scheme-handler/http", "x-scheme-handler/https", "text/html", "application/xhtml+xml",
      ]),
    Use(category: "TextEditor", without: ["IDE"], types: ["text/plain", "text/x-*"]),
    Use(
      category: "Viewer",
      types: [
        "image/*", "application/pdf", "application/postscript", "application/oxps",
        "application/vnd.ms-xpsdocument", "application/epub+zip", "application/vnd.comicbook*",
        "application/x-cb*", "application/x-dvi", "application/x-bzdvi", "application/x-gzdvi",
        "application/x-bzpdf", "application/x-gzpdf", "application/x-xzpdf",
        "application/x-bzpostscript", "application/x-gzpostscript",
      ]),
    Use(
      category: "Player",
      types: [
        "audio/*", "video/*", "application/ogg", "application/x-ogg", "application/x-matroska",
        "application/mxf", "application/vnd.rn-realmedia*", "application/vnd.ms-asf",
        "application/vnd.ms-wpl", "application/x-flac", "x-content/audio-*", "x-content/video-*",
      ]),
    Use(category: "Email", types: ["x-scheme-handler/mailto", "message/rfc822"]),
    Use(category: "Calendar", types: ["text/calendar", "x-scheme-handler/webcal*"]),
    Use(
      category: "Archiving",
      types: [
        "application/zip", "application/gzip", "application/bzip2", "application/zstd",
        "application/vnd.rar", "application/vnd.ms-cab-compressed", "application/x-7z-compressed",
        "application/x-ace", "application/x-alz", "application/x-arc", "application/x-archive",
        "application/x-arj", "application/x-bzip*", "application/x-cabinet",
        "application/x-compress*", "application/x-cpio*", "application/x-gzip", "application/x-lha",
        "application/x-lhz", "application/x-lrzip*", "application/x-lz*", "application/x-rar*",
        "application/x-rzip*", "application/x-stuffit*", "application/x-tar", "application/x-tarz",
        "application/x-tzo", "application/x-xar", "application/x-xz*", "application/x-zip*",
        "application/x-zoo", "application/x-zstd*", "multipart/x-zip",
      ]),
  ]

  /// Categories of applications that change the files that they open, unless they are viewers, too.
  private static let editing: Set<String> = [
    "TextEditor", "IDE", "WordProcessor", "Spreadsheet", "Presentation", "Publishing", "FlowChart",
    "Chart", "2DGraphics", "3DGraphics", "RasterGraphics", "VectorGraphics", "Photography",
    "AudioVideoEditing", "Midi", "Sequencer", "ProjectManagement", "Database", "WebDevelopment",
    "GUIDesigner",
  ]

  /// The uses that the categories name.
  private var uses: [Use] {
    Self.uses.filter { use in
      categories.contains(use.category) && !use.without.contains(where: categories.contains)
    }
  }

  /// A test of whether a MIME type in lower case is the application's main use.
  func isMainUse() -> (String) -> Bool {
    let patterns = uses.flatMap(\.types)
    guard !patterns.isEmpty else { return { _ in false } }
    let (open, exact) = (patterns.filter { $0.hasSuffix("*") }, Set(patterns))
    let prefixes = open.map { Array($0.utf8.dropLast()) }
    return { type in
      exact.contains(type) || prefixes.contains { type.utf8.starts(with: $0) }
    }
  }

  /// The role that an application of these categories probably has.
  var role: Role {
    let isViewer = categories.contains("Viewer") || categories.contains("Player")
    return !isViewer && !categories.isDisjoint(with: Self.editing) ? .editor : .viewer
  }
}
