// SPDX-License-Identifier: MIT

// Reads the rules about the contents of volumes: `<treemagic>`.

extension MIMEPackageParser {
  /// Reads a `<treemagic>`, up to its end tag.
  mutating func readTree(of type: inout TypeDeclaration) throws(XMLError) {
    let element = RuleElement(
      name: "treemagic", match: "treematch", most: DeclarationLimits.maximumTreeMatches,
      example: "<treematch path=\"…\"/>")
    let rule = try readRule(element) { parser, depth in parser.readTreeMatch(depth: depth) }
    if let rule { type.content.trees.append(rule) }
  }

  private mutating func readTreeMatch(depth: Int) -> TreeMatch? {
    guard let (text, offset) = value("path", of: "treematch") else { return nil }
    let names = text.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    guard !names.isEmpty, names.count <= DeclarationLimits.maximumTreeDepth,
      text.utf8.count <= DeclarationLimits.maximumTextBytes,
      !names.contains(where: { $0.elementsEqual("..".utf8) }), !text.utf8.contains(0)
    else {
      warn(
        offset,
        "path '\(text.shortened)' of 'treematch' is not the path of a file in the directory",
        hint: "write at most \(DeclarationLimits.maximumTreeDepth) names, without '..'")
      return nil
    }
    var match = TreeMatch(
      depth: depth, path: names.map { String(Substring($0)) }.joined(separator: "/"))
    if let attribute = scanner.attribute("type") {
      switch scanner.value(of: attribute) {
      case "file": match.kind = .file
      case "directory": match.kind = .directory
      case "link": match.kind = .link
      case let kind:
        warn(
          attribute.offset,
          "type '\(kind.shortened)' of 'treematch' is not known, and the match is left out",
          hint: "write 'file', 'directory' or 'link'")
        return nil
      }
    }
    match.matchesCase = isTrue("match-case")
    match.isExecutable = isTrue("executable")
    match.isNotEmpty = isTrue("non-empty")
    if let attribute = scanner.attribute("mimetype") {
      let name = scanner.value(of: attribute)
      guard let tag = mimeType(name, at: attribute.offset, of: "treematch") else { return nil }
      match.mimeType = tag.value
    }
    return match
  }
}
