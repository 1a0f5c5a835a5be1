// SPDX-License-Identifier: MIT

public import Foundation
public import TypeRegistry

// Foundation on Linux fetches the values of the keys that it knows, and has no way to add another. So the key is
// one of these, that of the path, and the type is found when a program reads it.

extension URLResourceKey {
  /// The key of the type of a file, for `URL.resourceValues(forKeys:)`.
  ///
  /// On Linux it is Foundation's key of the path, and `URLResourceValues.contentType` finds the type of the file
  /// there: `URLResourceValues.allValues` has a path for the key.
  ///
  /// ```swift
  /// let url = URL(fileURLWithPath: "/etc/passwd")
  /// let values = try url.resourceValues(forKeys: [.contentTypeKey, .fileSizeKey])
  /// values.contentType  // public.plain-text, by the contents
  /// ```
  public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
  /// The type of the file, if `URLResourceKey.contentTypeKey` was asked for.
  ///
  /// It is found at each call: by the name and kind of the file, and by its contents where
  /// these leave it open. A symbolic link is not followed: it is `public.symlink`.
  ///
  /// - Complexity: That of `UniformType.ofFile(_:in:)`, which may read the file.
  public var contentType: UniformType? {
    guard let path else { return nil }
    let bytes = Array(path.utf8)
    guard let file = try? FileInspection(of: bytes) else { return nil }
    if file.isLink { return .symbolicLink }
    if let found = try? UniformType.ofFile(bytes) { return found.type }
    // A file that cannot be read is one of that name.
    return file.kind == .regular
      ? UniformType(fileName: String(decoding: file.name, as: UTF8.self)) : nil
  }
}
