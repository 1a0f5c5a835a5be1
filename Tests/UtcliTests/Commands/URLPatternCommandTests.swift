// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Applications are chosen for patterns of URLs")
struct URLPatternCommandTests {
  private let installation: Installation

  init() throws {
    installation = try HandlerCommandTests.installation()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.tube", "TRLaunch": {"Arguments": ["/bin/true", "%u"]}}
      """, to: "\(installation.declarations)/tube.json")
  }

  private static let pattern = "https://*.Tube.example/*"

  @Test
  func aPatternIsChosenShownAndUndone() throws {
    let set = try installation.run("default", "set", Self.pattern, "org.bistro.tube")
    #expect(set.text == "url\thttps://*.tube.example/*\tall\t-\torg.bistro.tube\n")
    #expect(set.status == 0)
    for url in ["https://tube.example", "https://me@www.tube.example/watch?v=1#t"] {
      #expect(try installation.run("default", url).text == "org.bistro.tube\n")
      let opened = try installation.run("open", "--print", url)
      #expect(opened.text == "/bin/true\t\(url)\n")
    }
    #expect(try installation.run("default", Self.pattern).text == "org.bistro.tube\n")
    #expect(try installation.run("default", "https://example.org/").text == "org.bistro.Web\n")
    #expect(try installation.run("default", "http://tube.example/").text == "org.bistro.Web\n")
    let handlers = try installation.run("handlers", "https://tube.example/").lines
    #expect(
      handlers.map { $0.prefix(while: { $0 != "\t" }) } == ["org.bistro.tube", "org.bistro.Web"])
    let why = try installation.run("why", "https://tube.example/x#y").text
    #expect(why.hasPrefix("https://tube.example/x: a URL of the scheme 'https'\n"))
    #expect(
      why.contains(
        "opens with org.bistro.tube: your choice for URL pattern 'https://*.tube.example/*'\n"))
    #expect(why.contains("claims not this URL; chosen by you\n"))
    #expect(
      try installation.run("default").text.contains(
        "https://*.tube.example/*\tall\torg.bistro.tube\tchosen\n"))
    #expect(try installation.run("history").text.contains("\turl\thttps://*.tube.example/*\t"))
    #expect(try installation.run("undo").status == 0)
    #expect(try installation.run("default", "https://tube.example/").text == "org.bistro.Web\n")
  }

  /// The pattern is the one without a port, also as an example of its URLs.
  @Test
  func aPatternOfEveryPortIsOpenedAsChosen() throws {
    let pattern = "https://tube.example:*/*"
    let set = try installation.run("default", "set", pattern, "org.bistro.tube")
    #expect(set.text == "url\thttps://tube.example/*\tall\t-\torg.bistro.tube\n")
    #expect(!set.errorText.contains("still opens"), "\(set.errorText)")
    #expect(try installation.run("default", pattern).text == "org.bistro.tube\n")
  }

  @Test
  func aPatternIsBlockedUnsetDumpedAndApplied() throws {
    #expect(try installation.run("never", "*://tube.example/*", "org.bistro.web").status == 0)
    #expect(try installation.run("default", "http://tube.example/").status == 1)
    #expect(try installation.run("default", "http://else.example/").status == 0)
    try installation.run("default", "set", Self.pattern, "org.bistro.tube", "--role", "viewer")
    let dump = try installation.run("dump").text
    #expect(dump.contains("\"org.typeregistry.url-pattern\""))
    #expect(
      try installation.run("default", "unset", Self.pattern, "--role", "viewer").text
        == "url\thttps://*.tube.example/*\tViewer\torg.bistro.tube\t-\n")
    #expect(
      try installation.run("never", "--undo", "*://tube.example/*", "org.bistro.web").status == 0)
    #expect(try installation.run("apply", "-", input: dump).lines.count == 2)
    #expect(try installation.run("dump").text == dump)
    let settings = "org.bistro.tube https://duti.example/*\n"
    #expect(
      try installation.run("apply", "-", input: settings).text
        == "url\thttps://duti.example/*\tall\t-\torg.bistro.tube\n")
  }

  @Test(arguments: [
    ("https://tube.example", "has no path (byte 20)", "'/*' is every path"),
    ("https://a*b/", "has a '*' at byte 9", "all hosts below it"),
    ("*://", "has no host (byte 4)", "such as 'https://*.example.org/*'"),
  ])
  func aBadPatternIsExplained(_ pattern: String, _ message: String, _ hint: String) throws {
    let outcome = try installation.run("default", "set", pattern, "org.bistro.tube")
    #expect(outcome.status == 3)
    #expect(
      outcome.errorText.contains(message) && outcome.errorText.contains(hint),
      "\(outcome.errorText)")
    #expect(outcome.errorText.contains("URL pattern '\(pattern)'"))
  }

  @Test
  func oneURLIsNotTheScheme() throws {
    let outcome = try installation.run("default", "set", "https://a.example/x", "org.bistro.tube")
    #expect(
      outcome.errorText.contains("'https://a.example/*' is all that begins so, 'https:' the scheme")
    )
    #expect(try installation.run("default", "https://a.example/y").text == "org.bistro.Web\n")
  }
}
