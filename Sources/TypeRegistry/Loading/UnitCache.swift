// SPDX-License-Identifier: MIT

internal import Glibc

/// The units of declaration files that were read before, and those that are read now.
///
/// A file is not read again if everything that its unit follows from is as it was: which file it is and
/// how it was found, and the states of it and its translations. What was written within one tick of the
/// clock before it was read may have been written again, so it is read again.
struct UnitCache {
  private let old: UnitFile?
  private let readAt: Int64
  /// The units that the next program may use.
  private(set) var entries: [UnitFileEntry] = []
  /// The number of units that were read or parsed now.
  private(set) var added = 0

  /// - Parameters:
  ///   - old: The units that were made before.
  ///   - readAt: A time before any file is read, in nanoseconds since 1970.
  init(_ old: UnitFile?, readAt: Int64) {
    self.old = old
    self.readAt = readAt
  }

  /// Whether the next program would use other units than there were.
  var isChanged: Bool { added > 0 || entries.count != old?.count ?? 0 }

  /// The unit of a file, and the states of the file and its translations.
  mutating func unit(
    of source: DeclarationSource
  ) -> (unit: DeclarationUnit, inputs: [LoadedDeclarations.Input]) {
    if old != nil, let states = UnitKey.states(of: source) {
      let key = UnitKey.bytes(of: source, states)
      if let entry = old?.unit(withKey: key), isPast(states, at: entry.readAt) {
        entries.append(entry)
        let paths = [source.path] + source.localizations.map(\.path)
        let inputs = zip(paths, states.stamps).map { LoadedDeclarations.Input(path: $0, stamp: $1) }
        return (entry.unit, inputs)
      }
    }
    let isLink = UnitKey.isLink(source.path)
    let (unit, inputs) = source.loadUnit(known: { BuiltInCore.unit(ofFileWith: $0) })
    let stamps = inputs.compactMap(\.stamp)
    // What cannot be read now may be readable another time.
    guard stamps.count == 1 + source.localizations.count else { return (unit, inputs) }
    added += 1
    let states = UnitKey.States(isLink: isLink, stamps: stamps)
    let entry = UnitFileEntry(
      key: UnitKey.bytes(of: source, states), unit: unit, readAt: readAt)
    entries.append(entry)
    return (entry.unit, inputs)
  }

  /// Whether none of the files can have been written since without a trace.
  private func isPast(_ states: UnitKey.States, at readAt: Int64) -> Bool {
    states.stamps.allSatisfy { ImageInputs.isTrusted($0, builtAt: readAt) }
  }
}

/// Everything that a unit follows from, as bytes.
enum UnitKey {
  /// The states of a declaration file and its translations.
  struct States {
    /// Whether the declaration file was reached by a link.
    var isLink: Bool
    /// The states of the file and of each of its translations.
    var stamps: [FileStamp]
  }

  /// The states of the files as they are now; `nil` if one of them cannot be examined.
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
    func add(_ value: some FixedWidthInteger) {
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        key.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    func add(_ text: some Collection<UInt8>) {
      add(UInt32(text.count))
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
    add(geteuid())
    add(UInt32(source.localizations.count))
    for localization in source.localizations {
      add(localization.language.utf8)
      add(localization.path.bytes)
    }
    for stamp in states.stamps {
      add(stamp.device)
      add(stamp.inode)
      add(stamp.size)
      add(stamp.modified.seconds)
      add(stamp.modified.nanoseconds)
      add(stamp.changed.seconds)
      add(stamp.changed.nanoseconds)
    }
    return key
  }
}
