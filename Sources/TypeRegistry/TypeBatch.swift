// SPDX-License-Identifier: MIT

/// The types of many file names, as indices in one registry.
///
/// For programs that query thousands of files: the names go in as one run of bytes, and a batch keeps four
/// bytes for each. There is no object for a name or a type, and nothing is allocated once the batch has
/// grown. The answers are the same as of ``UniformType/init(fileName:in:)`` and
/// ``UniformType/conforms(to:)``.
///
/// ```swift
/// var batch = TypeBatch()
/// batch.append(fileNames: "a.jpg\0b.txt\0c.zzz".utf8.span)
/// batch[0]                                        // public.jpeg
/// batch[2].isDynamic                              // true: no declaration has the extension
/// batch.conforms(to: .image)                      // [true, false, false]
/// batch.count(conformingTo: .data)                // 3
/// ```
public struct TypeBatch: Sendable {
  /// The registry that the types were looked up in.
  public let registry: CompiledRegistry
  /// For each name the index of its type; or, from ``firstEnding`` on, the number of an extension that
  /// no declaration has; or 0 for `public.data` where the registry lacks it.
  private var places: [UInt32] = []
  private static let firstEnding: UInt32 = 1 << 31
  /// The extensions of the dynamic types, one after the other, and where each ends.
  private var endings: [UInt8] = []
  private var endingEnds: [Int] = []

  /// An empty batch.
  ///
  /// - Parameters:
  ///   - room: The number of names to make room for.
  ///   - registry: The registry to search; `nil` for the current one, which is taken now.
  public init(room: Int = 0, in registry: CompiledRegistry? = nil) {
    self.registry = registry ?? EmbeddedRegistry.sharedCurrent
    places.reserveCapacity(room)
  }

  /// Forgets the names, and keeps the room for others.
  public mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    endings.removeAll(keepingCapacity: true)
    endingEnds.removeAll(keepingCapacity: true)
  }

  /// Adds the types of regular files of these names, which need not exist.
  ///
  /// - Parameter fileNames: The names, each the last component of a path, as bytes. A NUL ends each;
  ///   the last one may lack it.
  /// - Returns: The number of names.
  /// - Complexity: O(*n*) for *n* bytes, expected; no allocation once there is room.
  @discardableResult
  public mutating func append(fileNames: Span<UInt8>) -> Int {
    let before = places.count
    // The registry once, so that its reference is not counted for each name.
    let registry = registry
    var start = 0
    while start < fileNames.count {
      let end = fileNames.firstIndex(of: 0, from: start)
      append(fileNames.extracting(start..<end), registry)
      start = end + 1
    }
    return places.count - before
  }

  /// Adds the type of a regular file of that name, as bytes.
  public mutating func append(fileName: Span<UInt8>) { append(fileName, registry) }

  @inline(__always)
  private mutating func append(_ name: Span<UInt8>, _ registry: CompiledRegistry) {
    switch registry.resolve(name: name).answer {
    case .type(let type): places.append(type.value)
    case .kind: places.append(0)
    case .dynamic(let start): appendDynamic(name.extracting(start..<name.count))
    }
  }

  @inline(never)
  private mutating func appendDynamic(_ ending: Span<UInt8>) {
    places.append(Self.firstEnding | UInt32(truncatingIfNeeded: endingEnds.count))
    for index in ending.indices { endings.append(ending[index]) }
    endingEnds.append(endings.count)
  }

  private func dynamic(_ place: UInt32) -> UniformType {
    let number = Int(place & ~Self.firstEnding)
    let start = number == 0 ? 0 : endingEnds[number - 1]
    let ending = endings.span.extracting(start..<endingEnds[number])
    return UniformType(unknownExtension: ending, in: registry)
  }
}

extension TypeBatch: RandomAccessCollection {
  /// The position of the first name.
  public var startIndex: Int { 0 }

  /// The number of names.
  public var endIndex: Int { places.count }

  /// The type of a name.
  public subscript(position: Int) -> UniformType {
    let place = places[position]
    if place >= Self.firstEnding { return dynamic(place) }
    if place == 0 { return UniformType(FileKind.regular.typeIdentifier, in: registry) }
    return UniformType(TypeIndex(place), in: registry)
  }
}

// MARK: - Conformance

extension TypeBatch {
  /// Which names have a type that is `supertype` or conforms to it, in their order.
  ///
  /// - Complexity: O(*n*) for *n* names.
  public func conforms(to supertype: UniformType) -> [Bool] {
    var answers: [Bool] = []
    answers.reserveCapacity(count)
    appendConformances(to: supertype, into: &answers)
    return answers
  }

  /// Appends, for each name, whether its type is `supertype` or conforms to it.
  ///
  /// - Complexity: O(*n*) for *n* names; no allocation if `answers` has room, and `supertype` is not a
  ///   dynamic type.
  public func appendConformances(to supertype: UniformType, into answers: inout [Bool]) {
    let question = Question(supertype, in: registry)
    for place in places { answers.append(conforms(place, question)) }
  }

  /// The number of names whose type is `supertype` or conforms to it.
  ///
  /// - Complexity: As ``appendConformances(to:into:)``, without the room.
  public func count(conformingTo supertype: UniformType) -> Int {
    let question = Question(supertype, in: registry)
    var count = 0
    for place in places where conforms(place, question) { count += 1 }
    return count
  }

  /// One type that many are compared with.
  private struct Question {
    let registry: CompiledRegistry
    let supertype: UniformType
    /// The supertype's index in the registry, if it has the type.
    let index: TypeIndex
    /// Whether types that are not in the registry conform: files of unknown types are `public.data`.
    let data: Bool

    init(_ supertype: UniformType, in registry: CompiledRegistry) {
      self.registry = registry
      self.supertype = supertype
      index = supertype.index(in: registry)
      data = UniformType(FileKind.regular.typeIdentifier, in: registry).conforms(to: supertype)
    }
  }

  @inline(__always)
  private func conforms(_ place: UInt32, _ question: Question) -> Bool {
    if place &- 1 < Self.firstEnding - 1 {
      return question.registry.conforms(TypeIndex(place), to: question.index)
    }
    if question.data || place == 0 { return question.data }
    // A dynamic type conforms to itself, too.
    return question.supertype.isDynamic
      && dynamic(place).conforms(to: question.supertype)
  }
}
