// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// The programs themselves, in a directory of their own: `typed` serves, `utcli` asks.
final class ProgramWorld {
  private let temporary: TemporaryDirectory
  var directory: String { temporary.path }
  /// The path at which the daemon is found that nothing names.
  var socket: String { directory + "/run/typed/org.typeregistry" }

  init() throws {
    temporary = try TemporaryDirectory()
    for name in ["run/typed", "home"] { try temporary.makeDirectory(name) }
  }

  /// The variables of the programs.
  func environment(_ more: [String: String] = [:]) -> [String: String] {
    [
      "HOME": directory + "/home", "XDG_RUNTIME_DIR": directory + "/run",
      "XDG_DATA_DIRS": directory + "/data", "LC_ALL": "C",
    ].merging(more) { $1 }
  }

  /// Runs `utcli`.
  func utcli(
    _ words: [String], _ more: [String: String] = [:], input: String = ""
  ) throws -> Outcome {
    try ChildProcess.run(
      [ChildProcess.built("utcli")] + words, environment: environment(more), input: input)
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
    let daemon = try ChildProcess(
      [ChildProcess.built("typed"), "--socket", socket], environment: environment())
    defer {
      daemon.send(SIGTERM)
      daemon.wait()
    }
    try waitUntil("the daemon answers") { try utcli(["status", "--socket", socket]).status == 0 }
    try body(daemon.identifier)
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
