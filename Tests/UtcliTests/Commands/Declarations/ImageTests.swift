// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `utcli image` in JSON, and as it is refused.
@Suite struct ImageTests {
  private let installation: Installation

  init() throws { installation = try Installation() }

  @Test func theDocumentHasThePathAndTheDigest() throws {
    let lines = try installation.run("image", "-o", "a.registry").lines
    let fields = try #require(lines.first).split(separator: "\t")
    #expect(fields.count == 2 && fields[0] == "a.registry")
    let outcome = try installation.run("image", "--json", "-o", "b.registry")
    #expect(outcome.text == "{\"digest\":\"\(fields[1])\",\"path\":\"b.registry\",\"schema\":1}\n")
  }

  @Test func anImageOfACoreHasItsPathInTheDocument() throws {
    let words = ["image", "--write", "a.image", "--core", installation.core]
    #expect(try installation.run(words).text == "a.image\n")
    #expect(
      try installation.run(words + ["--json"]).text == "{\"path\":\"a.image\",\"schema\":1}\n")
    #expect(FileManager.default.fileExists(atPath: installation.root + "/work/a.image"))
  }

  @Test func aFileThatCannotBeWrittenIsNotBadData() throws {
    let core = ["--core", installation.core]
    for words in [["-o", "/dev/full"], ["--write", "/dev/full"] + core] {
      let outcome = try installation.run(["image"] + words)
      #expect(outcome.status == 74 && outcome.text.isEmpty, "\(outcome.errorText)")
      #expect(
        outcome.errorText == "utcli: /dev/full: cannot be written: no space left on device\n")
    }
    #expect(try installation.run("image", "--write", "a.image", "--core", "none").status == 3)
  }

  @Test func aPathWithControlCharactersIsEscaped() throws {
    let line = try #require(try installation.run("image", "-o", "a\u{1B}c").lines.first)
    #expect(line.hasPrefix("a\\u{1B}c\t"), "\(line)")
  }
}
