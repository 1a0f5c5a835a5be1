// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct MIMEAppsDocumentTests {
  private func changed(
    _ text: String, _ change: (inout MIMEAppsDocument) -> Void
  ) throws -> String {
    var document = try #require(MIMEAppsDocument(Array(text.utf8)))
    change(&document)
    return String(decoding: document.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "[Default Applications]\na/b=c.desktop\n"),
    ("[Default Applications]\n", "[Default Applications]\na/b=c.desktop\n"),
    ("[Default Applications]", "[Default Applications]\na/b=c.desktop\n"),
    // An entry is replaced where it is, in the form that GLib and xdg-mime read.
    (
      "[Default Applications]\n a/b = x.desktop;y.desktop; \nz/z=1\n",
      "[Default Applications]\na/b=c.desktop\nz/z=1\n"
    ),
    ("[Default Applications]\nA/B=x\n", "[Default Applications]\na/b=c.desktop\n"),
    ("[Default Applications]\r\na/b=x\r\n", "[Default Applications]\r\na/b=c.desktop\n"),
    // Also one that has the value.
    ("[Default Applications]\na/b=c.desktop \n", "[Default Applications]\na/b=c.desktop\n"),
    ("[Default Applications]\nA/B=c.desktop\n", "[Default Applications]\na/b=c.desktop\n"),
    (
      "[Default Applications]\na/b=x\nA/b=c.desktop\nz/z=1",
      "[Default Applications]\na/b=c.desktop\nz/z=1"
    ),
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
    // Of several spellings only the given one stays.
    (
      "[Default Applications]\nA/b=0\nA/b=1\nc/d=2\na/B=3\n",
      "[Default Applications]\nc/d=2\na/b=c.desktop\n"
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

  /// Removed lines come back where they were, with their spelling and their line ends.
  @Test(arguments: [
    "[Default Applications]\nA/b=1\n# two\na/B = 2;\nc/d=3\n",
    "[Default Applications]\r\nA/b=1\r\na/b=2\r\nc/d=3\r\n\r\n[X]\r\n",
    "[Default Applications]\na/b=1\n[X]\n[Default Applications]\nA/B=2\na/b=3\n",
    "[Default Applications]\nA/b=1\na/b=new.desktop \nc/d=3\n",
    "[Default Applications]\nc/d=3\nA/B=new.desktop\n[X]\n",
  ])
  func removedLinesComeBack(_ text: String) throws {
    for value in ["new.desktop", nil] {
      var document = try #require(MIMEAppsDocument(Array(text.utf8)))
      document.set(.defaults, "a/b", to: value)
      #expect(document.list(.defaults, "a/b") == (value.map { [$0] } ?? []))
      let kept = try #require(MIMEAppsEdit.edits(of: MIMEAppsEdit.text(of: document.edits)))
      #expect(kept == document.edits)
      var back = try #require(MIMEAppsDocument(document.bytes))
      #expect(back.apply(kept.reversed().map(\.inverse)).isEmpty)
      #expect(back.bytes == Array(text.utf8))
      // Undoing this in turn makes the first change again.
      #expect(back.apply(back.edits.reversed().map(\.inverse)).isEmpty)
      #expect(back.bytes == document.bytes)
    }
  }

  /// A line that an edit cannot hold stays, with those that it overrides: none has an effect.
  @Test(arguments: [
    "a/b=caf\u{E9}.desktop;c.desktop;\n", "a/b=1\na/b=caf\u{E9}\n", "a/b=1\na/b=caf\0\nA/B=2\n",
    "A/b=1\nA/b=\u{E9}\na/b=2\n", "A/b=1\na/b=\u{E9}\n", "a/B=1\nA/b=\na/b=\0\nx/y=1\n",
    "A/b=1\n[X]\n[Default Applications]\nz/z=1\na/b=\u{E9}\n[Y]\n[Default Applications]\n",
  ])
  func aLineThatIsNotTextStays(_ lines: String) throws {
    // In Latin-1, where an accent is one byte.
    let text = "[Default Applications]\n\(lines)c/d=3\n".unicodeScalars
      .map { UInt8(truncatingIfNeeded: $0.value) }
    for value in ["new.desktop", nil] {
      var document = try #require(MIMEAppsDocument(text))
      document.set(.defaults, "a/b", to: value)
      #expect(document.value(.defaults, "a/b") == value)
      var back = try #require(MIMEAppsDocument(document.bytes))
      #expect(back.apply(document.edits.reversed().map(\.inverse)).isEmpty)
      #expect(back.bytes == text)
    }
  }

  @Test func aLineComesBackInItsGroupWhereverThatIs() throws {
    let text = "[Default Applications]\nc/d=1\na/b=2\n"
    var document = try #require(MIMEAppsDocument(Array(text.utf8)))
    document.set(.defaults, "a/b", to: nil)
    let inverse = document.edits.map(\.inverse)
    for (other, expected) in [
      ("[X]\nk=1\nk=2\n", "[X]\nk=1\nk=2\n\n[Default Applications]\na/b=2\n"),
      (
        "[X]\nk=1\nk=2\n[Default Applications]\nc/d=1",
        "[X]\nk=1\nk=2\n[Default Applications]\nc/d=1\na/b=2\n"
      ),
      ("", "[Default Applications]\na/b=2\n"),
    ] {
      var changed = try #require(MIMEAppsDocument(Array(other.utf8)))
      #expect(changed.apply(inverse).isEmpty)
      #expect(String(decoding: changed.bytes, as: UTF8.self) == expected)
    }
  }

  @Test func namesAreEscaped() throws {
    let result = try changed("") { document in
      document.choose("a;b\\c.desktop", .defaults, "a/b")
      #expect(document.list(.defaults, "a/b") == ["a;b\\c.desktop"])
    }
    #expect(result == "[Default Applications]\na/b=a\\;b\\\\c.desktop\n")
  }

  @Test func changesLists() throws {
    let text = "[Added Associations]\na/b=x.desktop\n"
    let result = try changed(text) { document in
      document.append("y.desktop", .added, "a/b")
      document.append("X.desktop", .added, "a/b")
      document.append("x", .added, "a/b")
      document.append("z.desktop", .removed, "a/b")
      document.remove("x.desktop", .added, "a/b")
    }
    // Identifiers of desktop entries have case.
    #expect(
      result == """
        [Added Associations]
        a/b=y.desktop;X.desktop;

        [Removed Associations]
        a/b=z.desktop;

        """)
    let emptied = try changed(result) { document in
      document.remove("y", .added, "a/b")
      document.remove("X", .added, "a/b")
      document.remove("z.desktop", .removed, "a/b")
    }
    #expect(emptied == "[Added Associations]\n\n[Removed Associations]\n")
  }

  @Test func isTakenBackEntryByEntry() throws {
    let text = "[Default Applications]\na/b=old.desktop\n"
    var document = try #require(MIMEAppsDocument(Array(text.utf8)))
    document.set(.defaults, "a/b", to: "new.desktop")
    document.set(.defaults, "c/d", to: "new.desktop")
    #expect(document.edits.count == 2)
    let edits = document.edits
    let inverse = edits.reversed().map(\.inverse)
    #expect(MIMEAppsEdit.edits(of: MIMEAppsEdit.text(of: edits)) == edits)

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

  /// The text names a group once for the edits that follow one another.
  @Test func theTextOfEditsNamesAGroupOnce() {
    let edits = [
      MIMEAppsEdit(.defaults, "a/b", before: nil, after: "c.desktop"),
      MIMEAppsEdit(.defaults, "d/e", before: "x", after: nil),
      MIMEAppsEdit(.added, "a/b", before: nil, after: "c.desktop;"),
    ]
    let text = MIMEAppsEdit.text(of: edits)
    #expect(
      text == """
        Default Applications
        a/b
        -
        =c.desktop

        d/e
        =x
        -
        Added Associations
        a/b
        -
        =c.desktop;

        """)
    #expect(MIMEAppsEdit.edits(of: text) == edits)
  }

  /// Entries that are added together are those that are added one after the other.
  @Test(arguments: [
    "", "[X]\nk=v", "[Default Applications]\nz/z=1\n# end\n\n[X]\n",
    "[Default Applications]\r\nz/z=1\r\n", "[Added Associations]\nh/i=1;\nA/B=2\na/b=3\n",
    "[Added Associations]\nd/e=f\\;g.desktop;\n",
  ])
  func addsEntriesTogether(_ text: String) throws {
    let defaults = [("a/b", true), ("d/e", true), ("h/i", false), ("j/k", true)].map {
      MIMEAppsDocument.NewDefault($0, "f;g.desktop", isAdded: $1)
    }
    var together = try #require(MIMEAppsDocument(Array(text.utf8)))
    var single = together
    #expect(together.add(defaults) == 4)
    for new in defaults { single.choose(new.application, .defaults, new.key) }
    for new in defaults where new.isAdded { single.append(new.application, .added, new.key) }
    #expect(together.bytes == single.bytes)
    #expect(Set(together.edits) == Set(single.edits))
    #expect(together.apply(together.edits.reversed().map(\.inverse)).isEmpty)
    #expect(together.list(.defaults, "d/e").isEmpty)
  }

  /// No more entries are added than one change keeps.
  @Test(arguments: [(false, 2_000), (true, 1_000)])
  func addsAsManyEntriesAsOneChangeKeeps(_ isAdded: Bool, _ least: Int) throws {
    var document = MIMEAppsDocument()
    let defaults = (0..<4_000).map {
      MIMEAppsDocument.NewDefault("image/x-kind-\($0)", "org.test.app", isAdded: isAdded)
    }
    let count = document.add(defaults)
    #expect(count > least && count < defaults.count)
    #expect(!document.hasTooManyEdits && document.edits.count == count * (isAdded ? 2 : 1))
    #expect(MIMEAppsEdit.edits(of: MIMEAppsEdit.text(of: document.edits)) == document.edits)
    document.choose("org.test.app", .defaults, defaults[count].key)
    document.append("org.test.app", .added, defaults[count].key)
    #expect(document.hasTooManyEdits)
  }

  @Test(arguments: [
    "\nk\n-\n-\n", "-\n", "Default Applications\nk\n-\n", "X\nk\n-\n-\n",
    "Default Applications\nk\n-\nv\n",
    "Default Applications\n\n-\n-\n", "Default Applications\nk\n-\n-",
    "Default Applications\nk\n-\n-\n<\n", "Default Applications\nk\n-\n-\n<-1 k=v\n",
    "<0 k=v\n", "Default Applications\nk\n-\n-\n*\n", "Default Applications\nk\n-\n=\0\n",
  ])
  func refusesOtherTextsOfEdits(_ text: String) {
    #expect(MIMEAppsEdit.edits(of: text) == nil)
  }

  @Test func noTextIsOfNoEdits() { #expect(MIMEAppsEdit.edits(of: "") == []) }

  /// GLib reads nothing of these.
  @Test(arguments: [
    (
      "\u{FEFF}[A]\n",
      "line 1: file begins with a byte order mark; save the file as UTF-8 without it"
    ),
    (
      "[A]\n\n<<<<<<< HEAD\n",
      "line 3: expected '[group]', 'key=value' or '#', found '<<<<<<< HEAD'; write 'key=value', or begin a "
        + "comment with '#'"
    ),
    ("[A]\n=======\n", "line 2: expected a key before '='; write 'key=value'"),
    ("[A]\n[B\n", "line 2: expected ']' at the end of '[B'; write '[group]' on a line of its own"),
    (
      "k=v\n[A]\n",
      "line 1: entry 'k' is before the first group, and is left out; write the group before it, such as "
        + "'[Desktop Entry]'"
    ),
  ])
  func aListThatOtherProgramsRejectSaysWhy(_ text: String, _ reason: String) throws {
    #expect(try #require(MIMEAppsDocument(Array(text.utf8))).rejection == reason)
  }

  @Test(arguments: [
    "", "[A]\n", "[A]\n # comment\nA/B=1\na/b = 2 \r\na/b=3\n[A]\n",
    "[A]\nk=caf\u{E9}\ncaf\u{E9}=v\n",
  ])
  func aListThatOtherProgramsReadIsNotRejected(_ text: String) throws {
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(try #require(MIMEAppsDocument(bytes)).rejection == nil)
  }

  /// An application that is in the entry already is not added, but the entry gets its form.
  @Test func anEntryThatHasTheApplicationGetsItsForm() throws {
    let result = try changed("[Added Associations]\nA/B=x.desktop;\n") {
      $0.append("x", .added, "a/b")
    }
    #expect(result == "[Added Associations]\na/b=x.desktop;\n")
  }

  @Test func aListThatCannotBeReadIsNotChanged() {
    #expect(MIMEAppsDocument([0xFF, 0xFE, 0x41, 0]) == nil)
  }

  /// The lines that an edit of `a/b` in the defaults does not concern.
  private func others(_ bytes: [UInt8]) -> [String] {
    var group = ""
    return String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }
      .map(String.init).filter { line in
        if line.hasPrefix("[") { group = line }
        let isConcerned = line.lowercased().hasPrefix("a/b")
        return !(isConcerned && group == "[Default Applications]")
      }
  }

  /// Random edits keep every line that they do not name, in its place, and can be taken back.
  @Test func editsKeepAllOtherLines() throws {
    var random = SeededRandom(seed: 13)
    let lines = [
      "# comment", "", "[Default Applications]", "[Added Associations]", "[X-Other]",
      "k/k=v.desktop", "A/b=3.desktop",
      "a/b=1.desktop;", "a/b = 2.desktop", "no entry", "name[de]=Ä",
    ]
    for round in 0..<400 {
      let newline = round.isMultiple(of: 2) ? "\n" : "\r\n"
      let text = (0..<Int.random(in: 0..<12, using: &random))
        .map { _ in lines.randomElement(using: &random) ?? "" }.joined(separator: newline)
      let original = Array(text.utf8)
      let value = round.isMultiple(of: 3) ? nil : "new.desktop"
      var document = try #require(MIMEAppsDocument(original))
      document.set(.defaults, "a/b", to: value)
      #expect(document.value(.defaults, "a/b") == value, "\(text.debugDescription)")
      var kept = others(original)
      let now = others(document.bytes)
      if now.count > kept.count { kept.append("[Default Applications]") }
      #expect(now == kept, "\(text.debugDescription)")

      var back = try #require(MIMEAppsDocument(document.bytes))
      #expect(back.apply(document.edits.reversed().map(\.inverse)).isEmpty)
      // A line end at the end and the header of a group stay.
      let added = String(decoding: back.bytes.dropFirst(original.count), as: UTF8.self)
      #expect(back.bytes.starts(with: original), "\(text.debugDescription)")
      #expect(
        ["", "[Default Applications]"].contains(added.filter { $0 != "\n" }),
        "\(text.debugDescription)")
    }
  }

  /// Characters that have a meaning in the file are written so that they are read again.
  @Test(arguments: [
    ("a;b", #"a\;b"#), (#"a\b"#, #"a\\b"#), ("a\tb", #"a\tb"#), ("a\rb", #"a\rb"#),
    ("a\nb", #"a\nb"#), ("\u{E9} b", "\u{E9} b"),
  ])
  func anApplicationIsReadAsItWasWritten(_ name: String, _ written: String) throws {
    var document = MIMEAppsDocument()
    document.append(name, .added, "a/b")
    #expect(
      String(decoding: document.bytes, as: UTF8.self)
        == "[Added Associations]\na/b=\(written);\n")
    #expect(document.list(.added, "a/b") == [name])
    // It is found again, and taken out of the entry, which is removed with it.
    document.remove(name, .added, "a/b")
    #expect(document.list(.added, "a/b").isEmpty)
  }
}
