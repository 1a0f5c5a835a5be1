// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A number of files, and of the bytes in them.
struct CensusSum: Hashable, Sendable {
  var files = 0
  var bytes: UInt64 = 0

  mutating func add(_ other: CensusSum) {
    files += other.files
    bytes &+= other.bytes
  }
}

/// The numbers of files in a tree, by their types.
///
/// The size does not depend on the number of files: it is bounded by the types of the registry and a limited
/// number of extensions.
struct CensusCounts: Sendable {
  /// A directory that was not read, or not to its end.
  struct Unreadable: Sendable {
    var path: [UInt8]
    var reason: String
  }

  /// The files of each declared type, by its index; those without any sign of a type at index 0.
  private(set) var types: [CensusSum]
  /// The files of each extension that no declaration has.
  private(set) var unknown = ExtensionSums()
  /// The files of each extension, if they are counted so.
  private(set) var extensions: ExtensionSums?
  var directories = 0
  var links = 0
  /// Pipes, sockets and devices.
  var specialFiles = 0
  /// Directories of other file systems, which were left out.
  var mounts = 0
  private(set) var unreadableCount = 0
  /// The first of them.
  private(set) var unreadable: [Unreadable] = []

  /// The most directories that are named.
  private static let mostNamed = 20

  /// No files yet.
  ///
  /// - Parameters:
  ///   - registry: The registry whose types are counted.
  ///   - countsExtensions: Whether all extensions are counted, too.
  init(in registry: CompiledRegistry, countingExtensions countsExtensions: Bool) {
    types = Array(repeating: CensusSum(), count: registry.typeCount + 1)
    extensions = countsExtensions ? ExtensionSums() : nil
  }

  /// All regular files.
  var total: CensusSum {
    var total = unknown.total
    for sum in types { total.add(sum) }
    return total
  }

  /// Counts a regular file.
  ///
  /// - Parameters:
  ///   - resolution: The type by its name, or by its name and contents.
  ///   - name: Its name.
  ///   - bytes: Its length.
  mutating func add(_ resolution: NameResolution, name: Span<UInt8>, bytes: UInt64) {
    let sum = CensusSum(files: 1, bytes: bytes)
    switch resolution.answer {
    case .type(let type): types[Int(type.value)].add(sum)
    case .kind: types[0].add(sum)
    case .dynamic(let start): unknown.add(sum, to: name.extracting(start..<name.count))
    }
    guard extensions != nil else { return }
    extensions?.add(sum, to: name.extracting(Self.extensionStart(of: name)..<name.count))
  }

  /// Where the part after the last dot of a name begins; its end if only the first character is one.
  private static func extensionStart(of name: Span<UInt8>) -> Int {
    var index = name.count - 1
    while index > 0 {
      if name[index] == UInt8(ascii: ".") { return index + 1 }
      index -= 1
    }
    return name.count
  }

  /// Notes a directory that cannot be read.
  mutating func addUnreadable(_ path: [UInt8], because reason: String) {
    unreadableCount += 1
    guard unreadable.count < Self.mostNamed else { return }
    unreadable.append(Unreadable(path: path, reason: reason))
  }

  /// Adds the counts of another part of the tree.
  mutating func add(_ other: CensusCounts) {
    for (index, sum) in other.types.enumerated() { types[index].add(sum) }
    unknown.add(other.unknown)
    if let others = other.extensions { extensions?.add(others) }
    directories += other.directories
    links += other.links
    specialFiles += other.specialFiles
    mounts += other.mounts
    unreadableCount += other.unreadableCount
    unreadable += other.unreadable.prefix(Self.mostNamed - unreadable.count)
  }
}

/// Files by their extensions, without difference between capital and small ASCII letters.
struct ExtensionSums: Sendable {
  /// A run of ``text``.
  private struct Entry {
    var start: Int
    var count: Int
    var sum: CensusSum
  }

  /// The extensions in lower case, one after another.
  private var text: [UInt8] = []
  private var entries: [Entry] = []
  /// The indices of entries plus 1, by the hashes of their texts; 0 where there is none.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)
  /// The files of further extensions.
  private(set) var rest = CensusSum()
  /// All files.
  private(set) var total = CensusSum()

  /// The most extensions that are distinguished: names can be chosen so that each has its own.
  static let most = 65_536
  /// Longer ones are not distinguished.
  static let longest = 64

  /// Counts files of an extension.
  mutating func add(_ sum: CensusSum, to fileExtension: Span<UInt8>) {
    total.add(sum)
    guard fileExtension.count <= Self.longest else {
      rest.add(sum)
      return
    }
    var slot = slot(of: fileExtension)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if isSame(entries[index], fileExtension) {
        entries[index].sum.add(sum)
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard entries.count < Self.most else {
      rest.add(sum)
      return
    }
    let start = text.count
    for index in fileExtension.indices { text.append(fileExtension[index].asciiLowercased) }
    entries.append(Entry(start: start, count: fileExtension.count, sum: sum))
    slots[slot] = UInt32(entries.count)
    if entries.count * 2 > slots.count { grow() }
  }

  /// Adds the counts of another part of the tree.
  mutating func add(_ other: ExtensionSums) {
    for entry in other.entries {
      add(entry.sum, to: other.text.span.extracting(entry.start..<entry.start + entry.count))
    }
    rest.add(other.rest)
    total.add(other.rest)
  }

  /// The extensions with their files, in no order.
  var all: [(fileExtension: [UInt8], sum: CensusSum)] {
    entries.map { (Array(text[$0.start..<$0.start + $0.count]), $0.sum) }
  }

  private func slot(of fileExtension: Span<UInt8>) -> Int {
    // With a seed of this process, so that names cannot be made to collide.
    let hash = Hashing.long(
      fileExtension, foldingCase: true, tagClass: 0, seed: Hashing.processSeed)
    return Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  private func isSame(_ entry: Entry, _ fileExtension: Span<UInt8>) -> Bool {
    guard entry.count == fileExtension.count else { return false }
    for index in 0..<entry.count
    where text[entry.start + index] != fileExtension[index].asciiLowercased { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for (index, entry) in entries.enumerated() {
      var slot = slot(of: text.span.extracting(entry.start..<entry.start + entry.count))
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }
}
