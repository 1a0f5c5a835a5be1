// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A graph of types as a drawing: supertypes at the left, subtypes and applications at the right.
struct SVGDrawing {
  /// The most boxes of a drawing.
  static let mostBoxes = 400

  private let graph: TypeGraph
  private let boxes: [Box]
  private let layout: LayeredLayout
  private let drawn: DrawnEdges

  private static let margin = 24.0

  /// Lays out a graph, which has at most ``mostBoxes`` types and applications.
  init(_ graph: TypeGraph) {
    self.graph = graph
    boxes = graph.types.map(Box.init) + graph.applications.map(Box.init)
    let types = graph.types.count
    let edges =
      graph.edges.map { LayeredLayout.Edge(from: $0.supertype, to: $0.subtype) }
      + graph.claims.map { LayeredLayout.Edge(from: $0.type, to: types + $0.application) }
    let columns = LayeredLayout.columns(count: boxes.count, edges)
    let drawn = DrawnEdges(edges, columns: columns)
    self.drawn = drawn
    layout = LayeredLayout(boxes.map(\.size), drawn.indices.map { edges[$0] })
  }

  /// The lines that the drawing leaves out, in words; `nil` if it shows every line.
  var omission: String? {
    func lines(_ count: Int) -> String { "\(count) \(count == 1 ? "line" : "lines")" }
    var parts: [String] = []
    if drawn.impliedCount > 0 {
      parts.append("\(lines(drawn.impliedCount)) that others imply")
    }
    if drawn.longCount > 0 {
      parts.append("the \(lines(drawn.longCount)) between the farthest columns")
    }
    guard !parts.isEmpty else { return nil }
    return "the drawing leaves out \(parts.joined(separator: " and "))"
  }

