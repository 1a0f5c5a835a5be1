// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct AssociationDocumentTests {
  private func changed(
    _ text: String, _ change: (inout AssociationDocument) -> Void
  ) throws -> String {
    var document = try #require(AssociationDocument(Array(text.utf8)))
    change(&document)
    return String(decoding: document.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "[Default Applications]\na/b=c.desktop\n"),
    ("[Default Applications]\n", "[Default Applications]\na/b=c.desktop\n"),
    ("[Default Applications]", "[Default Applications]\na/b=c.desktop\n"),
    // An entry is replaced where it is, and its line keeps its form.
    (
      "[Default Applications]\n a/b = x.desktop;y.desktop; \nz/z=1\n",
      "[Default Applications]\n a/b = c.desktop \nz/z=1\n"
    ),
    ("[Default Applications]\nA/B=x\n", "[Default Applications]\nA/B=c.desktop\n"),
    ("[Default Applications]\r\na/b=x\r\n", "[Default Applications]\r\na/b=c.desktop\r\n"),
    ("[Default Applications]\na/b=\n", "[Default Applications]\na/b=c.desktop\n"),
    // A new entry comes after the last one of its group; comments and other groups stay.
    (
      "# mine\n[Default Applications]\nz/z=1\n\n# end\n[X]\na/b=no\n",
      "# mine\n[Default Applications]\nz/z=1\na/b=c.desktop\n\n# end\n[X]\na/b=no\n"
    ),
    ("[X]\nk=v", "[X]\nk=v\n\n[Default Applications]\na/b=c.desktop\n"),
    // Of two equal keys the last one counts, so it is the one that changes.
    (
      "[Default Applications]\na/b=1\na/b=2\n",
      "[Default Applications]\na/b=1\na/b=c.desktop\n"
    ),
  ])
  func setsOneEntry(_ text: String, _ expected: String) throws {
    let result = try changed(text) { $0.set(.defaults, "a/b", to: "c.desktop") }
    #expect(result == expected)
  }

  @Test func removesAnEntryWithWhatItOverrides() throws {
    let text = "[Default Applications]\na/b=1\nc/d=2\na/b=3\n[Added Associations]\na/b=4\n"
    let result = try changed(text) { $0.set(.defaults, "a/b", to: nil) }
    #expect(result == "[Default Applications]\nc/d=2\n[Added Associations]\na/b=4\n")
  }

  @Test func changesLists() throws {
    let text = "[Added Associations]\na/b=x.desktop\n"
    let result = try changed(text) { document in
      document.append("y.desktop", .added, "a/b")
      document.append("X.desktop", .added, "a/b")
      document.append("z.desktop", .removed, "a/b")
      document.remove("x.desktop", .added, "a/b")
    }
    #expect(
      result == "[Added Associations]\na/b=y.desktop;\n\n[Removed Associations]\na/b=z.desktop;\n")
    let emptied = try changed(result) { document in
      document.remove("y", .added, "a/b")
      document.remove("z.desktop", .removed, "a/b")
    }
    #expect(emptied == "[Added Associations]\n\n[Removed Associations]\n")
  }

  @Test func isTakenBackEntryByEntry() throws {
    let text = "[Default Applications]\na/b=old.desktop\n"
    var document = try #require(AssociationDocument(Array(text.utf8)))
    document.set(.defaults, "a/b", to: "new.desktop")
    document.set(.defaults, "c/d", to: "new.desktop")
    #expect(document.edits.count == 2)
    let edits = document.edits
    let inverse = edits.reversed().map(\.inverse)
    #expect(EntryEdit.edits(of: EntryEdit.text(of: edits)) == edits)

    var back = document
    #expect(back.apply(inverse).isEmpty)
    #expect(String(decoding: back.bytes, as: UTF8.self) == text)
    // What another program has written since stays.
    var other = document
    other.set(.defaults, "c/d", to: "other.desktop")
    #expect(other.apply(inverse).map(\.key) == ["c/d"])
    #expect(other.value(.defaults, "c/d") == "other.desktop")
    #expect(other.value(.defaults, "a/b") == "old.desktop")
  }

  @Test(arguments: [
    "-\n", "Default Applications\nk\n-\n", "X\nk\n-\n-\n", "Default Applications\nk\n-\nv\n",
    "Default Applications\n\n-\n-\n", "Default Applications\nk\n-\n-",
  ])
  func refusesOtherTextsOfEdits(_ text: String) {
    #expect(EntryEdit.edits(of: text) == nil)
  }

  @Test func noTextIsOfNoEdits() { #expect(EntryEdit.edits(of: "") == []) }

  @Test func aListThatCannotBeReadIsNotChanged() {
    #expect(AssociationDocument([0xFF, 0xFE, 0x41, 0]) == nil)
  }

  /// Random edits keep every line that they do not name, and can be taken back.
  @Test func editsKeepAllOtherLines() throws {
    var random = SeededRandom(seed: 13)
    let lines = [
      "# comment", "", "[Default Applications]", "[Added Associations]", "[X-Other]",
      "k/k=v.desktop",
      "a/b=1.desktop;", "a/b = 2.desktop", "no entry", "name[de]=Ä",
    ]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0..<12, using: &random))
        .map { _ in lines.randomElement(using: &random) ?? "" }.joined(separator: "\n")
      var document = try #require(AssociationDocument(Array(text.utf8)))
      document.set(.defaults, "a/b", to: "new.desktop")
      #expect(document.value(.defaults, "a/b") == "new.desktop", "\(text.debugDescription)")
      let kept = text.split(separator: "\n").filter { !$0.hasPrefix("a/b") }
      let now = String(decoding: document.bytes, as: UTF8.self).split(separator: "\n")
      #expect(kept.allSatisfy { now.contains($0) }, "\(text.debugDescription)")
    }
  }
}
