// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli why` of URLs, of contents, and of what is too long.
@Suite struct WhyTests {
  @Test(arguments: [
    ("thing:x", "thing: org.a.thing"), ("thing:", "thing: org.a.thing"),
    ("zzz:", "zzz: a URL scheme"),
    ("zzz://host/a", "zzz://host/a: a URL of the scheme 'zzz'"),
  ])
  func aURLIsOfItsScheme(_ operand: String, _ line: String) throws {
    let outcome = try InfoTests.installation().run("why", "--no-handlers", operand)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.lines.first == line)
  }

  /// The error has the whole extension; so long a one fits no identifier.
  @Test func anExtensionThatIsTooLongHasNoDynamicType() throws {
    let installation = try Installation()
    let long = String(repeating: "x", count: 250)
    let why = try installation.run("why", "--no-handlers", ".\(long)")
    #expect(why.status == 3 && why.text.isEmpty)
    #expect(
      why.errorText == "utcli: '\(long)' is too long for the identifier of a dynamic type\n")
    let icon = try installation.run("icon", ".\(long)")
    #expect(icon.status == 1 && icon.text.isEmpty)
    #expect(icon.errorText.hasPrefix("utcli: no declared type for '.\(long)'\n"))
  }

  @Test func aRuleOfAnElementHasNoPriority() throws {
    let installation = try Installation(core: .shipped)
    try installation.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n", to: "work/drawing")
    try installation.write("#!/bin/sh\n", to: "work/script")
    func rule(_ name: String) throws -> String? {
      try installation.run("why", "--no-handlers", name).lines
        .first { $0.hasPrefix("    rule of ") }
    }
    #expect(
      try rule("drawing")?.hasPrefix(
        "    rule of org.typeregistry.core.images at \(installation.core)/") == true)
    #expect(
      try rule("script")?.hasPrefix(
        "    rule of org.typeregistry.core.source-code, priority 40 at \(installation.core)/")
        == true)
  }

  @Test func contentsThatContradictTheNameAreSaid() throws {
    let installation = try Installation(core: .shipped)
    try installation.write("%PDF-1.7\n", to: "work/a.png")
    try installation.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D] + Array("IHDR".utf8),
      to: "work/b.png")
    let line =
      "  by its contents alone: com.adobe.pdf, as '%PDF-' at byte 0; a name that means a type decides"
    #expect(try installation.run("why", "--no-handlers", "a.png").lines.contains(line))
    let agreeing = try installation.run("why", "--no-handlers", "b.png")
    #expect(agreeing.lines.first == "b.png: public.png")
    #expect(!agreeing.text.contains("by its contents"), "\(agreeing.text)")
  }
}
