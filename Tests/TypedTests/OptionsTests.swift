// SPDX-License-Identifier: MIT

import Testing

@testable import typed

@Suite struct OptionsTests {
  private func options(_ words: String...) throws(Failure) -> Options {
    try Options(words.map { Array($0.utf8) })
  }

  @Test(arguments: Limit.all.map(\.name))
  func setsEachLimitWithinItsRange(_ name: String) throws {
    let limit = try #require(Limit.all.first { $0.name == name })
    for value in [limit.range.lowerBound, limit.range.upperBound] {
      for words in [
        ["--limit-\(name)", limit.text(value)], ["--limit-\(name)=\(limit.text(value))"],
      ] {
        let limits = try Options(words.map { Array($0.utf8) }).limits
        #expect(limits[keyPath: limit.field] == value)
      }
    }
    let beyond = [
      limit.text(limit.range.lowerBound - 1), limit.text(limit.range.upperBound + 1), "-1", "", "x",
      "9223372036854775808", limit.unit == .time || limit.unit == .shortTime ? "1" : "1s",
    ]
    for text in beyond {
      #expect(throws: Failure.self, "\(text)") { try options("--limit-\(name)", text) }
    }
    // What is not set stays as it was.
    #expect(limit.range.contains(Limits()[keyPath: limit.field]))
  }

  @Test(arguments: [
    (["--foreground"], Options.Purpose.serve), (["--help"], .help), (["-h"], .help),
    (["--version"], .version), (["-V"], .version), (["--help", "--version"], .version),
    (["--version", "--foreground"], .version), ([], .serve),
  ])
  func findsThePurpose(_ words: [String], _ purpose: Options.Purpose) throws {
    let options = try Options(words.map { Array($0.utf8) })
    #expect(options.purpose == purpose)
    #expect(!options.isSystem && options.socket == nil && options.idleTime == nil)
  }

  @Test func setsNothingElseByALimit() throws {
    for limit in Limit.all {
      let changed = try options("--limit-\(limit.name)", limit.text(limit.range.upperBound)).limits
      for other in Limit.all where other.name != limit.name {
        #expect(changed[keyPath: other.field] == Limits()[keyPath: other.field])
      }
    }
  }

  @Test(arguments: [
    ("--nope", "unknown option '--nope'"), ("nope", "unexpected argument 'nope'"),
    ("--socket", "'--socket' needs a value"), ("--system=1", "'--system' takes no value"),
    ("--idle-exit=-1", "takes a number of seconds, not '-1'"),
    ("--idle-exit=nan", "takes a number of seconds, not 'nan'"),
    ("--idle-exit=inf", "takes a number of seconds, not 'inf'"),
  ])
  func saysWhatIsWrong(_ word: String, _ reason: String) {
    #expect {
      try options(word)
    } throws: { error in
      guard let failure = error as? Failure else { return false }
      return failure.status == .usage && failure.message.contains(reason)
    }
  }

  @Test func suggestsTheNearestWord() {
    #expect {
      try options("--limit-conections")
    } throws: { error in
      (error as? Failure)?.hint?.contains("'--limit-connections'") == true
    }
  }

  @Test func offersEveryOptionToShells() {
    let all = Options.completion([""]).split(separator: "\n")
    #expect(all.first == "nothing")
    let names = all.dropFirst().map { String($0.prefix { $0 != "\t" }) }
    #expect(names == Options.names + Limit.all.map { "--limit-\($0.name)" })
    #expect(all.dropFirst().allSatisfy { $0.contains("\t") && !$0.hasSuffix("\t") })
  }

  @Test(
    arguments: [
      (["--limit-turn"], ["nothing", "--limit-turn-time\ttime after which a turn ends"]),
      (["--system", "--sys"], ["nothing"]), (["--socket", ""], ["files"]),
      (["--socket=/r"], ["files"]),
      (["--idle-exit", ""], ["nothing"]), (["--nope", "--nope"], ["nothing"]), ([], nil),
      (["--limit-stop-time", ""], ["nothing", "\(OptionsTests.stopTime)\tthe default"]),
      (
        ["--limit-stop-time=\(OptionsTests.stopTime.prefix(1))"],
        ["nothing", "--limit-stop-time=\(OptionsTests.stopTime)\tthe default"]
      ),
      (["--limit-stop-time", "\(OptionsTests.stopTime)x"], ["nothing"]),
      // A value is not an option.
      (
        ["--socket", "--system", "--sys"],
        ["nothing", "--system\tserve every user, at /run/typed/org.typeregistry"]
      ),
    ] as [([String], [String]?)])
  func completesForShells(_ words: [String], _ expected: [String]?) {
    let lines = Options.completion(words).split(separator: "\n").map(String.init)
    #expect(lines == expected ?? Options.completion([""]).split(separator: "\n").map(String.init))
  }

  private static let stopTime =
    Options.limitOptions.first { $0.name == "--limit-stop-time" }?.value ?? ""

  @Test func theHelpFits80ColumnsAndNamesTheSocketAndItsManual() {
    for line in Options.help.split(separator: "\n") where line.count > 80 {
      Issue.record("\(line)")
    }
    for text in [
      "$XDG_RUNTIME_DIR/typed/org.typeregistry", "/run/typed/org.typeregistry",
      "'man org.typeregistry'",
    ] {
      #expect(Options.help.contains(text))
    }
  }

  @Test func listsEveryOptionInTheHelp() {
    for limit in Limit.all { #expect(Options.help.contains("--limit-\(limit.name) ")) }
    for option in ["--system", "--socket", "--idle-exit", "--foreground", "--version"] {
      #expect(Options.help.contains(option))
    }
  }
}
