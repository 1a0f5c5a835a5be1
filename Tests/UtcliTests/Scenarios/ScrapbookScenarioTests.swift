// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("A scrapbook puts a drawing on the clipboard")
struct ScrapbookScenarioTests {
  private let installation: Installation

  init() throws {
    installation = try Installation(core: .shipped)
    try installation.install(sample: "scrapbook.json")
  }

  /// The types on the clipboard, best first: the private type, then a picture.
  private static let offered = "com.example.scrapbook.drawing,public.png"

  @Test(arguments: [
    ("public.image", "public.png\tpublic.image\t1"),
    (
      "com.example.scrapbook.drawing",
      "com.example.scrapbook.drawing\tcom.example.scrapbook.drawing\t0"
    ),
    ("public.data", "com.example.scrapbook.drawing\tpublic.data\t1"),
    ("public.data,public.image", "com.example.scrapbook.drawing\tpublic.data\t1"),
    (
      "public.image,com.example.scrapbook.drawing",
      "com.example.scrapbook.drawing\tcom.example.scrapbook.drawing\t0"
    ),
  ])
  func givesEachReceiverTheBestMatch(_ accepted: String, _ pair: String) throws {
    let outcome = try installation.run(
      "negotiate", "--offer", Self.offered, "--accept", accepted)
    #expect(outcome.lines.first == pair)
  }

  @Test
  func givesNothingToWhoeverTakesText() throws {
    let outcome = try installation.run(
      "negotiate", "--offer", Self.offered, "--accept", "public.text")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
  }

  @Test
  func isTheOnlyOneThatOpensItsDrawings() throws {
    let outcome = try installation.run("handlers", "--name-only", "./house.scrap")
    #expect(outcome.lines == ["com.example.scrapbook\tScrapbook\tEditor\tOwner\tclaim\t0\t-"])
    let picture = try installation.run("handlers", "public.png").lines.first
    #expect(picture == "com.example.scrapbook\tScrapbook\tViewer\tAlternate\tclaim\t1\t-")
  }
}
