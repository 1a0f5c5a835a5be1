// SPDX-License-Identifier: MIT

internal import Texts

/// The page of the whole registry: one file that needs no network and no other file.
///
/// The page's policy lets run nothing but its own script, and use nothing but its own style, by their
/// hashes; a declaration that would get markup into the page would still run nothing. Its script makes no
/// markup of the text of declarations either.
struct TypePage {
  var data: PageData

  /// Appends the page, which ends with a line feed.
  mutating func write(to buffer: inout [UInt8]) {
    let style = Array((unsafe String(cString: tr_text_page_style()) + Self.familyColours).utf8)
    let script = unsafe Array(String(cString: tr_text_page_script()).utf8)
    // Names of insertions are between at signs; the page has no others.
    let pieces = unsafe String(cString: tr_text_page()).split(
      separator: "@", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      switch index.isMultiple(of: 2) ? "" : piece {
      case "script-hash": buffer.append(contentsOf: SHA256.base64(script).utf8)
      case "style-hash": buffer.append(contentsOf: SHA256.base64(style).utf8)
      case "style": buffer.append(contentsOf: style)
      case "registry": buffer.append(contentsOf: data.text())
      case "script": buffer.append(contentsOf: script)
      default: buffer.append(contentsOf: piece.utf8)
      }
    }
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
