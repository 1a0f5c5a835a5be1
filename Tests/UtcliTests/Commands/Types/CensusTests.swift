// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

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

  // MARK: - On a terminal

  /// The lines that a census writes to a terminal.
  private func shown(_ line: String, in installation: Installation) throws -> [String] {
    let outcome = try installation.onTerminal("utcli census \(line)")
    return outcome.text.replacingOccurrences(of: "\u{1B}[K", with: "")
      .split(whereSeparator: \.isNewline).map { $0.replacingOccurrences(of: "\r", with: "") }
      .filter { !$0.isEmpty }
  }

  @Test func aTerminalShowsTheFirstUnknownExtensions() throws {
    let installation = try Installation(core: .shipped)
    let numbers = (10..<22).map { "zz\($0)" }
    for number in numbers { try installation.write("", to: "work/tree/a.\(number)") }
    try installation.write("0123456789", to: "work/tree/sub/b.png")
    #expect(try installation.shell("cd tree && ln -s b link && mkfifo pipe").status == 0)
    let rows = numbers.map { "    1    0 B   7.7%  \u{2588}\u{258C}  .\($0)" }
    let first = [
      "FILES  BYTES  SHARE      FAMILY", "    1   10 B   7.7%  \u{2588}\u{258C}  image",
      "extensions that no declaration has: 12",
    ]
    let last = [
      "declare one: utcli register --extension .zz10 --as public.data",
      "13 files of 10 B in 2 directories; 1 link; 1 pipe, socket or device",
    ]
    #expect(
      try shown("tree", in: installation) == first + rows.prefix(10)
        + ["... and 2 more; --all shows them"] + last)
    #expect(try shown("--all tree", in: installation) == first + rows + last)
  }

  @Test func aTerminalShowsSharesOfBytesWhereTheseOrderTheLines() throws {
    let installation = try Installation(core: .shipped)
    try installation.write(String(repeating: "x", count: 5_000), to: "work/tree/a.png")
    try installation.write("x", to: "work/tree/b.jpg")
    try installation.write("", to: "work/tree/c.gif")
    let rows = try shown("--by type --sort bytes tree", in: installation).dropFirst().dropLast()
    let words = rows.map { $0.split(separator: " ").filter { !$0.contains("\u{2588}") } }
    #expect(
      words.map { $0.joined(separator: " ") } == [
        "1 4.88 KiB 100.0% public.png PNG image", "1 1 B <0.1% public.jpeg JPEG image",
        "1 0 B 0.0% com.compuserve.gif GIF image",
      ])
  }

  @Test func aTerminalShowsThatNothingWasFound() throws {
    let installation = try Installation(core: .shipped)
    #expect(try installation.shell("mkdir empty").status == 0)
    #expect(
      try shown("empty", in: installation) == [
        "FILES  BYTES  SHARE    FAMILY", "0 files of 0 B in 1 directory",
      ])
  }

  /// Whether another file system is mounted below /dev.
  private static let hasMount: Bool = {
    var (above, below) = (stat(), stat())
    return unsafe lstat("/dev", &above) == 0 && lstat("/dev/shm", &below) == 0
      && above.st_dev != below.st_dev
  }()

  @Test(.enabled(if: hasMount))
  func staysOnTheFileSystemUnlessItIsTold() throws {
    let installation = try Installation(core: .shipped)
    func document(_ words: String...) throws -> [String: Any] {
      let outcome = try installation.run(
        ["census", "--json", "--depth", "1", "/dev"] + words)
      return try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    }
    let (usual, all) = (try document(), try document("--all-file-systems"))
    let mounts = try #require(usual["otherFileSystems"] as? Int)
    #expect(mounts > 0)
    #expect(all["otherFileSystems"] as? Int == 0)
    let last = try #require(try shown("--depth 1 /dev", in: installation).last)
    #expect(last.contains(" pipes, sockets and devices; \(mounts) director"), "\(last)")
    #expect(last.hasSuffix(" of other file systems left out"), "\(last)")
  }

  // MARK: - The walk

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

/// Directories that cannot be read, which the command refuses before the walk.
@Suite struct CensusWalkTests {
  private static let registry = RegistryLoader.load(
    RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)
  ).registry

  private func counts(_ directories: [[UInt8]]) -> CensusCounts {
    CensusWalk.counts(of: .init(directories: directories), in: Self.registry)
  }

  @Test func reportsADirectoryThatCannotBeOpened() throws {
    let directory = try TemporaryDirectory()
    try directory.write("file", "")
    let file = Array("\(directory.path)/file".utf8)
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 5_000)
    let cases: [([UInt8], String)] = [
      (file, "part of the path is not a directory"),
      (file + Array("-missing".utf8), "no such file or directory"),
      ([], "no such file or directory"), (long, "name is too long"),
      (Array("/no/".utf8) + long, "no such file or directory"),
    ]
    for (path, reason) in cases {
      let counts = counts([path])
      #expect(counts.unreadableCount == 1)
      #expect(counts.unreadable.map(\.path) == [path])
      #expect(counts.unreadable.map(\.reason) == [reason])
      #expect(counts.directories == 0 && counts.total == CensusSum())
    }
  }

  @Test func namesALimitedNumberOfThem() {
    let paths = (0..<25).map { Array("/no/\($0)".utf8) }
    let counts = counts(paths)
    #expect(counts.unreadableCount == 25)
    #expect(counts.unreadable.count == 20)
    #expect(Set(counts.unreadable.map(\.path)).isSubset(of: paths))
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
