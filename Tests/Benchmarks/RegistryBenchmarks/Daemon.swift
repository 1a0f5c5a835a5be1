// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry
internal import Varlink

/// The daemon over its socket, beside a C program that only echoes.
///
/// Both are asked by the same light client in C, on the same processor: there a round trip has no
/// part that depends on which processor wakes up how fast. What our own client adds stands in lines
/// of its own.
struct Daemon {
  let quick: Bool
  let typed: String
  let utcli: String
  let echo: String

  private static let method = #"{"method":"org.typeregistry.types.TypeOf","parameters":"#
  private static let oneName = method + #"{"names":["holiday.jpeg"]}}"#

  func run() {
    let directory = scratch.path
    let sockets = ["echo", "loop", "typed"].map { directory + "/" + $0 }
    guard let daemon = Child([echo, "pinned", typed, "--socket", sockets[2]], output: .none),
      let client = waitForClient(sockets[2])
    else {
      return write("daemon: '\(typed)' or '\(echo)' cannot be run; 'make bench' builds them")
    }
    guard let length = ask(["length", sockets[2]], Self.oneName, 1)?[0][0] else {
      return write("daemon: no answer")
    }
    let servers = ["serve", "loop"].enumerated().compactMap { index, task in
      Child([echo, "pinned", echo, task, sockets[index], "\(Int(length))"], output: .line)
    }
    defer { for child in servers + [daemon] { child.end() } }
    trips(sockets)
    load(sockets)
    ownClient(client, sockets[0])
    scan(sockets[2])
    idle(daemon.process)
    allocations(directory + "/start")
    start(directory + "/start")
  }

  // MARK: Round trips

  private func trips(_ sockets: [String]) {
    let rounds = quick ? "4" : "40"
    for (task, count, name, goal) in [
      ("trip", quick ? "500" : "2000", "a call of TypeOf with one name", "at most 1.2 x"),
      ("visit", quick ? "100" : "500", "connect, call, close", "at most 1.3 x"),
    ] {
      guard let times = ask([task, rounds, count] + sockets, Self.oneName, 3) else { continue }
      for (index, figure) in ["least", "median"].enumerated() {
        for (reference, what) in [(0, "bare echo"), (1, "bare echo with epoll")] {
          Line(
            name: "\(name), \(figure)", value: times[2][index] / 1e3, unit: "us",
            reference: (what, times[reference][index] / 1e3), goal: reference == 0 ? goal : ""
          ).print()
        }
      }
    }
  }

  private func load(_ sockets: [String]) {
    let rounds = quick ? "10" : "200"
    // Client and server run at once. A round is so short that some find both processors free.
    if let times = ask(["load", rounds, "10000", "64"] + sockets, Self.oneName, 3) {
      Line(
        name: "64 calls in flight", value: 1e3 / times[2][0], unit: "M names/s",
        reference: ("bare echo", 1e3 / times[0][0]), goal: "at least 0.8 M names/s"
      ).print()
    }
    if let times = ask(["trip", rounds, "50", sockets[2]], batch, 1) {
      Line(
        name: "a call of TypeOf with 1,000 names", value: 1e6 / times[0][0], unit: "M names/s",
        reference: nil, goal: "at least 2 M names/s"
      ).print()
    }
  }

  private var batch: String {
    let names = (0..<1_000).map { "\"\(Lookups.names[$0 % Lookups.names.count])\"" }
    return Self.method + "{\"names\":[" + names.joined(separator: ",") + "]}}"
  }

  // MARK: Our own client

  private func waitForClient(_ path: String) -> SocketClient? {
    for _ in 0..<1_000 {
      if let address = try? SocketAddress(path), let client = try? SocketClient(to: address) {
        return client
      }
      usleep(5_000)
    }
    return nil
  }

  private func ownClient(_ client: SocketClient, _ reference: String) {
    let one = [FileQuery(name: Array("holiday.jpeg".utf8))]
    let repeats = quick ? 500 : 5_000
    let trip = leastTime(rounds: quick ? 3 : 20, count: repeats) {
      var sum: UInt64 = 0
      for _ in 0..<repeats { sum &+= ask(client, one, "public.jpeg") }
      return sum
    }
    let bare = ask(["trip", "4", "500", reference], Self.oneName, 1)?[0][0] ?? 0
    Line(
      name: "SocketClient.fileTypes, one name", value: trip / 1e3, unit: "us",
      reference: ("bare echo, client in C", bare / 1e3), goal: ""
    ).print()
    let many = (0..<100_000).map { index in
      FileQuery(name: Array(Lookups.names[index % Lookups.names.count].utf8))
    }
    let batch = leastTime(rounds: quick ? 1 : 5, count: many.count) {
      ask(client, many, "public.jpeg")
    }
    let embedded = EmbeddedClient(loading: .current)
    let direct = leastTime(rounds: quick ? 1 : 5, count: many.count) {
      ask(embedded, many, "public.jpeg")
    }
    Line(
      name: "SocketClient.fileTypes, 100,000 names", value: 1e3 / batch, unit: "M names/s",
      reference: ("EmbeddedClient", 1e3 / direct), goal: ""
    ).print()
  }

  private func ask(
    _ client: some RegistryClient, _ files: [FileQuery], _ first: String
  ) -> UInt64 {
    guard let answers = try? client.fileTypes(files), answers.count == files.count,
      answers[0].identifier.text == first
    else { preconditionFailure("a wrong answer") }
    return UInt64(answers.count)
  }

