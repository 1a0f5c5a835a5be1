// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

/// One answer: the same command lines, answered in this process and over a socket, byte for byte.
@Suite("The daemon answers as the library does")
struct AgreementTests {
  let embedded = EmbeddedClient(Questions.published, of: Questions.locations)
  let socket: SocketClient

  init() throws {
    socket = try ServedRegistry(Questions.published, of: Questions.locations).client
  }

  private func compare(_ lines: [[String]]) {
    compare(bytes: lines.map { line in line.map { Array($0.utf8) } })
  }

  private func compare(bytes lines: [[[UInt8]]], status: Int32? = nil) {
    for line in lines {
      for words in [line, line + [Array("--json".utf8)]] {
        // A word after `--` is not an option.
        let ordered =
          [words[0]] + words.dropFirst().filter { $0 == Array("--json".utf8) }
          + words.dropFirst().filter { $0 != Array("--json".utf8) }
        let here = Transcript(ordered, answeredBy: embedded)
        let there = Transcript(ordered, answeredBy: socket)
        #expect(
          here == there, "\(words.prefix(6).map { String(decoding: $0.prefix(80), as: UTF8.self) })"
        )
        if let status { #expect(here.status == status, "\(here)") }
        guard here == there else { return }
      }
    }
  }

  @Test
  func aboutEveryType() { compare(Questions.aboutTypes()) }

  @Test
  func aboutEveryTag() { compare(Questions.aboutTags()) }

  @Test
  func aboutMistakes() { compare(Questions.mistakes) }

  @Test
  func aboutOddNames() {
    let names = Questions.oddNames(10_000, seed: 20_261_121)
    for start in stride(from: 0, to: names.count, by: 1_000) {
      let batch = Array(names[start..<start + 1_000])
      let options = ["type-of", "--name-only", "--"].map { Array($0.utf8) }
      let withMIME = [options[0], options[1], Array("--mime".utf8), options[2]]
      compare(bytes: [options + batch, withMIME + batch], status: 0)
    }
  }

  @Test
  func aboutReasonsForOddNames() {
    for name in Questions.oddNames(1_000, seed: 7) {
      let words = ["why", "--name-only", "--file", "--"].map { Array($0.utf8) }
      compare(bytes: [words + [name]], status: 0)
    }
  }

  @Test
  func aboutNamesFromOddNames() {
    for name in Questions.oddNames(500, seed: 8) {
      compare(
        bytes: [["name", "--"].map { Array($0.utf8) } + [name, Array("public.jpeg".utf8)]],
        status: 0)
    }
  }

  @Test
  func aboutFilesOfEveryKind() throws {
    let directory = try TemporaryDirectory()
    for name in ["folder", "Tool.app"] { try directory.makeDirectory(name) }
    try directory.link("link.jpg", to: directory.path + "/a.txt")
    try directory.write("a.txt", "")
    #expect(unsafe mkfifo(directory.path + "/pipe.jpg", 0o600) == 0)
    let paths =
      ["folder", "Tool.app", "link.jpg", "a.txt", "pipe.jpg", "missing"].map {
        "\(directory.path)/\($0)"
      }
      + ["/dev/null", "/", "/proc"]
    compare([["type-of"] + paths, ["type-of", "-L"] + paths])
    compare(paths.map { ["why", $0] })
  }

  /// Values too, where a command shows a part of them.
  @Test
  func valuesAreTheSame() throws {
    let types = Questions.published.registry.declaredTypes
    let languages = LanguageList("pt_BR")
    #expect(
      try socket.information(on: types, in: languages)
        == embedded.information(on: types, in: languages))
    #expect(
      try socket.summaries(of: types, in: languages) == embedded.summaries(of: types, in: languages)
    )
    #expect(try socket.diagnostics() == embedded.diagnostics())
    #expect(try socket.bundles(in: languages) == embedded.bundles(in: languages))
    #expect(try socket.search("image", in: languages) == embedded.search("image", in: languages))
    for type in types.prefix(200) {
      #expect(try socket.conformances(of: type) == embedded.conformances(of: type))
      #expect(
        try socket.tags(of: type, withSubtypes: true) == embedded.tags(of: type, withSubtypes: true)
      )
    }
    let files = FileKind.allCases.flatMap { kind in
      Questions.oddNames(700, seed: 9).map { FileQuery(name: $0 + [0], kind: kind) }
    }
    #expect(try socket.fileTypes(files) == embedded.fileTypes(files))
  }
}
