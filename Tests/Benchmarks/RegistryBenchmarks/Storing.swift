// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The store: what a durable change costs beside a bare fsync, and what a one-shot look-up does.
struct Storing {
  let quick: Bool
  /// This program, which also takes the part of the one-shot process.
  let program: String
  private let directory = scratch.path + "/store"

  init(quick: Bool, program: String) {
    self.quick = quick
    self.program = program
  }

  /// The bindings that a person with many choices has.
  static let count = 1_000

  func run() {
    guard let location = StoreLocation(directory: directory + "/typed") else { return }
    do throws(StoreError) {
      let store = try RegistryStore.open(location, .writing)
      _ = try store.apply(
        try bindings(), action: .apply, author: BindingChange.Author(uid: 0, program: "bench"))
      store.settle()
      try writing(store)
      store.settle()
      try reading(location)
      looking(location)
    } catch {
      write("store: \(error)")
    }
  }

  private func bindings() throws(StoreError) -> [Binding.Assignment] {
    (0..<Self.count).map { Binding.Assignment(Self.binding($0, version: 0)) }
  }

  static func subject(_ index: Int) -> Binding.Subject {
    guard let tag = try? Tag(.filenameExtension, "x\(index)") else {
      preconditionFailure("the extension is well-formed")
    }
    return .tag(tag)
  }

  static func binding(_ index: Int, version: Int) -> Binding {
    let handler = HandlerIdentity(
      bundle: "org.example.application\(version).desktop", origin: .system,
      path: "/usr/share/applications/org.example.application\(index % 300).desktop")
    return Binding(subject(index), .handler(handler))
  }

  // MARK: Writing

  private func writing(_ store: RegistryStore) throws(StoreError) {
    let rounds = quick ? 20 : 500
    var binds: [Double] = []
    var settling: [Double] = []
    var bare: [Double] = []
    let file = unsafe open(directory + "/bare", O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let author = BindingChange.Author(uid: 0, program: "bench")
    // As many bytes as a change adds to the log, one after the other like those.
    let bytes = [UInt8](repeating: 1, count: 7 * 4_120)
    for round in 0..<rounds {
      var start = now()
      unsafe bytes.withUnsafeBytes { _ = unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      fdatasync(file)
      bare.append(now() - start)
      start = now()
      let change = try store.apply(
        [Binding.Assignment(Self.binding(round % 100, version: round + 1))], action: .bind,
        author: author)
      binds.append(now() - start)
      precondition(change != nil, "a change was none")
      start = now()
      store.settle()
      settling.append(now() - start)
    }
    func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] / 1e6 }
    Line(
      name: "bind durably, \(Self.count) bindings, median", value: median(binds), unit: "ms",
      reference: ("write and fdatasync alone", median(bare)), goal: "dominated by fsync"
    ).print()
    Line(
      name: "bind durably, least", value: (binds.min() ?? 0) / 1e6, unit: "ms",
      reference: ("write and fdatasync alone", (bare.min() ?? 0) / 1e6), goal: ""
    ).print()
    Line(
      name: "settle after it (snapshot), median", value: median(settling), unit: "ms",
      reference: ("bind durably", median(binds)), goal: "no client waits for it"
    ).print()
  }

  // MARK: Reading

  private func reading(_ location: StoreLocation) throws(StoreError) {
    let rounds = quick ? 5 : 200
    let subjects = [Self.subject(7), Self.subject(5_000)]
    func ask() -> UInt64 {
      let reader = BindingReader(location)
      let found = reader.bindings(of: subjects).count
      precondition(found == 1 && reader.problem == nil, "a wrong answer")
      return UInt64(found)
    }
    let flat = leastTime(rounds: rounds, count: 1, ask)
    let snapshot = directory + "/typed/registry.bindings"
    unsafe _ = rename(snapshot, snapshot + ".away")
    let database = leastTime(rounds: rounds, count: 1, ask)
    unsafe _ = rename(snapshot + ".away", snapshot)
    Line(
      name: "open and ask for 2 of \(Self.count), snapshot", value: flat / 1e3, unit: "us",
      reference: ("the same by SQLite", database / 1e3), goal: "at most 50 us"
    ).print()
    let unchecked = leastTime(rounds: quick ? 2 : 20, count: 1) {
      let store = try? RegistryStore.open(location, .writing, checksAlways: false)
      return store == nil ? 0 : 1
    }
    let checking = leastTime(rounds: quick ? 2 : 20, count: 1) {
      let store = try? RegistryStore.open(location, .writing)
      return store == nil ? 0 : 1
    }
    Line(
      name: "open for writing, all checked", value: checking / 1e6, unit: "ms",
      reference: ("unchanged, nothing checked", unchecked / 1e6),
      goal: ""
    ).print()
  }

  /// Whole processes: this program with a look-up, and without.
  private func looking(_ location: StoreLocation) {
    let snapshot = directory + "/typed/registry.bindings"
    let look = [program, "--look", directory + "/typed"]
    let commands: [(name: String, words: [String])] = [
      ("/bin/true", ["/bin/true"]), ("a static process alone", [program, "--nothing"]),
      ("… that looks into the snapshot", look), ("… that looks into the database", look),
    ]
    var times = Array(repeating: [Double](), count: commands.count)
    for _ in 0..<(quick ? 20 : 1_000) {
      for (index, command) in commands.enumerated() {
        if index == 3 { unsafe _ = rename(snapshot, snapshot + ".away") }
        if let time = spawn(command.words) { times[index].append(time) }
        if index == 3 { unsafe _ = rename(snapshot + ".away", snapshot) }
      }
    }
    guard times.allSatisfy({ !$0.isEmpty }) else {
      return write("store: '\(program)' cannot be run")
    }
    let medians = times.map { $0.sorted()[$0.count / 2] / 1e6 }
    for index in 1..<commands.count {
      Line(
        name: commands[index].name + ", median", value: medians[index], unit: "ms",
        reference: ("/bin/true", medians[0]), goal: ""
      ).print()
    }
  }

  /// What the process of ``looking(_:)`` does.
  static func look(into directory: String) -> Never {
    let reader = BindingReader(StoreLocation(directory: directory))
    exit(reader.bindings(of: [subject(7), subject(5_000)]).count == 1 ? 0 : 1)
  }
}
