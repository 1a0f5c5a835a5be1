// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What `utcli` does beside a daemon whose environment is another, and what the daemon vouches for.
@Suite("A daemon and the environment of its client", .serialized)
struct EnvironmentTests {
  private let world: ProgramWorld

  init() throws { world = try ProgramWorld() }

  private func other(_ name: String) throws -> String {
    let path = world.directory + "/other/" + name
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func write(_ text: String, _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
  }

  private func entry(_ name: String) -> String {
    "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/true %f\nMimeType=image/png;\n"
  }

  private func list(_ application: String) -> String {
    "[Default Applications]\nimage/png=\(application).desktop\n"
  }

  private func remark(_ variables: String) -> String {
    "utcli: note: the daemon at '\(world.socket)' has another environment (\(variables)), so this "
      + "process answers; --embedded does so without a note\n"
  }

  // MARK: - Another environment

  @Test(arguments: [
    ("XDG_DATA_HOME", "typed/declarations"), ("XDG_DATA_DIRS", "typed/declarations"),
    ("HOME", ".local/share/typed/declarations"),
  ])
  func declarationsOfTheClientCount(_ variable: String, _ place: String) throws {
    let path = try world.install("new", extension: "newtype")
    let directory = try other("data")
    try write(String(contentsOfFile: path, encoding: .utf8), "\(directory)/\(place)/new.json")
    try FileManager.default.removeItem(atPath: path)
    try world.whileServing {
      let words = ["type-of", "--name-only", "a.newtype"]
      let differing = [variable: directory]
      let own = try world.utcli(words, differing)
      #expect(own.text == "org.test.new.type\n")
      let names =
        variable == "HOME"
        ? "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, HOME or root directory"
        : variable
      #expect(own.errorText == remark(names))
      // A socket that is named is that daemon's.
      let named = try world.utcli(words + ["--socket", world.socket], differing)
      #expect(named.text.hasPrefix("dyn.") && named.errorText.isEmpty)
      let naming = differing.merging(["TYPED_SOCKET": world.socket]) { $1 }
      #expect(try world.utcli(words, naming).text.hasPrefix("dyn."))
    }
  }

  /// Also where the daemon is stopped: it is not asked at all.
  @Test func aChoiceIsMadeInTheEnvironmentOfTheClient() throws {
    try world.install("org.test.a")
    try world.install("org.test.b")
    try world.withProcessServing { (daemon: pid_t) throws in
      kill(daemon, SIGSTOP)
      let state = ["XDG_STATE_HOME": try other("state")]
      let outcome = try world.utcli(["default", "set", ".abc", "org.test.b"], state)
      kill(daemon, SIGCONT)
      #expect(outcome.status == 0)
      #expect(outcome.errorText == remark("XDG_STATE_HOME"))
      #expect(try world.utcli(["default", ".abc"], state).text.hasPrefix("org.test.b"))
      let daemons = try world.utcli(["default", ".abc"])
      #expect(daemons.text.hasPrefix("org.test.a") && daemons.errorText.isEmpty)
      #expect(try world.utcli(["history"]).lines.isEmpty)
    }
  }

  @Test func variablesThatAreSetToTheirDefaultsMakeNoDifference() throws {
    try world.withProcessServing { (daemon: pid_t) throws in
      let home = world.directory + "/home"
      let written = [
        "XDG_DATA_HOME": home + "/.local/share/", "XDG_CONFIG_HOME": home + "/.config",
        "XDG_STATE_HOME": home + "/.local/state", "XDG_CONFIG_DIRS": "/etc/xdg",
        "XDG_CURRENT_DESKTOP": "",
      ]
      let outcome = try world.utcli(["status"], written)
      #expect(outcome.lines.first == "answers-from\tdaemon")
      #expect(outcome.errorText.isEmpty)
    }
  }

  @Test func statusAndDoctorNameTheVariables() throws {
    try world.whileServing {
      let differing = ["XDG_DATA_HOME": try other("data"), "XDG_CONFIG_HOME": try other("config")]
      let words = ["status", "--socket", world.socket]
      let status = try world.utcli(words, differing)
      #expect(status.lines.first == "answers-from\tdaemon")
      #expect(status.lines.contains("environment-differs\tXDG_DATA_HOME"))
      #expect(status.lines.contains("environment-differs\tXDG_CONFIG_HOME"))
      #expect(status.errorText.contains("has another environment"))
      #expect(try !world.utcli(words).text.contains("environment-differs"))
      let doctor = try world.utcli(["doctor"], differing)
      #expect(doctor.text.contains("problem\tdaemon-elsewhere\t1\t"))
      #expect(doctor.text.contains("its environment is another (XDG_DATA_HOME, XDG_CONFIG_HOME)"))
    }
  }

  // MARK: - Programs

  /// A program that only the shell of the client finds, or only its home has.
  @Test(arguments: ["PATH", "HOME"])
  func programsOfTheClientAreFound(_ variable: String) throws {
    let home = world.directory + "/home"
    let own = try other("own")
    let place = variable == "PATH" ? own + "/test-view" : own + "/.local/bin/test-view"
    try write("#!/bin/sh\n", place)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
    try write(
      entry("P").replacing("/bin/true", with: "test-view"),
      home + "/.local/share/applications/org.p.desktop")
    var differing = ["PATH": "\(own):/usr/bin:/bin"]
    if variable == "HOME" {
      differing = [
        "HOME": own, "XDG_DATA_HOME": home + "/.local/share", "XDG_CONFIG_HOME": home + "/.config",
        "XDG_STATE_HOME": home + "/.local/state", "XDG_CACHE_HOME": home + "/.cache",
      ]
    }
    let words = ["default", "image/png"]
    try world.whileServing {
      let daemons = try world.utcli(words)
      #expect(daemons.status == 1 && !daemons.errorText.contains("note:"))
      let owns = try world.utcli(words, differing)
      #expect(
        owns.text.hasPrefix("org.p")
          && owns.errorText == remark(variable == "HOME" ? "HOME or root directory" : variable))
      // A directory that supplies nothing makes no difference.
      let empty = try world.utcli(["status"], ["PATH": try other("empty") + ":/usr/bin:/bin"])
      #expect(empty.lines.first == "answers-from\tdaemon" && empty.errorText.isEmpty)
    }
  }