  /// Appends the drawing, which ends with a line feed.
  func write(to buffer: inout [UInt8]) {
    func line(_ text: String) {
      buffer.append(contentsOf: text.utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
    let heading = heading
    let top = Self.margin + (heading.isEmpty ? 0 : Self.headingHeight)
    let widest = heading.reduce(0) { max($0, DisplayWidth.of($1)) }
    let width = Int(max(layout.size.width, Double(widest) * Self.headingAdvance) + 2 * Self.margin)
    let height = Int(layout.size.height + top + Self.margin)
    line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-labelledby=\"title description\">")
    line("<title id=\"title\">\(Self.escaped(title))</title>")
    line("<desc id=\"description\">\(Self.escaped(summary))</desc>")
    line("<style>\(Self.style)</style>")
    line("<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\"/>")
    for (index, text) in heading.enumerated() {
      let kind = index == 0 ? "asked" : "about"
      let shown = Self.escaped(text)
      // In a large drawing the box may be far down.
      line(
        "<text class=\"\(kind)\" x=\"\(Int(Self.margin))\" y=\"\(36 + 22 * index)\">"
          + (index == 0 ? "<a href=\"#\(Self.askedID)\">\(shown)</a>" : shown) + "</text>")
    }
    line("<g transform=\"translate(\(Int(Self.margin)) \(Int(top)))\">")
    for (index, route) in zip(drawn.indices, layout.routes) {
      let claim = index < graph.edges.count ? nil : graph.claims[index - graph.edges.count]
      let kind = claim.map { $0.isDefault ? "claim default" : "claim" } ?? "edge"
      let path = "<path class=\"\(kind)\" d=\"\(Self.path(route))\""
      guard let claim else {
        line("\(path)/>")
        continue
      }
      line(
        "\(path)><title>\(Self.escaped(claim.phrase)) (\(Self.escaped(claim.location)))</title></path>"
      )
    }
    let asked = graph.types.firstIndex(where: \.isNamed)
    for (index, (box, origin)) in zip(boxes, layout.origins).enumerated() {
      box.write(at: origin, id: index == asked ? Self.askedID : nil, line)
    }
    line("</g>")
    line("</svg>")
  }

  /// The name of the box of the first type that was asked for; the heading is a link to it.
  private static let askedID = "asked"
  /// The height of the heading, in pixels.
  private static let headingHeight = 56.0
  /// The width of a character of the heading, in pixels.
  private static let headingAdvance = 9.0

  /// The types that were asked for, and what is drawn around them: they may be far down in a large drawing.
  private var heading: [String] {
    let named = graph.types.indices.filter { graph.types[$0].isNamed }
    guard !named.isEmpty else { return [] }
    let names = named.map { index in
      let information = graph.types[index].information
      return (information.description.map { "\($0) – " } ?? "") + information.identifier.text
    }
    var above = Set(named)
    var added = above
    while !added.isEmpty {
      added = Set(graph.edges.filter { added.contains($0.subtype) }.map(\.supertype)).subtracting(
        above)
      above.formUnion(added)
    }
    let supertypes = above.count - named.count
    let others = graph.types.count - above.count
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    var around = counted(supertypes, "supertype") + " at the left, " + counted(others, "other type")
    if !graph.applications.isEmpty {
      around += " and " + counted(graph.applications.count, "application")
    }
    return [names.joined(separator: ", "), around + " at the right"]
  }

  private var title: String {
    let named = graph.types.filter(\.isNamed).map(\.information.identifier.text)
    return named.isEmpty ? "All types" : "The types around \(named.joined(separator: ", "))"
  }

  /// The drawing in words.
  private var summary: String {
    var lines: [String] = []
    if let omission { lines.append("Here \(omission).") }
    var supertypes = graph.types.map { _ in [Int]() }
    for edge in graph.edges { supertypes[edge.subtype].append(edge.supertype) }
    for (index, node) in graph.types.enumerated() {
      let parents = supertypes[index].map { graph.types[$0].information.identifier.text }
      let way = parents.isEmpty ? "" : " conforms to \(parents.joined(separator: ", "))"
      lines.append("\(node.information.identifier)\(way), \(node.information.declarationPhrase).")
    }
    for claim in graph.claims {
      let type = graph.types[claim.type].information.identifier
      lines.append("\(graph.applications[claim.application].name) claims \(type): \(claim.phrase).")
    }
    return lines.joined(separator: "\n")
  }

  /// A line through points, with a bend in each gap between two columns.
  private static func path(_ points: [LayeredLayout.Point]) -> String {
    guard let first = points.first else { return "" }
    var path = "M\(Int(first.x)) \(Int(first.y))"
    // Every second step crosses a gap; the others cross a column.
    for (index, pair) in zip(points, points.dropFirst()).enumerated() {
      let (start, end) = pair
      if index % 2 == 0 {
        let middle = Int((start.x + end.x) / 2)
        path += "C\(middle) \(Int(start.y)) \(middle) \(Int(end.y)) \(Int(end.x)) \(Int(end.y))"
      } else {
        path += "H\(Int(end.x))"
      }
    }
    return path
  }

  /// The rules for both grounds; families by number.
  private static var style: String {
    let families = GraphFamily.all
    func colours(_ colour: (GraphFamily) -> String) -> String {
      families.enumerated().map { ".f\($0){--c:\(colour($1))}" }.joined()
    }
    return """
      :root{--ground:#fff;--box:#f8fafc;--line:#94a3b8;--ink:#0f172a;--soft:#475569}
      \(colours(\.light)).app{--c:#475569}
      @media(prefers-color-scheme:dark){:root{--ground:#0f172a;--box:#1e293b;--line:#64748b;\
      --ink:#f1f5f9;--soft:#a3b1c6}\(colours(\.dark)).app{--c:#94a3b8}}
      .ground{fill:var(--ground)}
      .box{fill:var(--box);stroke:var(--c)}.named .box{stroke-width:2.5}.app .box{stroke-dasharray:4 3}
      .bar{fill:var(--c)}
      .edge,.claim{fill:none;stroke:var(--line);stroke-width:1.2}
      .claim{stroke-dasharray:4 3}.default{stroke-dasharray:none;stroke-width:2}
      text{font:11px system-ui,sans-serif;fill:var(--soft)}
      .name{font:600 12px ui-monospace,"DejaVu Sans Mono",monospace;fill:var(--ink)}
      .asked{font-size:17px;font-weight:600;fill:var(--ink)}.about{font-size:13px}
      .source,.more{font-size:10px}.more{text-anchor:end}
      """
  }

  /// `text` for an element or an attribute of XML, in which control characters cannot be written at all
  /// (XML 1.0, section 2.2); they and other invisible ones are shown as numbers.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n": escaped += "\n"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default:
        if character.isInvisible {
          escaped += TextEscaping.forTerminal(String(character))
        } else {
          escaped.unicodeScalars.append(character)
        }
      }
    }
    return escaped
  }
}

