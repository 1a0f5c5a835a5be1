// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let dump: Command = Command(
    "dump", summary: "all choices of yours as one JSON document, which 'apply' reads",
    details: """
      Each element of "bindings" has "kind" (type, family, extension, mime, scheme or tag) and
      "subject", perhaps "role", and one of "handler" (with the "origin" and "path" of the
      application that was chosen), "never" (an application) or "means" (a type).
      """,
    options: [
      Option("--site", nil, "also the site's choices, as \"site\", which 'apply' passes over")
    ], operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    let bindings = try session.ask { (client) throws(RegistryClientError) in
      try client.bindings()
    }
    var site: [DeclaredSiteBinding]?
    if arguments.has("--site") {
      site = try session.ask { (client) throws(RegistryClientError) in
        try client.siteBindings()
      }
    }
    // People read and edit it; programs that ask for JSON get a line.
    var writer = JSONWriter(layout: session.wantsJSON ? .compact : .pretty)
    writer.beginObject()
    writer.name("bindings")
    writer.beginArray()
    for binding in bindings { writer.value(binding) }
    writer.endArray()
    writer.schema()
    if let site {
      writer.name("site")
      writer.beginArray()
      for placed in site { writer.value(placed.binding, source: placed.source) }
      writer.endArray()
    }
    writer.endObject()
    writer.endText(terminator: UInt8(ascii: "\n"))
    let bytes = writer.bytes
    session.output.append { $0.append(contentsOf: bytes) }
    return .answered
  }
}
