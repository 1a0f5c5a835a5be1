// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Hostile names reach an application byte by byte")
struct HostileNamesTests {
  @Test
  func areThreeHundredAtLeast() {
    #expect(HostileNames.all.count >= 300)
    #expect(Set(HostileNames.all).count == HostileNames.all.count)
    for name in HostileNames.all {
      #expect(!name.isEmpty && name.count <= 255 && !name.contains(0) && !name.contains(0x2F))
    }
  }

  /// The name's form in the application's arguments.
  private func expected(_ name: [UInt8], in work: String, asURL: Bool) -> [UInt8] {
    let path = Array((work + "/").utf8) + name
    guard asURL else { return path }
    var url = "file://"
    for byte in path {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      url += isPlain ? String(UnicodeScalar(byte)) : String(format: "%%%02X", Int(byte))
    }
    return Array(url.utf8)
  }

  @Test(arguments: [("%f", true), ("%F", false), ("%F", true), ("%u", true), ("%U", false)])
  func arriveInEveryPlaceholder(_ placeholder: String, _ isWaiting: Bool) throws {
    let opening = try Opening()
    try opening.declare("org.example.recorder", ["--open", placeholder, "%c", "end"])
    let names = HostileNames.all
    try opening.touch(names)
    let isSingle = placeholder == placeholder.lowercased()
    // As words relative to the directory, then as bytes on standard input.
    let result =
      isWaiting
      ? try opening.open(["--wait", "--file", "--"].map { Array($0.utf8) } + names)
      : try opening.open(
        ["--stdin", "-0", "--file"].map { Array($0.utf8) },
        input: Array(names.joined(separator: [0])),
        count: isSingle ? names.count : 1)
    #expect(result.outcome.status == 0, "\(result.outcome.errorText)")
    #expect(result.outcome.output.isEmpty)
    #expect(result.outcome.errors.isEmpty, "\(result.outcome.errorText)")
    let words = names.map {
      expected($0, in: opening.work, asURL: placeholder.lowercased() == "%u")
    }
    func vector(_ words: [[UInt8]]) -> [[UInt8]] {
      [Array(Recorder.program.utf8), Array("--open".utf8)] + words
        + [Array("%c".utf8), Array("end".utf8)]
    }
    if isSingle {
      #expect(result.vectors.count == words.count)
      #expect(Set(result.vectors) == Set(words.map { vector([$0]) }))
    } else {
      #expect(result.vectors == [vector(words)])
    }
    // No name was run as a command.
    let left = try FileManager.default.contentsOfDirectory(atPath: opening.work)
    #expect(!left.contains("pwned"))
  }

  @Test(arguments: ["%f", "%F", "%u", "%U"])
  func arePrintedByteByByte(_ placeholder: String) throws {
    let opening = try Opening()
    try opening.declare("org.example.recorder", [placeholder])
    let names = HostileNames.all
    try opening.touch(names)
    let (outcome, vectors) = try opening.open(
      ["--print", "-0", "--file", "--"].map { Array($0.utf8) } + names)
    #expect(vectors.isEmpty)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let isURL = placeholder.lowercased() == "%u"
    let words = names.map { expected($0, in: opening.work, asURL: isURL) }
    let program = Array(Recorder.program.utf8)
    let vectorsExpected =
      placeholder == placeholder.lowercased() ? words.map { [program, $0] } : [[program] + words]
    var output: [UInt8] = []
    for vector in vectorsExpected {
      for word in vector { output += word + [0] }
      output.append(0)
    }
    #expect(outcome.output == output)
    // One line for each process, whatever the names contain.
    let lines = try opening.open(["--print", "--file", "--"].map { Array($0.utf8) } + names)
    #expect(lines.outcome.output.count { $0 == 0x0A } == vectorsExpected.count)
    #expect(!lines.outcome.output.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 })
  }

  /// Checks the system calls: no program is started except the application.
  @Test(
    .enabled(if: Tracing.isPossible, "strace is not here, or may not trace"),
    .disabled(if: isSanitized, "a sanitizer looks for leaks by tracing too"),
    arguments: [("%f", 12), ("%F", 1), ("%u", 12), ("%U", 1)])
  func startNoShell(_ placeholder: String, _ step: Int) throws {
    let opening = try Opening()
    try opening.declare("org.example.recorder", [placeholder])
    // A traced process is slow.
    let names = stride(from: 0, to: HostileNames.all.count, by: step).map { HostileNames.all[$0] }
    let count = step == 1 ? 1 : names.count
    try opening.touch(names)
    let trace = opening.installation.root + "/trace"
    let words = [
      Tracing.program, "-f", "-qq", "-e", "trace=execve,execveat", "-o", trace,
      opening.installation.program, "open", "--wait", "--file", "--",
    ]
    let outcome = try ChildProcess.run(
      words.map { Array($0.utf8) } + names,
      environment: opening.installation.environment, directory: opening.work)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let text = String(
      decoding: FileManager.default.contents(atPath: trace) ?? Data(), as: UTF8.self)
    let calls = text.split(separator: "\n").filter { $0.contains("exec") && $0.contains("(\"") }
    let started = calls.filter { $0.contains("execve(\"\(Recorder.program)\"") }
    // The first call is strace's own, which starts utcli.
    #expect(calls.count == count + 1)
    #expect(started.count == count)
    #expect(!text.contains("/sh\""))
  }
}

/// Whether system calls can be traced here.
enum Tracing {
  static let program = "/usr/bin/strace"

  static let isPossible: Bool = {
    let words = [program, "-qq", "-o", "/dev/null", "/bin/true"]
    let outcome = try? ChildProcess.run(words, environment: [:], directory: "/")
    return outcome?.status == 0
  }()
}
