// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `utcli dyn`: specifications and identifiers, there and back.
@Suite struct DynamicTypeTests {
  private let installation: Installation

  init() throws { installation = try Installation() }

  @Test(arguments: [
    ["markdown"], ["--mime", "application/x-thing"], ["--ostype", "TEXT"],
    ["--ostype", "AB", "--no-supertype"], ["--tag", "org.example.tag=a:b\\c"],
    ["xyz", "--conforming-to", "public.image"],
  ])
  func aSpecificationIsReadBack(_ words: [String]) throws {
    let identifier = try installation.run(["dyn", "encode"] + words)
    #expect(identifier.status == 0, "\(identifier.errorText)")
    let name = try #require(identifier.lines.first)
    #expect(name.hasPrefix("dyn."))
    let decoded = try installation.run("dyn", "decode", name)
    let specification = try #require(decoded.lines.first)
    let again = try installation.run("dyn", "encode", "--specification", specification)
    #expect(again.status == 0, "\(again.errorText)")
    #expect(again.lines == identifier.lines)
  }

  @Test(arguments: [
    (["--mime", "text/plain"], "--specification cannot be used with --mime"),
    (["--no-supertype"], "--specification cannot be used with --no-supertype"),
    (["xyz"], "--specification cannot be used with an extension"),
  ])
  func aSpecificationIsAlone(_ words: [String], _ message: String) throws {
    let outcome = try installation.run(
      ["dyn", "encode", "--specification", "?0=7:1=xyz"] + words)
    #expect(outcome.status == 2 && outcome.text.isEmpty)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }

  @Test(arguments: ["", "words", "?0=7:1", "?0=7:1=x\\"])
  func aWrongSpecificationIsRefused(_ text: String) throws {
    let outcome = try installation.run("dyn", "encode", "--specification", text)
    #expect(outcome.status != 0 && outcome.text.isEmpty)
    #expect(
      outcome.errorText.contains("'\(text)' is not a specification"), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("write NAME=VALUE"), "\(outcome.errorText)")
  }

  @Test func oneTagIsNeeded() throws {
    for words in [[], ["xyz", "--mime", "a/b"]] {
      let outcome = try installation.run(["dyn", "encode"] + words)
      #expect(outcome.status == 2)
      #expect(outcome.errorText.contains("'dyn encode' needs one tag"), "\(outcome.errorText)")
    }
    let other = try installation.run("dyn", "decipher", "x")
    #expect(other.status == 2 && other.errorText.contains("needs 'encode' or 'decode'"))
    let long = try installation.run("dyn", "encode", String(repeating: "x", count: 250))
    #expect(long.status != 0 && long.errorText.contains("too long"), "\(long.errorText)")
  }
}
