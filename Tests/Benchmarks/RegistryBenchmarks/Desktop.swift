// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport

/// One-shot questions on a machine with 300 applications and, where it is installed, the MIME database:
/// without a daemon, beside one, and by `gio`.
struct Desktop {
  let quick: Bool
  let utcli: String
  let typed: String

  private static let applications = 300
  private static let mimeTypes = [
    "image/jpeg", "image/png", "application/pdf", "text/plain", "audio/mpeg", "video/mp4",
    "text/html",
    "application/zip", "text/csv", "image/svg+xml", "application/json", "text/x-python",
  ]
  private var root: String { scratch.path + "/desktop" }
  private var socket: String { root + "/typed" }

  /// One question.
  private struct Question {
    let name: String
    let words: [String]
    let goal: String
  }

  func run() {
    guard make() else { return write("desktop: '\(root)' cannot be written") }
    for (variable, value) in [
      ("XDG_DATA_DIRS", root + "/share"), ("XDG_CURRENT_DESKTOP", "GNOME"),
      ("PATH", root + "/bin:/usr/bin:/bin"),
    ] {
      unsafe setenv(variable, value, 1)
    }
    defer {
      unsafe setenv("XDG_DATA_DIRS", scratch.path + "/share", 1)
      unsafe unsetenv("XDG_CURRENT_DESKTOP")
      TemporaryDirectory.remove(root)
    }
    let name = [utcli, "type-of", "--name-only", "x.jpeg"]
    let choice = [utcli, "default", "image/jpeg"]
    var questions = [
      Question(name: "type-of --name-only", words: name + ["--embedded"], goal: "at most 1.35 x"),
      Question(name: "default", words: choice + ["--embedded"], goal: "at most 1.8 x"),
    ]
    if unsafe access("/usr/bin/gio", X_OK) == 0 {
      questions.append(
        Question(name: "gio mime", words: ["/usr/bin/gio", "mime", "image/jpeg"], goal: ""))
    }
    guard questions.allSatisfy({ spawn($0.words) != nil }) else {
      return write("desktop: '\(utcli)' cannot be run; 'make release' builds it")
    }
    measure(questions, "300 applications")
    reading(choice + ["--embedded"])
    guard let daemon = Child([typed, "--socket", socket], output: .none), isAnswered() else {
      return write("desktop: '\(typed)' cannot be run; 'make release' builds it")
    }
    defer { daemon.end() }
    measure(
      [
        Question(name: "type-of --name-only", words: name + ["--socket", socket], goal: ""),
        Question(name: "default", words: choice + ["--socket", socket], goal: "at most 1.4 x"),
      ], "a daemon")
  }

  /// Runs commands in turns, so that whatever else the machine does hits all of them alike.
  private func measure(_ questions: [Question], _ place: String) {
    var times = Array(repeating: [Double](), count: questions.count + 1)
    for _ in 0..<(quick ? 20 : 500) {
      for (index, words) in ([["/bin/true"]] + questions.map(\.words)).enumerated() {
        if let time = spawn(words) { times[index].append(time) }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] / 1e6 }
    for (index, question) in questions.enumerated() {
      Line(
        name: "\(question.name), \(place), median", value: medians[index + 1], unit: "ms",
        reference: ("/bin/true", medians[0]), goal: question.goal
      ).print()
    }
  }

  /// A question with an entry more than at the last one, one with another default, and one with nothing kept.
  private func reading(_ words: [String]) {
    let one = least(words) { add(Self.applications + $0) }
    choose(0)
    _ = spawn(words)
    let list = least(words) { choose($0 + 1) }
    TemporaryDirectory.remove(scratch.path + "/config/mimeapps.list")
    var all = Double.infinity
    let cache = scratch.path + "/cache"
    for _ in 0..<(quick ? 2 : 10) {
      TemporaryDirectory.remove(cache)
      unsafe mkdir(cache, 0o700)
      all = min(all, spawn(words) ?? .infinity)
    }
    Line(
      name: "an entry added, the next utcli", value: one / 1e6, unit: "ms", reference: nil,
      goal: "at most 12 ms"
    ).print()
    Line(
      name: "a list changed, the next utcli", value: list / 1e6, unit: "ms", reference: nil,
      goal: ""
    ).print()
    Line(
      name: "everything read anew, 300 applications", value: all / 1e6, unit: "ms", reference: nil,
      goal: "at most 45 ms"
    ).print()
  }

  /// The least time of a command after a change.
  private func least(_ words: [String], after change: (Int) -> Void) -> Double {
    var least = Double.infinity
    for number in 0..<(quick ? 2 : 10) {
      // Change times are those of a clock that ticks every 4 ms; what is as young as an image is not trusted.
      usleep(20_000)
      change(number)
      usleep(20_000)
      least = min(least, spawn(words) ?? .infinity)
    }
    return least
  }

  // MARK: - The machine

  /// Makes an application the default in the user's list.
  private func choose(_ number: Int) {
    unsafe mkdir(scratch.path + "/config", 0o700)
    write(
      "[Default Applications]\nimage/jpeg=application\(number).desktop\n",
      to: scratch.path + "/config/mimeapps.list")
  }

  /// Writes the entries and their programs.
  private func make() -> Bool {
    for name in ["", "/bin", "/share", "/share/applications"] { unsafe mkdir(root + name, 0o700) }
    unsafe symlink("/usr/share/mime", root + "/share/mime")
    for number in 0..<Self.applications { add(number) }
    return unsafe access(root + "/share/applications/application299.desktop", R_OK) == 0
  }

  private func add(_ number: Int) {
    let types = (0..<4).map { Self.mimeTypes[(number * 5 + $0 * 7) % Self.mimeTypes.count] }
    write(
      """
      [Desktop Entry]
      Type=Application
      Name=Application \(number)
      Name[de]=Anwendung \(number)
      Exec=program\(number) %F
      Icon=program\(number)
      Categories=Utility;
      MimeType=\(types.joined(separator: ";"));

      """, to: "\(root)/share/applications/application\(number).desktop")
    let program = "\(root)/bin/program\(number)"
    write("#!/bin/sh\n", to: program)
    unsafe chmod(program, 0o755)
  }

  private func write(_ text: String, to path: String) {
    guard let file = unsafe fopen(path, "w") else { return }
    unsafe fputs(text, file)
    unsafe fclose(file)
  }

  private func write(_ line: String) { RegistryBenchmarks.write(line) }

  /// Whether the daemon answers within some seconds.
  private func isAnswered() -> Bool {
    for _ in 0..<1_000 {
      if spawn([utcli, "default", "image/jpeg", "--socket", socket], errors: "/dev/null") != nil {
        return true
      }
      usleep(5_000)
    }
    return false
  }
}
