// SPDX-License-Identifier: MIT

/// One type as a package of shared-mime-info has it.
package struct ExportedType: Hashable, Sendable {
  /// A pattern of file names.
  package struct Pattern: Hashable, Sendable {
    var text: String
    var weight: Int?
    var isCaseSensitive = false
  }

  /// A description in one language.
  package struct Translation: Hashable, Sendable {
    var language: String
    var text: String
  }

  /// The facts for readers of our namespace alone.
  package struct Own: Hashable, Sendable {
    var version: String?
    var referenceURL: String?
    var parents: [TypeIdentifier] = []
    /// Tags that a package cannot hold.
    var tags: [Tag] = []
  }

  /// The type.
  package var identifier: TypeIdentifier
  /// The MIME type that is its name in the package, as written.
  package var mimeType: String
  var own: Own?
  var comment: String?
  var translations: [Translation] = []
  var iconName: String?
  var genericIconName: String?
  var patterns: [Pattern] = []
  var aliases: [String] = []
  /// The MIME types of supertypes.
  var superclasses: [String] = []
  var content = ContentRules()
  var deletesPatterns = false

  init(_ identifier: TypeIdentifier, mimeType: String) {
    self.identifier = identifier
    self.mimeType = mimeType
  }

  /// Whether the package names the type's identifier, so that it is the same type when it is read.
  package var hasIdentity: Bool { own != nil }

  /// Whether the package has nothing to write about the type.
  var isEmpty: Bool {
    own == nil && comment == nil && translations.isEmpty && iconName == nil && patterns.isEmpty
      && aliases.isEmpty && superclasses.isEmpty && content.isEmpty && !deletesPatterns
  }
}

extension ExportedType.Pattern {
  /// The pattern of a tag; `nil` for a tag that is not about file names.
  ///
  /// An extension that has a character with a meaning in patterns has it between brackets.
  init?(_ tag: Tag, weight: Int? = nil) {
    switch tag.tagClass {
    case .filenameExtension: text = "*." + Self.literal(tag.value)
    case .filenameGlob: text = tag.value
    case .caseSensitiveGlob:
      text = tag.value
      isCaseSensitive = true
    default: return nil
    }
    self.weight = weight
  }

  private static func literal(_ text: String) -> String {
    text.unicodeScalars
      .map { "*?[\\".unicodeScalars.contains($0) ? "[\($0)]" : String($0) }.joined()
  }
}
