// SPDX-License-Identifier: MIT

extension URLPattern: Comparable, CustomStringConvertible {
  /// Whether the left pattern is the more specific one, so that it decides if both match.
  ///
  /// A total order, by the first of these that differs:
  ///
  /// 1. the host: one host, then the longer domain, then every host;
  /// 2. a port before every port;
  /// 3. the path: one without `*`, then more characters other than `*`, then fewer `*`;
  /// 4. a scheme before `*`;
  /// 5. the byte order of ``text``.
  public static func < (left: URLPattern, right: URLPattern) -> Bool {
    let keys = (left.specificity, right.specificity)
    for (left, right) in zip(keys.0, keys.1) where left != right { return left > right }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// The properties that are compared, in order; the greater one comes first.
  private var specificity: [Int] {
    let host =
      switch host {
      case .any: -1
      case .domain(let name): name.utf8.count
      case .exactly: Int.max
      }
    let stars = path.utf8.count { $0 == UInt8(ascii: "*") }
    return [
      host, port == nil ? 0 : 1, stars == 0 ? 1 : 0, path.utf8.count - stars, -stars,
      scheme == nil ? 0 : 1,
    ]
  }

  /// The pattern's ``text``.
  public var description: String { text }
}
