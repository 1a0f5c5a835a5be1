// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The programs themselves: `typed` serves in a directory of its own, `utcli` asks.
@Suite("utcli with the daemon and without", .serialized)
struct ProgramTests {
  private let world: ProgramWorld
  private var directory: String { world.directory }
  private var socket: String { world.socket }

  init() throws { world = try ProgramWorld() }

  private func utcli(
    _ words: [String], _ more: [String: String] = [:]
  ) throws -> Outcome {
    try world.utcli(words, more)
  }

  /// Runs `utcli`, which insists on the daemon: an answer that is late is waited for.
  private func daemon(
    _ words: [String], _ more: [String: String] = [:]
  ) throws -> Outcome {
    try world.utcli(words + ["--socket", socket], more)
  }

  /// Several threads read many files; lines, reports and places in JSON are in the order of the names.
  @Test
  func manyFilesAreAnsweredAsEachAlone() throws {
    let contents = ["%PDF-1.7\n", "some words\n", "\u{1}\u{2}", "", "#!/bin/sh\n", "{\"a\": 1}"]
    var paths: [String] = []
    for index in 0..<150 {
      let path = "\(directory)/a-file-of-a-long-name-\(index)"
      if index % 9 != 8 {
        try contents[index % 9 % 6].write(toFile: path, atomically: true, encoding: .utf8)
      }
      paths.append(path)
    }
    let alone = try paths.map { try utcli(["type-of", "--embedded", $0]) }
    let input = paths.map { $0 + "\n" }.joined()
    func check(_ options: [String]) throws {
      for words in [["type-of"], ["type-of", "--jsonl"]] {
        let together = try utcli(words + options + paths)
        let piped = try world.utcli(words + options + ["--stdin"], input: input)
        #expect(piped.text == together.text && piped.status == together.status)
        #expect(together.status == 1)
        #expect(piped.errorText == together.errorText)
        guard words.count == 1 else {
          #expect(together.lines.count == paths.count)
          continue
        }
        // The hint is printed once.
        let said = together.errorText.split(separator: "\n")
        let errors = alone.flatMap { $0.errorText.split(separator: "\n") }
        #expect(said.filter { !$0.contains("hint:") } == errors.filter { !$0.contains("hint:") })
        #expect(said.count { $0.contains("hint:") } == 1)
        #expect(
          together.lines
            == zip(paths, alone).compactMap { $1.status == 0 ? "\($0)\t\($1.lines[0])" : nil })
      }
    }
    try check(["--embedded"])
    try world.whileServing { () throws in try check(["--socket", socket]) }
  }

  /// The application that opens an extension, according to the daemon.
  private func handler(of name: String) throws -> String {
    String(decoding: try utcli(["default", name]).output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The daemon reads no file; the program that asks it does, and answers as without it.
  @Test
  func contentsDecideBesideTheDaemon() throws {
    try world.install("org.test.a")
    let files = [
      ("report", "%PDF-1.7\n"), ("notes", "some words\n"), ("noise", "\u{1}\u{2}"), ("empty", ""),
      ("app.ts", "import { a } from \"./a\";\nexport interface B { c: string }\n"),
      ("letter~", "Dear Sir\n"), ("a.unheard", "#!/bin/sh\n"), ("photo.jpg", "none"),
    ]
    let paths = files.map { "\(directory)/\($0.0)" }
    for (path, file) in zip(paths, files) {
      try file.1.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let calls =
      [
        ["type-of"], ["type-of", "--json"], ["type-of", "--jsonl"], ["type-of", "--mime"],
        ["type-of", "--no-sniff", "--json"], ["type-of", "--name-only", "--json"],
        ["type-of", "--sniff", "--json"], ["type-of", "--conforming-to", "public.text"],
        ["handlers"], ["default"], ["why", "--json"], ["open", "--print"], ["icon"],
      ].map { $0 + paths } + paths.map { ["conforms", $0, "public.text"] }
    let embedded = try calls.map { try utcli($0 + ["--embedded"]) }
    try world.whileServing { () throws in
      for (call, answer) in zip(calls, embedded) {
        let other = try daemon(call)
        #expect(other.text == answer.text, "\(call)")
        #expect(other.status == answer.status, "\(call)")
      }
    }
    #expect(embedded[0].text.contains("/report\tcom.adobe.pdf\n"))
    #expect(embedded[4].text.contains("com.adobe.pdf") == false)
  }

  @Test
  func changesGoThroughTheDaemon() throws {
    try world.install("org.test.a")
    try world.install("org.test.b")
    try world.whileServing { () throws in
      #expect(try handler(of: ".abc").hasPrefix("org.test.a"))
      // Each ends in time, and the next look-up sees it.
      #expect(try utcli(["default", "set", ".abc", "org.test.b"]).status == 0)
      #expect(try handler(of: ".abc").hasPrefix("org.test.b"))
      #expect(try utcli(["undo"]).status == 0)
      #expect(try handler(of: ".abc").hasPrefix("org.test.a"))
      #expect(try utcli(["default", "set", ".abc", "org.test.b"]).status == 0)
      #expect(try utcli(["default", "unset", ".abc"]).status == 0)
      #expect(try handler(of: ".abc").hasPrefix("org.test.a"))
    }
  }

  @Test
  func aSignalReadsDeclarationsThatDidChange() throws {
    try world.install("org.test.b")
    try world.withProcessServing { (daemon: pid_t) throws in
      #expect(try handler(of: ".abc").hasPrefix("org.test.b"))
      try world.install("org.test.a")
      kill(daemon, SIGHUP)
      let deadline = Date(timeIntervalSinceNow: 30)
      while try !handler(of: ".abc").hasPrefix("org.test.a") {
        try #require(Date() < deadline, "the daemon does not read the declarations")
      }
    }
  }

  /// The answers to more names than are worth asking the daemon for.
  private func answers(_ more: [String: String], _ words: String...) throws -> String {
    let names = (0..<2_000).map { "name \($0).\($0 % 2 == 0 ? "ts" : "jpg")\n" }.joined()
    return try world.utcli(["type-of", "--stdin", "--name-only"] + words, more, input: names).text
  }

  @Test
  func aLongListHasTheAnswersOfTheDaemon() throws {
    let other = ["XDG_STATE_HOME": directory + "/state"]
    try world.whileServing { () throws in
      func first(_ more: [String: String] = [:]) throws -> String {
        let lines = try answers(more).split(separator: "\n").map(String.init)
        try #require(lines.count == 2_000)
        return lines[0]
      }
      let usual = try first()
      #expect(usual.hasSuffix("\tpublic.mpeg-2-transport-stream"))
      #expect(try answers([:]) == answers([:], "--embedded"))
      // Another store is another world, in which the caller answers without the daemon.
      let choice = ["prefer", ".ts", "com.microsoft.typescript"]
      #expect(try utcli(choice + ["--embedded"], other).status == 0)
      #expect(try answers(other, "--embedded") != answers([:]))
      #expect(try first(other) == "name 0.ts\tcom.microsoft.typescript")
      #expect(try first() == usual)
      #expect(try utcli(choice).status == 0)
      #expect(try first() == "name 0.ts\tcom.microsoft.typescript")
      #expect(try first(other) == "name 0.ts\tcom.microsoft.typescript")
      // Declarations that the daemon does not know.
      let more = ["XDG_DATA_HOME": directory + "/home/elsewhere"]
      #expect(try first(more) == "name 0.ts\tcom.microsoft.typescript")
    }
  }

  /// Registering by the daemon and by this process: the same answers, errors and statuses.
  @Test
  func bothRegisterAlike() throws {
    let file = directory + "/home/app.json"
    let steps = [
      ["register", file], ["register", file], ["bundles"],
      ["register", directory + "/home/broken.json"], ["register", directory + "/home"],
      ["register", "/no/such"], ["register", directory + "/home/pipe"], ["unregister", "no.such"],
      ["unregister", "/no/such"], ["gc", "--dry-run"], ["unregister", "org.test.a", "--dry-run"],
      ["register", file, "--json"], ["unregister", "ORG.test.a", "--json"], ["bundles"],
      ["register", file, "--json"], ["unregister", file, "no.such", "--json"], ["gc", "--json"],
      ["register", directory + "/home/broken.json", "--json"],
    ]
    let own = ["register", "--extension", ".survey", "--as", "public.text"]
    let ownSteps = [
      own + ["--dry-run"], own, own, ["type-of", "--name-only", "a.survey"], own + ["--json"],
      own + ["--describe", "points"], ["register", "--extension", ".md", "--as", "public.text"],
      ["register", "--extension", ".svy", "--as", "public.txet"], ["bundles"],
      ["unregister", "local.type.survey", "--json"],
    ]
    try "{".write(toFile: directory + "/home/broken.json", atomically: true, encoding: .utf8)
    try #require(unsafe mkfifo(directory + "/home/pipe", 0o600) == 0)
    try world.install("org.test.a")
    try FileManager.default.moveItem(
      atPath: directory + "/home/.local/share/typed/declarations/org.test.a.json", toPath: file)
    func transcript(_ more: [String]) throws -> [String] {
      try (steps + ownSteps).map { words in
        let outcome = try utcli(words + more)
        // Numbers of registries differ, since a one-shot has no others.
        let output = outcome.text
          .replacing(/"generation":[0-9]+/, with: "")
        // A hint repeats the options of the line.
        let errors = outcome.errorText.replacing(" " + more.joined(separator: " "), with: "")
        return "\(words): \(outcome.status) \(output) \(errors)"
      }
    }
    try world.whileServing {
      let there = try transcript(["--socket", socket])
      let here = try transcript(["--embedded"])
      #expect(there == here)
      #expect(there.first?.contains("added\torg.test.a") == true)
    }
  }

  @Test
  func bothAnswerTheSameBytes() throws {
    try world.whileServing {
      for line in [
        ["type-of", "--name-only", "a.jpeg", "Makefile", "b.ts", "c.zzz", "tar.gz"],
        ["type-of", "/", "/dev/null", "/no/such"], ["info", ".jpeg", "no.such"],
        ["why", ".ts"], ["why", "public.jpeg"], ["tree", "public.image"], ["types"],
        ["tree"], ["tree", "--all"], ["tree", "public.item"], ["search", "text"],
        ["search", ".md"],
        ["search", "image"], ["bundles"], ["extensions", "public.image"],
        ["name", "puppy", "public.jpeg"], ["conforms", "public.jpeg", "public.text"],
        ["subtypes", "public.item"], ["supertypes", "no.such"], ["export", "nginx"],
        ["export", "json"],
      ] {
        for words in [line, line + ["--json"]] {
          let there = try daemon(words)
          let here = try utcli(words + ["--embedded"])
          #expect(there.output == here.output, "\(words)")
          #expect(there.status == here.status, "\(words)")
        }
      }
    }
  }

  @Test
  func theDaemonAnswersWhereOneIs() throws {
    func answersFrom(_ words: [String] = [], _ more: [String: String] = [:]) throws -> String? {
      let output = try utcli(["status", "--json"] + words, more).output
      let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
      return object?["answersFrom"] as? String
    }
    #expect(try answersFrom() == "embedded")
    #expect(try utcli(["status", "--socket", socket]).status == 4)
    #expect(try utcli(["types"], ["TYPED_SOCKET": socket]).status == 4)
    #expect(try utcli(["types", "--embedded", "--socket", socket]).status == 2)
    try world.whileServing { () throws in
      // One that is late is done without.
      try world.waitUntil("the daemon answers in time") { try answersFrom() == "daemon" }
      #expect(try answersFrom(["--embedded"]) == "embedded")
      #expect(try answersFrom([], ["TYPED_SOCKET": ""]) == "embedded")
      #expect(try answersFrom([], ["TYPED_DECLARATIONS": directory]) == "embedded")
      #expect(
        try answersFrom(["--socket", socket], ["TYPED_DECLARATIONS": directory]) == "daemon")
    }
  }

  @Test
  func aDaemonThatIsBehindReloadsBeforeItAnswers() throws {
    try world.whileServing {
      let question = ["type-of", "--name-only", "a.typeone"]
      #expect(try daemon(question).errorText.isEmpty)
      try world.install("first", extension: "typeone")
      let answer = try daemon(question)
      #expect(answer.output == Array("org.test.first.type\n".utf8))
      #expect(answer.errorText.contains("note: the daemon was behind the declarations"))
      #expect(try daemon(question).errorText.isEmpty)
      // Changed in place, so that the directory keeps its time.
      try world.install("first", extension: "typetwo")
      let change = try daemon(["default", "set", ".typetwo", "org.test.first"])
      #expect(change.status == 0, "\(change.errorText)")
      try world.install("second", extension: "typethree")
      let status = try daemon(["status"])
      #expect(status.errorText.contains("note: the daemon was behind the declarations"))
      #expect(status.text.contains("generation\t4\n"))
    }
  }

  /// The mark of the daemon spares the comparison of stamps, and still no answer is old.
  @Test
  func anAnswerAfterAChangeIsNewWhateverTheMarkSays() throws {
    try world.whileServing {
      let deadline = Date(timeIntervalSinceNow: 60)
      for number in 0..<20 {
        while (try? FileManager.default.destinationOfSymbolicLink(atPath: socket + ".current"))
          == nil
        {
          try #require(Date() < deadline, "the daemon does not vouch for its registry")
        }
        try world.install("one", extension: "type\(number)")
        let answer = try utcli(["type-of", "--name-only", "a.type\(number)"])
        #expect(answer.output == Array("org.test.one.type\n".utf8))
      }
    }
  }

  @Test
  func reloadSaysWhatChanged() throws {
    #expect(try utcli(["reload"]).status == 0)
    #expect(try utcli(["reload", "--socket", socket]).status == 4)
    try world.whileServing {
      #expect(
        try utcli(["reload"]).output == Array("generation\t1\nchanged\tno\n".utf8))
      let path = directory + "/home/.local/share/typed/declarations/first.json"
      func install() throws { _ = try world.install("first", extension: "typeone") }
      func remove() throws { try FileManager.default.removeItem(atPath: path) }
      let outcome = try reload([], after: install, undone: remove) { $0.contains("changed\tyes") }
      #expect(
        outcome.wholeMatch(
          of: /generation\t\d+\nchanged\tyes\nadded\torg\.test\.first\t(.+)\n/
        )?.output.1 == path[...])
      let text = try reload(["--json"], after: remove, undone: install) {
        $0.contains(#""changed":true"#)
      }
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let object = try #require(document as? [String: Any])
      #expect((object["removed"] as? [Any])?.count == 1)
      #expect(object["added"] == nil)
    }
  }

  /// What `utcli reload` prints after a change, which is made again if the daemon noticed it by itself
  /// before it was asked.
  private func reload(
    _ words: [String], after change: () throws -> Void, undone undo: () throws -> Void,
    until isChanged: (String) -> Bool
  ) throws -> String {
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      try change()
      let outcome = try utcli(["reload"] + words)
      #expect(outcome.errorText.isEmpty)
      let text = outcome.text
      if isChanged(text) { return text }
      try #require(Date() < deadline, "the daemon is always faster")
      try undo()
      _ = try utcli(["reload"])
    }
  }

  @Test
  func statusShowsHowTheDaemonIs() throws {
    // Compiled, so that there is an image to be written.
    try world.install("first", extension: "typeone")
    func status(_ words: [String], _ more: [String: String] = [:]) throws -> [String: Any] {
      let outcome = try utcli(["status", "--json"] + words, more)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output))
      return try #require(object as? [String: Any], "\(outcome.errorText)")
    }
    try world.whileServing {
      let there = try status(["--socket", socket])
      #expect(there["health"] as? String == "ok", "\(there["reasons"] ?? "")")
      #expect((there["watching"] as? [String: Any])?["mode"] as? String == "whole")
      let limits = try #require(there["limits"] as? [[String: Any]])
      #expect(limits.contains { $0["name"] as? String == "items-per-call" })
      let started = try #require(there["startedAt"] as? Int)
      #expect(try #require(there["loadedAt"] as? Int) >= started - 1)
      let lines = try utcli(["status", "--socket", socket]).lines
      #expect(lines.contains("watching\twhole"))
      #expect(lines.contains("health\tok"))
      #expect(lines.contains { $0.hasPrefix("limit-connections\t") })
      #expect(lines.contains { $0.hasPrefix("compared\t20") && $0.hasSuffix(" s ago)") })
    }
    // Where nothing is served, nothing is watched; what is wrong is said all the same.
    let here = try status(["--embedded"])
    #expect(here["health"] as? String == "ok")
    #expect(here["watching"] == nil && here["limits"] == nil && here["startedAt"] == nil)
    let broken = ["XDG_CACHE_HOME": "/dev/null/none"]
    let degraded = try status(["--embedded"], broken)
    #expect(degraded["health"] as? String == "degraded")
    let reasons = degraded["reasons"] as? [[String: Any]]
    #expect(reasons?.map { $0["kind"] as? String } == ["image-not-written"])
    let lines = try utcli(["status", "--embedded"], broken).lines
    #expect(lines.contains("health\tdegraded"))
    #expect(lines.contains { $0.hasPrefix("reason\timage-not-written\t'/dev/null/none") })
  }
}
