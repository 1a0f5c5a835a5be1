// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Applications of desktop entries, from their files to their processes.
@Suite struct DesktopEntryScenarioTests {
  private let opening: Opening
  private var installation: Installation { opening.installation }

  init() throws {
    opening = try Opening()
    installation.environment["PATH"] = "/nowhere"
  }

  private static let user = "home/.local/share/applications"
  private static let shared = "data/applications"

  /// Writes an entry of an application that records its arguments.
  private func write(
    _ identifier: String, _ lines: String, exec: String = "%F", in directory: String = user
  ) throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=\(identifier)\nExec=\(Recorder.program) \(exec)\n"
        + lines + "\n",
      to: "\(directory)/\(identifier).desktop")
  }

  @Test func anEntryOpensTheFilesOfItsTypes() throws {
    try write("viewer", "MimeType=image/jpeg;x-scheme-handler/photo;", exec: "--show %U")
    try opening.touch("a b.jpg", "$(x);.jpg")
    #expect(try installation.run("default", "a b.jpg").text == "viewer\n")
    #expect(
      try opening.open("a b.jpg", "$(x);.jpg", count: 1).vectors
        == [["--show", "file://WORK/a%20b.jpg", "file://WORK/%24%28x%29%3B.jpg"]])
    #expect(try opening.open("photo:1", count: 1).vectors == [["--show", "photo:1"]])
  }

  @Test func aClaimOnATypeReachesItsSubtypes() throws {
    try write("editor", "MimeType=text/plain;")
    try opening.touch("notes.md")
    #expect(try opening.open("notes.md", count: 1).vectors == [["WORK/notes.md"]])
    let why = try installation.run("why", "notes.md").text
    #expect(why.contains("editor"), "\(why)")
  }

  @Test func anIdentifierIsThePathWithHyphens() throws {
    try write("viewer", "MimeType=image/jpeg;", in: Self.user + "/org/bistro")
    let text = try installation.run("apps").text
    #expect(text.hasPrefix("org-bistro-viewer\tviewer\t-\tuser\t1\t1\t"), "\(text)")
  }

  @Test func namesThatDifferInCaseAreTwoApplications() throws {
    for name in ["rec-F", "rec-f"] { try write(name, "MimeType=image/jpeg;") }
    try write("rec-f", "MimeType=image/jpeg;", in: Self.shared)
    try write("org.gnome.Evince", "MimeType=image/png;")
    let handlers = try installation.run("handlers", ".jpg").lines.map { $0.prefix(6) }
    #expect(handlers == ["rec-F\t", "rec-f\t"])
    for name in ["rec-f", "rec-F"] {
      let set = try installation.run("default", "set", "image/jpeg", name)
      #expect(set.text.hasSuffix("\t\(name)\n"), "\(set)")
      #expect(try installation.run("default", ".jpg").text == "\(name)\n")
    }
    let list = installation.home + "/.config/mimeapps.list"
    #expect(try String(contentsOfFile: list, encoding: .utf8).contains("image/jpeg=rec-F.desktop"))
    // The entry that another program writes is the newer choice.
    try installation.write("[Default Applications]\nimage/jpeg=rec-f.desktop\n", to: list)
    #expect(try installation.run("default", ".jpg").text == "rec-f\n")
    let ambiguous = try installation.run("default", "set", "image/jpeg", "REC-F")
    #expect(ambiguous.status == 1)
    #expect(ambiguous.errorText.contains("'REC-F' names 2 applications, which differ in case"))
    #expect(ambiguous.errorText.contains("write one of 'rec-F', 'rec-f'"))
    // What is typed in another case is shown as the file spells it.
    let set = try installation.run("default", "set", "image/png", "ORG.gnome.evince")
    #expect(set.text.hasSuffix("\tall\t-\torg.gnome.Evince\n"))
    for words in [
      ["default", "image/png"], ["dump"], ["history"], ["never", "image/png", "evince"],
    ] {
      let outcome = try installation.run(words)
      #expect(outcome.text.contains("org.gnome.Evince"), "\(outcome)")
      #expect(!outcome.text.contains("org.gnome.evince"), "\(outcome)")
    }
    #expect(try installation.run("undo").text.contains("block org.gnome.Evince"))
  }

  @Test func theUsersCopyMasksAndKeepsItsRank() throws {
    try write("viewer", "MimeType=image/jpeg;", exec: "--shared %f", in: Self.shared)
    try write("another", "MimeType=image/jpeg;", in: Self.shared)
    try opening.touch("a.jpg")
    #expect(try installation.run("default", "a.jpg").text == "another\n")
    try write("viewer", "MimeType=image/jpeg;\nInitialPreference=5", exec: "--own %f")
    #expect(try opening.open("a.jpg", count: 1).vectors == [["--own", "WORK/a.jpg"]])
    try installation.write("[Desktop Entry]\nHidden=true\n", to: Self.user + "/viewer.desktop")
    #expect(try installation.run("apps").text.contains("another"))
    #expect(try !installation.run("apps").text.contains("viewer"))
    #expect(try installation.run("default", "a.jpg").text == "another\n")
  }

  @Test(arguments: ["ln -s /dev/null", "mkdir", "touch", "printf '[Desktop Entry]\nType=Link\n' >"])
  func theUsersMaskRemovesTheApplication(_ command: String) throws {
    for name in ["another", "viewer"] { try write(name, "MimeType=image/jpeg;", in: Self.shared) }
    let directory = "\(installation.home)/.local/share/applications"
    #expect(
      try installation.shell(
        "mkdir -p '\(directory)' && \(command) '\(directory)/another.desktop'"
      ).status == 0)
    try opening.touch("a.jpg")
    #expect(try installation.run("handlers", "a.jpg").lines.map { $0.prefix(7) } == ["viewer\t"])
    #expect(try !installation.run("apps").text.contains("another"))
  }

  @Test func aProgramIsFoundInTheUsersDirectory() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=a\nExec=our-viewer %f\nTryExec=our-helper\n"
        + "MimeType=image/jpeg;\n", to: Self.user + "/a.desktop")
    try opening.touch("a.jpg")
    #expect(try installation.run("default", "a.jpg").status == 1)
    let bin = installation.home + "/.local/bin"
    _ = try installation.shell(
      "mkdir -p '\(bin)' && ln -s '\(Recorder.program)' '\(bin)/our-viewer'")
    #expect(try installation.run("default", "a.jpg").status == 1)
    _ = try installation.shell("ln -s /bin/true '\(bin)/our-helper'")
    #expect(try opening.open("a.jpg", count: 1).vectors == [["WORK/a.jpg"]])
  }

  @Test func anApplicationStartsInItsDirectory() throws {
    try write("viewer", "MimeType=image/jpeg;\nPath=/usr", exec: "%f %k")
    try opening.touch("a.jpg")
    let path = "\(installation.home)/.local/share/applications/viewer.desktop"
    #expect(try opening.open("a.jpg", count: 1).vectors == [["WORK/a.jpg", path]])
    #expect(opening.states().contains("directory /usr"), "\(opening.states())")
  }

  @Test func anEntryIsChecked() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=a\nExec=/bin/true \"%f\nMimeType=a;\n",
      to: "work/applications/x/a.desktop")
    let outcome = try installation.run("lint", "applications/x/a.desktop")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains(":4:"), "\(outcome.text)")
    #expect(outcome.text.contains("[invalid-arguments]"), "\(outcome.text)")
    #expect(outcome.text.contains("'a' is not a MIME type"), "\(outcome.text)")
  }

  @Test(arguments: [
    "sh -c \"cat %f\"", "sh -c %f", "\"unfinished", "%f", "x%fy",
  ])
  func noNameOfAFileBecomesACommand(_ exec: String) throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=a\nExec=\(exec)\nMimeType=image/jpeg;\n",
      to: Self.user + "/a.desktop")
    try opening.touch("$(touch made);touch made;.jpg")
    #expect(try installation.run("open", "$(touch made);touch made;.jpg").status == 1)
    #expect(!FileManager.default.fileExists(atPath: opening.work + "/made"))
  }

  /// Each environment keeps a registry of its own where `PATH` supplies a program, and no other.
  @Test func aProgramThatOnlyPathFindsOpensFiles() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=b\nExec=only-by-path %f\nMimeType=image/jpeg;\n",
      to: Self.user + "/b.desktop")
    try opening.touch("a.jpg")
    let bin = installation.root + "/home/bin"
    _ = try installation.shell(
      "chmod 755 ../home; mkdir -m 755 '\(bin)'; ln -s \(Recorder.program) '\(bin)/only-by-path'")
    func digest() throws -> String {
      let lines = try installation.run("status").lines
      return try #require(lines.first { $0.hasPrefix("search-path-digest") })
    }
    for _ in 0..<2 {
      installation.environment["PATH"] = "/usr/bin:/bin"
      let missing = try installation.run("open", "a.jpg")
      #expect(missing.status == 1)
      #expect(
        missing.errorText.contains("was not found in /usr/local/bin")
          && missing.errorText.contains("of PATH"), "\(missing.errorText)")
      let without = try digest()
      installation.environment["PATH"] = "/opt/none:/usr/bin:/bin"
      #expect(try digest() == without)
      installation.environment["PATH"] = "\(bin):/usr/bin:/bin"
      #expect(try opening.open("a.jpg", count: 1).vectors == [["WORK/a.jpg"]])
      #expect(try digest() != without)
      // A menu is found in the same way.
      installation.environment["TYPED_MENU"] = "only-by-path"
      #expect(
        try !installation.run("open", "--choose", "a.jpg").errorText.contains("no menu program"))
    }
    // Others could replace the program.
    _ = try installation.shell("chmod 777 '\(bin)'")
    #expect(try installation.run("open", "a.jpg").status == 1)
    let doctor = try installation.run("doctor")
    #expect(doctor.text.contains("can change this directory of PATH"), "\(doctor.text)")
  }

  // MARK: - Menus

  /// A menu that records its lines and chooses one of them.
  private func menu(choosing line: String) throws {
    let script = try installation.write(
      "#!/bin/sh\n/bin/cat > '\(installation.root)/lines'\nprintf '%s\\n' '\(line)'\n", to: "menu")
    _ = try installation.shell("chmod +x '\(script)'")
    installation.environment["TYPED_MENU"] = script
  }

  private var lines: String {
    (try? String(contentsOfFile: installation.root + "/lines", encoding: .utf8)) ?? ""
  }

  @Test func aMenuShowsTheApplicationsInTheirOrder() throws {
    try write("b", "MimeType=image/jpeg;", exec: "-b %f")
    try write("a", "MimeType=image/jpeg;", exec: "-a %f")
    try menu(choosing: "b")
    try opening.touch("a.jpg")
    #expect(try opening.open("--choose", "a.jpg", count: 1).vectors == [["-b", "WORK/a.jpg"]])
    #expect(lines == "a\nb\na (always)\nb (always)\n")
    #expect(try installation.run("default", "a.jpg").text == "a\n")
  }

  @Test func alwaysMakesItTheDefault() throws {
    try write("b", "MimeType=image/jpeg;x-scheme-handler/photo;", exec: "-b %u")
    try write("a", "MimeType=image/jpeg;x-scheme-handler/photo;", exec: "-a %u")
    try menu(choosing: "b (always)")
    try opening.touch("a.jpg")
    #expect(
      try opening.open("--choose", "a.jpg", "photo:1", count: 2).outcome.status == 0)
    #expect(try installation.run("default", "a.jpg").text == "b\n")
    #expect(try installation.run("default", "photo:").text == "b\n")
    #expect(try installation.run("undo").status == 0)
    #expect(try installation.run("default", "a.jpg").text == "a\n")
  }

  /// The choice is for the type that the contents have, and not for that of the name.
  @Test func alwaysConcernsTheTypeThatWasFound() throws {
    try installation.write(
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-one"><glob pattern="*.several"/></mime-type>
        <mime-type type="application/x-two"><glob pattern="*.several"/>
          <magic><match type="string" value="two" offset="0"/></magic></mime-type>
      </mime-info>
      """, to: "data/mime/packages/kitchen.xml")
    try write("a", "MimeType=application/x-one;application/x-two;", exec: "-a %f")
    try write("b", "MimeType=application/x-one;application/x-two;", exec: "-b %f")
    try menu(choosing: "b (always)")
    try installation.write("two", to: "work/x.several")
    #expect(
      try opening.open("--choose", "x.several", count: 1).vectors
        == [["-b", "WORK/x.several"]])
    #expect(try installation.run("default", "x.several").text == "b\n")
    #expect(try installation.run("default", "--no-sniff", "x.several").text == "a\n")
  }

  /// `image/*` claims pictures that the application may be unable to open.
  @Test func aMenuAsksWhereOnlyAWildcardClaimsAFile() throws {
    try write("b", "MimeType=image/*;", exec: "-b %f")
    try write("a", "MimeType=image/*;", exec: "-a %f")
    try menu(choosing: "b")
    try opening.touch("a.jpg", "b.jpg")
    #expect(
      Set(try opening.open("a.jpg", "b.jpg", count: 2).vectors)
        == [["-b", "WORK/a.jpg"], ["-b", "WORK/b.jpg"]])
    #expect(lines == "a\nb\na (always)\nb (always)\n")
    #expect(try installation.run("default", "a.jpg").text == "a\n")
    let why = try installation.run("why", "a.jpg").text
    #expect(why.contains("public.image by a wildcard as"), "\(why)")
    let printed = try opening.open("--print", "a.jpg").outcome
    #expect(printed.errorText.contains("only by a wildcard"), "\(printed.errorText)")
    // Nothing is chosen: nothing is opened.
    try menu(choosing: "other")
    let (outcome, vectors) = try opening.open("a.jpg")
    #expect(outcome.status == 1 && vectors.isEmpty)
    #expect(outcome.errorText.contains("nothing was chosen"), "\(outcome.errorText)")
    // Without a menu the first one opens it, and a note says so.
    installation.environment["TYPED_MENU"] = "/no/such/menu"
    let alone = try opening.open("a.jpg", count: 1)
    #expect(alone.outcome.status == 0 && alone.vectors == [["-a", "WORK/a.jpg"]])
    #expect(alone.outcome.errorText.contains("by a wildcard"), "\(alone.outcome.errorText)")
    // A choice is no question.
    try menu(choosing: "a (always)")
    #expect(try opening.open("a.jpg", count: 1).vectors == [["-a", "WORK/a.jpg"]])
    try menu(choosing: "b")
    #expect(try opening.open("a.jpg", count: 1).vectors == [["-a", "WORK/a.jpg"]])
  }

  /// A name that ends as a line does is not taken for another application's line.
  @Test func theLinesOfAMenuDiffer() throws {
    let names = [
      "good": "Firefox", "evil": "Firefox (always)", "blank": " Firefox", "zero": "Fire\u{200B}fox",
      "bracket": "Firefox [good]",
    ]
    for (bundle, name) in names {
      try installation.write(
        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(Recorder.program) -\(bundle) %f\n"
          + "MimeType=image/jpeg;\n", to: "\(Self.user)/\(bundle).desktop")
    }
    try menu(choosing: "Firefox (always)")
    try opening.touch("a.jpg")
    _ = try installation.run("open", "--choose", "a.jpg")
    let shown = lines.split(separator: "\n").map(String.init)
    #expect(shown.count == 2 * names.count && Set(shown).count == shown.count, "\(shown)")
    #expect(shown.contains("Firefox (always) [evil]") && shown.contains("Firefox [good] [bracket]"))
    #expect(!shown.contains("Firefox") && !shown.contains("Firefox (always)"), "\(shown)")
    try menu(choosing: "Firefox (always) [evil]")
    #expect(try opening.open("--choose", "a.jpg", count: 1).vectors == [["-evil", "WORK/a.jpg"]])
  }

  @Test func anIconWithAControlCharacterIsLeftOut() throws {
    try write("a", "MimeType=image/jpeg;\nIcon=/x\\nFirefox")
    try opening.touch("a.jpg")
    let answer = try installation.run("handlers", "--json", "a.jpg").text
    #expect(answer.contains("\"bundle\":\"a\"") && !answer.contains("Firefox"), "\(answer)")
  }

  @Test func aMenuWithoutAChoiceOpensNothing() throws {
    try write("a", "MimeType=image/jpeg;")
    try menu(choosing: "")
    try opening.touch("a.jpg")
    let outcome = try installation.run("open", "--choose", "a.jpg")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("nothing was chosen"), "\(outcome.errorText)")
    installation.environment["TYPED_MENU"] = "/no/such/menu"
    let missing = try installation.run("open", "--choose", "a.jpg")
    #expect(missing.errorText.contains("no menu program was found"), "\(missing.errorText)")
  }
}