  // MARK: - Desktops

  /// A daemon that was started before the session set the variable, and a client in the session.
  @Test func aDaemonWithoutADesktopServesASessionWithoutListsOfIt() throws {
    try write(entry("A"), world.directory + "/home/.local/share/applications/org.a.desktop")
    try write(entry("B"), world.directory + "/home/.local/share/applications/org.b.desktop")
    try write(list("org.b"), world.directory + "/home/.config/mimeapps.list")
    let gnome = ["XDG_CURRENT_DESKTOP": "GNOME"]
    let words = ["default", "image/png"]
    try world.whileServing {
      #expect(try world.utcli(["status"], gnome).lines.first == "answers-from\tdaemon")
      let before = try world.utcli(words, gnome)
      #expect(before.text.hasPrefix("org.b") && before.errorText.isEmpty)
      let path = world.directory + "/home/.config/gnome-mimeapps.list"
      try write(list("org.a"), path)
      #expect(try world.utcli(words, gnome).text.hasPrefix("org.a"))
      try FileManager.default.removeItem(atPath: path)
      #expect(try world.utcli(words, gnome).text.hasPrefix("org.b"))
      try world.waitUntil("no desktop makes a difference") {
        let (own, plain) = (try world.utcli(words, gnome), try world.utcli(words))
        #expect(own.text.hasPrefix("org.b") && plain.text.hasPrefix("org.b"))
        return own.errorText.isEmpty && plain.errorText.isEmpty
      }
    }
  }

