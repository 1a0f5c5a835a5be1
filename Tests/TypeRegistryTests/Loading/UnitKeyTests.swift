// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// The states that a parsed file is kept for.
@Suite struct UnitKeyTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("a.json", "{}")
    try directory.write("de.strings", "x")
    try directory.link("link.json", to: "a.json")
    try directory.link("broken.json", to: "missing.json")
  }

  private func states(_ file: String, _ translations: String...) throws -> UnitKey.States? {
    let localizations = try translations.map {
      DeclarationSource.Localization(language: "de", path: try directory.filePath($0))
    }
    return UnitKey.states(
      of: DeclarationSource(
        path: try directory.filePath(file), origin: .user, checksOwner: false,
        localizations: localizations))
  }

  @Test func theStatesAreThoseOfTheFileAndItsTranslations() throws {
    let file = try FileStatus(of: try directory.filePath("a.json")).stamp
    let translation = try FileStatus(of: try directory.filePath("de.strings")).stamp
    let own = try #require(try states("a.json", "de.strings"))
    #expect(!own.isLink && own.stamps == [file, translation])
    // Of a link the target is read.
    let linked = try #require(try states("link.json"))
    #expect(linked.isLink && linked.stamps == [file])
  }

  /// Nothing is kept for a file that cannot be examined.
  @Test func whatIsMissingHasNoStates() throws {
    #expect(try states("missing.json") == nil)
    #expect(try states("broken.json") == nil)
    #expect(try states("a.json", "missing.strings") == nil)
  }
}
