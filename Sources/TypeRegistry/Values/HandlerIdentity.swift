// SPDX-License-Identifier: MIT

/// The application that a binding names: its identifier and its location at the time of the choice.
///
/// All three parts are compared: another bundle that later uses the identifier is not the
/// application that the user chose, and is not used silently.
public struct HandlerIdentity: Hashable, Sendable {
  /// `CFBundleIdentifier` in lower case.
  public let bundle: String
  /// How far the bundle was trusted.
  public let origin: Origin
  /// The file that the bundle was read from.
  public let path: String

  /// An application of known parts.
  ///
  /// - Parameters:
  ///   - bundle: In any case; kept in lower case, by which bundles are compared.
  ///   - origin: How far it is trusted.
  ///   - path: The file that the bundle was read from.
  public init(bundle: String, origin: Origin, path: String) {
    self.bundle = bundle.asciiLowercased
    self.origin = origin
    self.path = path
  }
}

extension HandlerIdentity {
  /// Whether both name the same bundle at the same path.
  ///
  /// Paths are compared as bytes: two Unicode spellings of a name are two files.
  public static func == (left: HandlerIdentity, right: HandlerIdentity) -> Bool {
    left.origin == right.origin && left.bundle.utf8.elementsEqual(right.bundle.utf8)
      && left.path.utf8.elementsEqual(right.path.utf8)
  }
}
