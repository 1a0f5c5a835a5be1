// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Compares `text` with the file of that name in `Tests/Data/Golden`.
///
/// With `RECORD_GOLDEN=1` the file is written instead, and the test fails so that someone reads it.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let url = URL(fileURLWithPath: "\(Installation.sources)/Tests/Data/Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: url)
    Issue.record("\(name) was recorded; read what changed", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(contentsOf: url, encoding: .utf8)
  #expect(text == expected, "Tests/Data/Golden/\(name)", sourceLocation: sourceLocation)
}

extension Installation {
  /// A command line with its answer, remarks and status, without what differs from run to run.
  func transcript(_ words: [String]) throws -> String {
    let outcome = try run(words)
    var text = "$ utcli \(words.map(Self.quoted).joined(separator: " "))\n\(outcome.text)"
    if !outcome.errors.isEmpty { text += "[standard error]\n\(outcome.errorText)" }
    text += "[status \(outcome.status)]\n"
    text = text.replacingOccurrences(of: root, with: "/ROOT")
    for (pattern, word) in [
      ("registry-[0-9a-f]{16}", "registry-DIGEST"), ("\\b[0-9a-f]{32}\\b", "DIGEST"),
      ("image-bytes\t[0-9]+", "image-bytes\tNUMBER"), ("\"imageSize\":[0-9]+", "\"imageSize\":0"),
      ("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z\t[0-9]+", "TIME\tUID"),
      ("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", "TIME"), ("\"user\":[0-9]+", "\"user\":0"),
      ("\"time\":[1-9][0-9]*", "\"time\":TIME"),
    ] {
      text = text.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
    }
    return text
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x30...0x39).contains(byte) || "-._/:=,".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'\(word)'"
  }
}
