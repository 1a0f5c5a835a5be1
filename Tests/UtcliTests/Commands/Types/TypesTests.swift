// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The tags of `utcli types` and of its neighbours, and its list on a terminal.
@Suite struct TypesTests {
  /// Two command lines with one answer.
  @Test(arguments: [
    (["types", "--scheme", "thing:"], ["types", "--scheme", "thing"], "org.a.thing"),
    (["types", "thing:"], ["types", "--scheme", "thing"], "org.a.thing"),
    (["types", "--extension", ".jpg"], ["types", ".jpg"], "public.jpeg"),
    (
      ["dyn", "encode", ".markdown"], ["dyn", "encode", "markdown"], "dyn.ah62d4rv4ge8042pwrrwg875s"
    ),
    (
      ["negotiate", "--offer", "image", "--accept", "data"],
      ["negotiate", "--offer", "public.image", "--accept", "public.data"],
      "public.image\tpublic.data\t1"
    ),
  ])
  func aSignOrAShortNameMeansTheSame(
    _ words: [String], _ others: [String], _ line: String
  ) throws {
    let installation = try InfoTests.installation()
    let outcome = try installation.run(words)
    #expect(outcome.status == 0 && outcome.lines.first == line, "\(outcome.errorText)")
    #expect(try installation.run(others).text == outcome.text)
  }

  @Test func aTieIsNotedForOneFileAlone() throws {
    let installation = try InfoTests.installation()
    try installation.write("x", to: "work/a.thing")
    let note =
      "utcli: note: tie: nothing but the order of files or identifiers decides; 'utcli why' shows the others\n"
    let one = try installation.run("type-of", "a.thing")
    #expect(one.text == "org.a.other\n" && one.errorText == note)
    let two = try installation.run("type-of", "a.thing", "a.thing")
    #expect(two.lines.count == 2 && two.errorText.isEmpty)
  }

  @Test(arguments: [
    (["one"], "... and 1 type that only a MIME type names; --all shows it"),
    (["one", "two"], "... and 2 types that only a MIME type names; --all shows them"),
  ])
  func aTerminalLeavesOutWhatOnlyAMIMETypeNames(_ names: [String], _ line: String) throws {
    let installation = try Installation()
    let prefix = "org.iana.media-type.application"
    for name in names { try installation.declare("\(prefix).\(name)", extension: "zz\(name)") }
    let short = try installation.onTerminal("utcli types").text
    #expect(short.hasSuffix("\(line)\r\n") && !short.contains(prefix), "\(short)")
    let all = try installation.onTerminal("utcli types --all").text
    #expect(names.allSatisfy { all.contains("\(prefix).\($0)\r\n") } && !all.contains("--all"))
    #expect(
      try installation.run("types").text == all.split(separator: "\r\n").joined(separator: "\n")
        + "\n")
  }

  /// Contents that cannot be read are noted for one file alone, and where they are wanted of all.
  @Test(arguments: [
    (["/proc/self/mem"], true), (["/proc/self/mem", "photo.jpg"], false),
    (["--sniff", "/proc/self/mem", "photo.jpg"], true),
  ])
  func contentsThatCannotBeReadAreNoted(_ words: [String], _ isNoted: Bool) throws {
    let outcome = try CommandTests.installation().run(["type-of"] + words)
    #expect(outcome.status == 0)
    #expect(outcome.lines.first?.hasSuffix("public.data") == true, "\(outcome.text)")
    let note = "utcli: note: /proc/self/mem: input/output error; its name alone decides\n"
    #expect(outcome.errorText == (isNoted ? note : ""))
  }
}
