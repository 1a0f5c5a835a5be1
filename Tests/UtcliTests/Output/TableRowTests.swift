// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry
@testable import utcli

/// A column is one line of one file: the help, the headings, the lines and JSON follow from it.
@Suite("A table has its columns from one list")
struct TableRowTests {
  private static let commands = Command.all.filter { !$0.columns().isEmpty }.map(\.name)

  /// The text of the help names the columns in the order in which the manual explains them.
  @Test(arguments: commands)
  func theHelpNamesTheColumns(_ name: String) throws {
    let command = try Command.named(name)
    let columns = command.columns()
    // What only some operands have is described in words.
    let forms = [columns, Array(columns.dropFirst()), Array(columns.dropLast())].map(\.form)
    #expect(forms.contains { command.details().contains($0) }, "\(forms)")
    for column in columns { #expect(!column.help.isEmpty && !column.help.hasSuffix(".")) }
  }

  /// Of each column the sources have the heading with its explanation once: a new one is a line of one file.
  @Test(arguments: commands)
  func aColumnIsWrittenOnce(_ name: String) throws {
    let texts = try Self.sources().map(\.text)
    for column in try Command.named(name).columns() {
      let (heading, help) = ("\"\(column.heading)\"", "\"\(column.help)\"")
      let definition = try Regex("\(heading),\\s*\(NSRegularExpression.escapedPattern(for: help))")
      #expect(texts.reduce(0) { $0 + $1.matches(of: definition).count } == 1, "\(column.heading)")
      #expect(texts.reduce(0) { $0 + $1.ranges(of: help).count } == 1, "\(column.help)")
    }
  }

  /// The row of `utcli apps` with one column more, which is one line.
  private struct LongerRow: TableRow, WireValue, Sendable {
    let application: ApplicationInformation

    static func describe(_ row: Self?, in table: inout Columns) {
      ApplicationInformation.describe(row?.application, in: &table)
      table.add("WORDS", "the number of words that start it", row?.application.arguments.count)
    }

    func writeMembers(to writer: inout JSONWriter) { application.writeMembers(to: &writer) }
  }

  /// What a command shows whose rows are applications: its help, its page, its lines and its document.
  private struct Shown {
    let help: String
    let page: [String]
    let piped: [[Substring]]
    let headings: [Substring]
    let document: AnyJSON

    init<Row: TableRow & WireValue & Sendable>(_ rows: [Row]) throws {
      let command = Command(
        "rows", summary: "show rows", details: "Prints \(Row.form) per line.", columns: Row.columns,
        examples: [], operandCount: 0...0
      ) { (session, _) throws(Failure) in
        session.show(rows, as: "rows")
        return .answered
      }
      func text(_ words: [String] = [], to screen: Screen? = nil) throws -> String {
        var bytes: [UInt8] = []
        var output = Output(isTerminal: screen != nil) { bytes += $0 }
        if let screen {
          output.present(as: Presentation(on: screen, isColored: false))
          output.head(command.columns())
        }
        let arguments = try Arguments(
          words.map { Array($0.utf8) }[...], of: "rows", takesValue: command.takesValue,
          options: { command.allOptions })
        let session = Session(arguments, output: output)
        #expect(try command.run(session, arguments) == .answered)
        session.output.finish()
        return String(decoding: bytes, as: UTF8.self)
      }
      help = command.details()
      page = command.columns().map { "\($0.heading): \($0.help)" }
      piped = try text().split(separator: "\n").map { $0.split(separator: "\t") }
      let screen = Screen(columns: 200, rows: 24)
      headings = try text(to: screen).split(separator: "\n")[0].split(separator: " ")
      document = try AnyJSON(try text(["--json"]))
    }
  }

  @Test func oneLineIsAColumnEverywhere() throws {
    let application = ApplicationInformation(
      bundle: "org.example.editor", name: "Editor", version: "1.2", origin: .user, path: "/a.json",
      arguments: ["/bin/true", "%U"], isTerminal: false, isUnconfirmed: true, claims: [])
    let (short, long) = (try Shown([application]), try Shown([LongerRow(application: application)]))
    #expect(long.help == short.help.replacing(" per line", with: "<TAB>WORDS per line"))
    #expect(long.page == short.page + ["WORDS: the number of words that start it"])
    #expect(long.headings == short.headings + ["WORDS"])
    #expect(long.piped == short.piped.map { $0 + ["2"] })
    #expect(long.document == short.document)
    // A terminal leaves out a column without a value.
    let columns = try Command.named("apps").columns().map(\.heading)
    let shown = zip(columns, short.piped[0]).filter { $0.1 != "-" }.map(\.0)
    #expect(short.headings.map(String.init) == shown && shown.count > columns.count / 2)
  }

  /// The Swift files of the program.
  private static func sources() throws -> [(file: String, text: String)] {
    let directory = "\(Installation.sources)/Sources/utcli"
    return try FileManager.default.subpathsOfDirectory(atPath: directory)
      .filter { $0.hasSuffix(".swift") }
      .map { ($0, try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8)) }
  }

