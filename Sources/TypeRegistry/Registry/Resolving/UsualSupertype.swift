// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// What a tag is asked for where nothing else is said: data, as of a regular file, unless no
  /// declared type that has the tag is data (`.rtfd` is a directory's).
  public func usualSupertype(for tag: Tag) -> TypeIdentifier? {
    let data = FileKind.regular.typeIdentifier
    guard types(tag: tag, conformingTo: data).isDynamic, !types(tag: tag).isDynamic else {
      return data
    }
    return nil
  }
}
