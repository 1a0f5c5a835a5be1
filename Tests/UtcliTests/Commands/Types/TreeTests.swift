// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `utcli tree` with all types that ship: short to read, and complete where it is asked for everything.
@Suite struct TreeTests {
  private let installation: Installation

  init() throws { installation = try Installation(core: .shipped) }

  private static func identifiers(_ lines: [String]) -> [String] {
    lines.map { String($0.split(separator: "\t")[0].drop { $0 == " " }) }
  }

  @Test func withoutATypeItShowsTheFamilies() throws {
    let outcome = try installation.run("tree")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count < 25, "\(outcome.text)")
    #expect(outcome.lines.contains { $0.hasPrefix("public.image\timage (") })
    #expect(outcome.errorText.contains("--all shows all types"))
    let all = try installation.run("tree", "--all")
    #expect(all.lines.first == "public.item\titem" && all.errorText.isEmpty)
    let deeper = try installation.run("tree", "--depth", "1")
    #expect(
      deeper.lines.contains { $0.hasPrefix("  public.jpeg\tJPEG image") }, "\(deeper.errorText)")
  }

  @Test func typesWithoutExtensionAndApplicationAreFoldedAway() throws {
    let short = try installation.run("tree", "public.data")
    let shown = Self.identifiers(short.lines)
    for type in ["public.jpeg", "org.gnu.makefile", "com.adobe.pdf", "public.symlink"] {
      let isBelow = try installation.run("conforms", type, "public.data").status == 0
      #expect(shown.contains(type) == isBelow, "\(type)")
    }
    let count = try #require(short.errorText.firstMatch(of: /^utcli: ([0-9,]+) types without/))
    #expect(short.errorText.contains(" are folded away; --all shows them\n"))
    let all = try installation.run("tree", "--all", "public.data")
    #expect(all.errorText.isEmpty)
    let folded = Set(Self.identifiers(all.lines)).subtracting(shown)
    #expect(String(count.output.1).replacing(",", with: "") == "\(folded.count)")
    #expect(folded.count > 1_000)
    // None of them is found by the name of a file.
    let information = try installation.run(["extensions", "--type", folded.sorted()[0]])
    #expect(!information.text.contains("extension\t"))
    #expect(
      Set(Self.identifiers(all.lines))
        == Set(try installation.run("subtypes", "public.data").lines)
        .union(["public.data"]))
    #expect(short.lines.contains { $0.contains(" folded away)") })
  }

  @Test func anApplicationMakesATypeFamiliar() throws {
    let type = "org.iana.media-type.image.vnd.cns.inf2"
    let before = try installation.run("tree", "public.image")
    #expect(!Self.identifiers(before.lines).contains(type))
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.viewer", "CFBundleDocumentTypes": [
        {"CFBundleTypeRole": "Viewer", "LSItemContentTypes": ["\(type)"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/viewer.json")
    #expect(Self.identifiers(try installation.run("tree", "public.image").lines).contains(type))
  }

  @Test func aTypeWithOnlySuchSubtypesShowsThem() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.names", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.names", "UTTypeConformsTo": "public.data"},
        {"UTTypeIdentifier": "org.example.names.a", "UTTypeConformsTo": "org.example.names"}]}
      """, to: "\(installation.declarations)/names.json")
    let outcome = try installation.run("tree", "org.example.names")
    #expect(Self.identifiers(outcome.lines) == ["org.example.names", "org.example.names.a"])
    #expect(outcome.errorText.isEmpty)
  }

  @Test func inJSONNothingIsFolded() throws {
    func identifiers(_ node: Any?) -> Set<String> {
      guard let node = node as? [String: Any] else { return [] }
      let below = (node["subtypes"] as? [Any] ?? []).map(identifiers)
      return below.reduce(Set([node["identifier"] as? String ?? ""])) { $0.union($1) }
    }
    let outcome = try installation.run("tree", "--json")
    let answer = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let all = try #require(answer?["trees"] as? [Any]).reduce(Set<String>()) {
      $0.union(identifiers($1))
    }
    #expect(all.isSuperset(of: try installation.run("types").lines))
    let one = try installation.run("tree", "public.image", "--json")
    let tree = try JSONSerialization.jsonObject(with: Data(one.output)) as? [String: Any]
    #expect(
      identifiers(tree?["tree"])
        == Set(try installation.run("subtypes", "public.image").lines).union(["public.image"]))
  }
}