  /// A login: the daemon was started before the session, and a list of the session's desktop exists.
  ///
  /// Then another desktop, which the daemon serves when the user asks for it.
  @Test func aDaemonWithoutADesktopIsToldOfTheSessions() throws {
    for name in ["a", "b", "c"] {
      try write(
        entry(name), world.directory + "/home/.local/share/applications/org.\(name).desktop")
    }
    let lists = world.directory + "/home/.config/"
    try write(list("org.a"), lists + "mimeapps.list")
    try write(list("org.b"), lists + "gnome-mimeapps.list")
    try write(list("org.c"), lists + "kde-mimeapps.list")
    let words = ["default", "image/png"]
    let (gnome, kde) = (["XDG_CURRENT_DESKTOP": "GNOME"], ["XDG_CURRENT_DESKTOP": "KDE"])
    try world.whileServing {
      let plain = try world.utcli(words)
      #expect(plain.text.hasPrefix("org.a") && plain.errorText.isEmpty)
      try world.waitUntil("the daemon serves the session's desktop") {
        let own = try world.utcli(words, gnome)
        #expect(own.text.hasPrefix("org.b"))
        return own.errorText.isEmpty
      }
      try world.waitUntil("the daemon answers the session") {
        try world.utcli(["status"], gnome).lines.first == "answers-from\tdaemon"
      }
      // Neither a shell without the variable nor another desktop takes it away.
      for (environment, application) in [([:], "org.a"), (kde, "org.c")] {
        let other = try world.utcli(words, environment)
        #expect(other.text.hasPrefix(application))
        #expect(other.errorText == remark("XDG_CURRENT_DESKTOP"))
      }
      #expect(
        try world.utcli(["doctor"], kde).text.contains("'utcli reload' has it serve this desktop"))
      #expect(try world.utcli(words, gnome).errorText.isEmpty)
      #expect(try world.utcli(["reload"], kde).status == 0)
      let other = try world.utcli(words, kde)
      #expect(other.text.hasPrefix("org.c") && other.errorText.isEmpty)
      let own = try world.utcli(words, gnome)
      #expect(own.text.hasPrefix("org.b"))
      #expect(own.errorText == remark("XDG_CURRENT_DESKTOP"))
      // Without the variable it reads everything again, for the desktop that it serves.
      let reload = try world.utcli(["reload"])
      #expect(reload.text.hasSuffix("changed\tno\n") && reload.errorText.isEmpty)
      #expect(try world.utcli(words, kde).errorText.isEmpty)
    }
  }

  // MARK: - What the daemon vouches for

  /// Waits until the daemon vouches for its registry.
  private func waitForMark() throws {
    try world.waitUntil("the daemon makes its mark") {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: world.socket + ".current")) != nil
    }
  }

  @Test func aChangeByWayOfAnotherNameIsSeenAtOnce() throws {
    let list = world.directory + "/home/.config/mimeapps.list"
    try write(entry("A"), world.directory + "/home/.local/share/applications/org.a.desktop")
    try write(entry("B"), world.directory + "/home/.local/share/applications/org.b.desktop")
    try write(self.list("org.a"), list)
    let name = try other("dot") + "/list"
    try FileManager.default.linkItem(atPath: list, toPath: name)
    try world.whileServing {
      for application in ["org.b", "org.a", "org.b"] {
        try waitForMark()
        try write(self.list(application), name)
        #expect(try world.utcli(["default", "image/png"]).text.hasPrefix(application))
      }
      // A name that is added meanwhile.
      let second = world.directory + "/other/dot/second"
      try waitForMark()
      try FileManager.default.linkItem(atPath: list, toPath: second)
      try FileManager.default.removeItem(atPath: name)
      #expect(try world.utcli(["default", "image/png"]).text.hasPrefix("org.b"))
      try waitForMark()
      try write(self.list("org.a"), second)
      #expect(try world.utcli(["default", "image/png"]).text.hasPrefix("org.a"))
    }
  }

  @Test func aFileThatIsWrittenAndStillOpenIsSeenAtOnce() throws {
    let path = world.directory + "/home/.config/mimeapps.list"
    try write(entry("A"), world.directory + "/home/.local/share/applications/org.a.desktop")
    try write(entry("B"), world.directory + "/home/.local/share/applications/org.b.desktop")
    try write(list("org.a"), path)
    try world.whileServing {
      try waitForMark()
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      defer { try? file.close() }
      for application in ["org.b", "org.a", "org.b"] {
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(list(application).utf8))
        let outcome = try world.utcli(["default", "image/png"])
        #expect(outcome.text.hasPrefix(application))
      }
      #expect(
        try world.utcli(["status"]).lines.contains("watching\twhole"))
    }
  }

  // MARK: - Starting

  /// The service manager listens, and the daemon is being started: nothing is wrong.
  @Test func nothingIsSaidOfADaemonThatIsBeingStarted() throws {
    let socket = try InterruptedDaemon.listen(at: world.socket)
    defer { close(socket) }
    let outcome = try world.utcli(["type-of", "--name-only", "a.jpeg"])
    #expect(outcome.text == "public.jpeg\n")
    #expect(outcome.errorText.isEmpty)
  }

  /// It appears after the client has connected, and is too busy to answer in time.
  @Test func nothingIsSaidOfADaemonThatHasJustStarted() throws {
    let socket = try InterruptedDaemon.listen(at: world.socket)
    defer { close(socket) }
    let mark = world.socket + ".current"
    let daemon = Thread {
      guard accept(socket, nil, nil) >= 0 else { return }
      unsafe _ = symlink("digest", mark)
    }
    daemon.start()
    let outcome = try world.utcli(["type-of", "--name-only", "a.jpeg"])
    #expect(outcome.text == "public.jpeg\n")
    #expect(outcome.errorText.isEmpty)
  }

  @Test func doctorFindsASocketThatIsGone() throws {
    let socket = try InterruptedDaemon.listen(at: world.socket)
    try FileManager.default.removeItem(atPath: world.directory + "/run/typed")
    let doctor = try world.utcli(["doctor"])
    #expect(doctor.text.contains("problem\tdaemon-socket-lost\t1\thave the service manager"))
    close(socket)
    #expect(try !world.utcli(["doctor"]).text.contains("daemon-socket-lost"))
  }
}
