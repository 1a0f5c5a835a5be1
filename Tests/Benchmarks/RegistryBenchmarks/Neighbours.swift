// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport
internal import TypeRegistry

/// What a client waits for its answer while others ask for much: medians and 99th percentiles of a call
/// of `TypeOf`, beside those of the quiet daemon just before.
///
/// Others are connections of this user and, of a system's daemon, those of another one, where this
/// process may become that.
struct Neighbours {
  let quick: Bool
  let typed: String
  let echo: String

  private static let call = Self.call("types.TypeOf", #"{"names":["holiday.jpeg"]}"#)
  private static let connections = 20

  func run() {
    heavyCalls("", options: [], user: getuid())
    if getuid() == 0 {
      heavyCalls(", another user's", options: ["--system"], user: 65_534)
    }
    changes()
    unknownIdentifiers()
  }

  private static func call(_ method: String, _ parameters: String) -> String {
    #"{"method":"org.typeregistry.\#(method)","parameters":\#(parameters)}"#
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    "[" + (0..<count).map(item).joined(separator: ",") + "]"
  }

  // MARK: Situations

  private func heavyCalls(_ whose: String, options: [String], user: uid_t) {
    let names = Self.list(4_096) { "\"\(Lookups.names[$0 % Lookups.names.count])\"" }
    withDaemon(options) { socket in
      for (name, call) in [
        ("Search", Self.call("types.Search", #"{"text":"e"}"#)),
        (
          "Rank of 4,096, explained",
          Self.call("handlers.Rank", #"{"names":\#(names),"explain":true}"#)
        ),
        ("TypeOf of 4,096", Self.call("types.TypeOf", #"{"names":\#(names)}"#)),
      ] {
        for count in [5, Self.connections] {
          compare("beside \(count) × \(name)\(whose)", socket) {
            Child(
              [echo, "repeat", "\(count)", "\(user)", socket], input: call,
              output: .line)
          }
        }
      }
    }
  }

  private func changes() {
    let applications = ["org.example.a", "org.example.b"]
    for application in applications {
      declare(application) {
        #""CFBundleDocumentTypes":[{"LSItemContentTypes":["public.data"]}],"#
          + #""TRLaunch":{"Arguments":["/bin/true","%F"]}"#
      }
    }
    guard fillStore(40_000) else { return write("neighbours: no store") }
    let calls = applications.map {
      Self.call("handlers.Bind", #"{"requests":[{"extension":"changed","handler":"\#($0)"}]}"#)
    }
    withDaemon([]) { socket in
      compare("beside changes among 40,000 choices", socket) {
        Child(
          [echo, "repeat", "1", "\(getuid())", socket],
          input: calls.joined(separator: "\n"), output: .line)
      }
    }
    clean("state/typed")
    clean("data/typed/declarations")
  }

  private func unknownIdentifiers() {
    for file in 0..<24 {
      declare("org.example.many\(file)") {
        #""UTImportedTypeDeclarations":"#
          + Self.list(4_096) {
            #"{"UTTypeIdentifier":"org.example.many\#(file).type-\#($0)","#
              + #""UTTypeConformsTo":["public.data"]}"#
          }
      }
    }
    let call = Self.call(
      "types.Supertypes", #"{"identifier":"org.example.many7.type-4711x"}"#)
    withDaemon([]) { socket in
      for count in [4, Self.connections] {
        compare("beside \(count) × an unknown identifier, 100,000 types", socket) {
          Child(
            [echo, "repeat", "\(count)", "\(getuid())", socket], input: call,
            output: .line)
        }
      }
    }
    clean("data/typed/declarations")
  }

  // MARK: Measuring

  /// Measures before and beside what `start` starts.
  private func compare(_ name: String, _ socket: String, _ start: () -> Child?) {
    // Whatever went before has to be over.
    _ = times(socket)
    guard let quiet = times(socket) else { return write("neighbours: no answer") }
    guard let other = start() else { return write("neighbours: '\(echo)' cannot be run") }
    guard other.firstLine.hasPrefix("repeating") else {
      other.kill()
      return write("neighbours: no calls " + name)
    }
    let beside = times(socket)
    other.kill()
    guard let beside else { return write("neighbours: no answer " + name) }
    for (index, figure) in ["median", "p99"].enumerated() {
      Line(
        name: "\(name), \(figure)", value: beside[index] / 1e3, unit: "us",
        reference: ("the same, quiet", quiet[index] / 1e3), goal: index == 1 ? "at most 2 x" : ""
      ).print()
    }
  }

  /// Median, 99th percentile and greatest time of a call, in nanoseconds.
  private func times(_ socket: String) -> [Double]? {
    guard
      let child = Child(
        [echo, "neighbour", quick ? "500" : "3000", socket], input: Self.call, output: .all)
    else { return nil }
    let times = child.readAll().split(whereSeparator: { $0 == " " || $0 == "\n" })
      .compactMap { Double($0) }
    return child.wait() == 0 && times.count == 3 ? times : nil
  }

  private func withDaemon(_ options: [String], _ body: (_ socket: String) -> Void) {
    let socket = scratch.path + "/neighbours"
    // The other user has to reach it.
    if !options.isEmpty { unsafe chmod(scratch.path, 0o711) }
    defer { unsafe chmod(scratch.path, 0o700) }
    guard
      let daemon = Child(
        [echo, "tied", typed, "--socket", socket] + options, output: .none)
    else { return write("neighbours: '\(typed)' cannot be run") }
    defer { daemon.end() }
    // A start with many declarations takes its time.
    for _ in 0..<3_000 where unsafe access(socket, F_OK) != 0 { usleep(10_000) }
    body(socket)
  }

  // MARK: Files

  private func declare(_ bundle: String, _ members: () -> String) {
    let directory = scratch.path + "/data/typed/declarations"
    unsafe mkdir(scratch.path + "/data/typed", 0o700)
    unsafe mkdir(directory, 0o700)
    guard let file = unsafe fopen("\(directory)/\(bundle).json", "w") else { return }
    let text = Array("{\"CFBundleIdentifier\":\"\(bundle)\",\(members())}".utf8)
    unsafe fwrite(text, 1, text.count, file)
    unsafe fclose(file)
  }

  /// Stores this many choices for the user.
  private func fillStore(_ count: Int) -> Bool {
    guard let location = StoreLocation.current else { return false }
    do throws(StoreError) {
      let store = try RegistryStore.open(location, .writing)
      for start in stride(from: 0, to: count, by: 4_000) {
        var assignments: [Binding.Assignment] = []
        for index in start..<min(start + 4_000, count) {
          assignments.append(Binding.Assignment(Storing.binding(index, version: 0)))
        }
        _ = try store.apply(
          assignments, action: .apply, author: BindingChange.Author(uid: getuid(), program: "bench")
        )
      }
      store.settle()
      return true
    } catch {
      write("neighbours: \(error)")
      return false
    }
  }

  private func clean(_ directory: String) {
    TemporaryDirectory.remove(scratch.path + "/" + directory)
  }
}
