// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The kinds of files that people distinguish, by the supertypes of their types.
enum CensusFamily {
  /// In order: a type belongs to the first one that it conforms to a type of.
  static let all: [(name: String, types: [String])] = [
    ("source code", ["public.source-code"]),
    ("image", ["public.image"]),
    ("audio", ["public.audio"]),
    ("video", ["public.movie", "public.audiovisual-content"]),
    ("font", ["public.font"]),
    (
      "document",
      ["public.composite-content", "public.presentation", "public.spreadsheet"]
    ),
    ("disk image", ["public.disk-image"]),
    ("archive", ["public.archive"]),
    ("program", ["public.executable"]),
    ("3D model", ["public.3d-content"]),
    ("database", ["public.database"]),
    ("message", ["public.message", "public.contact", "public.calendar-event"]),
    ("text", ["public.text"]),
  ]
  /// The family of all other declared types.
  static let other = "other"

  /// The number of the family of each type, by its index; the count of ``all`` for ``other``.
  static func numbers(in registry: CompiledRegistry, count: Int) -> [Int] {
    let roots = all.map { family in
      family.types.compactMap { name in
        (try? TypeIdentifier(name)).map { registry.find($0) }.flatMap { $0 == .none ? nil : $0 }
      }
    }
    return (0..<count).map { index in
      guard index > 0 else { return all.count }
      let type = TypeIndex(UInt32(index))
      return roots.firstIndex { $0.contains { registry.conforms(type, to: $0) } } ?? all.count
    }
  }
}

/// The rows of a census.
enum CensusGrouping: String, CaseIterable {
  case family, type
  case fileExtension = "extension"
}

/// The order of the lines of a census, the largest first.
enum CensusOrder: String, CaseIterable {
  case files, bytes, name
}

/// The lines of a census.
struct CensusTable {
  struct Row {
    /// A family, an identifier, or an extension with its dot.
    var name: String
    var sum: CensusSum
    /// The description of the type, for people.
    var description: String?
  }

  private(set) var rows: [Row]
  /// The extensions that no declaration has; the most frequent ones first.
  private(set) var unknown: [Row]

  /// The lines for the counts.
  ///
  /// - Parameters:
  ///   - counts: The counts.
  ///   - grouping: The subject of a line.
  ///   - order: The order of the lines.
  ///   - registry: Where it was looked up.
  ///   - languages: The languages of descriptions.
  init(
    _ counts: CensusCounts, by grouping: CensusGrouping, order: CensusOrder,
    in registry: CompiledRegistry, _ languages: LanguageList
  ) {
    switch grouping {
    case .family: rows = Self.families(counts, in: registry)
    case .type: rows = Self.types(counts, in: registry, languages)
    case .fileExtension: rows = Self.rows(counts.extensions ?? ExtensionSums())
    }
    // By extension all of them are listed already.
    unknown = grouping == .fileExtension ? [] : Self.rows(counts.unknown)
    rows.sort { Self.precedes($0, $1, by: order) }
    unknown.sort { Self.precedes($0, $1, by: order) }
  }

  private static func precedes(_ left: Row, _ right: Row, by order: CensusOrder) -> Bool {
    switch order {
    case .files: (right.sum.files, left.name) < (left.sum.files, right.name)
    case .bytes: (right.sum.bytes, left.name) < (left.sum.bytes, right.name)
    case .name: left.name < right.name
    }
  }

  private static func families(_ counts: CensusCounts, in registry: CompiledRegistry) -> [Row] {
    var sums = Array(repeating: CensusSum(), count: CensusFamily.all.count + 1)
    let numbers = CensusFamily.numbers(in: registry, count: counts.types.count)
    for (index, sum) in counts.types.enumerated() where sum.files > 0 {
      sums[numbers[index]].add(sum)
    }
    return sums.enumerated().filter { $0.element.files > 0 }.map { index, sum in
      let isFamily = index < CensusFamily.all.count
      return Row(name: isFamily ? CensusFamily.all[index].name : CensusFamily.other, sum: sum)
    }
  }

  private static func types(
    _ counts: CensusCounts, in registry: CompiledRegistry, _ languages: LanguageList
  ) -> [Row] {
    counts.types.enumerated().filter { $0.element.files > 0 }.map { index, sum in
      // Names without a type of their own: the type of every file.
      let type =
        index == 0
        ? FileKind.regular.typeIdentifier : registry.identifier(of: TypeIndex(UInt32(index)))
      return Row(
        name: type.text, sum: sum,
        description: registry.summary(of: type, in: languages).description)
    }
  }

  private static func rows(_ sums: ExtensionSums) -> [Row] {
    var rows = sums.all.map { fileExtension, sum in
      let text = String(decoding: fileExtension, as: UTF8.self)
      return Row(name: fileExtension.isEmpty ? Self.none : ".\(text)", sum: sum)
    }
    if sums.rest.files > 0 { rows.append(Row(name: Self.rest, sum: sums.rest)) }
    return rows
  }

  /// The name for files without an extension.
  static let none = "no extension"
  /// The name of extensions that are too long, or too many, to be distinguished.
  static let rest = "other extensions"
}
