// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import TypeRegistry

/// Keeps the manual pages in `Documentation/man` equal to what the programs' tables give.
///
/// `make man` writes them anew.
@Suite struct ManualTests {
  private static let directory = "\(SwiftSource.root)/Documentation/man"

  private static func pages() throws -> [ManualPage] {
    UtcliPages.all + TypedPages.all + [try DeclarationsPage.page()]
  }

  @Test func pagesAreThoseOfTheTables() throws {
    let pages = try Self.pages()
    let files = FileManager.default
    if ProcessInfo.processInfo.environment["RECORD_MANUAL"] == "1" {
      try? files.removeItem(atPath: Self.directory)
      try files.createDirectory(atPath: Self.directory, withIntermediateDirectories: true)
      for page in pages {
        try page.text.write(
          toFile: "\(Self.directory)/\(page.file)", atomically: false, encoding: .utf8)
      }
      return
    }
    let installed = try files.contentsOfDirectory(atPath: Self.directory)
    #expect(Set(installed) == Set(pages.map(\.file)), "run 'make man'")
    for page in pages where installed.contains(page.file) {
      let text = try String(contentsOfFile: "\(Self.directory)/\(page.file)", encoding: .utf8)
      #expect(text == page.text, "run 'make man', and read what changed in \(page.file)")
    }
  }

  @Test(arguments: [
    (KnownKeys.bundle, DeclarationKeys.bundle.map(\.key)),
    (KnownKeys.type, DeclarationKeys.type.map(\.key)),
    (KnownKeys.icons, DeclarationKeys.icons.map(\.key)),
    (KnownKeys.contentRule, DeclarationKeys.contentRule.map(\.key)),
    (KnownKeys.rootElement, DeclarationKeys.rootElement.map(\.key)),
    (KnownKeys.supplement, DeclarationKeys.supplement.map(\.key)),
    (KnownKeys.documentType, DeclarationKeys.documentType.map(\.key)),
    (KnownKeys.urlType, DeclarationKeys.urlType.map(\.key)),
    (KnownKeys.launch, DeclarationKeys.launch.map(\.key)),
  ])
  func everyKnownKeyIsExplained(_ known: [String], _ explained: [String]) {
    #expect(Set(known) == Set(explained))
    #expect(Set(explained).count == explained.count)
  }

  @Test func everyTagClassIsExplained() { #expect(DeclarationsPage.explainsEveryClass) }

  @Test func everyFactIsExplained() {
    #expect(ContentFactMeanings.all.map(\.name) == ContentFact.allCases.map(\.name))
  }

  @Test func theSampleIsWithoutFindings() throws {
    let path = "\(SwiftSource.root)/\(DeclarationsPage.sample)"
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let (bundle, diagnostics) = BundleParser.parse(bytes, path: path, origin: .user)
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    #expect(bundle?.declarations.isEmpty == false)
  }
}
