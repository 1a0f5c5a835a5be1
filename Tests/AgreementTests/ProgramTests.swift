// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The programs themselves: `typed` serves in a directory of its own, `utcli` asks.
@Suite("utcli with the daemon and without", .serialized)
struct ProgramTests {
  private let directory: String
  private var socket: String { directory + "/run/typed/org.typeregistry" }

  init() throws {
    directory = NSTemporaryDirectory() + "programs-\(UUID().uuidString.prefix(8))"
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    for name in ["/run", "/run/typed", "/home"] {
      try FileManager.default.createDirectory(
        atPath: directory + name, withIntermediateDirectories: true, attributes: attributes)
    }
  }

  /// Where the programs were built: beside the bundle of tests.
  private func program(_ name: String) -> URL {
    var directory = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while directory.path != "/" {
      let found = directory.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: found.path) { return found }
      directory.deleteLastPathComponent()
    }
    return URL(fileURLWithPath: Questions.sources + "/.build/debug/" + name)
  }

  private func process(_ name: String, _ words: [String], _ more: [String: String]) -> Process {
    let process = Process()
    process.executableURL = program(name)
    process.arguments = words
    process.environment = [
      "HOME": directory + "/home", "XDG_RUNTIME_DIR": directory + "/run",
      "XDG_DATA_DIRS": directory + "/data", "LC_ALL": "C",
    ].merging(more) { $1 }
    return process
  }

  private func utcli(
    _ words: [String], _ more: [String: String] = [:]
  ) throws -> (output: Data, errors: String, status: Int32) {
    let process = process("utcli", words, more)
    let pipe = Pipe()
    let errors = Pipe()
    process.standardOutput = pipe
    process.standardError = errors
    try process.run()
    // Errors are few enough for the pipe to hold.
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    let remarks = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (output, String(decoding: remarks, as: UTF8.self), process.terminationStatus)
  }

  /// Runs `body` while the daemon serves.
  private func whileServing(_ body: () throws -> Void) throws {
    try withProcessServing { (_) throws in try body() }
  }

  /// Runs `body` with the number of the daemon's process while it serves.
  private func withProcessServing(_ body: (pid_t) throws -> Void) throws {
    let daemon = process("typed", ["--socket", socket], [:])
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    defer {
      daemon.terminate()
      daemon.waitUntilExit()
      _ = try? FileManager.default.removeItem(atPath: directory)
    }
    // Forced, it fails until the daemon answers.
    let deadline = Date(timeIntervalSinceNow: 30)
    while try utcli(["status", "--socket", socket]).status != 0 {
      try #require(Date() < deadline, "the daemon does not answer")
    }
    try body(daemon.processIdentifier)
  }

  /// Declares an application that opens everything.
  private func install(_ identifier: String) throws {
    let declarations = directory + "/home/.local/share/typed/declarations"
    try FileManager.default.createDirectory(
      atPath: declarations, withIntermediateDirectories: true)
    try """
    {"CFBundleIdentifier": "\(identifier)",
      "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.data"]}],
      "TRLaunch": {"Arguments": ["/bin/true", "%f"]}}
    """.write(toFile: declarations + "/\(identifier).json", atomically: true, encoding: .utf8)
  }

  /// The application that opens an extension, according to the daemon.
  private func handler(of name: String) throws -> String {
    String(decoding: try utcli(["default", name]).output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test
  func changesGoThroughTheDaemon() throws {
    try install("org.test.a")
    try install("org.test.b")
    try whileServing { () throws in
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
    try install("org.test.b")
    try withProcessServing { (daemon: pid_t) throws in
      #expect(try handler(of: ".abc").hasPrefix("org.test.b"))
      try install("org.test.a")
      kill(daemon, SIGHUP)
      let deadline = Date(timeIntervalSinceNow: 30)
      while try !handler(of: ".abc").hasPrefix("org.test.a") {
        try #require(Date() < deadline, "the daemon does not read the declarations")
      }
    }
  }

  /// The answers to more names than are worth asking the daemon for.
  private func answers(_ more: [String: String], _ words: String...) throws -> String {
    let list = directory + "/names"
    try (0..<2_000).map { "name \($0).\($0 % 2 == 0 ? "ts" : "jpg")\n" }.joined()
      .write(toFile: list, atomically: true, encoding: .utf8)
    let process = process(
      "utcli", ["type-of", "--stdin", "--name-only"] + words, more)
    let pipe = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: list))
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  @Test
  func aLongListHasTheAnswersOfTheDaemon() throws {
    let other = ["XDG_STATE_HOME": directory + "/state"]
    try whileServing { () throws in
      func first(_ more: [String: String] = [:]) throws -> String {
        let lines = try answers(more).split(separator: "\n").map(String.init)
        try #require(lines.count == 2_000)
        return lines[0]
      }
      let usual = try first()
      #expect(usual.hasSuffix("\tpublic.mpeg-2-transport-stream"))
      #expect(try answers([:]) == answers([:], "--embedded"))
      // A choice that only this process's store has is none of the daemon's.
      let choice = ["prefer", ".ts", "com.microsoft.typescript"]
      #expect(try utcli(choice + ["--embedded"], other).status == 0)
      #expect(try answers(other, "--embedded") != answers([:]))
      #expect(try first(other) == usual)
      #expect(try utcli(choice).status == 0)
      #expect(try first() == "name 0.ts\tcom.microsoft.typescript")
      #expect(try first(other) == "name 0.ts\tcom.microsoft.typescript")
      // Declarations that the daemon does not know.
      let more = ["XDG_DATA_HOME": directory + "/home/elsewhere"]
      #expect(try first(more) == "name 0.ts\tcom.microsoft.typescript")
    }
  }

  @Test
  func aDaemonThatHangsIsDoneWithout() throws {
    try withProcessServing { (daemon: pid_t) throws in
      kill(daemon, SIGSTOP)
      defer { kill(daemon, SIGCONT) }
      let words = ["type-of", "--name-only", "a.jpeg", "b.ts"]
      let answer = try utcli(words)
      #expect(answer.status == 0)
      #expect(answer.output == (try utcli(words + ["--embedded"])).output)
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
    try "{".write(toFile: directory + "/home/broken.json", atomically: true, encoding: .utf8)
    try #require(unsafe mkfifo(directory + "/home/pipe", 0o600) == 0)
    try install("org.test.a")
    try FileManager.default.moveItem(
      atPath: directory + "/home/.local/share/typed/declarations/org.test.a.json", toPath: file)
    func transcript(_ more: [String]) throws -> [String] {
      try steps.map { words in
        let outcome = try utcli(words + more)
        // Numbers of registries differ, since a one-shot has no others.
        let output = String(decoding: outcome.output, as: UTF8.self)
          .replacing(/"generation":[0-9]+/, with: "")
        return "\(words): \(outcome.status) \(output) \(outcome.errors)"
      }
    }
    try whileServing {
      let there = try transcript([])
      let here = try transcript(["--embedded"])
      #expect(there == here)
      #expect(there.first?.contains("added\torg.test.a") == true)
    }
  }

  @Test
  func bothAnswerTheSameBytes() throws {
    try whileServing {
      for line in [
        ["type-of", "--name-only", "a.jpeg", "Makefile", "b.ts", "c.zzz", "tar.gz"],
        ["type-of", "/", "/dev/null", "/no/such"], ["info", ".jpeg", "no.such"],
        ["why", ".ts"], ["why", "public.jpeg"], ["tree", "public.image"], ["types"],
        ["search", "image"], ["bundles"], ["extensions", "public.image"],
        ["name", "puppy", "public.jpeg"], ["conforms", "public.jpeg", "public.text"],
        ["subtypes", "public.item"], ["supertypes", "no.such"],
      ] {
        for words in [line, line + ["--json"]] {
          let there = try utcli(words)
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
      let object = try JSONSerialization.jsonObject(with: output) as? [String: Any]
      return object?["answersFrom"] as? String
    }
    #expect(try answersFrom() == "embedded")
    #expect(try utcli(["status", "--socket", socket]).status == 4)
    #expect(try utcli(["types"], ["TYPED_SOCKET": socket]).status == 4)
    #expect(try utcli(["types", "--embedded", "--socket", socket]).status == 2)
    try whileServing { () throws in
      #expect(try answersFrom() == "daemon")
      #expect(try answersFrom(["--embedded"]) == "embedded")
      #expect(try answersFrom([], ["TYPED_SOCKET": ""]) == "embedded")
      #expect(try answersFrom([], ["TYPED_DECLARATIONS": directory]) == "embedded")
      #expect(
        try answersFrom(["--socket", socket], ["TYPED_DECLARATIONS": directory]) == "daemon")
    }
  }

  /// Installs an application of its own type for the user.
  private func install(_ name: String, extension value: String) throws {
    let declarations = directory + "/home/.local/share/typed/declarations"
    try FileManager.default.createDirectory(
      atPath: declarations, withIntermediateDirectories: true)
    let text = """
      {"CFBundleIdentifier": "org.test.\(name)",
       "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.test.\(name).type",
         "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.filename-extension": ["\(value)"]}}],
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["org.test.\(name).type"]}],
       "TRLaunch": {"Arguments": ["/bin/sh", "%F"]}}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(declarations)/\(name).json"))
  }

  @Test
  func aDaemonThatIsBehindReloadsBeforeItAnswers() throws {
    try whileServing {
      let question = ["type-of", "--name-only", "a.typeone"]
      #expect(try utcli(question).errors.isEmpty)
      try install("first", extension: "typeone")
      let answer = try utcli(question)
      #expect(answer.output == Data("org.test.first.type\n".utf8))
      #expect(answer.errors.contains("note: the daemon was behind the declarations"))
      #expect(try utcli(question).errors.isEmpty)
      // Changed in place, so that the directory keeps its time.
      try install("first", extension: "typetwo")
      let change = try utcli(["default", "set", ".typetwo", "org.test.first"])
      #expect(change.status == 0, "\(change.errors)")
      try install("second", extension: "typethree")
      let status = try utcli(["status"])
      #expect(status.errors.contains("note: the daemon was behind the declarations"))
      #expect(String(decoding: status.output, as: UTF8.self).contains("generation\t4\n"))
    }
  }

  /// The mark of the daemon spares the comparison of stamps, and still no answer is old.
  @Test
  func anAnswerAfterAChangeIsNewWhateverTheMarkSays() throws {
    try whileServing {
      let deadline = Date(timeIntervalSinceNow: 60)
      for number in 0..<20 {
        while !FileManager.default.fileExists(atPath: socket + ".current") {
          try #require(Date() < deadline, "the daemon does not vouch for its registry")
        }
        try install("one", extension: "type\(number)")
        let answer = try utcli(["type-of", "--name-only", "a.type\(number)"])
        #expect(answer.output == Data("org.test.one.type\n".utf8))
      }
    }
  }

  @Test
  func reloadSaysWhatChanged() throws {
    #expect(try utcli(["reload"]).status == 0)
    #expect(try utcli(["reload", "--socket", socket]).status == 4)
    try whileServing {
      #expect(
        try utcli(["reload"]).output == Data("generation\t1\nchanged\tno\n".utf8))
      try install("first", extension: "typeone")
      let outcome = try utcli(["reload"])
      let path = directory + "/home/.local/share/typed/declarations/first.json"
      #expect(
        String(decoding: outcome.output, as: UTF8.self)
          == "generation\t2\nchanged\tyes\nadded\torg.test.first\t\(path)\n")
      #expect(outcome.errors.isEmpty)
      try FileManager.default.removeItem(atPath: path)
      let document = try JSONSerialization.jsonObject(
        with: try utcli(["reload", "--json"]).output)
      let object = try #require(document as? [String: Any])
      #expect(object["changed"] as? Bool == true)
      #expect((object["removed"] as? [Any])?.count == 1)
      #expect(object["added"] == nil)
    }
  }
}