  /// A stream of names through `utcli type-of --stdin`, asking the daemon.
  private func scan(_ socket: String) {
    guard let names = NameFile(count: quick ? 20_000 : 100_000) else { return }
    defer { names.remove() }
    let words = [utcli, "type-of", "--stdin", "--name-only"]
    var asking = Double.infinity
    var embedded = Double.infinity
    for _ in 0..<(quick ? 3 : 20) {
      asking = min(asking, spawn(words + ["--socket", socket], input: names.path) ?? .infinity)
      embedded = min(embedded, spawn(words + ["--embedded"], input: names.path) ?? .infinity)
    }
    Line(
      name: "utcli type-of --stdin --socket, \(names.count) names",
      value: Double(names.count) / asking * 1e3, unit: "M names/s",
      reference: ("utcli --embedded", Double(names.count) / embedded * 1e3), goal: ""
    ).print()
  }

  // MARK: Idle

  private func idle(_ process: pid_t) {
    let before = Status(of: process)
    sleep(quick ? 2 : 10)
    let after = Status(of: process)
    Line(
      name: "idle, memory", value: after.residentKiB / 1_024, unit: "MiB resident",
      reference: nil, goal: "under 16 MiB"
    ).print()
    Line(
      name: "idle, \(quick ? 2 : 10) seconds", value: after.switches - before.switches,
      unit: "wake-ups", reference: nil, goal: "none"
    ).print()
  }

  /// What the kernel says of a process.
  private struct Status {
    var residentKiB = 0.0
    /// How often it began or ended to wait.
    var switches = 0.0

    init(of process: pid_t) {
      for text in lines(of: "/proc/\(process)/status") {
        let number = text.split(whereSeparator: { !("0"..."9").contains($0) }).first
        let value = number.flatMap { Double($0) } ?? 0
        if text.hasPrefix("VmRSS:") { residentKiB = value }
        if text.hasPart("voluntary_ctxt_switches:") { switches += value }
      }
    }
  }

  // MARK: Starting

  private func start(_ socket: String) {
    let words = ["start", quick ? "5" : "200", "1", socket, typed, "--socket", socket]
    guard let times = ask(words, Self.oneName, 1) else { return }
    for (index, figure) in ["least", "median"].enumerated() {
      Line(
        name: "start to first answer, \(figure)", value: times[0][index] / 1e6, unit: "ms",
        reference: nil, goal: "under 10 ms"
      ).print()
    }
  }

  // MARK: Allocations

  /// What one more call allocates: the difference between many calls and few.
  ///
  /// Counted by callgrind, where it is there.
  private func allocations(_ socket: String) {
    guard unsafe access("/usr/bin/valgrind", X_OK) == 0 else { return }
    let unusual = #"{"names":["index.ts","unknown.zzz","slides.odp","a.jsx"]}}"#
    let calls = [
      ("one name", Self.oneName), ("ties, dynamic, inherited", Self.method + unusual),
    ]
    for (name, call) in calls {
      let (few, many) = (allocations(socket, call, 200), allocations(socket, call, 1_200))
      guard let few, let many else { return write("daemon: callgrind does not count allocations") }
      Line(
        name: "allocations a call, " + name, value: (many - few) / 1_000, unit: "", reference: nil,
        goal: "none"
      ).print()
    }
  }

  private func allocations(_ socket: String, _ call: String, _ count: Int) -> Double? {
    let profile = socket + ".profile"
    defer { unsafe unlink(profile) }
    let words = [
      "start", "1", String(count), socket, "/usr/bin/valgrind", "--tool=callgrind", "-q",
      "--callgrind-out-file=" + profile, typed, "--socket", socket,
    ]
    guard ask(words, call, 1) != nil else { return nil }
    let total = Profile(lines(of: profile)).calls(of: [
      "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc",
    ])
    return total > 0 ? total : nil
  }

  /// How often functions were called, as callgrind writes it.
  private struct Profile {
    private var names: [Substring: Substring] = [:]
    private var calls: [Substring: Double] = [:]

    /// Reads the lines of a profile.
    ///
    /// Functions have numbers, and a name where the number is new: `cfn=(12) malloc`. A line of calls
    /// stands behind the function that is called: `calls=3 0`.
    init(_ lines: [Substring]) {
      var callee: Substring = ""
      for line in lines {
        if line.hasPrefix("fn=(") || line.hasPrefix("cfn=("), let end = line.firstIndex(of: ")") {
          let number = line[..<end].drop { $0 != "(" }
          let name = line[end...].dropFirst(2)
          if !name.isEmpty { names[number] = name }
          if line.hasPrefix("c") { callee = number }
        } else if line.hasPrefix("calls=") {
          calls[callee, default: 0] += Double(line.dropFirst(6).prefix { $0 != " " }) ?? 0
        }
      }
    }

    func calls(of functions: Set<Substring>) -> Double {
      names.reduce(0) { $0 + (functions.contains($1.value) ? calls[$1.key] ?? 0 : 0) }
    }
  }

  // MARK: Processes

  /// Runs the client; least and median of each socket, in nanoseconds of one call.
  private func ask(_ words: [String], _ call: String, _ lines: Int) -> [[Double]]? {
    let prefix = ["trip", "visit"].contains(words[0]) ? [echo, "pinned", echo] : [echo]
    guard let child = Child(prefix + words, input: call, output: .all) else { return nil }
    let text = child.readAll()
    guard child.wait() == 0 else { return nil }
    let numbers = text.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    return numbers.count == lines && !numbers.contains(where: \.isEmpty) ? numbers : nil
  }
}

/// The lines of a file; none if it cannot be read.
private func lines(of path: String) -> [Substring] {
  guard let file = unsafe fopen(path, "r") else { return [] }
  defer { unsafe fclose(file) }
  var text: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while case let count = unsafe fread(&piece, 1, piece.count, file), count > 0 {
    text += piece.prefix(count)
  }
  return String(decoding: text, as: UTF8.self).split(separator: "\n")
}
