// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Choices and the user's `mimeapps.list`, in both directions: by this program, by an editor, and by
/// GLib's `gio` where it is installed.
@Suite struct MIMEAppsScenarioTests {
  private let machine: Installation

  init() throws {
    machine = try Installation(core: .shipped)
    for name in ["viewer", "editor", "third"] {
      try machine.write(
        """
        [Desktop Entry]
        Type=Application
        Name=The \(name)
        Exec=/bin/true %f
        MimeType=\(name == "third" ? "" : "image/png;")

        """, to: "data/applications/org.test.\(name).desktop")
    }
  }

  private var list: String { machine.home + "/.config/mimeapps.list" }

  private func text() throws -> String { try String(contentsOfFile: list, encoding: .utf8) }

  private func preferred(_ type: String = "image/png") throws -> String {
    try machine.run("default", type).lines.first ?? ""
  }

  @Test func aChoiceIsWrittenAndTakenBack() throws {
    let before =
      "# mine\n[Default Applications]\nimage/png=org.test.viewer.desktop;\nx/y=z.desktop\n"
    try machine.write(before, to: list)
    #expect(try preferred() == "org.test.viewer")
    let outcome = try machine.run("default", "set", "image/png", "org.test.third")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try preferred() == "org.test.third")
    #expect(
      try text() == """
        # mine
        [Default Applications]
        image/png=org.test.third.desktop
        x/y=z.desktop

        [Added Associations]
        image/png=org.test.third.desktop;

        """)
    #expect(try machine.run("undo").status == 0)
    #expect(try text() == before + "\n[Added Associations]\n")
    #expect(try preferred() == "org.test.viewer")
  }

  /// As a program does that calls the daemon, and does not know the list.
  @Test func whatAnUndoWithoutTheListLeavesIsToldAndCanBeUndone() throws {
    try machine.run("default", "set", "image/png", "org.test.third")
    let written = try text()
    let undo = try machine.run("undo", "--no-mimeapps", "--json")
    #expect(
      undo.text.contains(
        #""entriesLeft":"Added Associations\nimage/png\n=org.test.third.desktop;\n-\n"#),
      "\(undo.text)")
    #expect(try text() == written)
    let refused = try machine.run("undo")
    #expect(refused.status == 1)
    #expect(
      refused.errorText.contains("change 1 is undone, but its entries in '\(list)' are left"),
      "\(refused.errorText)")
    for number in ["2", "1"] {
      let outcome = try machine.run("undo", number, "--json")
      #expect(outcome.status == 0 && !outcome.text.contains("entriesLeft"), "\(outcome.text)")
    }
    #expect(!(try text().contains("image/png")))
    #expect(try machine.run("undo").errorText.contains("nothing to undo"))
  }

  @Test func whatAnUnsettingWithoutTheListLeavesIsTold() throws {
    try machine.run("default", "set", "image/png", "org.test.viewer")
    let unset = try machine.run("default", "unset", "--no-mimeapps", "--json", "image/png")
    let left = #""entriesLeft":"Default Applications\nimage/png\n=org.test.viewer.desktop\n-\n"#
    #expect(unset.text.contains(left), "\(unset.text)")
    #expect(try preferred() == "org.test.viewer")
    try machine.run("undo")
    #expect(
      !(try machine.run("default", "unset", "--json", "image/png").text.contains("entriesLeft")))
    #expect(try preferred() == "org.test.editor")
  }

  /// A list may add an application that does not claim it.
  @Test func aRowSaysThatAListAddsTheApplication() throws {
    try machine.write(
      "[Added Associations]\nimage/png=org.test.third.desktop;\n", to: list)
    let rows = try machine.run("default").lines
    #expect(rows.contains("public.png\tall\torg.test.third\tadded"), "\(rows)")
  }

  /// The entry that another program writes after a choice is the newer choice, also if it is the one
  /// that was there before.
  @Test func anEntryThatIsWrittenLaterCounts() throws {
    let before = "[Default Applications]\nimage/png=org.test.viewer.desktop\n"
    try machine.write(before, to: list)
    try machine.run("default", "set", "image/png", "org.test.editor")
    #expect(try preferred() == "org.test.editor")
    try machine.write(before, to: list)
    #expect(try preferred() == "org.test.viewer")
    let why = try machine.run("why", "--type", "public.png").text
    #expect(why.contains("org.test.editor"), "\(why)")
    #expect(why.contains(list + ":2:11"), "\(why)")
    try machine.run("default", "set", "image/png", "org.test.editor")
    #expect(try preferred() == "org.test.editor")
    // Without the list the choice counts all the same, until the entry changes.
    try machine.run("default", "set", "--no-mimeapps", "image/png", "org.test.third")
    #expect(try preferred() == "org.test.third")
    #expect(try text().contains("org.test.editor.desktop"))
  }

  @Test func aBlockedApplicationIsRemovedFromTheList() throws {
    try machine.run("default", "set", "image/png", "org.test.editor")
    #expect(try machine.run("never", "image/png", "org.test.editor").status == 0)
    #expect(try preferred() == "org.test.viewer")
    #expect(try text().contains("[Removed Associations]\nimage/png=org.test.editor.desktop;\n"))
    #expect(!(try text().contains("image/png=org.test.editor.desktop\n")))
    #expect(try machine.run("undo").status == 0)
    #expect(try preferred() == "org.test.editor")
    #expect(!(try text().contains("[Removed Associations]\nimage/png")))
  }

  /// Only one of the lists that are read is written.
  @Test func choicesOfOtherListsRemainAndAreNamed() throws {
    let other = try machine.write(
      "[Default Applications]\nimage/png=org.test.viewer.desktop\n"
        + "[Removed Associations]\nimage/png=org.test.editor.desktop\n",
      to: "home/.local/share/applications/mimeapps.list")
    for (choose, unset, nothing, remaining) in [
      (
        ["default", "set", "image/png", "org.test.third"], ["default", "unset", "image/png"],
        "nothing to unset",
        "'org.test.viewer' is still the user's choice (\(other):2:11), which this command does not "
          + "change"
      ),
      (
        ["never", "image/png", "org.test.editor"],
        ["never", "unset", "image/png", "org.test.editor"], "nothing to unblock",
        "'org.test.editor' never opens it: user's choice (\(other):4:11) for 'public.png'"
      ),
    ] {
      let note = "utcli: note: public.png: \(remaining)\n"
      let without = try machine.run(unset)
      #expect(without.status == 0 && without.errorText == "utcli: note: \(nothing)\n" + note)
      try machine.run(choose)
      #expect(!(try machine.run(unset + ["--dry-run"]).errorText.contains(note)))
      #expect(try machine.run(unset).errorText.hasSuffix(note))
    }
  }

  @Test func aLinkStaysALinkAndTheModeIsKept() throws {
    let target = try machine.write("[X]\nk=v\n", to: "home/dotfiles/list")
    #expect(
      try machine.shell(
        "mkdir -p '\(machine.home)/.config' && chmod 640 '\(target)' && ln -s ../dotfiles/list '\(list)'"
      ).status == 0)
    try machine.run("default", "set", "image/png", "org.test.editor")
    #expect(
      try String(contentsOfFile: target, encoding: .utf8)
        == "[X]\nk=v\n\n[Default Applications]\nimage/png=org.test.editor.desktop\n")
    #expect(try machine.shell("test -L '\(list)' && stat -c %a '\(target)'").text == "640\n")
    #expect(try machine.shell("ls -A '\(machine.home)/dotfiles'").text == "list\n")
  }

  @Test func whatTheListCannotSayIsNotedOrExpanded() throws {
    let family = try machine.run(
      "default", "set", "--and-subtypes", "public.image", "org.test.editor")
    #expect(family.status == 0)
    #expect(family.errorText.contains("--expand"), "\(family.errorText)")
    #expect(!FileManager.default.fileExists(atPath: list))
    let role = try machine.run("default", "set", "--role", "editor", "image/png", "org.test.third")
    #expect(role.errorText.contains("no role 'Editor'"), "\(role.errorText)")
    try machine.write(
      """
      [Desktop Entry]
      Type=Application
      Name=All
      Exec=/bin/true %f
      MimeType=image/*;

      """, to: "data/applications/org.test.all.desktop")
    let expanded = try machine.run(
      "default", "set", "--and-subtypes", "--expand", "public.image", "org.test.all")
    #expect(expanded.status == 0, "\(expanded.errorText)")
    for type in ["image/png", "image/jpeg", "image/tiff"] {
      #expect(try text().contains("\n\(type)=org.test.all.desktop\n"))
    }
  }

  /// What the application does not claim is not written for it.
  @Test func onlyWhatTheApplicationClaimsIsExpanded() throws {
    try machine.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Some
      Exec=/bin/true %f
      MimeType=image/png;image/svg+xml;

      """, to: "data/applications/org.test.some.desktop")
    let expanded = try machine.run(
      "default", "set", "--json", "--and-subtypes", "--expand", "public.image", "org.test.some")
    #expect(expanded.status == 0, "\(expanded.errorText)")
    #expect(expanded.text.contains("'org.test.some' does not claim"), "\(expanded.text)")
    for (type, isWritten) in [
      ("image/png", true), ("image/svg+xml", true), ("image/jpeg", false), ("image/tiff", false),
    ] {
      #expect(try text().contains("\n\(type)=") == isWritten, "\(type)")
    }
    // The store has the choice for all of them.
    #expect(try preferred("image/jpeg") == "org.test.some")
  }

  @Test func aListThatCannotBeWrittenLeavesTheChoiceToTheStore() throws {
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    let outcome = try machine.run("default", "set", "image/png", "org.test.third")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.contains("is not written"), "\(outcome.errorText)")
    #expect(try preferred() == "org.test.third")
  }

  /// The entries of a list that could not be read when a choice was made may be older.
  @Test func aChoiceOutlivesAListThatCannotBeRead() throws {
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    try machine.run("default", "set", "image/png", "org.test.third")
    try FileManager.default.removeItem(atPath: list)
    let entry = "[Default Applications]\nimage/png=org.test.viewer.desktop\n"
    try machine.write(entry, to: list)
    #expect(try preferred() == "org.test.third")
    // Made again, it has the list to be compared with.
    try machine.run("default", "set", "image/png", "org.test.third")
    try machine.write(entry, to: list)
    #expect(try preferred() == "org.test.viewer")
  }

  /// A script learns from the answer that other programs will not see the choice.
  @Test func whatTheListLacksIsInTheAnswer() throws {
    let listed = try machine.run("default", "set", "--json", "image/png", "org.test.third")
    #expect(listed.status == 0 && !listed.text.contains("unlisted"), "\(listed.text)")
    let family = try machine.run(
      "default", "set", "--json", "--and-subtypes", "public.image", "org.test.editor")
    #expect(
      family.text.contains("\"unlisted\":[\"other programs will not see"), "\(family.text)")
    #expect(!(try machine.run("undo", "--json").text.contains("unlisted")))
    try FileManager.default.removeItem(atPath: list)
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    for words in [
      ["default", "set", "image/png", "org.test.editor"],
      ["never", "image/png", "org.test.viewer"],
    ] {
      let outcome = try machine.run(words + ["--json"])
      #expect(outcome.status == 0)
      #expect(
        outcome.text.contains("\"unlisted\":[\"'\(list)' is not written"), "\(outcome.text)")
    }
  }

  /// An undo whose entries cannot be restored is not made, and can be made later.
  @Test func anUndoWaitsForTheList() throws {
    let before = "[Default Applications]\nimage/png=org.test.viewer.desktop\n"
    try machine.write(before, to: list)
    #expect(try machine.run("default", "set", "image/png", "org.test.editor").status == 0)
    let chosen = try text()
    try FileManager.default.removeItem(atPath: list)
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    let refused = try machine.run("undo")
    #expect(refused.status != 0 && refused.text.isEmpty)
    #expect(refused.errorText.contains("change 1 is not undone"), "\(refused.errorText)")
    try FileManager.default.removeItem(atPath: list)
    try machine.write(chosen, to: list)
    #expect(try machine.run("undo").status == 0)
    #expect(try text() == before)
    #expect(try preferred() == "org.test.viewer")
  }

  /// A change of the list alone is shown before it is made, too.
  @Test func aChangeOfTheListAloneIsShownByADryRun() throws {
    try machine.run("default", "set", "--no-mimeapps", "image/png", "org.test.editor")
    let words = ["default", "set", "--dry-run", "image/png", "org.test.editor"]
    let shown = try machine.run(words)
    #expect(
      shown.lines == [
        "entry\timage/png\tDefault Applications\t-\torg.test.editor.desktop"
      ], "\(shown.errorText)")
    #expect(!FileManager.default.fileExists(atPath: list))
  }

  @Test func aRefusedChoiceWritesNothing() throws {
    try machine.write("[X]\n", to: list)
    #expect(try machine.run("default", "set", "image/png", "org.test.nobody").status != 0)
    #expect(try text() == "[X]\n")
    #expect(
      try machine.run("default", "set", "--dry-run", "image/png", "org.test.third").status == 0)
    #expect(try text() == "[X]\n")
  }

  /// A list that did not exist before a refused choice does not exist after it.
  @Test func aRefusedChoiceLeavesNoEmptyList() throws {
    try machine.write("", to: "state")
    machine.environment["XDG_STATE_HOME"] = machine.root + "/state"
    #expect(try machine.run("default", "set", "image/png", "org.test.third").status != 0)
    #expect(!FileManager.default.fileExists(atPath: list))
  }

  /// Whoever may read the directory of the list can lock it, for as long as he likes.
  @Test func aLockThatAnotherKeepsDelaysAChoiceOnly() throws {
    try machine.write("[X]\n", to: list)
    let directory = unsafe open(machine.home + "/.config", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    #expect(flock(directory, LOCK_EX) == 0)
    let outcome = try machine.run("default", "set", "image/png", "org.test.third")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.contains("locked"), "\(outcome.errorText)")
    #expect(try text().contains("image/png=org.test.third.desktop"))
    #expect(try machine.run("undo").errorText.contains("locked"))
  }

  @Test func aListInWindowsFormIsRestored() throws {
    let before =
      "[Default Applications]\r\nIMAGE/png=org.test.viewer.desktop\r\n# mine\r\n"
      + "image/png=org.test.editor.desktop\r\nx/y=z.desktop\r\n"
    try machine.write(before, to: list)
    #expect(try preferred() == "org.test.editor")
    #expect(try machine.run("default", "unset", "image/png").status == 0)
    #expect(!(try text().lowercased().contains("image/png")))
    #expect(try machine.run("undo").status == 0)
    #expect(Array(try text().utf8) == Array(before.utf8))
    #expect(try preferred() == "org.test.editor")
  }

  @Test func aNameWithASemicolonIsEscaped() throws {
    try machine.write(
      "[Desktop Entry]\nType=Application\nName=x\nExec=/bin/true %f\nMimeType=image/png;\n",
      to: "data/applications/a;b.desktop")
    #expect(try machine.run("default", "set", "image/png", "a;b").status == 0)
    #expect(try text().contains("image/png=a\\;b.desktop\n"))
    #expect(try preferred() == "a;b")
    // Without the store the list says the same.
    #expect(try machine.shell("rm -r ../home/.local/state").status == 0)
    #expect(try preferred() == "a;b")
  }

  /// A list of the user's desktop comes before the one that is written.
  @Test func aListThatComesBeforeTheWrittenOneIsNoted() throws {
    try machine.write(
      "[Default Applications]\nimage/png=org.test.viewer.desktop\n",
      to: "home/.config/gnome-mimeapps.list")
    let set = ["default", "set", "image/png", "org.test.third"]
    #expect(try !machine.run(set).errorText.contains("comes before"))
    machine.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
    #expect(try machine.run("undo").status == 0)
    let outcome = try machine.run(set)
    #expect(outcome.status == 0)
    #expect(
      outcome.errorText.contains("gnome-mimeapps.list' comes before"), "\(outcome.errorText)")
    #expect(try preferred() == "org.test.third")
    #expect(
      try machine.run("default", "set", "image/png", "org.test.viewer").errorText.isEmpty)
  }

  @Test func aChoiceForTooManyTypesSaysWhatToDo() throws {
    try machine.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Every
      Exec=/bin/true %f
      MimeType=application/octet-stream;

      """, to: "data/applications/org.test.every.desktop")
    let outcome = try machine.run(
      "default", "set", "--catch-all", "--and-subtypes", "--expand", "public.data",
      "org.test.every")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.errorText.contains("128 KiB that one change keeps"), "\(outcome.errorText)")
    #expect(!FileManager.default.fileExists(atPath: list))
  }

  private static let hasGIO = FileManager.default.isExecutableFile(atPath: "/usr/bin/gio")

  @Test(.enabled(if: hasGIO)) func gioAndThisProgramAgree() throws {
    func gio() throws -> String {
      let text = try machine.shell("gio mime image/png").text
      let first = text.split(separator: "\n").first.map(String.init) ?? ""
      return first.split(separator: " ").last.map(String.init) ?? ""
    }
    try machine.run("default", "set", "image/png", "org.test.third")
    #expect(try gio() == "org.test.third.desktop")
    for name in ["viewer", "editor", "third", "editor"] {
      #expect(try machine.shell("gio mime image/png org.test.\(name).desktop").status == 0)
      #expect(try preferred() == "org.test.\(name)")
    }
    try machine.run("default", "set", "image/png", "org.test.viewer")
    #expect(try gio() == "org.test.viewer.desktop")
    try machine.run("undo")
    #expect(try gio() == "org.test.editor.desktop")
    #expect(try preferred() == "org.test.editor")
  }
}
