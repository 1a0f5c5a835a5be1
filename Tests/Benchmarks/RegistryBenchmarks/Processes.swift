// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport

/// Whole processes: what one call of `utcli` costs, beside `/bin/true`.
struct Processes {
  let quick: Bool
  let utcli: String

  func run() {
    let rounds = quick ? 20 : 1_000
    var commands: [(name: String, words: [String], goal: String)] = [
      ("/bin/true", ["/bin/true"], ""),
      (
        "utcli type-of --name-only x.jpeg", [utcli, "type-of", "--name-only", "x.jpeg"],
        "at most 1.4 x"
      ),
      ("utcli why --name-only x.jpeg", [utcli, "why", "--name-only", "x.jpeg"], ""),
      // What the tab key waits for: some types, and all extensions.
      ("utcli complete info public.", [utcli, "complete", "info", "public."], "at most 5 ms"),
      ("utcli complete default .", [utcli, "complete", "default", "."], "at most 5 ms"),
    ]
    if unsafe access("/usr/bin/file", X_OK) == 0 {
      commands.append(("file --mime-type", ["/usr/bin/file", "--mime-type", utcli], ""))
    }
    guard commands.allSatisfy({ spawn($0.words) != nil }) else {
      write("processes: '\(utcli)' cannot be run; 'make release' builds it")
      return
    }
    // In turns, so that whatever else the machine does hits all of them alike.
    var times = Array(repeating: [Double](), count: commands.count)
    for _ in 0..<rounds {
      for (index, command) in commands.enumerated() {
        if let time = spawn(command.words) { times[index].append(time) }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] / 1e6 }
    let least = times.map { ($0.min() ?? 0) / 1e6 }
    for (index, command) in commands.enumerated() where index > 0 {
      Line(
        name: command.name + ", median", value: medians[index], unit: "ms",
        reference: ("/bin/true", medians[0]), goal: command.goal
      ).print()
      Line(
        name: command.name + ", least", value: least[index], unit: "ms",
        reference: ("/bin/true", least[0]), goal: command.goal
      ).print()
    }
    scan()
  }

  /// A stream of names through `type-of --stdin`.
  private func scan() {
    guard let names = NameFile(count: quick ? 20_000 : 100_000) else { return }
    defer { names.remove() }
    let words = [utcli, "type-of", "--stdin", "--name-only"]
    var best = Double.infinity
    var copying = Double.infinity
    for _ in 0..<(quick ? 3 : 20) {
      best = min(best, spawn(words, input: names.path) ?? .infinity)
      copying = min(copying, spawn(["/bin/cat"], input: names.path) ?? .infinity)
    }
    Line(
      name: "utcli type-of --stdin, \(names.count) names", value: Double(names.count) / best * 1e3,
      unit: "M names/s",
      reference: ("cat of the same bytes", Double(names.count) / copying * 1e3),
      goal: "at least 4 M names/s"
    ).print()
  }
}

/// A file with a path a line, as a scan meets them.
struct NameFile {
  let path = scratch.path + "/names"
  let count: Int

  init?(count: Int) {
    self.count = count
    var text: [UInt8] = []
    for index in 0..<count {
      let name = Lookups.names[index % Lookups.names.count]
      text.append(contentsOf: "directory\(index % 97)/f\(index)\(name)\n".utf8)
    }
    guard let file = unsafe fopen(path, "w") else { return nil }
    unsafe fwrite(text, 1, text.count, file)
    unsafe fclose(file)
  }

  func remove() {
    unsafe unlink(path)
  }
}

/// Runs a program, and discards its output.
///
/// - Parameters:
///   - words: Its path and its arguments.
///   - input: The file that it reads.
///   - errors: What it writes errors to; that of this process if it is `nil`.
/// - Returns: The time that it takes, in nanoseconds; `nil` if it fails.
func spawn(_ words: [String], input: String = "/dev/null", errors: String? = nil) -> Double? {
  let opened = unsafe [
    open(input, O_RDONLY | O_CLOEXEC),
    errors.map { unsafe open($0, O_WRONLY | O_CLOEXEC) } ?? -1,
  ]
  defer { for descriptor in opened where descriptor >= 0 { close(descriptor) } }
  let start = now()
  guard
    let process = try? ChildProcess(
      words, descriptors: [opened[0], nil, errors == nil ? STDERR_FILENO : opened[1]],
      closesOthers: false)
  else { return nil }
  let status = process.wait()
  let time = now() - start
  return status == 0 ? time : nil
}
