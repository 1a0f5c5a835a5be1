// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

@Suite("Every answer in JSON has the form that its schema describes")
struct SchemaTests {
  private static let directory = "\(Installation.sources)/Documentation/schema"

  private static func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(String(contentsOfFile: "\(directory)/\(name).json", encoding: .utf8))
  }

  @Test func eachCommandHasASchema() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory)
    let others = ["error", "export-table"]
    #expect(Set(files) == Set((Command.all.map(\.name) + others).map { "\($0).json" }))
  }

  /// The recorded answers: of standard output by the schema of the command, of standard error by that
  /// of errors.
  @Test func recordedAnswersAreValid() throws {
    let golden = "\(Installation.sources)/Tests/Data/Golden"
    let files = try FileManager.default.subpathsOfDirectory(atPath: golden)
    var checked = 0
    for file in files where file.hasSuffix(".json-lines") {
      var name = ""
      for line in try String(contentsOfFile: "\(golden)/\(file)", encoding: .utf8).split(
        separator: "\n")
      {
        if line.hasPrefix("$ utcli ") {
          name = String(line.split(separator: " ")[2])
        } else if line == "[standard error]" {
          name = "error"
        } else if line.hasPrefix("{") {
          let value = try AnyJSON(line.replacing("\"time\":TIME", with: "\"time\":1"))
          let problems = try Self.schema(name).problems(of: value)
          #expect(problems.isEmpty, "\(file)")
          checked += 1
        }
      }
    }
    #expect(checked > 100)
  }

  @Test(arguments: [
    "status", "doctor", "doctor --acknowledge", "bundles", "apps", "apps --confirm", "types",
    "tree", "tree public.data", "tree --depth 1 public.data", "census .", "census --by type .",
    "census --by extension .", "why a.jpg", "why --sniff a.jpg", "why .ts", "why .zzz",
    "why public.png", "why https://example.org", "why mailto:", "why missing.jpg",
    "type-of a.jpg missing", "type-of --sniff a.jpg", "type-of --jsonl a.jpg missing",
    "type-of --name-only x.ts", "handlers a.jpg .txt mailto: missing", "handlers --jsonl a.jpg",
    "default", "default a.jpg", "open --print a.jpg", "dump", "history", "search text",
    "icon a.jpg", "info public.png .md no.such", "info public.plain-text", "gc", "help",
    "help type-of", "export freedesktop out", "export nginx -o types.conf", "export nginx",
    "convert good.json --to json -o converted",
    "lint good.json", "register --dry-run good.json", "register good.json",
    "register --extension .survey --as public.plain-text --dry-run",
    "register --extension .survey --as public.plain-text",
    "register --extension .md --as public.text",
    "unregister --dry-run good.json", "prefer .ts public.mpeg-2-transport-stream",
    "default adopt", "default adopt --dry-run", "default set .txt org.example.editor",
    "default set --this-file a.jpg org.example.editor",
    "never .png org.example.editor", "apps org.example.editor", "undo --dry-run",
    "apps --set-default org.example.editor", "image --write", "types --color blue",
    "graph public.png", "graph --handlers public.image", "bundles --jsonl", "search --jsonl text",
    "info --jsonl public.png .md no.such", "why --jsonl a.jpg .ts missing.jpg", "types --jsonl .ts",
    "subtypes --jsonl public.image", "supertypes --jsonl public.png", "apps --jsonl",
    "default --jsonl", "default --jsonl a.jpg",
    "completion zsh",
  ])
  func answersAreValid(_ line: String) throws {
    let installation = try Self.world()
    let words = line.split(separator: " ").map(String.init)
    let outcome = try installation.run(words + ["--json"])
    let schema = try Self.schema(words[0])
    #expect(!outcome.text.isEmpty || !outcome.errorText.isEmpty)
    for answer in outcome.text.split(separator: "\n") {
      #expect(try schema.problems(of: AnyJSON(answer)) == [], "\(answer)")
    }
    for error in outcome.errorText.split(separator: "\n") {
      #expect(try Self.schema("error").problems(of: AnyJSON(error)) == [], "\(error)")
    }
  }

  /// The state with applications, a change that adds one, and one that takes it away.
  @Test func eventsAreValid() throws {
    let installation = try Self.world()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.second", "CFBundleName": "Second",
        "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.second.type",
          "UTTypeConformsTo": ["public.data"],
          "UTTypeTagSpecification": {"public.filename-extension": ["second"]}}],
        "CFBundleDocumentTypes": [{"LSItemContentTypes": ["org.example.second.type"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "work/second.json")
    let installed = "'\(installation.declarations)/org.example.second.json'"
    let outcome = try installation.shell(
      """
      next() { IFS= read -r line <&3 && printf '%s\\n' "$line"; }
      mkfifo events
      utcli watch --embedded --jsonl .txt .second mailto: >events &
      exec 3<events
      next; mv second.json \(installed); next; rm \(installed); next
      kill $!
      """)
    let events = outcome.text.split(separator: "\n")
    #expect(events.count == 3, "\(outcome.errorText)")
    for event in events {
      let value = try AnyJSON(event)
      #expect(try Self.schema("watch").problems(of: value) == [], "\(event)")
      #expect(value["defaults"]?.elements.isEmpty == false, "\(event)")
    }
    #expect(events.last?.contains("\"before\":{") == true)
  }

  @Test func tablesAreValid() throws {
    let installation = try Installation(core: .shipped)
    try installation.write(
      HostileTags.declarations, to: "\(installation.declarations)/hostile.json")
    let table = try AnyJSON(installation.run("export", "json").text)
    #expect(try Self.schema("export-table").problems(of: table) == [])
    #expect((table["extensions"]?.members.count ?? 0) > 2_000)
  }

  private static func world() throws -> Installation {
    let installation = try Installation(core: .shipped)
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.editor", "CFBundleName": "Editor",
        "CFBundleDocumentTypes": [
          {"CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.text", "public.image"]}],
        "CFBundleURLTypes": [{"CFBundleURLSchemes": ["mailto", "https"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
      """, to: "\(installation.declarations)/org.example.editor.json")
    try installation.write("", to: "work/a.jpg")
    try installation.write(
      Installation.bundle("org.example.painting", extension: "painting"), to: "work/good.json")
    return installation
  }

  // MARK: - The validator

  @Test(arguments: [
    (#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#, #"{}"#),
    (#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, #"{"a": 1.5}"#),
    (#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, #"{"a": true}"#),
    (#"{"type": "object", "properties": {}, "additionalProperties": false}"#, #"{"a": 1}"#),
    (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, #"{"a": 1, "b": "x"}"#),
    (#"{"type": "array", "items": {"type": "string"}}"#, #"["a", 1]"#),
    (#"{"enum": ["a", "b"]}"#, #""c""#), (#"{"const": true}"#, "1"), (#"{"const": 1}"#, "true"),
    (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "1"),
    (#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, "1"),
    (##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##, "1"),
    (##"{"$ref": "#/$defs/b", "$defs": {"a": {"type": "string"}}}"##, "1"),
    (#"{"minimum": 3}"#, "4"),
  ])
  func findsWhatIsWrong(_ schema: String, _ value: String) throws {
    #expect(try JSONSchema(schema).problems(of: AnyJSON(value)).count == 1)
  }
}
