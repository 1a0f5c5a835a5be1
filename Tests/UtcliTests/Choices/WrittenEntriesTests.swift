// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What `default set` writes to `mimeapps.list` for MIME types.
@Suite struct WrittenEntriesTests {
  private let installation: Installation

  init() throws {
    installation = try Installation()
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=a\nExec=true %u\nMimeType=application/x-claimed;\n",
      to: "home/.local/share/applications/a.desktop")
    try installation.write(
      """
      {"CFBundleIdentifier": "org.acme.types", "UTExportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.acme.picture", "UTTypeConformsTo": ["public.data"],
        "UTTypeTagSpecification": {"public.mime-type": ["image/x-acme-one", "image/x-acme-two"]}}]}
      """, to: "home/.local/share/typed/declarations/acme.json")
    let types = ["image/x-acme-one", "image/x-acme-two", "application/x-acme.macroEnabled"]
    try installation.write(
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">"
        + types.map { "<mime-type type=\"\($0)\"/>" }.joined() + "</mime-info>\n",
      to: "home/.local/share/mime/packages/acme.xml")
  }

  /// The defaults in the user's list after a choice.
  private func entries(for mimeType: String) throws -> [String] {
    let outcome = try installation.run("default", "set", mimeType, "a")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try installation.run("default", mimeType).text == "a\n")
    let list = try String(
      contentsOfFile: installation.home + "/.config/mimeapps.list", encoding: .utf8)
    return list.split(separator: "\n").filter { $0.hasSuffix("=a.desktop") }.map(String.init)
  }

  @Test func areForAllTypesOfPackagesThatAreOneTypeHere() throws {
    let expected = ["image/x-acme-one=a.desktop", "image/x-acme-two=a.desktop"]
    #expect(try entries(for: "image/x-acme-two") == expected)
  }

  @Test func areSpelledAsThePackageSpellsThem() throws {
    #expect(
      try entries(for: "application/x-acme.macroenabled")
        == ["application/x-acme.macroEnabled=a.desktop"])
  }

  @Test func areForATypeThatOnlyAnApplicationKnows() throws {
    #expect(try entries(for: "application/x-claimed") == ["application/x-claimed=a.desktop"])
    #expect(try installation.run("default", "unset", "application/x-claimed").status == 0)
    let list = try String(
      contentsOfFile: installation.home + "/.config/mimeapps.list", encoding: .utf8)
    #expect(!list.contains("x-claimed=a.desktop\n"))
  }
}
