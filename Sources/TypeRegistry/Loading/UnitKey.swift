// SPDX-License-Identifier: MIT

internal import Glibc

/// Everything that a unit follows from, as bytes.
enum UnitKey {
  /// The states of a declaration file and its translations.
  struct States {
    /// Whether the declaration file was reached by a link.
    var isLink: Bool
    /// The states of the file and of each of its translations.
    var stamps: [FileStamp]
  }

  /// The present states of the files; `nil` if one of them cannot be examined.
  static func states(of source: DeclarationSource) -> States? {
    guard let entry = try? FileStatus(of: source.path, followsLink: false) else { return nil }
    var states = States(isLink: entry.kind == .symbolicLink, stamps: [entry.stamp])
    if states.isLink {
      guard let target = try? FileStatus(of: source.path) else { return nil }
      states.stamps = [target.stamp]
    }
    for localization in source.localizations {
      guard let status = try? FileStatus(of: localization.path) else { return nil }
      states.stamps.append(status.stamp)
    }
    return states
  }

  /// Whether a path names a link.
  static func isLink(_ path: FilePath) -> Bool {
    (try? FileStatus(of: path, followsLink: false))?.kind == .symbolicLink
  }

  /// The key of a unit.
  static func bytes(of source: DeclarationSource, _ states: States) -> [UInt8] {
    var key: [UInt8] = []
    func add(_ text: some Collection<UInt8>) {
      key.append(littleEndian: UInt32(text.count))
      key.append(contentsOf: text)
    }
    add(source.path.bytes)
    add(source.identifier.utf8)
    add("\(source.level)".utf8)
    key += [
      source.format.rawValue, source.origin.rawValue, source.checksOwner ? 1 : 0,
      source.isRegistered ? 1 : 0,
      states.isLink ? 1 : 0,
    ]
    // Another user may not be allowed to follow the same link.
    key.append(littleEndian: geteuid())
    key.append(littleEndian: UInt32(source.localizations.count))
    for localization in source.localizations {
      add(localization.language.utf8)
      add(localization.path.bytes)
    }
    for stamp in states.stamps { stamp.append(to: &key) }
    return key
  }
}
