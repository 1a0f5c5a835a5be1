// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// An installation with applications that record how they are started.
final class Opening {
  let installation: Installation

  var work: String { installation.root + "/work" }
  private var record: String { installation.root + "/record" }
  private var state: String { installation.root + "/state" }

  init() throws {
    installation = try Installation()
    installation.environment["RECORD_ARGUMENTS"] = record
    installation.environment["RECORD_STATE"] = state
  }

  /// Declares an application that claims `types` and URL `schemes`.
  ///
  /// `arguments` follow the path of the recorder, or of another program.
  func declare(
    _ bundle: String, _ arguments: [String], types: [String] = ["public.data"],
    schemes: [String] = [], program: String = Recorder.program, role: String = "Viewer",
    isTerminal: Bool = false
  ) throws {
    let launch: [String: Any] = ["Arguments": [program] + arguments, "Terminal": isTerminal]
    let object: [String: Any] = [
      "CFBundleIdentifier": bundle, "TRLaunch": launch,
      "CFBundleDocumentTypes": types.isEmpty
        ? [] : [["LSItemContentTypes": types, "CFBundleTypeRole": role]],
      "CFBundleURLTypes": schemes.isEmpty
        ? [] : [["CFBundleURLSchemes": schemes, "CFBundleTypeRole": role]],
    ]
    let data = try JSONSerialization.data(withJSONObject: object)
    try installation.write(Array(data), to: "\(installation.declarations)/\(bundle).json")
  }

  /// Makes empty files in the working directory.
  func touch(_ names: [UInt8]...) throws { try touch(names) }

  func touch(_ names: [[UInt8]]) throws {
    for name in names {
      let path = (Array((work + "/").utf8) + name + [0]).map { CChar(bitPattern: $0) }
      let file = unsafe Glibc.open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw CallFailure("open") }
      close(file)
    }
  }

  func touch(_ names: String...) throws { try touch(names.map { Array($0.utf8) }) }

  /// Runs `utcli open`; returns what the applications recorded.
  ///
  /// `count` is the number of recorded processes to wait for.
  func open(
    _ words: [[UInt8]], input: [UInt8] = [], count: Int = 0
  ) throws -> (outcome: Outcome, vectors: [[[UInt8]]]) {
    try? FileManager.default.removeItem(atPath: record)
    try? FileManager.default.removeItem(atPath: state)
    let outcome = try installation.run([Array("open".utf8)] + words, input: input)
    return (outcome, Recorder.vectors(in: record, count: count))
  }

  func open(
    _ words: String..., count: Int = 0
  ) throws -> (outcome: Outcome, vectors: [[String]]) {
    let (outcome, vectors) = try open(words.map { Array($0.utf8) }, count: count)
    return (
      outcome,
      vectors.map { vector in
        // All tests have the same program and directory.
        vector.dropFirst().map {
          String(decoding: $0, as: UTF8.self).replacingOccurrences(of: work, with: "WORK")
        }
      }
    )
  }

  /// The state that the applications recorded, once there are `count` sessions.
  func states(count: Int = 1) -> [String] {
    for _ in 0..<1_000 {
      let text = (try? String(contentsOfFile: state, encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").map(String.init)
      if lines.count(where: { $0.hasPrefix("session") }) >= count { return lines }
      usleep(10_000)
    }
    return []
  }
}
