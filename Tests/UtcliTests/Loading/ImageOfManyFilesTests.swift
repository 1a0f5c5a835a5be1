// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// The files of a directory with many are stored and checked by their paths below it.
@Suite("A change among many files is noticed")
struct ImageOfManyFilesTests {
  /// An installation with many declarations whose next call finds a valid image.
  ///
  /// Twelve of types `org.test.n0` to `org.test.n11` for `.bb0` and so on, a link to a thirteenth for
  /// `.bbl`, and a bundle for `.bbp`. The line `prepare` runs in their directory before any call.
  private func warm(_ prepare: String = ":") throws -> Installation {
    let installation = try Installation()
    for number in 0..<12 {
      try installation.declare("org.test.n\(number)", extension: "bb\(number)")
    }
    try installation.declare("org.test.l", extension: "bbl", in: "home/package.json")
    try installation.declare(
      "org.test.p", extension: "bbp", in: installation.declarations + "/Bundle/Info.plist")
    let outcome = try installation.shell(
      "cd \(installation.declarations) && ln -s ~/package.json linked.json && { \(prepare); }")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    try installation.warm()
    return installation
  }

  private func change(_ installation: Installation, _ line: String) throws {
    let outcome = try installation.shell("set -e; cd \(installation.declarations); \(line)")
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }

  /// Overwrites a file, with its former size and time.
  private static func written(_ path: String, _ from: String) -> String {
    "sed s/\(from)/aaa/ \(path) >~/new; touch -r \(path) ~/new; cat ~/new >\(path); "
      + "touch -r ~/new \(path)"
  }

  /// Copies the directory and changes one file of the copy.
  private static let copied = "cp -a . ~/other; sed -i s/bb5/aaa/ ~/other/org.test.n5.json"

  /// A change, and the type of `x.aaa` after it.
  @Test(arguments: [
    (written("org.test.n5.json", "bb5"), "org.test.n5"),
    (written("org.test.n11.json", "bb11"), "org.test.n11"),
    (written("~/package.json", "bbl"), "org.test.l"),
    (written("Bundle/Info.plist", "bbp"), "org.test.p"),
    (
      "sed s/bb5/aaa/ org.test.n5.json >~/new; touch -r org.test.n5.json ~/new; "
        + "mv ~/new org.test.n5.json", "org.test.n5"
    ),
    ("sed s/bb5/aaa/ org.test.n5.json >~/new; ln -sf ~/new org.test.n5.json", "org.test.n5"),
    ("sed s/bbl/aaa/ linked.json >~/new; ln -sf ~/new linked.json", "org.test.l"),
    ("sed s/bbl/aaa/ linked.json >~/new; mv ~/new ~/package.json", "org.test.l"),
    ("sed 's/test.n5/test.new/; s/bb5/aaa/' org.test.n5.json >new.json", "org.test.new"),
    (
      "mkdir New; sed 's/test.n5/test.new/; s/bb5/aaa/' org.test.n5.json >New/Info.plist",
      "org.test.new"
    ),
    (
      "cp -a Bundle ~/other; sed -i s/bbp/aaa/ ~/other/Info.plist; rm -r Bundle; mv ~/other Bundle",
      "org.test.p"
    ),
    ("mv Bundle ~/other; sed -i s/bbp/aaa/ ~/other/Info.plist; ln -s ~/other Bundle", "org.test.p"),
    ("\(copied); cd ..; mv declarations old; mv ~/other declarations", "org.test.n5"),
    ("\(copied); cd ..; mv declarations old; ln -s ~/other declarations", "org.test.n5"),
    (
      "\(copied); cd ../..; mkdir ~/typed; mv ~/other ~/typed/declarations; mv typed old; "
        + "ln -s ~/typed typed", "org.test.n5"
    ),
  ])
  func aChangeIsNoticedAtOnce(_ line: String, _ identifier: String) throws {
    let installation = try warm()
    #expect(try installation.typeOf("x.aaa").hasPrefix("dyn."))
    try change(installation, line)
    #expect(try installation.typeOf("x.aaa") == identifier)
  }

  @Test(arguments: [
    "rm org.test.n5.json", "mv org.test.n5.json ~", "mv org.test.n5.json .hidden.json",
    ": >org.test.n5.json", "rm org.test.n5.json; mkdir org.test.n5.json",
    "cd ..; rm -r declarations", "cd ..; mv declarations else",
    "cd ..; mv declarations ~; : >declarations", "cd ..; mv declarations ~; mkdir declarations",
    "mkdir ~/empty; cd ..; mv declarations ~; ln -s ~/empty declarations",
    "cp -a . ~/other; rm ~/other/org.test.n5.json; cd ..; mv declarations ~; "
      + "ln -s ~/other declarations",
    "cd ..; mv declarations ~; ln -s declarations declarations", "cd ../..; rm -r typed",
  ])
  func whatIsGoneIsForgottenAtOnce(_ line: String) throws {
    let installation = try warm()
    #expect(try installation.typeOf("x.bb5") == "org.test.n5")
    try change(installation, line)
    #expect(try installation.typeOf("x.bb5").hasPrefix("dyn."))
  }

  @Test
  func aLinkToTheDirectoryThatIsTurnedElsewhereIsNoticed() throws {
    let installation = try warm(
      "\(Self.copied); cd ..; mv declarations ~/one; ln -s ~/one declarations")
    #expect(try installation.typeOf("x.bb5") == "org.test.n5")
    try change(installation, "cd ..; ln -sfn ~/other declarations")
    #expect(try installation.typeOf("x.aaa") == "org.test.n5")
    #expect(try installation.typeOf("x.bb5").hasPrefix("dyn."))
  }

  @Test(arguments: ["chmod 604 org.test.n5.json", "chmod 755 .", "touch .", "touch Bundle"])
  func aChangeThatMayMatterIsNoticed(_ line: String) throws {
    let installation = try warm("chmod 750 .")
    try change(installation, line)
    #expect(try installation.loadedFrom() == "declarations")
  }

  @Test
  func twoDirectoriesOfManyFilesAreBothWatched() throws {
    let installation = try warm("mkdir -p ~/../data/typed; cp -a . ~/../data/typed/declarations")
    try change(installation, "cd ~/../data/typed/declarations; sed -i s/bb4/aaa/ org.test.n4.json")
    #expect(try installation.typeOf("x.aaa") == "org.test.n4")
    try installation.warm()
    try change(installation, "rm org.test.n5.json")
    #expect(try installation.loadedFrom() == "declarations")
  }
}
