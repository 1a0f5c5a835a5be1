// SPDX-License-Identifier: MIT

@_exported public import Foundation
@_exported public import TypeRegistry

extension UniformType {
  /// The address of an explanation of the format; `nil` if the declaration has none, or one that is not a URL.
  ///
  /// ```swift
  /// UniformType.geoJSON.referenceURL?.host  // "www.rfc-editor.org"
  /// ```
  public var referenceURL: URL? { referenceURLText.flatMap { URL(string: $0) } }
}
