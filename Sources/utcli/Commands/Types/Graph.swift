// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let graph: Command = Command(
    "graph", operands: "[TYPE...]", summary: "draw types with their supertypes and subtypes",
    details: """
      Writes a picture of the graph around each TYPE: all supertypes, and the types directly below. Each
      type shows which of its declarations counts. Without TYPE it is the graph of all types. With
      --handlers the picture has the applications that claim or are chosen for each type itself. As
      'dot' (the default) it is a description for Graphviz; as 'svg' it is a drawing of at most 400
      types and applications, which leaves out lines that others imply where there are too many; as
      'html' it is a page of all types to search and browse, with their tags, declarations and
      applications, in one file that needs no network. The page opens at TYPE; #IDENTIFIER after its
      address names another type.
      """,
    examples: [
      Example("utcli graph --format html -o types.html", "a page of all types, for a browser"),
      Example("utcli graph --format svg public.jpeg -o jpeg.svg", "a drawing of one type"),
      Example(
        "utcli graph --depth 2 --handlers public.audio -o audio.dot",
        "two levels, with applications"),
    ],
    options: [
      .outputFile, Option("--format", "PICTURE", "dot (the default), svg or html"),
      Option("--depth", "NUMBER", "show this many levels of subtypes, instead of one"),
      Option("--handlers", nil, "show the applications that claim each type"),
      .asType, .locale,
    ],
    operandCount: 0...Int.max
  ) { (session, arguments) throws(Failure) in
    let format = try pictureFormat(arguments)
    if format == .html {
      try arguments.refuse(
        ["--depth", "--handlers"], "cannot be used with --format html, which shows everything")
    }
    var types: [TypeIdentifier] = []
    for operand in arguments.operands {
      let type = try session.type(operand, arguments)
      if !types.contains(type) { types.append(type) }
    }
    if types.isEmpty { try arguments.refuse(["--depth"], "needs a type") }
    if format == .html {
      try writePage(session, start: types)
      return .answered
    }
    if types.isEmpty, session.isTerminal, !session.wantsJSON, format == .dot, !arguments.has("-o") {
      throw .usage(
        "the graph of all types has thousands of lines for Graphviz",
        hint:
          "'utcli graph public.image' draws one type, 'utcli graph --format html -o types.html' is a "
          + "page of all types, 'utcli graph -o types.dot' writes the graph")
    }
    let graph = try session.graph(
      around: types, depth: try Self.depth(arguments) ?? 1,
      withHandlers: arguments.has("--handlers"))
    if session.wantsJSON {
      var writer = JSONWriter()
      graph.write(to: &writer)
      writer.endText(terminator: UInt8(ascii: "\n"))
      let bytes = writer.bytes
      try session.give { $0.append(contentsOf: bytes) }
    } else if format == .svg {
      let boxes = graph.types.count + graph.applications.count
      guard boxes <= SVGDrawing.mostBoxes else {
        throw Failure(
          .usage, "a drawing of \(boxes) types and applications is too large",
          hint: "at most \(SVGDrawing.mostBoxes) can be drawn; use --depth, or --format html")
      }
      let drawing = SVGDrawing(graph)
      if let omission = drawing.omission { session.note(omission) }
      try session.give { drawing.write(to: &$0) }
    } else {
      let drawing = DotDrawing(graph: graph)
      try session.give { drawing.write(to: &$0) }
    }
    return .answered
  }

  private static func pictureFormat(_ arguments: Arguments) throws(Failure) -> GraphFormat {
    guard let text = arguments.value("--format") else { return .dot }
    guard !arguments.has("--json") else {
      throw .usage("--json and --format cannot be used together")
    }
    guard let format = GraphFormat(rawValue: text) else {
      throw .usage(
        "'\(text)' is not a format of pictures", hint: "it is one of 'dot', 'svg', 'html'")
    }
    return format
  }

  /// Writes the page of all types, and of dynamic types that the user named.
  private static func writePage(_ session: Session, start: [TypeIdentifier]) throws(Failure) {
    let types = try session.everyType(and: start).sorted { $0.identifier < $1.identifier }
    let answers = try session.handlers(
      for: types.map { HandlerQuery(.type($0.identifier), explains: true) })
    let registry = try session.answerer.ownRegistry()
    var page = TypePage(
      data: PageData(
        types, answers, start: start.first,
        translations: { registry.translatedDescriptions(of: $0) }))
    try session.give { page.write(to: &$0) }
  }
}
