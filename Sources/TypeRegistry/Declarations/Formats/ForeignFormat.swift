// SPDX-License-Identifier: MIT

/// A format of freedesktop.org for the same facts as declarations, with directories of its own.
///
/// Such a file elsewhere is recognised to name it: "expected a value, found 'D'" would help no one.
package enum ForeignFormat: Hashable, Sendable {
  /// An application: a `.desktop` file (Desktop Entry Specification).
  case desktopEntry
  /// The applications that the user or a distribution chose: `mimeapps.list`, or the cache of the entries'
  /// MIME types (Association between MIME types and applications).
  case associations
  /// Types: a file of `mime/packages` (Shared MIME-info Database).
  case mimePackage

  /// The format of a file that begins with `bytes`; `nil` if it is none of these.
  package init?(of bytes: [UInt8]) {
    let text = bytes.prefix(Self.longestStart)
    switch text.first(where: { !$0.isBlankOrControl }) {
    case UInt8(ascii: "["), UInt8(ascii: "#"): self.init(group: Self.firstGroup(of: text))
    case UInt8(ascii: "<"):
      // A longer text is cut somewhere, which does not matter before the first element.
      var scanner = try? XMLScanner(Array(text), documentType: .withoutEntities)
      guard (try? scanner?.next()) == .startTag, let name = scanner?.name,
        ["mime-info", "mime-type"].contains(name.split(separator: ":").last)
      else { return nil }
      self = .mimePackage
    default: return nil
    }
  }

  private init?(group: ArraySlice<UInt8>?) {
    switch group.map({ String(decoding: $0, as: UTF8.self) }) {
    case "[Desktop Entry]", "[KDE Desktop Entry]": self = .desktopEntry
    case "[Default Applications]", "[Added Associations]", "[Removed Associations]",
      "[MIME Cache]":
      self = .associations
    default: return nil
    }
  }

  /// How much of a file is examined, in bytes.
  private static let longestStart = 1 << 16

  /// The first line that is neither blank nor a comment, without blanks at its end.
  private static func firstGroup(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let start = line.drop(while: \.isBlankOrControl)
      if start.isEmpty || start.first == UInt8(ascii: "#") { continue }
      let end = start.lastIndex { !$0.isBlankOrControl } ?? start.startIndex
      return start[...end]
    }
    return nil
  }

  /// The kind of the file, as a message.
  package var message: String {
    switch self {
    case .desktopEntry: "this is a desktop entry (.desktop) and not a declaration file"
    case .associations:
      "this is a list of applications by MIME type (mimeapps.list) and not a declaration file"
    case .mimePackage:
      "this is a package of MIME types (shared-mime-info) and not a declaration file"
    }
  }

  /// The advice on what to do instead.
  package var hint: String {
    switch self {
    case .desktopEntry:
      "put it into 'applications' below XDG_DATA_HOME, such as ~/.local/share/applications"
    case .associations:
      "it is read where it is, in a directory of configuration; a choice is not a declaration"
    case .mimePackage:
      "put it into 'mime/packages' below XDG_DATA_HOME, such as ~/.local/share/mime/packages"
    }
  }
}
