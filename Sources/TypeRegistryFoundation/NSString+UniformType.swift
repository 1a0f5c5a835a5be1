// SPDX-License-Identifier: MIT

public import Foundation
public import TypeRegistry

// The members that Apple's `UniformTypeIdentifiers` adds to `NSString`; `String` has none of them there.

extension NSString {
  /// This path with one more component, whose extension is one of a type.
  ///
  /// ```swift
  /// ("/tmp" as NSString).appendingPathComponent("readme", conformingTo: .plainText)  // "/tmp/readme.txt"
  /// ```
  ///
  /// - Parameters:
  ///   - partialName: The name of the file, with or without an extension.
  ///   - contentType: The type of the file.
  /// - Returns: The path; this one if the name is empty.
  public func appendingPathComponent(
    _ partialName: String, conformingTo contentType: UniformType
  ) -> String {
    guard !partialName.isEmpty else { return String(self) }
    let last = (partialName as NSString).lastPathComponent
    return appendingPathComponent(partialName + NameForType(last, for: contentType).appended)
  }

  /// This path with an extension of a type at its last component, unless it has a valid one.
  ///
  /// ```swift
  /// ("puppy.jpg" as NSString).appendingPathExtension(for: .plainText)  // "puppy.jpg.txt"
  /// ```
  ///
  /// - Parameter contentType: The type of the file.
  /// - Returns: The path, without slashes at its end if it was changed; this one if it has no last component.
  public func appendingPathExtension(for contentType: UniformType) -> String {
    let last = lastPathComponent
    guard !last.isEmpty, last != "/" else { return String(self) }
    let appended = NameForType(last, for: contentType).appended
    guard !appended.isEmpty else { return String(self) }
    var path = String(self)
    while path.hasSuffix("/") { path.removeLast() }
    return path + appended
  }
}
