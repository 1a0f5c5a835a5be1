// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The page of the whole registry: one file that needs no network and no other file.
///
/// The page's policy lets run nothing but its own script, and use nothing but its own style, by their
/// hashes; a declaration that would get markup into the page would still run nothing.
struct TypePage {
  private var data: PageData

  init(_ data: PageData) { self.data = data }

  /// Appends the page, which ends with a line feed.
  mutating func write(to buffer: inout [UInt8]) {
    let style = Array((PageStyle.text.description + Self.familyColours).utf8)
    let script = Array(
      (PageScript.model.description + PageScript.search.description + PageScript.tree.description
        + PageScript.drawing.description + PageScript.card.description
        + PageScript.start.description).utf8)
    func add(_ text: String) { buffer.append(contentsOf: text.utf8) }
    add(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      script-src 'sha256-\(SHA256.base64(script))'; style-src 'sha256-\(SHA256.base64(style))'; \
      base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>Types</title>
      <style>
      """)
    buffer.append(contentsOf: style)
    add("</style>\n</head>\n")
    add(PageBody.text.description)
    add("<script type=\"application/json\" id=\"registry\">")
    buffer.append(contentsOf: data.text())
    add("</script>\n<script>")
    buffer.append(contentsOf: script)
    add("</script>\n</body>\n</html>\n")
  }

  /// The colours of the families as rules of the style.
  private static var familyColours: String {
    let families = GraphFamily.all
    func rules(_ colour: (GraphFamily) -> String) -> String {
      families.enumerated().map { ".f\($0) { --family: \(colour($1)) }\n" }.joined()
    }
    return "\(rules(\.light))@media (prefers-color-scheme: dark) {\n\(rules(\.dark))}\n"
  }
}