  /// No file writes the headings of a table again.
  @Test func theHeadingsAreWrittenOnce() throws {
    let forms = try Self.commands.map { try Command.named($0).columns().form }
      .filter { $0.contains("<TAB>") }
    #expect(forms.count > 8)
    for (file, text) in try Self.sources() {
      for form in forms { #expect(!text.contains(form), "\(file): \(form)") }
    }
  }

  /// No command writes the frame of a document.
  @Test func onlyOneFileWritesTheVersionOfADocument() throws {
    let files = try Self.sources().filter { $0.text.contains("\"schema\", 1") }.map(\.file)
    // A table of MIME types and the data of the page have a form of their own.
    #expect(
      Set(files) == ["Output/Documents.swift", "Tables/JSONTable.swift", "Graph/PageData.swift"])
  }

  /// A column says what the member of its name says, a number also how many elements that has; the
  /// others say what several members do, or one of another name.
  @Test(arguments: [
    ("apps", "applications", ["DEFAULTS", "NOTE"]),
    ("bundles", "bundles", ["BUNDLE", "TYPES", "NOTE"]),
    ("search text", "results", []),
    ("negotiate --offer public.png,public.rtf --accept public.image", "pairs", []),
    ("handlers public.plain-text", "handlers", ["RANK", "NOTE"]),
    ("default", "answers", ["ROLE", "BUNDLE"]), ("census .", "rows", []),
    ("export freedesktop out", "files", ["FILE", "COUNT"]),
  ])
  func eachColumnSaysWhatItsMemberSays(
    _ line: String, _ array: String, _ others: [String]
  ) throws {
    let installation = try Self.world()
    let words = line.split(separator: " ").map(String.init)
    let columns = try Command.named(words[0]).columns()
    let outcome = try installation.run(words)
    let document = try AnyJSON(installation.run(words + ["--json"]).text)
    let rows = document[array] ?? document["answers"]?.elements.first?[array]
    let lines = outcome.text.split(separator: "\n")
    let objects = try #require(rows).elements
    #expect(lines.count == objects.count && !lines.isEmpty, "\(outcome.text)")
    for (line, object) in zip(lines, objects) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let required = columns.count { !$0.isOptional }
      #expect((required...columns.count).contains(fields.count), "\(line)")
      for (column, field) in zip(columns, fields) where !others.contains(column.heading) {
        let text: String
        switch object[column.heading.lowercased()] {
        case .string(let value): text = value
        case .number(let value): text = String(Int(value))
        case .array(let values): text = String(values.count)
        default: text = column.heading == "DESCRIPTION" ? "" : "-"
        }
        #expect(field == text, "\(column.heading)")
      }
    }
  }

  private static func world() throws -> Installation {
    let installation = try Installation(core: .shipped)
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.editor", "CFBundleName": "Editor",
        "CFBundleVersion": "1.2",
        "CFBundleDocumentTypes": [
          {"CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.text", "public.image"]}],
        "CFBundleURLTypes": [{"CFBundleURLSchemes": ["mailto", "https"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
      """, to: "\(installation.declarations)/org.example.editor.json")
    try installation.write("abc", to: "work/a.jpg")
    return installation
  }
}
