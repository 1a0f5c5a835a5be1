// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The programs themselves, in a directory of their own: `typed` serves, `utcli` asks.
final class ProgramWorld {
  let directory: String
  /// The path at which the daemon is found that nothing names.
  var socket: String { directory + "/run/typed/org.typeregistry" }

  init() throws {
    directory = NSTemporaryDirectory() + "programs-\(UUID().uuidString.prefix(8))"
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    for name in ["/run", "/run/typed", "/home"] {
      try FileManager.default.createDirectory(
        atPath: directory + name, withIntermediateDirectories: true, attributes: attributes)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

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

  /// A process of one of the programs, which does not run yet.
  func process(_ name: String, _ words: [String], _ more: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = program(name)
    process.arguments = words
    process.environment = [
      "HOME": directory + "/home", "XDG_RUNTIME_DIR": directory + "/run",
      "XDG_DATA_DIRS": directory + "/data", "LC_ALL": "C",
    ].merging(more) { $1 }
    return process
  }

  /// What a process has written, and how it has ended.
  struct Outcome {
    let output: Data
    let errors: String
    let status: Int32

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
  }

  /// Runs `utcli`.
  func utcli(
    _ words: [String], _ more: [String: String] = [:], input: String? = nil
  ) throws -> Outcome {
    let process = process("utcli", words, more)
    if let input {
      let file = directory + "/input"
      try input.write(toFile: file, atomically: true, encoding: .utf8)
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    // A file takes any number of errors while the output is read.
    let errors = URL(fileURLWithPath: directory + "/errors-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let remarks = try Data(contentsOf: errors)
    try FileManager.default.removeItem(at: errors)
    return Outcome(
      output: output, errors: String(decoding: remarks, as: UTF8.self),
      status: process.terminationStatus)
  }

  /// Runs `body` while the daemon serves.
  func whileServing(_ body: () throws -> Void) throws {
    try withProcessServing { (_) throws in try body() }
  }

  /// Runs `body` with the number of the daemon's process while it serves.
  ///
  /// - Parameters:
  ///   - socket: Where it listens; `nil` for the path at which it is found.
  ///   - body: May end the process.
  /// - Throws: What `body` throws, or if the daemon does not answer.
  func withProcessServing(at socket: String? = nil, _ body: (pid_t) throws -> Void) throws {
    let socket = socket ?? self.socket
    let daemon = process("typed", ["--socket", socket])
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    defer {
      daemon.terminate()
      daemon.waitUntilExit()
    }
    try waitUntil("the daemon answers") { try utcli(["status", "--socket", socket]).status == 0 }
    try body(daemon.processIdentifier)
  }

  /// Waits until a condition holds, at most half a minute.
  func waitUntil(_ what: Comment, _ condition: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while try !condition() { try #require(Date() < deadline, what) }
  }

  /// The directory of the user's declarations, which exists from then on.
  func declarations() throws -> String {
    let declarations = directory + "/home/.local/share/typed/declarations"
    try FileManager.default.createDirectory(
      atPath: declarations, withIntermediateDirectories: true)
    return declarations
  }

  /// Declares an application that opens everything.
  func install(_ identifier: String) throws {
    try """
    {"CFBundleIdentifier": "\(identifier)",
      "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.data"]}],
      "TRLaunch": {"Arguments": ["/bin/true", "%f"]}}
    """.write(
      toFile: declarations() + "/\(identifier).json", atomically: true, encoding: .utf8)
  }

  /// Declares an application of its own type for the user.
  ///
  /// - Returns: The file.
  @discardableResult
  func install(_ name: String, extension value: String) throws -> String {
    let text = """
      {"CFBundleIdentifier": "org.test.\(name)",
       "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.test.\(name).type",
         "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.filename-extension": ["\(value)"]}}],
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["org.test.\(name).type"]}],
       "TRLaunch": {"Arguments": ["/bin/sh", "%F"]}}
      """
    let path = try declarations() + "/\(name).json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
