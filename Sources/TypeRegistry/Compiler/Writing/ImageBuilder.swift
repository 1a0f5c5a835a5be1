// SPDX-License-Identifier: MIT

/// The strings of an image, each stored once.
struct StringPool {
  /// Offset 0 is the empty string.
  private(set) var bytes: [UInt8] = [0]
  /// The references of strings, by their hashes; 0 where there is none.
  private var slots: [StringReference] = Array(repeating: 0, count: 64)
  private var count = 0
  // The pool does not depend on it.
  private let seed = Hashing.processSeed

  /// A state of a pool, to return to it.
  struct Mark {
    fileprivate let length: Int
    fileprivate let count: Int
  }

  /// The present state.
  var mark: Mark { Mark(length: bytes.count, count: count) }

  /// Removes the strings that were added since a mark.
  mutating func remove(after mark: Mark) {
    guard bytes.count > mark.length else { return }
    let kept = slots.filter { $0 != 0 && Int($0) < mark.length }
    bytes.removeSubrange(mark.length...)
    count = mark.count
    slots = Array(repeating: 0, count: slots.count)
    for reference in kept { slots[find(text(reference).span)] = reference }
  }

  /// The reference of `text`, added if it is new.
  mutating func reference(_ text: Span<UInt8>) -> StringReference {
    guard !text.isEmpty else { return 0 }
    let slot = find(text)
    if slots[slot] != 0 { return slots[slot] }
    let reference = append(text)
    slots[slot] = reference
    count += 1
    if count * 2 > slots.count { setSlots(slots.count * 2) }
    return reference
  }

  /// The reference of `text`, added if it is new.
  mutating func reference(_ text: ImageBytes) -> StringReference {
    text.withSpan { reference($0) }
  }

  /// The reference of `text`, added if it is new.
  mutating func reference(_ text: String) -> StringReference { reference(text.utf8.span) }

  mutating func reference(_ text: String?) -> StringReference { text.map { reference($0) } ?? 0 }

  /// The slot of a string, or the free one that it would get.
  private func find(_ text: Span<UInt8>) -> Int {
    let hash = Hashing.long(text, foldingCase: false, tagClass: 0, seed: seed)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0, !isEqual(slots[slot], text) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private func isEqual(_ reference: StringReference, _ text: Span<UInt8>) -> Bool {
    bytes.span.extracting(extent(of: reference)).isEqual(to: text)
  }

  /// Makes room for so many more different strings.
  mutating func reserve(strings more: Int) {
    var wanted = slots.count
    while (count + more) * 2 > wanted { wanted *= 2 }
    if wanted > slots.count { setSlots(wanted) }
  }

  private mutating func setSlots(_ wanted: Int) {
    let old = slots
    slots = Array(repeating: 0, count: wanted)
    for reference in old where reference != 0 {
      let extent = extent(of: reference)
      let hash = Hashing.long(
        bytes.span.extracting(extent), foldingCase: false, tagClass: 0, seed: seed)
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = reference
    }
  }

  /// The bytes of a string.
  func text(_ reference: StringReference) -> [UInt8] { Array(bytes[extent(of: reference)]) }

  /// Calls `body` with the bytes of a string, in place.
  @inline(__always)
  func withBytes<Result>(
    of reference: StringReference, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    body(bytes.span.extracting(extent(of: reference)))
  }

  private func extent(of reference: StringReference) -> Range<Int> {
    let start = Int(reference) + 1
    let short = Int(bytes[start - 1])
    guard short == 255 else { return start..<(start + short) }
    let length = bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    return (start + 4)..<(start + 4 + length)
  }

  /// The reference of a string that the caller adds only once.
  mutating func append(_ text: Span<UInt8>) -> StringReference {
    let reference = StringReference(bytes.count)
    if text.count < 255 {
      bytes.append(UInt8(text.count))
    } else {
      bytes.append(255)
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: text.count >> shift))
      }
    }
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    return reference
  }
}

/// The paths of the files that were read, each once, in the order in which they are first named.
struct PathList {
  /// Number 0 is the empty path.
  private(set) var starts: [UInt32] = [0, 0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [[UInt8]: PathNumber] = [:]

  /// The number of `path`, added if it is new.
  mutating func number(of path: String) -> PathNumber {
    let added = Array(path.utf8)
    if added.isEmpty { return 0 }
    if let known = numbers[added] { return known }
    let number = PathNumber(starts.count - 1)
    numbers[added] = number
    bytes += added
    starts.append(UInt32(bytes.count))
    return number
  }
}

/// Assembles the parts of an image.
struct ImageBuilder {
  /// The records of one part.
  private struct Part {
    let count: Int
    let byteCount: Int
    /// Copies the records to an offset of the image.
    let write: (borrowing DraftMemory, Range<Int>) -> Void
  }

