// SPDX-License-Identifier: MIT

/// The rank of desktop entries on the format of an application that is installed.
///
/// A viewer's main use is pictures, and it lists the formats in which programs keep their own work, too. Such
/// a picture opens in the program that made it: for a type whose identifier names the maker of an installed
/// application, the claim of this one is Default, and those of other entries are Alternate.
///
/// An identifier names the maker by its first two labels: `org.gimp.xcf` names the maker of `org.gimp.GIMP`,
/// and of `gimp`. The application that shares the most labels is the maker. In a project with many
/// applications it must share the third label, too, so that `org.kde.krita.document` is not a format of all
/// applications of KDE. An application that only root can change does not move for one that a user can
/// change.
struct OwnFormatRule {
  private let linked: LinkedDeclarations
  private let nodes: NodeTable
  /// Whether the files of a type are of a kind that is the main use of viewers or players.
  private let isMedia: (Int) -> Bool

  init(_ linked: LinkedDeclarations, _ nodes: NodeTable, isMedia: @escaping (Int) -> Bool) {
    self.linked = linked
    self.nodes = nodes
    self.isMedia = isMedia
  }

  /// Ranks the claims on formats of installed applications.
  ///
  /// - Returns: The bundles that make the ranked formats.
  /// - Complexity: O(*n*) for *n* claims.
  func apply(to entries: inout [ClaimIndexBuilder.Entry]) -> Set<Int32> {
    var makers: [UInt32: Makers] = [:]
    var bundles: Set<Int32> = []
    for entry in entries where isOfEntry(entry) {
      let labels = sharedLabels(entry)
      let type = entry.record.type
      guard labels > 0, makers[type] != nil || isMedia(Int(type) - 1) else { continue }
      makers[type, default: Makers()].add(labels, isOfUser: entry.standing.origin == .user)
      bundles.insert(linked.claims[entry.claim].bundle)
    }
    guard !makers.isEmpty else { return [] }
    for index in entries.indices where isOfEntry(entries[index]) {
      let isOfUser = entries[index].standing.origin == .user
      guard let labels = makers[entries[index].record.type]?.labels(forUser: isOfUser) else {
        continue
      }
      let rank: HandlerRank = sharedLabels(entries[index]) == labels ? .default : .alternate
      entries[index].standing.rank = rank
      entries[index].record.rank = rank.code
    }
    return bundles
  }

  /// How many labels of a type's identifier its makers share.
  private struct Makers {
    /// The most labels that a maker shares which only root can change; 0 without such a maker.
    private var trusted = 0
    private var all = 0

    mutating func add(_ labels: Int, isOfUser: Bool) {
      all = max(all, labels)
      if !isOfUser { trusted = max(trusted, labels) }
    }

    /// How many labels a maker's claim shares; `nil` if there is no maker that claims are compared with.
    func labels(forUser isOfUser: Bool) -> Int? {
      let labels = isOfUser ? all : trusted
      return labels > 0 ? labels : nil
    }
  }

  /// Whether a claim is one of a desktop entry on a type itself.
  private func isOfEntry(_ entry: ClaimIndexBuilder.Entry) -> Bool {
    entry.tag == nil && entry.record.type != 0 && bundle(of: entry).record.kind == .desktopEntry
  }

  private func bundle(of entry: ClaimIndexBuilder.Entry) -> LinkedBundle {
    linked.bundles[Int(linked.claims[entry.claim].bundle)]
  }

  /// How many labels from the first one on the type shares with its application's identifier; 0 if it does
  /// not name the maker of it, or the application cannot be started.
  private func sharedLabels(_ entry: ClaimIndexBuilder.Entry) -> Int {
    if entry.record.flags & ClaimRecord.notLaunchable != 0 { return 0 }
    let text = nodes.text(of: Int(entry.record.type) - 1).text
    if Self.shared.contains(where: text.hasPrefix) { return 0 }
    let own = bundle(of: entry).orderedIdentifier.utf8.split(separator: UInt8(ascii: "."))
    let labels = text.utf8.split(separator: UInt8(ascii: "."))
    guard labels.count > 1 else { return 0 }
    if own.count == 1 { return labels[1].elementsEqual(own[0]) ? 2 : 0 }
    let shared = zip(own, labels).prefix { $0.elementsEqual($1) }.count
    return shared < (Self.projects.contains(where: text.hasPrefix) ? 3 : 2) ? 0 : shared
  }

  /// The types of these are for all to use.
  private static let shared = [
    "public.", "org.freedesktop.", "org.iana.", "org.typeregistry.", "com.apple.",
  ]
  /// The applications of these have makers of their own.
  private static let projects = ["org.kde.", "org.gnome."]
}