/// A type or an application in a drawing.
private struct Box {
  private struct Line {
    var text: String
    var style: String
    /// The width of a character, in pixels: of a usual font, rounded up.
    var advance: Double
  }

  private let style: String
  private let lines: [Line]
  private let title: String
  private let note: String?

  /// The width of a character of the number of types that are left out, which is in the upper right corner.
  private static let noteAdvance = 7.0
  private static let lineHeight = 15.0
  private static let padding = 10.0
  /// The most characters of a line; a longer one is cut.
  private static let longest = 46

  init(_ node: TypeGraph.Node) {
    let information = node.information
    style = "f\(node.family)\(node.isNamed ? " named" : "")"
    var lines = [Line(text: information.identifier.text, style: "name", advance: 7.4)]
    if let description = information.description {
      lines.append(Line(text: description, style: "text", advance: 6.2))
    }
    lines.append(Line(text: information.shortPhrase, style: "source", advance: 5.6))
    self.lines = lines
    title = information.pictureLines.joined(separator: "\n")
    note = node.omittedSubtypes > 0 ? "+\(node.omittedSubtypes)" : nil
  }

  init(_ application: TypeGraph.Application) {
    style = "app"
    lines = [
      Line(text: application.name, style: "name", advance: 7.4),
      Line(text: application.identity.bundle, style: "source", advance: 5.6),
    ]
    title = application.identity.path
    note = nil
  }

  var size: LayeredLayout.Size {
    var widths = lines.map { Double(Self.cells(Self.cut($0.text))) * $0.advance }
    if let note { widths[0] += Double(note.count + 2) * Self.noteAdvance }
    let width = widths.max() ?? 0
    return LayeredLayout.Size(
      width: (width + 2 * Self.padding + 4).rounded(.up),
      height: Double(lines.count) * Self.lineHeight + Self.padding)
  }

  func write(at origin: LayeredLayout.Point, id: String?, _ line: (String) -> Void) {
    let (x, y, size) = (Int(origin.x), Int(origin.y), size)
    let (width, height) = (Int(size.width), Int(size.height))
    let id = id.map { " id=\"\($0)\"" } ?? ""
    line("<g\(id) class=\"\(style)\" transform=\"translate(\(x) \(y))\">")
    line("<title>\(SVGDrawing.escaped(title))</title>")
    line("<rect class=\"box\" width=\"\(width)\" height=\"\(height)\" rx=\"6\"/>")
    line("<rect class=\"bar\" y=\"6\" width=\"4\" height=\"\(height - 12)\" rx=\"2\"/>")
    for (index, text) in lines.enumerated() {
      let baseline = Int(Double(index + 1) * Self.lineHeight) + 1
      line(
        "<text class=\"\(text.style)\" x=\"\(Int(Self.padding) + 4)\" y=\"\(baseline)\">"
          + "\(SVGDrawing.escaped(Self.cut(text.text)))</text>")
    }
    if let note {
      line("<text class=\"more\" x=\"\(width - 9)\" y=\"16\">\(note)</text>")
    }
    line("</g>")
  }

  /// A text on one line that is not too long; the title has all of it.
  private static func cut(_ text: String) -> String {
    let shown = TextEscaping.forTerminal(text)
    guard shown.count > longest else { return shown }
    return shown.prefix(longest - 1) + "…"
  }

  /// The number of characters, those of East Asian scripts and emoji as two.
  private static func cells(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
  }
}
