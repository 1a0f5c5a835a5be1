// SPDX-License-Identifier: MIT

/// File names that break programs which put names into a shell, a format, a list or a line.
///
/// Each is one that a file can have: no slash, no NUL, 255 bytes at most.
enum HostileNames {
  static let all: [[UInt8]] = {
    var names: [[UInt8]] = []
    for fragment in fragments {
      names += [
        fragment, fragment + text("a.txt"), text("a") + fragment + text(".txt"),
        text("a.txt") + fragment, fragment + text(" ") + fragment,
      ]
    }
    names += [
      text(String(repeating: "x", count: 255)), text(String(repeating: "%F", count: 127)),
      text(String(repeating: " ", count: 255)), text(String(repeating: "\n", count: 254)),
      [UInt8](repeating: 0xFF, count: 255), text(String(repeating: "$(x)", count: 63)),
      (1...255).filter { $0 != 0x2F }, (0x80...0xFF).map { $0 },
    ]
    var seen: Set<[UInt8]> = []
    return names.filter { seen.insert($0).inserted && $0 != text(".") && $0 != text("..") }
  }()

  private static let fragments: [[UInt8]] =
    [
      " ", "  ", "\n", "\n\n", "\t", "\r", "\r\n", "\u{B}", "\u{C}", "\u{7F}", "\u{1}",
      "\u{1B}[31m",
      "\u{1B}]0;title\u{7}", "\u{85}", "'", "''", "\"", "\\", "\\n", "\\0", "$", "$(touch pwned)",
      "`touch pwned`", ";touch pwned;", "&&touch pwned", "|touch pwned", "\ntouch pwned\n",
      ">pwned", "<pwned", "&", "!", "!!", "#", "*", "?", "[a-z]", "{a,b}", "~", "~root", "$HOME",
      "${IFS}", "$'\\n'", "%", "%%", "%f", "%F", "%u", "%U", "%d", "%i", "%c", "%k", "%s%n", "%20",
      "%2F", "%00", "@@", "@@u", "-", "--", "-rf", "--wait", "--with=org.example.other", "-0", ".",
      "...", ".hidden", "=", "A=b", ",", ":", "a:b", "http:", "https:evil", "file:", "mailto:",
      "\u{202E}txt.exe", "\u{2066}", "\u{2028}", "\u{200B}", "\u{FEFF}", "\u{E9}", "e\u{301}",
      "\u{1F4A9}", "\u{10FFFF}",
    ].map(text) + [
      [0xFF], [0xFE, 0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3], [0xF4, 0x90, 0x80, 0x80],
    ]

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
