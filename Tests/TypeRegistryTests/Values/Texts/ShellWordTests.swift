// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("org.example.editor", "org.example.editor"), (".tar.gz", ".tar.gz"), ("mailto:", "mailto:"),
    ("image/svg+xml", "image/svg+xml"), ("a-b_c@1", "a-b_c@1"), ("", "''"), ("a b", "'a b'"),
    ("x;touch pwned;", "'x;touch pwned;'"), ("it's", #"'it'\''s'"#), ("'", #"''\'''"#),
    ("*", "'*'"), ("~root", "'~root'"), ("$HOME", "'$HOME'"), ("a\nb", "'a\nb'"), ("é", "'é'"),
    ("!x", "'!x'"), ("#x", "'#x'"), ("a=b", "'a=b'"), ("{a,b}", "'{a,b}'"),
  ])
  func isOneWordForEveryShell(_ text: String, _ word: String) {
    #expect(text.shellWord == word)
  }
}
