// SPDX-License-Identifier: MIT

public import Foundation
public import TypeRegistry

// The members that Apple's `UniformTypeIdentifiers` adds to `URL`.

extension URL {
  /// This URL with one more component, whose extension is one of a type.
  ///
  /// A name with an extension that is valid for the type is not changed; otherwise the preferred extension of
  /// the type is appended.
  ///
  /// ```swift
  /// let folder = URL(fileURLWithPath: "/tmp", isDirectory: true)
  /// folder.appendingPathComponent("readme", conformingTo: .plainText)     // /tmp/readme.txt
  /// folder.appendingPathComponent("puppy.jpg", conformingTo: .image)      // /tmp/puppy.jpg
  /// folder.appendingPathComponent("puppy.jpg", conformingTo: .plainText)  // /tmp/puppy.jpg.txt
  /// ```
  ///
  /// - Parameters:
  ///   - partialName: The name of the file, with or without an extension.
  ///   - contentType: The type of the file.
  /// - Returns: The URL, that of a directory if the type conforms to `public.directory`; this URL if the name
  ///   is empty.
  public func appendingPathComponent(
    _ partialName: String, conformingTo contentType: UniformType
  ) -> URL {
    guard !partialName.isEmpty else { return self }
    let start = partialName.utf8.lastIndex(of: UInt8(ascii: "/"))
    let last = start.map { partialName[partialName.utf8.index(after: $0)...] }
    let suggested = NameForType(last.map(String.init) ?? partialName, for: contentType)
    return appendingPathComponent(
      partialName + suggested.appended, isDirectory: contentType.conforms(to: .directory))
  }

  /// Appends a component, whose extension is one of a type: ``appendingPathComponent(_:conformingTo:)``.
  ///
  /// - Parameters:
  ///   - partialName: The name of the file, with or without an extension.
  ///   - contentType: The type of the file.
  public mutating func appendPathComponent(
    _ partialName: String, conformingTo contentType: UniformType
  ) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }

  /// This URL with an extension of a type at its last component.
  ///
  /// An extension that is valid for the type is not changed; otherwise the preferred extension of the type is
  /// appended. `deletingPathExtension()` before it replaces one.
  ///
  /// ```swift
  /// let file = URL(fileURLWithPath: "/tmp/puppy.jpg")
  /// file.appendingPathExtension(for: .image)      // /tmp/puppy.jpg
  /// file.appendingPathExtension(for: .plainText)  // /tmp/puppy.jpg.txt
  /// ```
  ///
  /// - Parameter contentType: The type of the file.
  /// - Returns: The URL, that of a directory if the type conforms to `public.directory`; this URL if it has no
  ///   last component.
  public func appendingPathExtension(for contentType: UniformType) -> URL {
    let last = lastPathComponent
    guard !last.isEmpty, last != "/" else { return self }
    let suggested = NameForType(last, for: contentType)
    var url = self
    if suggested.appended.hasPrefix(".") {
      url = appendingPathExtension(String(suggested.appended.dropFirst()))
    } else if !suggested.appended.isEmpty {
      // The name ends with the dot of its extension.
      url = deletingLastPathComponent().appendingPathComponent(suggested.name, isDirectory: false)
    }
    let isDirectory = contentType.conforms(to: .directory)
    return isDirectory && !url.hasDirectoryPath
      ? url.deletingLastPathComponent()
        .appendingPathComponent(url.lastPathComponent, isDirectory: true) : url
  }

  /// Gives the last component an extension of a type: ``appendingPathExtension(for:)``.
  ///
  /// - Parameter contentType: The type of the file.
  public mutating func appendPathExtension(for contentType: UniformType) {
    self = appendingPathExtension(for: contentType)
  }
}
