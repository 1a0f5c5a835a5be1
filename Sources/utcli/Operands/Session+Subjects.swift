// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Session {
  /// The subject of a choice for a word.
  ///
  /// A type, also that of a file or a MIME type; an extension, a scheme or a MIME type that no type
  /// has as such, also the extension of a file whose type is not declared; for `image/*` a type and its
  /// subtypes. A word with '://' is a pattern of URLs; of another URL it is the scheme.
  func bindingSubject(
    _ word: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> Binding.Subject {
    let identifier: TypeIdentifier
    switch try operand(word, arguments) {
    case .type(let type): identifier = type
    case .tag(let tag) where tag.tagClass == .mimeType:
      // Some MIME types are known only from the applications that open them.
      if try types(with: tag).isDynamic { return .tag(tag) }
      identifier = try type(of: tag)
    case .tag(let tag): return .tag(tag)
    case .url(let url):
      return .tag(
        FileArgument.isURL(word)
          ? try tag(.urlPattern, Self.text(word, "URL pattern")) : url.scheme)
    case .file(let path):
      let file = try fileQuery(path, arguments)
      let named = try nameType(file)
      // Whatever is in it, files of that extension are meant.
      if let tag = Self.undeclaredExtension(named.identifier) {
        return .tag(tag)
      }
      identifier = try fileType(
        file, named: named, at: path, arguments,
        followsLinks: arguments.followsLinks(usually: true))
    }
    let isAll = TypeIdentifier.ofAll(mimeTypes: String(decoding: word, as: UTF8.self)) != nil
    return isAll ? .family(identifier) : .type(identifier)
  }

  /// The extension in a dynamic identifier, which the user would not recognise in the list of
  /// choices.
  private static func undeclaredExtension(_ type: TypeIdentifier) -> Tag? {
    guard type.isDynamic else { return nil }
    return (try? DynamicIdentifier(decoding: type))?.tags.first {
      $0.tagClass == .filenameExtension
    }
  }
}
