// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// Declarations whose extensions and MIME types mean something in the formats of other programs.
enum HostileTags {
  /// Quotes, brackets, variables, comments, and what ends words and lines; not `${`, which declarations
  /// cannot have.
  static let signs = [
    "a\"b", "a'b", "a;b", "a{b}", "$host", "a\\b", "a\\", "#x", "<b>", "%{x}", "a|b",
    "a*",
    "(", "[",
  ]
  /// Characters that cannot be seen, or turn the text around.
  static let invisible = ["\u{202E}abc", "x\u{200B}y"]
  /// Letters of other scripts.
  static let letters = ["gr\u{F6}\u{DF}e", "\u{6587}\u{66F8}"]

  /// The declaration file.
  static var declarations: [UInt8] {
    get throws {
      let types: [([String], [String])] = [
        (signs, ["application/x-signs"]), (invisible + letters, ["application/x-letters"]),
        ([String(repeating: "l", count: 46)], ["application/x-fits"]),
        ([String(repeating: "m", count: 47)], ["application/x-long"]),
        (["__proto__", "include", "default"], ["application/x-words"]),
        (["dollar"], ["application/$host"]), (["hash"], ["#a/b"]), (["hash2"], ["application/#b"]),
        (["evilphp", "jpg.php"], ["application/x-httpd-php"]),
        (["evildir"], ["httpd/unix-directory"]),
        (["evilmap"], ["application/x-type-map"]), (["evilssi"], ["text/x-server-parsed-html3"]),
        (["a.b;c", "par+ts.x^y"], ["application/x-parts"]), (["plain"], []),
      ]
      let declarations = types.enumerated().map { index, tags -> [String: Any] in
        [
          "UTTypeIdentifier": "org.test.hostile-\(index)", "UTTypeConformsTo": ["public.data"],
          "UTTypeTagSpecification": [
            "public.filename-extension": tags.0, "public.mime-type": tags.1,
          ],
        ]
      }
      let document: [String: Any] = [
        "CFBundleIdentifier": "org.test.hostile", "UTExportedTypeDeclarations": declarations,
      ]
      return Array(try JSONSerialization.data(withJSONObject: document))
    }
  }
}
