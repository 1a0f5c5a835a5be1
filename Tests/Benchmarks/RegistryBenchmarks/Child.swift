// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport

/// A program that was started, with pipes to it and from it.
struct Child {
  /// What is read of its output.
  enum Output {
    /// Nothing: it goes nowhere.
    case none
    /// The first line, by which it says that it is ready.
    case line
    /// All of it: see ``readAll()``.
    case all
  }

  private let child: ChildProcess
  var process: pid_t { child.identifier }
  /// What it said to be ready; empty if nothing was read of it.
  private(set) var firstLine = ""
  private let output: Int32

  /// Starts a program; nil if it cannot be started.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - input: What it reads, all of it before it writes more than a pipe holds.
  ///   - kind: What is read of its output.
  init?(_ words: [String], input: String = "", output kind: Output) {
    var (to, from): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard unsafe pipe(&to) == 0, unsafe pipe(&from) == 0 else { return nil }
    for descriptor in to + from { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Its standard error is the daemon's log.
    let child = try? ChildProcess(
      words, descriptors: [to[0], kind == .none ? nil : from[1], nil], closesOthers: false)
    close(to[0])
    close(from[1])
    if child != nil { Self.write(Array(input.utf8), to: to[1]) }
    close(to[1])
    guard let child else {
      close(from[0])
      return nil
    }
    self.child = child
    output = from[0]
    if kind == .line { firstLine = String(decoding: read(), as: UTF8.self) }
  }

  /// Everything that it writes until it ends.
  func readAll() -> String {
    var bytes: [UInt8] = []
    while case let more = read(), !more.isEmpty { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe Glibc.read(output, &buffer, buffer.count)
    return Array(buffer.prefix(max(count, 0)))
  }

  /// Waits for its end; what it ended with, 0 for success.
  func wait() -> Int32 {
    defer { close(output) }
    return child.wait()
  }

  /// The most memory that a program has, in KiB; `nil` if it cannot be run.
  ///
  /// The system counts the memory of the process that starts a program as that of the program. So it
  /// is started by this program anew, which has little memory then (``printMemory(of:)``).
  static func peakMemory(_ words: [String]) -> Double? {
    let asked = [CommandLine.arguments[0], memoryOption] + words
    guard let child = Child(asked, output: .all) else { return nil }
    let text = child.readAll()
    _ = child.wait()
    return text.split(separator: "\n").first.flatMap { Double($0) }
  }

  /// The option by which this program prints the memory of another one and does nothing else.
  static let memoryOption = "--memory-of"

  /// Runs a program, and prints the most memory that it had, in KiB.
  static func printMemory(of words: [String]) {
    guard let child = Child(words, output: .all) else { return }
    _ = child.readAll()
    _ = child.wait()
    print(child.child.usage.ru_maxrss)
  }

  /// Ends it.
  func end() {
    child.send(SIGTERM)
    _ = wait()
  }

  /// Ends it at once.
  func kill() {
    child.send(SIGKILL)
    _ = wait()
  }
}
