// SPDX-License-Identifier: MIT

/// The application that a binding names: its identifier and its location at the time of the choice.
///
/// All three parts are compared: another bundle that later uses the identifier is not the
/// application that the user chose, and is not used silently. Only a choice that was made before its
/// application was there has no path: see ``isMet(by:)``.
public struct HandlerIdentity: Hashable, Sendable {
  /// `CFBundleIdentifier`, or the name of a desktop entry, in the spelling of the file.
  public let bundle: String
  /// How far the bundle was trusted.
  public let origin: Origin
  /// The file that the bundle was read from; empty for an application that was awaited.
  ///
  /// Of a byte that is not part of a UTF-8 character it has U+FFFD and two digits, so that no two
  /// files have the same path.
  public let path: String

  /// An application of known parts.
  ///
  /// - Parameters:
  ///   - bundle: Its identifier.
  ///   - origin: How far it is trusted.
  ///   - path: The file that the bundle was read from.
  public init(bundle: String, origin: Origin, path: String) {
    self.bundle = bundle
    self.origin = origin
    self.path = path
  }
}

extension HandlerIdentity {
  /// Whether `found` is the application that was chosen.
  ///
  /// One that was awaited is any application with its identifier that is at least as trusted; whether
  /// it is spelt in another case was settled by the search for it.
  public func isMet(by found: HandlerIdentity) -> Bool {
    guard path.isEmpty else { return self == found }
    return bundle.isEqualIgnoringCase(found.bundle) && found.origin <= origin
  }

  /// Whether both name the same bundle at the same path.
  ///
  /// Paths are compared as bytes: two Unicode spellings of a name are two files. One file is one bundle,
  /// so that identifiers there are compared without case: stored ones may be in lower case.
  public static func == (left: HandlerIdentity, right: HandlerIdentity) -> Bool {
    guard left.origin == right.origin, left.path.utf8.elementsEqual(right.path.utf8) else {
      return false
    }
    return left.path.isEmpty
      ? left.bundle.utf8.elementsEqual(right.bundle.utf8)
      : left.bundle.isEqualIgnoringCase(right.bundle)
  }

  /// Adds the location, and only without one the identifier, whose case makes no difference at a location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(origin)
    hasher.combine(path)
    if path.isEmpty { hasher.combine(bundle) }
  }
}
