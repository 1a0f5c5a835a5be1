// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

/// `utcli census`: the files of directories by what they are.
@Suite struct CensusTests {
  private func installation() throws -> Installation {
    let installation = try Installation(core: .shipped)
    for (path, length) in [
      ("a.png", 10), ("b.PNG", 5), ("sub/c.jpg", 7), ("sub/deep/main.swift", 100),
      ("sub/deep/notes.txt", 3), ("notes", 2), ("x.zzunknown", 4), ("sub/y.ZZUnknown", 4),
      ("z.zzother", 1),
      (".hidden", 1),
    ] {
      try installation.write(String(repeating: "x", count: length), to: "work/tree/\(path)")
    }
    let made = try installation.shell(
      "cd tree && ln -s a.png link.png && ln -s .. loop && ln -s nowhere sub/broken && mkfifo pipe")
    #expect(made.status == 0)
    return installation
  }

  @Test func countsFamiliesThenUnknownExtensions() throws {
    let outcome = try installation().run("census", "tree")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(
      outcome.lines == [
        "image\t3\t22", "other\t2\t3", "source code\t1\t100", "text\t1\t3", ".zzunknown\t2\t8",
        ".zzother\t1\t1",
      ])
    let line = "utcli register --extension .zzunknown --as public.data"
    #expect(outcome.errorText == "utcli: declare one: \(line)\n")
  }

  @Test func countsByContentsWhereNamesLeaveTypesOpen() throws {
    let installation = try installation()
    let outcome = try installation.run("census", "--sniff", "tree")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.lines == ["text\t6\t15", "image\t3\t22", "source code\t1\t100"])
  }

  @Test func theLineThatDeclaresAnExtensionDoesSo() throws {
    let installation = try installation()
    let hint = try installation.run("census", "tree").errorText
    let line = try #require(hint.split(separator: "declare one: ").last)
    let declared = try installation.shell(String(line))
    #expect(declared.status == 0, "\(declared.errorText)")
    let outcome = try installation.run("census", "tree")
    #expect(!outcome.lines.contains { $0.hasPrefix(".zzunknown") })
    // The next one, and none once there is no other.
    #expect(outcome.errorText.contains("--extension .zzother "))
    #expect(try installation.run("census", "tree/sub/deep").errorText.isEmpty)
    #expect(try installation.run("census", "tree", "--json").errorText.isEmpty)
  }

  @Test func countsTypes() throws {
    let outcome = try installation().run("census", "--by", "type", "--sort", "name", "tree")
    #expect(
      outcome.lines == [
        "public.data\t2\t3", "public.jpeg\t1\t7", "public.plain-text\t1\t3", "public.png\t2\t15",
        "public.swift-source\t1\t100", ".zzother\t1\t1", ".zzunknown\t2\t8",
      ])
  }

  @Test func countsExtensionsWithoutCase() throws {
    let outcome = try installation().run("census", "--by", "extension", "--sort", "bytes", "tree")
    #expect(
      outcome.lines == [
        ".swift\t1\t100", ".png\t2\t15", ".zzunknown\t2\t8", ".jpg\t1\t7", ".txt\t1\t3",
        "no extension\t2\t3", ".zzother\t1\t1",
      ])
  }

  @Test func goesDownAsFarAsItIsTold() throws {
    let installation = try installation()
    let top = try installation.run("census", "--depth", "0", "--json", "tree")
    let first = try installation.run("census", "--depth", "1", "--json", "tree")
    #expect(top.text.contains(#""files":6,"#) && top.text.contains(#""directories":1,"#))
    #expect(first.text.contains(#""files":8,"#) && first.text.contains(#""directories":2,"#))
    let wrong = try installation.run("census", "--depth", "-1", "tree")
    #expect(wrong.status == 2)
  }

  @Test func saysEverythingInJSON() throws {
    let outcome = try installation().run("census", "--json", "--by", "type", "tree", "tree/sub")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    #expect(document["by"] as? String == "type")
    // What two operands contain counts twice.
    #expect(document["files"] as? Int == 14)
    #expect(document["directories"] as? Int == 5)
    #expect(document["links"] as? Int == 4)
    #expect(document["specialFiles"] as? Int == 1)
    #expect(document["unreadableDirectories"] as? Int == 0)
    let rows = try #require(document["rows"] as? [[String: Any]])
    let swift = try #require(rows.first { $0["name"] as? String == "public.swift-source" })
    #expect(swift["files"] as? Int == 2 && swift["bytes"] as? Int == 200)
    #expect(swift["description"] as? String == "Swift source code")
    let unknown = try #require(document["unknownExtensions"] as? [[String: Any]])
    #expect(unknown.map { $0["name"] as? String } == [".zzunknown", ".zzother"])
  }

  @Test func followsNoLinkExceptAnOperand() throws {
    let installation = try installation()
    #expect(
      try installation.run("census", "tree/loop").lines == installation.run("census", ".").lines)
  }

  /// A path that is longer than the system takes in one call.
  @Test func countsBelowPathsOfAnyLength() throws {
    let installation = try installation()
    let name = String(repeating: "d", count: 250)
    var directory = unsafe open(installation.root + "/work/tree/sub", O_RDONLY | O_DIRECTORY)
    for _ in 0..<40 {
      try #require(unsafe mkdirat(directory, name, 0o755) == 0)
      let next = unsafe openat(directory, name, O_RDONLY | O_DIRECTORY)
      close(directory)
      directory = next
    }
    let file = unsafe openat(directory, "deep.png", O_WRONLY | O_CREAT, 0o644)
    #expect(unsafe write(file, "12345678", 8) == 8)
    close(file)
    close(directory)
    let outcome = try installation.run("census", "tree")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.lines.first == "image\t4\t30")
  }

  @Test(.enabled(if: geteuid() != 0, "permissions mean nothing to root"))
  func countsTheRestWhereADirectoryCannotBeRead() throws {
    let installation = try installation()
    #expect(try installation.shell("mkdir tree/closed; chmod 0 tree/closed").status == 0)
    let outcome = try installation.run("census", "tree")
    #expect(outcome.status == 3)
    #expect(outcome.lines.first == "image\t3\t22")
    #expect(outcome.errorText.contains("tree/closed: permission denied"))
  }

  @Test(arguments: [
    (["census", "missing"], Int32(1), "missing: no such file or directory"),
    (["census", "tree/a.png"], 3, "tree/a.png: is not a directory"),
    (["census", "--by", "colour", "tree"], 2, "'colour' is not a value of --by"),
    (["census", "--sort", "colour", "tree"], 2, "'colour' is not a value of --sort"),
  ])
  func refusesWhatIsWrong(words: [String], status: Int32, message: String) throws {
    let outcome = try installation().run(words)
    #expect(outcome.status == status)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(outcome.lines.isEmpty)
  }

  @Test func countsThisDirectoryIfNoneIsGiven() throws {
    let outcome = try installation().run("census")
    #expect(outcome.status == 0)
    #expect(outcome.lines == (try installation().run("census", ".").lines))
    #expect(!outcome.lines.isEmpty)
  }

  /// Many directories, so that all threads take part.
  @Test func countsEachFileOnce() throws {
    let installation = try Installation()
    let made = try installation.shell(
      """
      for i in $(seq 300); do mkdir -p many/$((i % 17))/$i; : >many/$((i % 17))/$i/$i.zz$i; done
      """)
    #expect(made.status == 0)
    let outcome = try installation.run("census", "--sort", "name", "many")
    #expect(outcome.lines == (1...300).map { ".zz\($0)\t1\t0" }.sorted())
  }

  @Test(arguments: [
    (UInt64(0), "0 B"), (1_023, "1023 B"), (1_024, "1.00 KiB"), (1_535, "1.50 KiB"),
    (10_240, "10.0 KiB"),
    (102_400, "100 KiB"), (1_023_999, "1000 KiB"), (1_048_575, "1.00 MiB"), (1 << 40, "1.00 TiB"),
    (UInt64.max, "16.0 EiB"),
  ])
  func writesSizes(bytes: UInt64, text: String) {
    #expect(CensusReport.size(bytes) == text)
  }
}

