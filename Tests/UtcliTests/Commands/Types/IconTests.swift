// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli icon` of URLs, on a terminal, and where no theme has one.
@Suite struct IconTests {
  @Test(arguments: [
    ("thing:x", "image-x-generic"), ("zzz://host/a", "application-octet-stream"),
  ])
  func aURLHasTheIconOfItsScheme(_ operand: String, _ name: String) throws {
    let outcome = try InfoTests.installation().run("icon", operand)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.lines.first == name)
  }

  @Test func oneOperandNeedsNoHeading() throws {
    let installation = try CommandTests.installation()
    func lines(_ line: String) throws -> [String] {
      try installation.onTerminal(line).text.split(whereSeparator: \.isNewline).map(String.init)
    }
    let names = try installation.run("icon", "photo.jpg").lines
    #expect(names.first == "image-jpeg")
    #expect(try lines("utcli icon photo.jpg") == names)
    let several = try lines("utcli icon .jpg photo.jpg")
    #expect(several.first == "OPERAND    ICON")
    #expect(several.count == 1 + 2 * names.count)
  }

  @Test func aFileThatNoThemeHasIsMissing() throws {
    let outcome = try InfoTests.installation().run("icon", "--size", "48", "org.b.missing")
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(
      outcome.errorText == """
        utcli: no file of an icon for 'org.b.missing'
        utcli: hint: install an icon theme; 'utcli icon org.b.missing' shows the names that it may have

        """)
  }
}
