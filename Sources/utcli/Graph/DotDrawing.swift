// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A graph of types in the language of Graphviz (graphviz.org, "DOT Language").
struct DotDrawing {
  let graph: TypeGraph

  /// Appends the description, which ends with a line feed.
  func write(to buffer: inout [UInt8]) {
    func line(_ text: String) {
      buffer.append(contentsOf: text.utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
    line("digraph types {")
    line("  graph [rankdir=RL, ranksep=0.6, nodesep=0.15, tooltip=\"types\"];")
    line("  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=10, height=0.3];")
    line("  edge [color=\"#64748b\", arrowsize=0.6, fontname=\"Helvetica\", fontsize=8];")
    let families = GraphFamily.all
    for node in graph.types {
      let information = node.information
      var lines = [information.identifier.text]
      if let description = information.description { lines.append(description) }
      lines.append(information.declarationPhrase)
      if node.omittedSubtypes > 0 { lines.append("and \(node.omittedSubtypes) more below") }
      line(
        "  \(Self.quoted(information.identifier.text)) [label=\(Self.label(lines)), "
          + "tooltip=\(Self.label(information.pictureLines)), "
          + "color=\"\(families[node.family].light)\"\(node.isNamed ? ", penwidth=2.5" : "")];")
    }
    for (index, application) in graph.applications.enumerated() {
      let identity = application.identity
      line(
        "  application\(index) [shape=component, style=solid, "
          + "label=\(Self.label([application.name, identity.bundle])), "
          + "tooltip=\(Self.label([identity.path]))];")
    }
    for edge in graph.edges {
      line("  \(name(edge.subtype)) -> \(name(edge.supertype));")
    }
    for claim in graph.claims {
      line(
        "  application\(claim.application) -> \(name(claim.type)) "
          + "[style=\(claim.isDefault ? "bold" : "dashed"), label=\(Self.label([claim.phrase])), "
          + "tooltip=\(Self.label([claim.location]))];")
    }
    line("}")
  }

  private func name(_ type: Int) -> String {
    Self.quoted(graph.types[type].information.identifier.text)
  }

  /// A quoted string of lines that each begin at the left; escaped as a label is read.
  static func label(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "\\n") + "\""
  }

  /// A quoted string.
  static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// `text` so that Graphviz shows it unchanged: a quote ends a string, a backslash begins an
  /// escape sequence (graphviz.org, "escString"), an ampersand begins a character of HTML, and
  /// invisible characters are written as numbers.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in TextEscaping.forTerminal(text).unicodeScalars {
      switch character {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "&": escaped += "&amp;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}

extension TypeGraph.Claim {
  /// The role and rank, and the reason for the application's position: `Viewer, Default; opens it`.
  var phrase: String {
    var words = [role?.rawValue, rank?.rawValue].compactMap(\.self).joined(separator: ", ")
    if isChosen { words += words.isEmpty ? "chosen" : "; chosen" }
    if isDefault { words += "; opens it" }
    return words
  }
}