/// Extensions with their files.
@Suite struct ExtensionSumsTests {
  private static let one = CensusSum(files: 1, bytes: 1)

  @Test func tellsALimitedNumberApart() {
    var sums = ExtensionSums()
    for number in 0..<ExtensionSums.most + 10 { sums.add(Self.one, to: "e\(number)".utf8.span) }
    sums.add(Self.one, to: "E0".utf8.span)
    sums.add(Self.one, to: String(repeating: "x", count: ExtensionSums.longest + 1).utf8.span)
    #expect(sums.all.count == ExtensionSums.most)
    #expect(sums.all.first { $0.fileExtension == Array("e0".utf8) }?.sum.files == 2)
    #expect(sums.rest.files == 11)
    #expect(sums.total.files == ExtensionSums.most + 12)
  }

  @Test func addsWhatWasCountedElsewhere() {
    var sums = ExtensionSums()
    var other = ExtensionSums()
    sums.add(Self.one, to: "a".utf8.span)
    other.add(Self.one, to: "A".utf8.span)
    other.add(Self.one, to: "b".utf8.span)
    other.add(Self.one, to: String(repeating: "x", count: ExtensionSums.longest + 1).utf8.span)
    sums.add(other)
    #expect(sums.total.files == 4 && sums.rest.files == 1)
    #expect(
      sums.all.map { "\(String(decoding: $0.fileExtension, as: UTF8.self))\($0.sum.files)" }
        .sorted() == ["a2", "b1"])
  }
}