  /// By the numbers of the parts.
  private var parts: [Part?] = Array(repeating: nil, count: ImagePart.allCases.count)

  /// Sets a part of fixed-width records, or of plain bytes.
  mutating func set<Record: BitwiseCopyable>(_ part: ImagePart, to records: [Record]) {
    let byteCount = records.count * MemoryLayout<Record>.stride
    parts[part.rawValue] = Part(count: records.count, byteCount: byteCount) {
      memory, place in memory.write(records, at: place.lowerBound, until: place.upperBound)
    }
  }

  /// Sets all parts to those of an image.
  ///
  /// - Returns: `false` if the image is damaged.
  mutating func setAll(to registry: CompiledRegistry) -> Bool {
    let header = registry.header
    for part in ImagePart.allCases {
      let start = header.offsets[part.rawValue]
      let next = part.rawValue + 1
      let end = next < header.offsets.count ? header.offsets[next] : registry.memory.count
      guard start >= ImageHeader.length, start <= end, end <= registry.memory.count else {
        return false
      }
      let (memory, count) = (registry.memory, header.counts[part.rawValue])
      parts[part.rawValue] = Part(count: count, byteCount: end - start) { draft, place in
        draft.write(memory.bytes(at: start, count: end - start), at: place.lowerBound)
      }
    }
    return true
  }

  /// An image that lacks its digest and checksum: the header, then the parts, each at the start of a
  /// cache line.
  ///
  /// Each part is freed when it is copied, so that there are never two of all.
  mutating func build(hashSeed: UInt64, builtAt: Int64) -> DraftImage {
    var header = ImageHeader()
    header.hashSeed = hashSeed
    header.builtAt = builtAt
    var offset = ImageHeader.length
    for part in ImagePart.allCases {
      header.offsets[part.rawValue] = offset
      header.counts[part.rawValue] = parts[part.rawValue]?.count ?? 0
      offset += ((parts[part.rawValue]?.byteCount ?? 0) + 63) & ~63
    }
    header.byteCount = UInt64(offset)
    let memory = DraftMemory(uninitialized: offset)
    memory.write(header.bytes, at: 0, until: ImageHeader.length)
    for part in ImagePart.allCases {
      guard let taken = parts[part.rawValue].take() else { continue }
      let start = header.offsets[part.rawValue]
      taken.write(memory, start..<start + (taken.byteCount + 63) & ~63)
    }
    return DraftImage(header: header, memory: memory)
  }
}

/// An image that is complete but for its digest and checksum, and may be changed.
struct DraftImage: ~Copyable {
  private var header: ImageHeader
  private let memory: DraftMemory

  fileprivate init(header: ImageHeader, memory: consuming DraftMemory) {
    self.header = header
    self.memory = memory
  }

  /// Calls `body` with a registry of the current image.
  func read<Result>(_ body: (CompiledRegistry) -> Result) -> Result {
    memory.read { body(Self.open($0)) }
  }

  /// Writes a record over another one.
  func replace<Record: ImageRecord>(_ part: ImagePart, at index: Int, by record: Record) {
    let offset = header.offsets[part.rawValue] + index * MemoryLayout<Record>.stride
    memory.write([record], at: offset)
  }

  /// The registry of the image.
  ///
  /// The digest covers every part except the paths and inputs, which come last; the checksum covers
  /// all.
  consuming func finish() -> CompiledRegistry {
    let contents = ImageHeader.length..<header.offsets[ImageHeader.firstPartWithoutDigest.rawValue]
    header.digest = memory.read { image in
      image.withSpan { Hashing.wideDigest(of: $0.extracting(contents)) }
    }
    memory.write(header.bytes, at: 0)
    header.checksum = memory.read { [digest = header.digest] image in
      image.withSpan { ImageHeader.checksum(of: $0, contents: digest) }
    }
    memory.write(header.bytes, at: 0)
    return Self.open(MappedMemory(memory))
  }

  private static func open(_ memory: MappedMemory) -> CompiledRegistry {
    do {
      return try CompiledRegistry(memory)
    } catch {
      preconditionFailure("the compiler wrote an image that cannot be read: \(error)")
    }
  }
}
