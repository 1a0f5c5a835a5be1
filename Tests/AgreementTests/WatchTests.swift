// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("utcli watch", .serialized)
struct WatchTests {
  private let world: ProgramWorld

  init() throws { world = try ProgramWorld() }

  private func watch(_ words: String...) throws -> RunningProgram {
    try RunningProgram(["watch"] + words + ["--socket", world.socket], in: world)
  }

  @Test
  func aDeclarationThatIsAddedIsALine() throws {
    try world.whileServing {
      let watch = try watch()
      #expect(try watch.nextLine() == "state\t1")
      let path = try world.install("new", extension: "newtype")
      let added = try watch.lines { $0.hasPrefix("default\t.newtype\t") }
      #expect(added.first == "bundle\tadded\torg.test.new\t\(path)")
      #expect(added.contains("type\tadded\torg.test.new.type"))
      #expect(
        added.contains { $0.hasPrefix("means\t.newtype\t") && $0.hasSuffix("\torg.test.new.type") })
      #expect(added.last?.hasPrefix("default\t.newtype\t-\torg.test.new\t") == true)
      #expect(!added.contains { $0.hasPrefix("state") })
      // And what is removed.
      try FileManager.default.removeItem(atPath: path)
      let removed = try watch.lines { $0.hasPrefix("default\t.newtype\t") }
      #expect(removed.first == "bundle\tremoved\torg.test.new\t\(path)")
      #expect(removed.contains("type\tremoved\torg.test.new.type"))
      #expect(removed.last?.hasPrefix("default\t.newtype\torg.test.new\t-\t") == true)
    }
  }

  @Test
  func aChoiceIsALine() throws {
    try world.install("org.test.a")
    try world.install("org.test.b")
    try world.whileServing {
      let watch = try watch(".abc")
      #expect(try watch.nextLine() == "state\t1")
      #expect(try watch.nextLine()?.hasPrefix("default\t.abc\torg.test.a\t") == true)
      let choice = ["default", "set", ".abc", "org.test.b", "--socket", world.socket]
      #expect(try world.utcli(choice).status == 0)
      let lines = try watch.lines { $0.hasPrefix("default\t") }
      #expect(lines.first == "choice\textension\t.abc\tall\t-\torg.test.b")
      #expect(lines.last?.hasPrefix("default\t.abc\torg.test.a\torg.test.b\t") == true, "\(lines)")
      #expect(lines.count == 2)
    }
  }

  @Test
  func eachEventIsAnObjectInJSON() throws {
    try world.whileServing {
      let watch = try watch("--json")
      func next() throws -> [String: Any] {
        let line = try #require(try watch.nextLine())
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let event = try #require(object as? [String: Any])
        #expect(event["schema"] as? Int == 1)
        return event
      }
      let state = try next()
      #expect(state["event"] as? String == "state")
      #expect(state["generation"] as? Int == 1)
      #expect((state["digest"] as? String)?.isEmpty == false)
      try world.install("new", extension: "newtype")
      let change = try next()
      #expect(change["event"] as? String == "change")
      #expect(change["generation"] as? Int == 2)
      let types = change["types"] as? [[String: Any]]
      #expect(types?.map { $0["identifier"] as? String } == ["org.test.new.type"])
    }
  }

  @Test
  func onlyWhatIsNamedIsPrinted() throws {
    try world.whileServing {
      let tag = try watch(".wanted")
      let bundle = try watch("--bundle", "org.test.other")
      #expect(try tag.nextLine() == "state\t1")
      #expect(try tag.nextLine()?.hasPrefix("default\t.wanted\t-\t") == true)
      #expect(try bundle.nextLine() == "state\t1")
      // One after the other, so that each is an event of its own.
      try world.install("other", extension: "unwanted")
      let lines = try bundle.lines { $0.hasPrefix("default\t.unwanted\t") }
      #expect(lines.first?.hasPrefix("bundle\tadded\torg.test.other\t") == true)
      try world.install("wanted", extension: "wanted")
      let first = try tag.lines { $0.hasPrefix("default\t") }
      #expect(!first.contains { $0.contains("other") }, "\(first)")
      #expect(first.last?.hasPrefix("default\t.wanted\t-\torg.test.wanted\t") == true)
      // The other one got no line of that: its next one is of what it named.
      try FileManager.default.removeItem(
        atPath: try world.declarations() + "/other.json")
      let next = try bundle.nextLine()
      #expect(next?.hasPrefix("bundle\tremoved\torg.test.other\t") == true, "\(next ?? "")")
    }
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func theEndOfTheDaemonIsSaid(_ signal: CInt) throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      let watch = try watch()
      #expect(try watch.nextLine() == "state\t1")
      kill(daemon, signal)
      let end = try watch.end()
      #expect(end.status == 4)
      #expect(end.rest.isEmpty)
      #expect(
        end.errors == """
          utcli: the daemon does not answer any more: connection closed by the service
          utcli: hint: watch again when it runs; the first line is the state of that moment

          """)
    }
  }

  /// A line without the reason at its end, and with the directory as `WORLD`.
  private func plain(_ line: String) -> String {
    let fields = line.replacingOccurrences(of: world.directory, with: "WORLD")
      .split(separator: "\t", omittingEmptySubsequences: false)
    let isReasoned = fields.first == "default" && fields.count > 3
    return (isReasoned ? fields.dropLast() : fields[...]).joined(separator: "\t")
  }

  @Test
  func everyChangeUntilTheEndOfTheDaemonIsPrinted() throws {
    try world.install("org.test.a")
    try world.install("org.test.b")
    try world.withProcessServing { (daemon: pid_t) throws in
      let all = try watch()
      #expect(try all.nextLine() == "state\t1")
      let some = try watch(
        ".newtype", "public.png", "https://example.org/a", "--bundle", "org.test.new")
      let state = try some.lines { $0.hasPrefix("default\thttps:") }
      #expect(
        state.map(plain) == [
          "state\t1", "default\tpublic.png\torg.test.a", "default\t.newtype\torg.test.a",
          "default\thttps:\t-",
        ])
      try world.install("new", extension: "newtype")
      let isAdded = { (line: String) in line.hasPrefix("default\t.newtype\torg.test.a\t") }
      let added = try all.lines(through: isAdded).map(plain)
      #expect(
        added.filter { !$0.hasPrefix("means") } == [
          "bundle\tadded\torg.test.new\tWORLD/home/.local/share/typed/declarations/new.json",
          "type\tadded\torg.test.new.type", "default\torg.test.new.type\t-\torg.test.new",
          "default\t.newtype\torg.test.a\torg.test.new",
        ])
      #expect(try some.lines(through: isAdded).map(plain) == added.filter { $0.first != "t" })
      let choice = ["default", "set", ".newtype", "org.test.b", "--socket", world.socket]
      #expect(try world.utcli(choice).status == 0)
      let isChosen = { (line: String) in line.hasPrefix("default\t.newtype\torg.test.new\t") }
      let defaults = [
        "default\torg.test.new.type\torg.test.new\torg.test.b",
        "default\t.newtype\torg.test.new\torg.test.b",
      ]
      #expect(
        try all.lines(through: isChosen).map(plain)
          == ["choice\ttype\torg.test.new.type\tall\t-\torg.test.b"] + defaults)
      #expect(try some.lines(through: isChosen).map(plain) == defaults)
      kill(daemon, SIGTERM)
      for watch in [all, some] {
        let end = try watch.end()
        #expect(end.status == 4 && end.rest.isEmpty)
      }
    }
  }

  @Test
  func everyEventUntilTheEndOfTheDaemonIsAnObjectInJSON() throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      let watch = try watch("--json")
      #expect(try watch.nextLine()?.hasPrefix(#"{"event":"state","generation":1,"#) == true)
      kill(daemon, SIGTERM)
      let end = try watch.end()
      #expect(end.status == 4 && end.rest.isEmpty)
      #expect(
        end.errors.hasPrefix(#"{"error":"the daemon does not answer any more: "#), "\(end.errors)")
    }
  }

  @Test
  func aWatchWhoseOutputCannotBeWrittenEnds() throws {
    let outcome = try ChildProcess.run(
      ["/bin/sh", "-c", #"exec "$0" watch --embedded >/dev/full"#, ChildProcess.built("utcli")],
      environment: world.environment())
    #expect(outcome.status == 74)
    #expect(outcome.errorText == "utcli: cannot write output: no space left on device\n")
  }

  @Test
  func withoutADaemonTheProcessWatches() throws {
    for words in [["watch"], ["watch", "--embedded", ".newtype"]] {
      let watch = try RunningProgram(words, in: world)
      #expect(try watch.nextLine() == "state\t1")
      let path = try world.install("new", extension: "newtype")
      let added = try watch.lines { $0.hasPrefix("default\t.newtype\t-\torg.test.new\t") }
      #expect(added.contains { $0.hasPrefix("means\t.newtype\t") }, "\(added)")
      try FileManager.default.removeItem(atPath: path)
      let removed = try watch.lines { $0.hasPrefix("default\t.newtype\torg.test.new\t-\t") }
      #expect(removed.contains { $0.hasPrefix("means\t.newtype\torg.test.new.type\t") })
    }
    #expect(try world.utcli(["watch", "photo.jpeg", "--socket", world.socket]).status == 4)
  }

  @Test
  func aFileIsNotWatched() throws {
    try world.whileServing {
      let outcome = try world.utcli(["watch", "/etc/passwd", "--socket", world.socket])
      #expect(outcome.status == 3)
      #expect(
        outcome.errorText == """
          utcli: '/etc/passwd' is not a type, extension, MIME type or scheme
          utcli: hint: write the dot of an extension, and the colon of a scheme

          """)
    }
  }
}
