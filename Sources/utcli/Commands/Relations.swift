// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  private static let typeOption = Option("--type", nil, "take every operand for an identifier")

  static let conforms: Command = Command(
    "conforms", operands: "TYPE SUPERTYPE", summary: "whether a type is another or conforms to it",
    details: "Prints 'yes' and the way through the hierarchy, or 'no'; the exit status is 0 or 1.",
    options: [typeOption], operandCount: 2...2
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let supertype = try session.type(arguments.operands[1], arguments)
    let path = session.registry.path(from: type, to: supertype)
    let conforms = session.registry.conforms(type, to: supertype)
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("conforms", conforms)
        writer.member("path", path.map(\.text))
        writer.schema()
        writer.member("supertype", supertype.text)
        writer.member("type", type.text)
        writer.endObject()
      }
    } else if conforms {
      session.output.line(["yes", path.map(\.text).joined(separator: " -> ")])
    } else {
      session.output.line("no")
    }
    return conforms ? .answered : .negative
  }

  static let supertypes: Command = Command(
    "supertypes", operands: "TYPE", summary: "the types that a type conforms to, nearest first",
    options: [typeOption], operandCount: 1...1
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    list("supertypes", session.registry.supertypes(of: type), of: type, &session)
    return .answered
  }

  static let subtypes: Command = Command(
    "subtypes", operands: "TYPE", summary: "the types that conform to a type, nearest first",
    options: [typeOption], operandCount: 1...1
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    list("subtypes", session.registry.subtypes(of: type), of: type, &session)
    return .answered
  }

  private static func list(
    _ key: String, _ types: [TypeIdentifier], of type: TypeIdentifier, _ session: inout Session
  ) {
    guard session.wantsJSON else {
      for type in types { session.output.line(type.text) }
      return
    }
    session.output.json { writer in
      writer.beginObject()
      writer.schema()
      writer.name(key)
      writer.strings(types.map(\.text))
      writer.member("type", type.text)
      writer.endObject()
    }
  }

  static let tree: Command = Command(
    "tree", operands: "TYPE", summary: "a type and its subtypes as a tree",
    details: """
      Each line is an identifier, indented by two spaces a level, then a tab and the description.
      A type that several parents have stands under each; what is below it is shown once.
      """, options: [typeOption], operandCount: 1...1
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let registry = session.registry
    let languages = session.languages
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.schema()
        writer.name("tree")
        var visited: Set<TypeIdentifier> = []
        write(type, in: registry, languages, visited: &visited, to: &writer)
        writer.endObject()
      }
      return .answered
    }
    var visited: Set<TypeIdentifier> = []
    var stack: [(type: TypeIdentifier, depth: Int)] = [(type, 0)]
    while let (next, depth) = stack.popLast() {
      let isNew = visited.insert(next).inserted
      let children = registry.children(of: next)
      let description = registry.localizedDescription(of: next, in: languages) ?? ""
      let more = !isNew && !children.isEmpty ? " (see above)" : ""
      session.output.line([
        String(repeating: "  ", count: depth) + next.text, session.shown(description) + more,
      ])
      if isNew { stack.append(contentsOf: children.reversed().map { ($0, depth + 1) }) }
    }
    return .answered
  }

  /// Depth is bounded: a type has at most 255 supertypes.
  private static func write(
    _ type: TypeIdentifier, in registry: CompiledRegistry, _ languages: LanguageList,
    visited: inout Set<TypeIdentifier>, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("description", registry.localizedDescription(of: type, in: languages))
    writer.member("identifier", type.text)
    let children = registry.children(of: type)
    if !children.isEmpty {
      if visited.insert(type).inserted {
        writer.name("subtypes")
        writer.beginArray()
        for child in children {
          write(child, in: registry, languages, visited: &visited, to: &writer)
        }
        writer.endArray()
      } else {
        writer.member("subtypesShownBefore", true)
      }
    }
    writer.endObject()
  }

  static let extensions: Command = Command(
    "extensions", operands: "TYPE",
    summary: "the extensions and MIME types of a type and its subtypes",
    details: "Prints CLASS<TAB>TAG a line: what a file picker needs to show files of a family.",
    options: [typeOption], operandCount: 1...1
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let registry = session.registry
    var seen: Set<Tag> = []
    let tags = ([type] + registry.subtypes(of: type)).flatMap { registry.tags(of: $0) }.filter {
      seen.insert($0).inserted
    }
    let extensions = tags.filter { $0.tagClass == .filenameExtension }.map(\.value)
    let mimeTypes = tags.filter { $0.tagClass == .mimeType }.map(\.value)
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.name("extensions")
        writer.strings(extensions)
        writer.name("mimeTypes")
        writer.strings(mimeTypes)
        writer.schema()
        writer.member("type", type.text)
        writer.endObject()
      }
    } else {
      for value in extensions { session.output.line(["extension", value]) }
      for value in mimeTypes { session.output.line(["mime-type", value]) }
    }
    return .answered
  }
}
