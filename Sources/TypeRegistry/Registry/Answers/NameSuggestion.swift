// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// `name` with the preferred extension of `type`, unless it already has one that is valid for it.
  ///
  /// `puppy.jpg` is unchanged for `public.image` and becomes `puppy.jpg.txt` for `public.plain-text`.
  /// For a type without an extension the name is unchanged. (As documented for Foundation's
  /// `appendingPathExtension(for:)`.)
  ///
  /// - Parameters:
  ///   - name: The last component of a path, as bytes.
  ///   - type: A declared or dynamic type.
  /// - Returns: The name, and whether it was changed.
  /// - Complexity: O(*n*) for *n* bytes, and O(*c*²) for *c* types with the name's extension.
  public func suggestedName(
    _ name: [UInt8], for type: TypeIdentifier
  ) -> (name: [UInt8], isChanged: Bool) {
    guard let preferred = preferredTag(of: type, .filenameExtension)?.value else {
      return (name, false)
    }
    var suffixes = ExtensionSuffixes(of: name.span, mostDots: ExtensionSuffixes.mostDots)
    let wanted = type.isDynamic ? .none : find(type)
    while let start = suffixes.next() {
      let suffix = name.span.extracting(start..<name.count)
      if wanted == .none {
        // A dynamic type has one tag.
        if String(decoding: name[start...], as: UTF8.self).asciiLowercased == preferred {
          return (name, false)
        }
      } else if let entry = entry(
        suffix, tagClass: TagClass.filenameExtensionCode, foldingCase: true),
        resolve(entry, conformingTo: wanted).type != .none
      {
        return (name, false)
      }
    }
    // A name that ends with a dot has the dot of its extension already.
    let dot = UInt8(ascii: ".")
    return ((name.count > 1 && name.last == dot ? name : name + [dot]) + preferred.utf8, true)
  }
}
