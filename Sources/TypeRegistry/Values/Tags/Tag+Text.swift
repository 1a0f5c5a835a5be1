// SPDX-License-Identifier: MIT

// Tags in text for people.

extension TagClass {
  /// The noun for a tag of this class: `extension`, `MIME type`.
  public var noun: String {
    switch self {
    case .filenameExtension: "extension"
    case .mimeType: "MIME type"
    case .urlScheme: "URL scheme"
    case .urlPattern: "URL pattern"
    case .osType: "type code"
    case .pasteboardType: "pasteboard type"
    case .filenameGlob, .caseSensitiveGlob: "name pattern"
    default: "tag of class '\(self)'"
    }
  }
}

extension Tag {
  /// The tag within a sentence: `extension 'ts'`.
  public var phrase: String { "\(tagClass.noun) '\(value)'" }

  /// The tag as people write it: `.ts`, `https:`, `image/png`, `https://*/*`; other classes as `CLASS=VALUE`.
  public var spelling: String {
    switch tagClass {
    case .filenameExtension: ".\(value)"
    case .urlScheme: "\(value):"
    case .mimeType, .urlPattern: value
    default: description
    }
  }
}

extension Tag {
  /// Whether it is found in names of files: an extension, or a pattern of whole names.
  package var isOfFileNames: Bool {
    switch tagClass {
    case .filenameExtension, .filenameGlob, .caseSensitiveGlob: true
    default: false
    }
  }
}
