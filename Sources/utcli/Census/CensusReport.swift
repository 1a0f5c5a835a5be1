// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry

/// Shows a census: aligned with bars on a terminal, in fields between tabs elsewhere.
struct CensusReport {
  let counts: CensusCounts
  let table: CensusTable
  let grouping: CensusGrouping
  let order: CensusOrder
  /// Whether all unknown extensions are shown on a terminal.
  let showsAll: Bool

  /// The most unknown extensions on a terminal.
  private static let shownExtensions = 10
  private static let barWidth = 20

  /// Writes one line for each family, type or extension, and then for each unknown extension.
  func write(to session: Session) {
    guard session.isTerminal else {
      for row in table.rows + table.unknown {
        session.line(row.fields)
      }
      if let declaring { session.remark(declaring) }
      return
    }
    let total = counts.total
    let known = table.rows.map { fields(of: $0, total, session) }
    let shown = table.unknown.prefix(showsAll ? table.unknown.count : Self.shownExtensions)
    let unknown = shown.map { fields(of: $0, total, session) }
    let heading = ["FILES", "BYTES", "SHARE", "", grouping.rawValue.uppercased()]
    let widths = (0..<heading.count).map { column in
      ([heading] + known + unknown).map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    func line(_ fields: [String]) {
      session.output.line(Self.aligned(fields, widths))
    }
    line(heading)
    for row in known { line(row) }
    if !unknown.isEmpty {
      session.output.line("")
      session.output.line(
        "extensions that no declaration has: \(table.unknown.count.grouped)")
      for row in unknown { line(row) }
      if shown.count < table.unknown.count {
        session.output.line("... and \(table.unknown.count - shown.count) more; --all shows them")
      }
      if let declaring { session.output.line(declaring) }
    }
    session.output.line("")
    session.output.line(summary(total))
  }

  /// The command that declares one of the unknown extensions, the first that needs no quotation; `nil`
  /// if there is none.
  private var declaring: String? {
    guard
      let name = table.unknown.lazy.map(\.name).first(where: {
        $0.hasPrefix(".") && $0.shellWord == $0 && !$0.contains(",")
      })
    else { return nil }
    return "declare one: utcli register --extension \(name) --as public.data"
  }

  private func summary(_ total: CensusSum) -> String {
    func number(_ count: Int, _ one: String, _ many: String) -> String {
      "\(count.grouped) \(count == 1 ? one : many)"
    }
    var parts = [
      number(total.files, "file", "files") + " of \(Self.size(total.bytes)) in "
        + number(counts.directories, "directory", "directories")
    ]
    if counts.links > 0 { parts.append(number(counts.links, "link", "links")) }
    if counts.specialFiles > 0 {
      parts.append(
        number(counts.specialFiles, "pipe, socket or device", "pipes, sockets and devices"))
    }
    if counts.mounts > 0 {
      parts.append(
        number(counts.mounts, "directory", "directories") + " of other file systems left out")
    }
    return parts.joined(separator: "; ")
  }

  private func fields(of row: CensusTable.Row, _ total: CensusSum, _ session: Session) -> [String] {
    let (part, whole) =
      order == .bytes
      ? (Double(row.sum.bytes), Double(total.bytes))
      : (Double(row.sum.files), Double(total.files))
    let share = whole > 0 ? part / whole : 0
    let description = row.description.map { "  \(session.shown($0))" } ?? ""
    return [
      row.sum.files.grouped, Self.size(row.sum.bytes), Self.percent(share), Self.bar(share),
      session.shown(row.name) + description,
    ]
  }

  /// Columns with numbers at the right; the last one is not padded.
  private static func aligned(_ fields: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, field) in fields.enumerated() {
      let room = String(repeating: " ", count: max(0, widths[column] - field.unicodeScalars.count))
      switch column {
      case 0...2: line += room + field + "  "
      case fields.count - 1: line += field
      default: line += field + room + "  "
      }
    }
    return line
  }

  /// A bar in eighths of a character.
  private static func bar(_ share: Double) -> String {
    let eighths = Int((share * Double(barWidth * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// `12.3%`; `<0.1%` for a share that would be shown as zero.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return tenths == 0 && share > 0 ? "<0.1%" : "\(tenths / 10).\(tenths % 10)%"
  }

  /// A number of bytes in units of 1,024, with three digits: `1.21 MiB`.
  static func size(_ bytes: UInt64) -> String {
    guard bytes >= 1_024 else { return "\(bytes) B" }
    var value = Double(bytes)
    var unit = ""
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] where value >= 1_000 {
      value /= 1_024
      unit = next
    }
    let scale = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
    let digits = scale == 100 ? 2 : scale == 10 ? 1 : 0
    let number = Int((value * Double(scale)).rounded())
    if digits == 0 { return "\(number) \(unit)" }
    let fraction = "\(number % scale)"
    return "\(number / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
      + " \(unit)"
  }

  // MARK: - JSON

  /// Writes everything that was counted.
  func write(to writer: inout JSONWriter) {
    let total = counts.total
    writer.member("by", grouping.rawValue)
    writer.member("files", total.files)
    writer.member("bytes", Int(clamping: total.bytes))
    writer.member("directories", counts.directories)
    writer.member("links", counts.links)
    writer.member("specialFiles", counts.specialFiles)
    writer.member("otherFileSystems", counts.mounts)
    writer.member("unreadableDirectories", counts.unreadableCount)
    writer.array("rows", table.rows)
    writer.array("unknownExtensions", table.unknown)
  }
}

extension CensusTable.Row: TableRow, WireValue {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add("NAME", "the family, the type, or the extension with its dot", row?.name)
    table.add("FILES", "the number of files", row?.sum.files)
    table.add("BYTES", "the sum of their lengths", row.map { Int(clamping: $0.sum.bytes) })
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("description", description)
    writer.member("files", sum.files)
    writer.member("bytes", Int(clamping: sum.bytes))
  }
}
