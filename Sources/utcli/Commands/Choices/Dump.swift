// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let dump: Command = Command(
    "dump", summary: "write your choices as JSON",
    details: """
      'utcli apply' reads the document. Each element of "bindings" has one of "type", "family" (a type
      with its subtypes) and "tag" (with "tagClass" and "value"), perhaps "role", and one of "handler"
      (the "bundle", "origin" and "path" of the application that is set), "never" (the bundle
      identifier of an application that is blocked) and "meaning" (the type that is preferred).
      """,
    examples: [
      Example("utcli dump -o choices.json", "keep your choices in a file")
    ],
    options: [
      .outputFile,
      Option("--site", nil, "add the site's choices as \"site\", which 'apply' ignores"),
    ], operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    let bindings = try session.ask { try $0.bindings() }
    var site: [DeclaredSiteBinding]?
    if arguments.has("--site") {
      site = try session.ask { try $0.siteBindings() }
    }
    // Formatted for people, who edit it; on one line for programs, which ask for JSON.
    var writer = JSONWriter(layout: session.wantsJSON ? .compact : .pretty)
    writer.document {
      $0.array("bindings", bindings)
    } rest: {
      if let site { $0.array("site", site) }
    }
    writer.endText(terminator: UInt8(ascii: "\n"))
    let bytes = writer.bytes
    try session.give { $0.append(contentsOf: bytes) }
    return .answered
  }
}
