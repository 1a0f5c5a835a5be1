// SPDX-License-Identifier: MIT

/// The application that a binding names: its identifier and where it was installed at that time.
///
/// All three count. Another bundle that later takes the identifier from elsewhere is not the
/// application that the person chose, and is not used silently.
public struct HandlerIdentity: Hashable, Sendable {
  /// `CFBundleIdentifier` in lower case.
  public let bundle: String
  /// Where the bundle stood in the order of trust.
  public let origin: Origin
  /// The file that the bundle was read from.
  public let path: String

  /// An application of known parts.
  ///
  /// - Parameters:
  ///   - bundle: In any case; kept in lower case, by which bundles are compared.
  ///   - origin: Where it stands in the order of trust.
  ///   - path: The file that the bundle was read from.
  public init(bundle: String, origin: Origin, path: String) {
    self.bundle = bundle.asciiLowercased
    self.origin = origin
    self.path = path
  }
}

extension HandlerIdentity {
  /// Whether both name the same bundle at the same path, which is bytes: two spellings of a name in
  /// Unicode are two files.
  public static func == (left: HandlerIdentity, right: HandlerIdentity) -> Bool {
    left.origin == right.origin && left.bundle.utf8.elementsEqual(right.bundle.utf8)
      && left.path.utf8.elementsEqual(right.path.utf8)
  }
}
