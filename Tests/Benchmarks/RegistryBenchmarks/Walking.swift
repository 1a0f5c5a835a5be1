// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport

/// Long work that people wait for: counting a tree of files, and what it costs to say how far it is.
struct Walking {
  let quick: Bool
  let utcli: String

  func run() {
    census()
    progress()
  }

  /// A tree of files in a warm cache, counted on one processor and on all.
  private func census() {
    let (directories, files) = (quick ? 20 : 1_000, 200)
    let tree = scratch.path + "/tree"
    makeTree(tree, directories, files)
    defer { TemporaryDirectory.remove(tree) }
    let count = Double(directories * files)
    let one = ["/usr/bin/taskset", "--cpu-list", "0"]
    let commands: [(name: String, words: [String], goal: String)] = [
      ("one processor", one + [utcli, "census", tree], "at least 300 k files/s"),
      ("all processors", [utcli, "census", tree], ""),
    ]
    // It looks at each file, as a census does.
    let find = one + ["/usr/bin/find", tree, "-type", "f", "-size", "+1c"]
    var times = Array(repeating: Double.infinity, count: commands.count)
    var finding = Double.infinity
    for _ in 0..<(quick ? 3 : 15) {
      for (index, command) in commands.enumerated() {
        guard let time = spawn(command.words) else {
          return write("census: '\(utcli)' or taskset cannot be run")
        }
        times[index] = min(times[index], time)
      }
      finding = min(finding, spawn(find) ?? .infinity)
    }
    for (index, command) in commands.enumerated() {
      Line(
        name: "utcli census, \(Int(count)) files, \(command.name)",
        value: count / times[index] * 1e6, unit: "k files/s",
        reference: finding.isFinite ? ("find -size, one processor", count / finding * 1e6) : nil,
        goal: command.goal
      ).print()
    }
  }

  private func makeTree(_ tree: String, _ directories: Int, _ files: Int) {
    unsafe mkdir(tree, 0o700)
    for directory in 0..<directories {
      unsafe mkdir("\(tree)/\(directory)", 0o700)
      for file in 0..<files {
        let name = Lookups.names[(directory + file) % Lookups.names.count]
        let descriptor = unsafe open(
          "\(tree)/\(directory)/f\(file)\(name)", O_CREAT | O_WRONLY, 0o600)
        if descriptor >= 0 { close(descriptor) }
      }
    }
  }

  /// The same list of names with standard error on a terminal, which shows progress, and without one.
  private func progress() {
    guard let names = NameFile(count: quick ? 50_000 : 1_000_000),
      let terminal = Terminal()
    else { return }
    defer { names.remove() }
    let words = [utcli, "type-of", "--stdin", "--name-only"]
    var (shown, hidden) = (Double.infinity, Double.infinity)
    for _ in 0..<(quick ? 3 : 10) {
      hidden = min(hidden, spawn(words, input: names.path) ?? .infinity)
      shown = min(shown, spawn(words, input: names.path, errors: terminal.path) ?? .infinity)
      terminal.empty()
    }
    Line(
      name: "utcli type-of --stdin with progress", value: shown / 1e6, unit: "ms",
      reference: ("without a terminal", hidden / 1e6), goal: "at most 1.05 x"
    ).print()
  }
}

/// A terminal that shows nothing.
private struct Terminal {
  private let descriptor: Int32
  /// The path by which a program opens it.
  let path: String

  init?() {
    descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    // TIOCSPTLCK and TIOCGPTN, which are no constants for Swift.
    var (number, isLocked): (CInt, CInt) = (0, 0)
    guard descriptor >= 0, unsafe ioctl(descriptor, 0x4004_5431, &isLocked) == 0,
      unsafe ioctl(descriptor, 0x8004_5430, &number) == 0
    else { return nil }
    path = "/dev/pts/\(number)"
  }

  /// Reads what was written to it, so that there is room for more.
  func empty() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
