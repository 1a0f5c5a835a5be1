// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("One rule for links")
struct FollowedLinkTests {
  /// A file, a link to it, and an application for the file's type.
  private func opening() throws -> Opening {
    let opening = try Opening()
    try opening.declare("org.example.pictures", ["%f"], types: ["public.jpeg"])
    try opening.touch("photo.jpg")
    _ = try opening.installation.shell(
      "ln -s photo.jpg link.txt && mkdir folder && ln -s ../link.txt folder/second")
    return opening
  }

  @Test(arguments: [
    (["type-of"], false), (["handlers"], true), (["default"], true), (["why"], true),
    (["open", "--print"], true),
  ])
  func isFollowedAsTheOptionsSay(_ command: [String], _ usually: Bool) throws {
    let opening = try opening()
    func follows(_ options: String...) throws -> Bool {
      let outcome = try opening.installation.run(command + options + ["link.txt"])
      let isFollowed =
        outcome.text.contains("org.example.pictures") || outcome.text == "public.jpeg\n"
        || outcome.text.hasSuffix("/link.txt\n")
      // Not followed, the type is named, or no application opens the link.
      #expect(
        isFollowed || outcome.text.contains("public.symlink") || outcome.text.isEmpty,
        "\(outcome.text)")
      return isFollowed
    }
    #expect(try follows() == usually)
    #expect(try follows("-L"))
    #expect(try !follows("-P"))
    #expect(try follows("-P", "-L"))
    #expect(try !follows("-L", "-P"))
  }

  @Test
  func whyNamesTheLinkItsTargetAndTheAnswerOfTypeOf() throws {
    let installation = try opening().installation
    let lines = try installation.run("why", "link.txt").lines
    #expect(lines.first == "link.txt -> photo.jpg: public.jpeg")
    #expect(
      lines.dropFirst().first
        == "  'type-of' answers public.symlink: it does not follow a link, except with -L")
    #expect(
      try installation.run("why", "folder/second").lines.first
        == "folder/second -> \(installation.root)/work/photo.jpg: public.jpeg")
    #expect(try installation.run("why", "photo.jpg").lines.first == "photo.jpg: public.jpeg")
    #expect(try installation.run("why", "-P", "link.txt").lines.first == "link.txt: public.symlink")
    #expect(
      try installation.run("why", "--json", "link.txt").text.contains(
        #""link":{"name":"link.txt","target":"photo.jpg","identifier":"public.symlink"}"#))
    #expect(!(try installation.run("why", "--json", "photo.jpg").text.contains("\"link\"")))
  }

  @Test
  func aLinkHasNoChoiceOfItsOwn() throws {
    let installation = try opening().installation
    let outcome = try installation.run(
      "default", "set", "--this-file", "-P", "link.txt", "org.example.pictures")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("--this-file cannot be used with -P"))
  }

  /// A target that is not UTF-8 is in base 64, too.
  @Test func theTargetMayHaveBytesThatAreNotText() throws {
    let opening = try Opening()
    let target: [UInt8] = [0x66, 0xFF] + Array(".jpg".utf8)
    try opening.touch([target])
    let linked = try opening.installation.shell(
      "ln -s \"$(printf 'f\\377.jpg')\" link; mkdir folder; ln -s ../link folder/second")
    #expect(linked.status == 0, "\(linked.errorText)")
    let why = try opening.installation.run("why", "--no-handlers", "--json", "link").text
    let bytes = Data(target).base64EncodedString()
    #expect(
      why.hasPrefix(
        #"{"answers":[{"link":{"name":"link","target":"f\#u{FFFD}.jpg","targetBytes":"\#(bytes)","#),
      "\(why)")
    // In another directory it is the whole path.
    let second = try opening.installation.run("why", "--no-handlers", "folder/second")
    #expect(
      second.lines.first == "folder/second -> \(opening.work)/f\u{FFFD}.jpg: public.jpeg",
      "\(second.text)")
  }

  @Test func anOperandThatIsNotTextIsInBase64Too() throws {
    let words: [[UInt8]] = [Array("handlers".utf8), Array("--json".utf8), [0x2E, 0x61, 0xFF]]
    let outcome = try Installation().run(words)
    #expect(outcome.status == 3)
    let answer =
      "{\"operand\":\".a\u{FFFD}\",\"operandBytes\":\"LmH/\","
      + "\"error\":\"extension '.a\u{FFFD}' is not UTF-8\"}"
    #expect(outcome.text == "{\"answers\":[\(answer)],\"schema\":1}\n")
  }
}
