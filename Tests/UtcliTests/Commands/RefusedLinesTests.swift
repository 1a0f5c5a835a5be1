// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Command lines that lack something, or have too much: the exit status, the error and the hint.
@Suite struct RefusedLinesTests {
  private static let lines: [(String, CInt, String, String?)] = [
    ("x", 2, "no command 'x'", "'utcli help all' lists the commands"),
    ("ty", 2, "no command 'ty'", "did you mean 'type-of' or 'types'?"),
    ("list a b c d e f g h i j k", 2, "no command 'list'", "did you mean 'utcli default'?"),
    ("-q", 2, "a command is missing after '-q'", "'utcli help all' lists the commands"),
    ("prefer .ts", 2, "'prefer' needs a type", "'utcli types .ts' lists its types"),
    ("prefer public.jpeg .ts", 2, "the type comes last", "'utcli prefer .ts public.jpeg'"),
    (
      "prefer foo public.jpeg", 3, "'foo' is neither an extension nor a MIME type",
      "write the dot of an extension, such as 'utcli prefer .ts com.microsoft.typescript'"
    ),
    (
      "prefer --none .ts public.jpeg", 2, "'prefer unset' takes no type",
      "'utcli prefer unset .ts'"
    ),
    ("undo 0", 2, "'0' is not a change number", "'utcli history' lists them"),
    ("undo x", 2, "'x' is not a change number", "'utcli history' lists them"),
    (
      "lint --origin core good.json", 2, "no origin 'core'",
      "origins are 'user', 'local' and 'system'"
    ),
    (
      "types public.jpeg", 2,
      "'public.jpeg' is not an extension with its dot, a MIME type or a scheme",
      "'utcli types --conforming-to public.jpeg' lists the types of a family"
    ),
    (
      "types zzz", 2, "'zzz' is not an extension with its dot, a MIME type or a scheme",
      "such as 'utcli types .ts'"
    ),
    (
      "negotiate --offer .jpg --accept public.image", 3,
      "type identifier '.jpg' has an empty label (byte 0)",
      "'.jpg' is a tag of 'public.jpeg': 'utcli negotiate --offer public.jpeg --accept public.image'"
    ),
    ("open --choose --with a photo.jpg", 2, "--choose cannot be used with --with", nil),
    (
      "open --role shell web:", 1, "no application opens the scheme 'web' as shell",
      "'utcli open --with BUNDLE' opens it with an application that does not claim it"
    ),
    (
      "open --with org.bistro.paint --action none photo.jpg", 6,
      "'org.bistro.Paint' has no action 'none'",
      "its file 'ROOT/home/.local/share/typed/declarations/Paint.json' declares none that can be "
        + "started"
    ),
    (
      "apps --set-default", 2, "'apps --set-default' needs an application: BUNDLE",
      "'utcli apps' lists them"
    ),
    (
      "apps --set-default org.bistro.paint --confirm", 2,
      "--set-default cannot be used with --confirm", nil
    ),
    (
      "apps --set-default org.bistro.paint --all --role editor", 2,
      "--all cannot be used with --role", nil
    ),
    (
      "apps --set-default org.bistro.web", 1, "Web claims no type as an editor",
      "--all selects everything that it opens"
    ),
    (
      "apps --set-default org.bistro.web --role shell", 1, "Web claims no type as a shell",
      "--all selects everything that it opens"
    ),
    (
      "apps --set-default org.bistro.show --role shell", 1, "Show claims no type as a shell",
      "--all selects everything that it opens"
    ),
    (
      "default adopt x", 2, "'default adopt' takes no operands: it adopts every default", nil
    ),
    ("export freedesktop out --bundle x --core", 2, "--core cannot be used with --bundle", nil),
    (
      "export json --bundle org.bistro.menux", 1, "no bundle 'org.bistro.menux'",
      "'utcli bundles' lists the sources of types"
    ),
    (
      "unregister .zzzz", 1, "no declared type for '.zzzz'",
      "'utcli types --extension zzzz' shows the dynamic type"
    ),
    ("convert folder", 1, "folder: the directory has no declaration files", nil),
    (
      "convert photo.jpg", 3, "photo.jpg: error: file is empty [unknown-format]",
      "write an object of declarations"
    ),
    (
      "image --write w.img --core nowhere", 3, "nowhere: the directory has no declarations", nil
    ),
    (
      "image -o photo.jpg/x", 74,
      "photo.jpg/x: cannot be written: part of the path is not a directory", nil
    ),
  ]

  @Test(arguments: lines)
  func sayWhatIsWrong(
    _ line: String, _ status: CInt, _ error: String, _ hint: String?
  ) throws {
    let installation = try HandlerCommandTests.installation()
    let outcome = try installation.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == status)
    #expect(outcome.text.isEmpty)
    let errors = outcome.errorText.split(separator: "\n").map {
      $0.replacingOccurrences(of: installation.root, with: "ROOT")
    }
    #expect(errors == ["utcli: \(error)"] + (hint.map { ["utcli: hint: \($0)"] } ?? []))
  }

  /// Words that a line of text cannot hold, with the error.
  private static let words: [([[UInt8]], CInt, String)] = [
    ([Array("census".utf8), []], 2, "'': is not a path"),
    ([Array("convert".utf8), []], 1, "the name is empty or holds a NUL"),
    ([Array("unregister".utf8), [0x61, 0xFF]], 3, "'a\u{FFFD}' is not a bundle identifier"),
  ]

  @Test(arguments: words)
  func sayWhatIsWrongWithBytes(_ words: [[UInt8]], _ status: CInt, _ error: String) throws {
    let outcome = try HandlerCommandTests.installation().run(words)
    #expect(outcome.status == status)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errorText.hasPrefix("utcli: \(error)\n"), "\(outcome.errorText)")
  }
}
