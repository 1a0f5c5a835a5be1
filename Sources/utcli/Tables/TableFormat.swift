// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The formats of tables of MIME types: those of web servers and of languages.
enum TableFormat: String, CaseIterable, Sendable {
  /// The format of `/etc/mime.types`.
  case mimeTypes = "mime.types"
  /// The block `types` of nginx's configuration.
  case nginx
  /// Directives of Apache's HTTP server.
  case apache
  /// A module.
  case python
  /// A source file of a package.
  case go
  /// A document.
  case json

  /// The table in this format.
  ///
  /// - Parameters:
  ///   - table: The table to write.
  ///   - package: The name of the package; for Go.
  /// - Returns: The text, and the facts that it lacks.
  func text(of table: TypeTable, package: String = Self.usualPackage) -> TableText {
    switch self {
    case .mimeTypes: table.mimeTypes
    case .nginx: table.nginx
    case .apache: table.apache
    case .python: table.python
    case .go: table.go(package: package)
    case .json: table.json
    }
  }

  /// The name of a package that is given no other.
  static let usualPackage = "typeregistry"
}

/// A table in one format.
struct TableText {
  /// The text.
  var bytes: [UInt8]
  /// The facts that the format cannot hold, with their numbers.
  var losses: [String]
  /// The MIME types that were written, in byte order.
  var mimeTypes: [String]

  init(_ text: String, _ losses: TableLosses, mimeTypes: [String]) {
    bytes = Array(text.utf8)
    self.losses = losses.texts
    self.mimeTypes = mimeTypes
  }
}

extension TypeTable {
  /// The comment at the beginning of a file: its writer, and the registry that it was made from.
  func heading(_ format: TableFormat) -> [String] {
    var lines = ["\(ExportMark.text(of: format.rawValue)).", "Registry: \(source.digest)."]
    if isPartial { lines.append("It has only the selected types.") }
    if !source.choices.isEmpty {
      lines.append("With the user's choices ('utcli prefer'): \(source.choices.count).")
    }
    return lines
  }

  /// The extensions of each MIME type that a format can hold, those of one MIME type in their order.
  ///
  /// - Parameters:
  ///   - losses: Counts the others.
  ///   - problem: Why the format cannot hold a row; `nil` if it can. Not called for rows whose MIME type is
  ///     not specific.
  /// - Returns: No MIME type without an extension.
  func groups(
    _ losses: inout TableLosses, _ problem: (Row) -> TableLosses.Reason?
  ) -> [(mimeType: String, rows: [Row])] {
    losses.add(.pattern, patterns.map(\.value))
    var kept: [(mimeType: String, rows: [Row])] = []
    for row in rows where row.mimeType == nil { losses.add(.mimeType, row.filenameExtension.value) }
    for group in groups {
      let rows = group.rows.filter { row in
        let found = row.isTelling || row.hasSeveralParts ? problem(row) : .mimeType
        if let found { losses.add(found, row.filenameExtension.value) }
        return found == nil
      }
      if !rows.isEmpty { kept.append((group.mimeType, rows)) }
    }
    return kept
  }
}

extension String {
  /// Whether the text consists of letters, digits and signs of ASCII without a meaning in any of the formats,
  /// and of visible characters of other scripts.
  var isPlainWord: Bool {
    unicodeScalars.allSatisfy { scalar in
      guard scalar.isASCII else { return !scalar.isInvisible && !scalar.properties.isWhitespace }
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
        || Self.plainSigns.contains(byte)
    }
  }

  private static let plainSigns = Array("-_.+~!@&=^/".utf8)

  /// Whether each character can be seen.
  var isVisible: Bool { !unicodeScalars.contains(where: \.isInvisible) }

  /// The text between double quotes, as Python and Go read it.
  var quotedForPrograms: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let count = scalar.value < 0x1_0000 ? 4 : 8
        quoted +=
          (count == 4 ? "\\u" : "\\U") + String(repeating: "0", count: count - digits.count)
          + digits
      }
    }
    return quoted + "\""
  }
}

extension [String] {
  /// The words as lines of at most ``longestLine`` bytes, or of one word.
  ///
  /// Some readers have a buffer of 8,192 bytes for a line.
  var wrapped: [ArraySlice<String>] {
    var lines: [ArraySlice<String>] = []
    var (start, length) = (startIndex, 0)
    for index in indices {
      length += self[index].utf8.count + 1
      if length > Self.longestLine, index > start {
        lines.append(self[start..<index])
        (start, length) = (index, self[index].utf8.count + 1)
      }
    }
    if start < endIndex { lines.append(self[start...]) }
    return lines
  }

  private static var longestLine: Int { 4_000 }
}
