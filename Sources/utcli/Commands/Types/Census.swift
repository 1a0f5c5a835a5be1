// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

extension Command {
  static let census: Command = Command(
    "census", operands: "[DIRECTORY...]",
    summary: "count the files of directories by what they are",
    details: """
      Counts the regular files below each DIRECTORY (this one, if none is given) by their names, with
      --sniff by their contents where their names leave their types open, and
      prints \(CensusTable.Row.form) for each family of types, the most first; then the same for
      each extension that no declaration has. On a terminal it prints a table with bars,
      where SHARE is a part of the files. BYTES are the lengths of the files; a file with two names
      counts twice. Links are counted and never followed; the walk stays on the file system of each
      DIRECTORY. The exit status is 3 if a directory could not be read; the rest is counted.
      """,
    columns: CensusTable.Row.columns,
    examples: [
      Example("utcli census", "the files below this directory"),
      Example("utcli census --sniff ~", "also by what is in the files"),
      Example("utcli census --by type --sort bytes ~", "which types take the most room"),
    ],
    options: [
      Option("--by", "GROUPING", "family (the default), type or extension"),
      Option("--sort", "ORDER", "files (the default), bytes or name"),
      Option("--depth", "NUMBER", "go this many levels down from each DIRECTORY"),
      Option("--all-file-systems", nil, "go into directories of other file systems"),
      Option("--sniff", nil, "read the beginnings of files whose names leave their types open"),
      Option("--all", nil, "show all unknown extensions on a terminal, not only ten"),
      .locale,
    ],
    operandCount: 0...Int.max, needs: "a directory"
  ) { (session, arguments) throws(Failure) in
    let grouping = try arguments.choice("--by", CensusGrouping.family)
    let order = try arguments.choice("--sort", CensusOrder.files)
    var request = CensusWalk.Request(
      directories: arguments.operands.isEmpty ? [[UInt8(ascii: ".")]] : arguments.operands)
    request.depth = try Self.depth(arguments)
    request.crossesFileSystems = arguments.has("--all-file-systems")
    request.countsExtensions = grouping == .fileExtension
    if arguments.has("--sniff") { request.reading = .everywhere }
    for directory in request.directories { try check(directory) }
    let registry = try session.answerer.ownRegistry(for: .types)
    var report: (@Sendable (Int) -> Void)?
    let progress = ProgressLine(isWanted: !session.wantsJSON)
    if let progress {
      let start = MonotonicTime.now
      report = { files in
        progress.show(Progress.text(files, "files", in: MonotonicTime.now.duration(since: start)))
      }
    }
    let counts = CensusWalk.counts(of: request, in: registry, report: report)
    progress?.clear()
    for directory in counts.unreadable {
      session.report(Failure(.badData, file: directory.path, directory.reason))
    }
    let unnamed = counts.unreadableCount - counts.unreadable.count
    if unnamed > 0 { session.note("\(unnamed) more directories could not be read") }
    let answer = CensusReport(
      counts: counts,
      table: CensusTable(counts, by: grouping, order: order, in: registry, session.languages),
      grouping: grouping, order: order, showsAll: arguments.has("--all"))
    session.answer { _ in
    } rest: {
      answer.write(to: &$0)
    } lines: {
      answer.write(to: session)
    }
    return counts.unreadableCount > 0 ? .badData : .answered
  }

  private static func check(_ directory: [UInt8]) throws(Failure) {
    guard let path = FilePath(bytes: directory) else {
      throw Failure(.usage, file: directory, "is not a path")
    }
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path)
    } catch {
      throw Failure(error.isMissing ? .negative : .badData, file: directory, "\(error)")
    }
    guard status.kind == .directory else {
      throw Failure(
        .badData, file: directory, "is not a directory",
        hint: "'utcli type-of \(TextEscaping.inMessage(directory).shellWord)' shows its type")
    }
  }
}
