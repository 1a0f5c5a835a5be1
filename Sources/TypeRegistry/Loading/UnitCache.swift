// SPDX-License-Identifier: MIT

/// The units of declaration files that were read before, and those that are read now.
///
/// A file is not read again if all that its unit follows from is unchanged: which file it is and
/// how it was found, and the states of it and its translations. A file that was written within one
/// tick of the clock before it was read may have been written again, so it is read again.
struct UnitCache {
  private let old: UnitFile?
  private let readAt: Int64
  private let parsesAll: Bool
  /// The units that the next program may use.
  private(set) var entries: [UnitFileEntry] = []
  /// The units that were read or parsed now, and the bytes of these.
  private(set) var added = (count: 0, bytes: 0)

  /// - Parameters:
  ///   - old: The units that were made before.
  ///   - readAt: A time before any file is read, in nanoseconds since 1970.
  ///   - parsesAll: Whether the files of the program's own core are parsed, too. A program that was built
  ///     after they changed has their new text and the units of the old one.
  init(_ old: UnitFile?, readAt: Int64, parsesAll: Bool = false) {
    self.old = old
    self.readAt = readAt
    self.parsesAll = parsesAll
  }

  /// Whether the next program would gain by these units.
  ///
  /// To write them all costs more than to read a few short files once more, each time until others change.
  var isWorthKeeping: Bool {
    guard let old else { return !entries.isEmpty }
    let gone = old.count - (entries.count - added.count)
    return added.count > Self.fewUnits || added.bytes > Self.fewBytes || gone > Self.fewUnits
  }

  private static let fewUnits = 4
  private static let fewBytes = 16_384

  /// A file's unit, its states, and its entry for the next program.
  struct Reading: Sendable {
    /// The declarations of the file.
    var unit: DeclarationUnit
    /// The states of the file and its translations.
    var inputs: [LoadedDeclarations.Input]
    /// The unit for the next program; `nil` if it has to read the file again.
    var entry: UnitFileEntry?
  }

  /// The units of files, in their order.
  ///
  /// Those that have to be read are, if they are many, on several threads.
  mutating func units(of sources: [DeclarationSource]) -> [Reading] {
    var readings = sources.map { known($0) }
    // Packages of MIME types are by far the longest files, and one thread reads a file.
    let unread = sources.indices.filter { readings[$0] == nil }
    let order =
      unread.filter { sources[$0].format == .mimePackage }
      + unread.filter { sources[$0].format != .mimePackage }
    let threads =
      order.count < Self.readsAtOnce ? 1 : min(Self.maximumThreads, Thread.processors)
    let (readAt, parsesAll) = (readAt, parsesAll)
    let read = ParallelMap.results(of: order.map { sources[$0] }, threads: threads) { source in
      Self.read(source, at: readAt, parses: parsesAll)
    }
    for (index, reading) in zip(order, read) { readings[index] = reading }
    for entry in read.lazy.compactMap(\.entry) {
      added.count += 1
      added.bytes += entry.unit.count
    }
    let all = readings.compactMap { $0 }
    entries += all.compactMap(\.entry)
    return all
  }

  /// Fewer files are read by one thread: to start another takes as long.
  private static let readsAtOnce = 8
  /// More gain nothing, because the longest file takes a third of the time of a desktop's.
  private static let maximumThreads = 4

  /// The unit of a file that was read before and has not changed.
  private func known(_ source: DeclarationSource) -> Reading? {
    guard let old, let states = UnitKey.states(of: source) else { return nil }
    let key = UnitKey.bytes(of: source, states)
    guard let entry = old.unit(withKey: key), isPast(states, at: entry.readAt) else { return nil }
    let paths = [source.path] + source.localizations.map(\.path)
    let inputs = zip(paths, states.stamps).map { LoadedDeclarations.Input(path: $0, stamp: $1) }
    return Reading(unit: entry.unit, inputs: inputs, entry: entry)
  }

  private static func read(
    _ source: DeclarationSource, at readAt: Int64, parses parsesAll: Bool
  ) -> Reading {
    let isLink = UnitKey.isLink(source.path)
    let (unit, inputs) = source.loadUnit(
      known: { parsesAll ? nil : BuiltInCore.unit(ofFileWith: $0) })
    let stamps = inputs.compactMap(\.stamp)
    var reading = Reading(unit: unit, inputs: inputs)
    // A file that cannot be read now may be readable another time.
    guard stamps.count == 1 + source.localizations.count else { return reading }
    let states = UnitKey.States(isLink: isLink, stamps: stamps)
    reading.entry = UnitFileEntry(
      key: UnitKey.bytes(of: source, states), unit: unit, readAt: readAt)
    return reading
  }

  /// Whether none of the files can have been written since without a trace.
  private func isPast(_ states: UnitKey.States, at readAt: Int64) -> Bool {
    states.stamps.allSatisfy { RegistryInputs.isTrusted($0, builtAt: readAt) }
  }
}
