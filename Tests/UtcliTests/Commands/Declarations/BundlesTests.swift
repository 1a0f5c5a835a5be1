// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The notes in the lists of bundles and applications.
@Suite struct BundlesTests {
  @Test func aBundleThatAnotherOneMasksIsNoted() throws {
    let installation = try Installation()
    let path = try installation.declare("org.one.menu", extension: "one")
    let other = try installation.declare(
      "org.one.menu", extension: "one", in: "\(installation.root)/data/typed/declarations/a.json")
    let rows = try installation.run("bundles").lines.map { $0.split(separator: "\t") }
      .filter { $0[0] == "org.one.menu-application" }
    let notes = rows.map { $0.dropFirst(4).joined(separator: " ") }
    #expect(notes == [other, "\(path) masked by \(other)"])
  }

  @Test func anApplicationThatCannotBeStartedIsNoted() throws {
    let installation = try Installation()
    func declare(_ name: String, _ launch: String) throws {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.one.\(name)", "CFBundleDocumentTypes": [
          {"LSItemContentTypes": ["public.jpeg"]}]\(launch)}
        """, to: "\(installation.declarations)/\(name).json")
    }
    try declare("gone", #", "TRLaunch": {"Arguments": ["/no/x", "%F"]}"#)
    try declare("none", "")
    #expect(
      try installation.run("apps").lines == [
        "org.one.gone\torg.one.gone\t-\tuser\t1\t0\tcannot be started: its program was not found: "
          + "/no/x",
        "org.one.none\torg.one.none\t-\tuser\t1\t0\tcannot be started: it has no usable "
          + "'TRLaunch.Arguments' or 'Exec'",
      ])
  }
}
