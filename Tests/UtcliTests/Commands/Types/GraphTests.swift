// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("utcli graph")
struct GraphTests {
  /// Markup, and what ends strings, lines and elements, in each of the formats.
  static let hostile =
    "</script><script>x()</script><!--<svg onload=x()>\"'`&lt;\\N ]]> \u{2028}\u{202E}\u{7}"

  private func installation() throws -> Installation {
    let installation = try Installation()
    try installation.install(sample: "restaurant.json")
    return installation
  }

  /// An installation in which a bundle, a type, a document and an extension have hostile names.
  private func hostileInstallation() throws -> Installation {
    let installation = try Installation()
    let document: [String: Any] = [
      "CFBundleIdentifier": "org.test.hostile", "CFBundleName": Self.hostile,
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": "org.test.type", "UTTypeDescription": Self.hostile,
          "UTTypeConformsTo": ["public.text"], "UTTypeReferenceURL": "javascript:x()",
          "UTTypeTagSpecification": ["public.filename-extension": ["<b>"]],
        ] as [String: Any]
      ],
      "CFBundleDocumentTypes": [
        ["CFBundleTypeName": Self.hostile, "LSItemContentTypes": ["org.test.type"]]
          as [String: Any]
      ],
      "TRLaunch": ["Arguments": ["/bin/true", "%F"]],
    ]
    let bytes = try JSONSerialization.data(withJSONObject: document)
    try installation.write(Array(bytes), to: "\(installation.declarations)/<i>&\".json")
    return installation
  }

  @Test(arguments: [
    ("dot", ["graph", "public.text", "com.example.restaurantmenu", "--handlers"]),
    ("dot-depth", ["graph", "public.data", "--depth", "0"]),
    ("json", ["graph", "com.example.restaurantmenu", "--handlers", "--json"]),
    ("svg", ["graph", "--format", "svg", "public.image", "com.compy.foodlist", "--handlers"]),
    ("format-wrong", ["graph", "--format", "png", "public.text"]),
    ("unknown", ["graph", "public.txet"]),
    ("page-depth", ["graph", "--format", "html", "--depth", "2"]),
    ("json-format", ["graph", "--format", "svg", "--json", "public.text"]),
  ])
  func answersAsItsGoldenFile(name: String, words: [String]) throws {
    let installation = try installation()
    try installation.run("types")
    try expectGolden(installation.transcript(words), "graph/\(name).text")
  }

  @Test func refusesADrawingThatIsTooLarge() throws {
    let outcome = try Installation(core: .shipped).run(
      "graph", "--format", "svg", "--depth", "9", "public.item")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errorText.contains("is too large\n"))
    #expect(outcome.errorText.contains("at most 400 can be drawn"))
  }

  /// Each type has all types before it as parents: all but the nearest one follow from others.
  @Test func aDrawingWithTooManyLinesLeavesOutThoseThatOthersImply() throws {
    let installation = try installation()
    let types = (0..<60).map { number in
      let parents = number == 0 ? ["public.data"] : (0..<number).map { "org.test.t\($0)" }
      return #"{"UTTypeIdentifier": "org.test.t\#(number)", "UTTypeConformsTo": \#(parents)}"#
    }
    try installation.write(
      """
      {"CFBundleIdentifier": "org.test.dense", \
      "UTExportedTypeDeclarations": [\(types.joined(separator: ","))]}
      """, to: "\(installation.declarations)/org.test.dense.json")
    let outcome = try installation.run("graph", "--format", "svg", "org.test.t59")
    #expect(outcome.status == 0)
    let omission = "the drawing leaves out 1711 lines that others imply"
    #expect(outcome.errorText.contains("\(omission)\n"), "\(outcome.errorText)")
    #expect(outcome.text.contains("Here \(omission)."))
    #expect(outcome.text.components(separatedBy: "<path class=\"edge\"").count - 1 == 61)
  }

  @Test func aHostileNameStaysTextForGraphviz() throws {
    let outcome = try hostileInstallation().run("graph", "org.test.type", "--handlers")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let description = try #require(outcome.lines.first { $0.contains("\"org.test.type\" [") })
    // Nothing but escaped quotes, and those around the values.
    let escaped =
      #"</script><script>x()</script><!--<svg onload=x()>\"'`&amp;lt;\\N ]]> \\u{2028}\\u{202E}\\u{7}"#
    #expect(description.contains("\\n\(escaped)\\n"))
    #expect(description.replacing("\\\"", with: "").count { $0 == "\"" } == 8)
    #expect(outcome.lines.allSatisfy { !$0.unicodeScalars.contains { $0.isInvisible } })
  }

  @Test func aHostileNameStaysTextInADrawing() throws {
    let outcome = try hostileInstallation().run(
      "graph", "--format", "svg", "org.test.type", "--handlers")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    // The heading is a link to the box.
    let link = "<a href=\"#asked\">"
    #expect(outcome.text.contains(link) && outcome.text.contains("<g id=\"asked\" class="))
    var text = outcome.text.replacing(link, with: "").replacing("</a></text>", with: "</text>")
    for name in ["svg", "title", "desc", "style", "rect", "g", "path", "text"] {
      text = text.replacing("</\(name)>", with: "").replacing("<\(name) ", with: "")
        .replacing("<\(name)>", with: "")
    }
    #expect(!text.contains("<"))
    #expect(outcome.text.contains("&lt;/script&gt;&lt;script&gt;x()"))
    #expect(!outcome.text.unicodeScalars.contains { $0.isInvisible && $0 != "\n" })
  }

  @Test func aHostileNameStaysDataOnThePage() throws {
    let installation = try hostileInstallation()
    let page = try installation.run("graph", "--format", "html", "org.test.type").text
    // The data and the script, and nothing that could end either.
    #expect(page.ranges(of: "<script").count == 2 && page.ranges(of: "</script").count == 2)
    #expect(!page.contains("<!--") && !page.contains("<svg onload"))
    let data = try Self.data(of: page)
    #expect(data["start"] as? String == "org.test.type")
    let types = try #require(data["types"] as? [[String: Any]])
    let index = try #require(Self.whole(types, "i").firstIndex(of: "org.test.type"))
    #expect(types[index]["d"] as? String == Self.hostile)
    #expect(Self.whole(types, "r")[index] == "javascript:x()")
    let applications = try #require(data["applications"] as? [[String]])
    #expect(applications.contains { $0[1] == Self.hostile })
  }

  @Test func aPageHasEveryTypeAndNeedsNothingElse() throws {
    let installation = try Installation(core: .shipped)
    let page = try installation.run("graph", "--format", "html").text
    let types = try #require(try Self.data(of: page)["types"] as? [[String: Any]])
    #expect(Self.whole(types, "i") == (try installation.run("types").lines))
    // With room for a third more types.
    #expect(page.utf8.count < 1_500_000)
    let markup = try #require(page.split(separator: "<script type=").first)
    for word in ["http:", "https:", "url(", "@import", " src=", "<link"] {
      #expect(!markup.contains(word), "\(word)")
    }
    #expect(markup.contains("default-src 'none'; script-src 'sha256-"))
  }

  /// A member of all types, each with the beginning that it shares with the one before it.
  private static func whole(_ types: [[String: Any]], _ member: String) -> [String?] {
    var before: [UInt16] = []
    return types.map { type in
      guard let text = type[member] as? String, let match = text.firstMatch(of: /^([0-9]+):?/),
        let count = Int(match.output.1)
      else { return nil }
      before = Array(before.prefix(count)) + text[match.range.upperBound...].utf16
      return String(decoding: before, as: UTF16.self)
    }
  }

  /// Types whose references and tags have digits, colons and scalars outside the first plane where they
  /// begin to differ.
  @Test func whatAPageSharesIsPutTogetherAgain() throws {
    let installation = try Installation()
    let references = [
      "https://example.org/1", "https://example.org/12", "https://example.org/:", "a\u{1F600}",
      "a\u{1F601}b", "", "a\u{1F601}b",
    ]
    let types = references.enumerated().map { number, reference in
      ["UTTypeIdentifier": "org.test.t\(number)", "UTTypeReferenceURL": reference]
    }
    let document: [String: Any] = [
      "CFBundleIdentifier": "org.test.references", "UTExportedTypeDeclarations": types,
    ]
    let bytes = try JSONSerialization.data(withJSONObject: document)
    try installation.write(Array(bytes), to: "\(installation.declarations)/references.json")
    let page = try installation.run("graph", "--format", "html").text
    let data = try #require(try Self.data(of: page)["types"] as? [[String: Any]])
    let found = zip(Self.whole(data, "i"), Self.whole(data, "r"))
      .filter { $0.0?.hasPrefix("org.test.t") == true }.map(\.1)
    let answers = try installation.run(
      ["info", "--json", "--type"] + references.indices.map { "org.test.t\($0)" })
    let information = try JSONSerialization.jsonObject(with: Data(answers.output)) as? [String: Any]
    let expected = (information?["types"] as? [[String: Any]])?.map {
      $0["referenceURL"] as? String
    }
    #expect(found == expected && found.count == references.count)
  }

  /// What the policy names is what the page has.
  @Test func thePolicyAllowsTheScriptAndTheStyleByTheirHashes() throws {
    let page = try Installation().run("graph", "--format", "html").text
    for (start, end, name) in [
      ("<script>", "</script>", "script-src"), ("<style>", "</style>", "style-src"),
    ] {
      let content = try #require(page.components(separatedBy: start).dropFirst().first)
        .components(separatedBy: end)[0]
      let hash = SHA256.base64(Array(content.utf8))
      #expect(page.contains("\(name) 'sha256-\(hash)'"))
    }
  }

  @Test(arguments: [
    ("public.jpeg", "image"), ("public.device", "device"), ("com.apple.ipad", "device"),
    ("public.item", "other"),
  ])
  func eachTypeHasAFamily(type: String, family: String) throws {
    let graph = try Installation(core: .shipped).run("graph", "--json", "--depth", "0", type)
    #expect(graph.text.contains("\"family\":\"\(family)\",\"identifier\":\"\(type)\""))
  }

  @Test(arguments: ["dot", "svg", "html"])
  func equalDeclarationsHaveEqualPictures(format: String) throws {
    let installation = try installation()
    let words = ["graph", "--format", format, "public.text"]
    #expect(try installation.run(words).output == installation.run(words).output)
  }

  private static func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "id=\"registry\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let bytes = Data(page[start.upperBound..<end.lowerBound].utf8)
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }
}
