// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct URLPatternTests {
  typealias Tag = TypeRegistry.Tag
  typealias Reason = URLPattern.SyntaxError.Reason

  @Test(arguments: [
    ("HTTPS://*.YouTube.com/Watch?*", "https://*.youtube.com/Watch?*"),
    ("https://youtu.be./*", "https://youtu.be/*"), ("*://h/*", "*://h/*"),
    ("https://h:*/", "https://h/"), ("https://h:0443/", "https://h:443/"),
    ("https://h/**a***", "https://h/*a*"),
    ("https://h/%7ea%2f%c3%a9é%zz", "https://h/~a%2F%C3%A9%C3%A9%25zz"),
    ("http://[2001:DB8::1]:80/*", "http://[2001:db8::1]:80/*"), ("gemini://*/*", "gemini://*/*"),
    ("S3://bucket/*", "s3://bucket/*"), ("h.3+2-1://h/*", "h.3+2-1://h/*"),
  ])
  func keepsTheComparedSpelling(_ text: String, _ spelling: String) throws {
    let pattern = try URLPattern(text)
    #expect(pattern.text == spelling)
    #expect(try URLPattern(spelling) == pattern)
    #expect(try Tag(.urlPattern, text).value == spelling)
  }

  @Test(arguments: [
    ("", Reason.noScheme, 0), ("youtu.be/*", .noScheme, 0), ("://h/", .noScheme, 0),
    ("ht*://h/", .illegalByte(0x2A), 2), ("1a://h/", .illegalByte(0x31), 0),
    ("FILE:///etc/*", .fileScheme, 0), ("mailto:a@b", .noHost, 7), ("https:///", .noHost, 8),
    ("https://:80/", .noHost, 8), ("https://me@h/", .userInformation, 10),
    ("https://*h/", .wildcardInHost, 8), ("https://a.*.b/", .wildcardInHost, 10),
    ("https://*.*/", .wildcardInHost, 10), ("https://*./", .emptyLabel, 10),
    ("https://a..b/", .emptyLabel, 10), ("https://.a/", .emptyLabel, 8),
    ("https://bücher.example/", .notASCII, 9), ("https://a b/", .illegalByte(0x20), 9),
    ("https://[::1/", .illegalByte(0x5B), 8), ("https://[::1]x/", .illegalByte(0x78), 13),
    ("https://h:/", .badPort, 10), ("https://h:65536/", .badPort, 10),
    ("https://h:8a/", .badPort, 10), ("https://h", .noPath, 9), ("https://h?q", .noPath, 9),
    ("https://h/a#b", .fragment, 11), ("nn://n/>\0", .illegalByte(0), 8),
    ("https://h/a\tb", .illegalByte(9), 11), ("https://h/\u{7F}", .illegalByte(0x7F), 10),
  ])
  func saysWhereAPatternIsWrong(_ text: String, _ reason: Reason, _ offset: Int) {
    #expect {
      try URLPattern(text)
    } throws: {
      let error = $0 as? URLPattern.SyntaxError
      return error?.reason == reason && error?.offset == offset
        && error?.description.isEmpty == false
    }
  }

  @Test(arguments: [
    ("youtu.be/*", "such as 'https://*.example.org/*'"),
    ("mailto:a@b", "such as 'https://*.example.org/*'"),
    ("file:///etc/*", "name a type, an extension or a file"),
    ("https://bücher.example/", "write the host as in the DNS, such as 'xn--bcher-kva.example'"),
    (
      "https://a.*.b/", "'*.example.org' is example.org and all hosts below it, '*' every host"
    ),
    ("https://me@h/", "leave it out: patterns ignore it"), ("https://h", "'/*' is every path"),
    ("https://h/a#b", "leave the fragment out"), ("https://a b/", nil), ("https://a..b/", nil),
    ("https://h:/", nil), ("https://h/" + String(repeating: "a", count: 300), nil),
  ])
  func saysWhatToWriteInstead(_ text: String, _ hint: String?) {
    #expect {
      try URLPattern(text)
    } throws: {
      ($0 as? URLPattern.SyntaxError)?.hint == hint
    }
  }

  @Test func isItsSpelling() throws {
    let patterns = try ["https://H/a*", "https://h/a**", "https://h/b"].map { try URLPattern($0) }
    #expect(Set(patterns).count == 2)
    #expect("\(patterns[0])" == "https://h/a*")
  }

  @Test func hasALimit() throws {
    let beginning = "https://h/"
    let longest = beginning + String(repeating: "a", count: 255 - beginning.utf8.count)
    #expect(try URLPattern(longest).text.utf8.count == 255)
    #expect {
      try URLPattern(longest + "a")
    } throws: {
      ($0 as? URLPattern.SyntaxError)?.reason == .tooLong(256)
    }
    // As it is written, too: several stars side by side are one.
    #expect {
      try URLPattern(beginning + String(repeating: "*", count: 246))
    } throws: {
      ($0 as? URLPattern.SyntaxError)?.reason == .tooLong(256)
    }
  }

  static let matches: [(String, String, Bool)] = [
    ("https://youtu.be/*", "https://youtu.be", true),
    ("https://youtu.be/*", "https://youtu.be/dQw4?t=1#x", true),
    ("https://youtu.be/*", "HTTPS://YOUTU.BE:443/", true),
    ("https://youtu.be/*", "https://youtu.be:8443/", true),
    ("https://youtu.be:443/*", "https://youtu.be/", true),
    ("https://youtu.be:443/*", "https://youtu.be:8443/", false),
    ("https://youtu.be/*", "http://youtu.be/", false), ("*://youtu.be/*", "http://youtu.be/", true),
    ("*://youtu.be/*", "ftp://youtu.be/", false),
    ("https://youtu.be/*", "https://www.youtu.be/", false),
    ("https://youtu.be/*", "https://youtu.be.evil.example/", false),
    ("https://youtu.be/*", "https://youtu.be@evil.example/", false),
    ("https://youtu.be/*", "https://me:secret@youtu.be/", true),
    ("https://youtu.be/*", "https://youtu.be\\@evil.example/", false),
    ("https://youtu.be/*", "https://evil.example/youtu.be/", false),
    ("https://youtu.be/*", "https:youtu.be/", false), ("https://youtu.be/*", "https://", false),
    ("https://youtu.be/*", "https://youtu.be:99999/", false),
    ("https://youtu.be/*", "https://%79outu.be/", true),
    ("https://youtu.be/*", "https://youtu.be./", true),
    ("https://*.youtube.com/*", "https://youtube.com/", true),
    ("https://*.youtube.com/*", "https://a.b.youtube.com/", true),
    ("https://*.youtube.com/*", "https://notyoutube.com/", false),
    ("https://*/*", "https://bücher.example/", true), ("https://*/*", "https://[::1]/", true),
    ("https://[::1]/*", "https://[::1]:8/", true), ("https://[::1]/*", "https://[::2]/", false),
    ("https://h/", "https://h", true), ("https://h/", "https://h/?", false),
    ("https://h/?*", "https://h?a", true), ("https://h/a", "https://h/A", false),
    ("https://h/%7Ea", "https://h/~a", true), ("https://h/é*", "https://h/%c3%a9/x", true),
    ("https://h/a%2Fb", "https://h/a/b", false), ("https://h/*.mp4", "https://h/a/b.mp4", true),
    ("https://h/*.mp4", "https://h/a/b.mp4?x", false), ("https://h/*.mp4", "https://h/.mp4", true),
    ("https://h/a*a", "https://h/a", false), ("https://h/a*a", "https://h/aa", true),
    ("https://h/*a*b*", "https://h/xbxaxb", true), ("https://h/*a*b*", "https://h/xbxa", false),
    ("https://h/*aab*", "https://h/aaab", true),
    ("https://h/*abab*c", "https://h/abaabababc", true),
    ("https://h/*ab*ab", "https://h/ab", false), ("https://h/*%2A*", "https://h/a*b", false),
    ("gemini://h/*", "gemini://h/x", true), ("gemini://h:1965/*", "gemini://h/x", false),
  ]

  @Test(arguments: matches)
  func matchesURLs(_ pattern: String, _ url: String, _ isMatch: Bool) throws {
    #expect(try URLPattern(pattern).matches(TargetURL(url)) == isMatch)
  }

  /// Against the plainest matcher there is.
  @Test func agreesWithAnOracleOfPaths() throws {
    func oracle(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first != UInt8(ascii: "*") {
        return text.first == first && oracle(pattern.dropFirst(), text.dropFirst())
      }
      return (0...text.count).contains { oracle(pattern.dropFirst(), text.dropFirst($0)) }
    }
    var random = SeededRandom(seed: 31)
    var matched = 0
    for _ in 0..<propertyCases(2_000) {
      func path(_ letters: String, _ most: Int) -> String {
        String(
          (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          })
      }
      let (pattern, text) = ("/" + path("ab*", 9), "/" + path("aab", 12))
      let expected = oracle(Array(pattern.utf8)[...], Array(text.utf8)[...])
      if expected { matched += 1 }
      #expect(
        try URLPattern("https://h" + pattern).matches(TargetURL("https://h" + text)) == expected,
        "\(pattern) \(text)")
    }
    #expect(matched > 0)
  }

  @Test func theMoreSpecificPatternComesFirst() throws {
    let ordered = [
      "https://h.example.org:8/a*", "https://h.example.org/a/b", "https://h.example.org/a",
      "https://h.example.org/*ab", "https://h.example.org/*a*b", "https://h.example.org/a*",
      "*://h.example.org/a*", "https://h.example.org/*", "https://z.example.org/*",
      "https://*.example.org:8/*", "https://*.example.org/a*", "https://*.example.org/*",
      "https://*.org/abc", "https://*:8/*", "https://*/abc", "http://*/*", "https://*/*", "*://*/*",
    ]
    let patterns = try ordered.map { try URLPattern($0) }
    var random = SeededRandom(seed: 5)
    #expect(patterns.shuffled(using: &random).sorted().map(\.text) == ordered)
  }

  /// Patterns and URLs for which a matcher that backtracks takes the square of their length, or more.
  @Test func takesLinearTime() throws {
    let many = try URLPattern("https://*/" + String(repeating: "*a", count: 100) + "*b*")
    let long = try URLPattern("https://*/*" + String(repeating: "a", count: 200) + "b*")
    var matched = 0
    let growth = try Growth.ofFourfold(16_000) { length in
      let url = try TargetURL("https://h/" + String(repeating: "a", count: length))
      #expect(url.hasHost)
      for _ in 0..<50 {
        if many.matches(url) { matched += 1 }
        if long.matches(url) { matched += 1 }
      }
    }
    #expect(growth < 8)
    #expect(matched == 0)
  }
}

@Suite struct TargetURLTests {
  @Test(arguments: [
    ("HTTPS://me:secret@Example.org/a%7Eb?c#d", "https://example.org/a~b?c"),
    ("https://h:443", "https://h/"), ("https://h:8443?q", "https://h:8443/?q"),
    ("https://h:*/*", "https://h/*"), ("https://h:8*/", "https:"),
    ("mailto:a@example.org", "mailto:"), ("https:///x", "https:"), ("https://h h/", "https:"),
    ("https://h/\u{0}é\"", "https://h/%00%C3%A9%22"), ("x:", "x:"),
    ("http://h//a/../b", "http://h//a/../b"),
    ("http://[::FFFF:192.0.2.1]/", "http://[::ffff:192.0.2.1]/"), ("http://[::1/", "http:"),
    ("http://[x]/", "http:"), ("http://[]/", "http:"), ("http://[::1]x/", "http:"),
  ])
  func keepsWhatCounts(_ text: String, _ kept: String) throws {
    let url = try TargetURL(text)
    #expect(url.text == kept)
    #expect(try TargetURL(kept) == url)
  }

  @Test func urlsOfOneSpellingAreOne() throws {
    let urls = try ["HTTP://h/a", "http://h/a#b", "http://h/b"].map { try TargetURL($0) }
    #expect(Set(urls).count == 2)
  }

  @Test(arguments: ["", "abc", ":x", "1:x", "a b:c", "//h/"])
  func refusesWhatHasNoScheme(_ text: String) {
    #expect(throws: TypeRegistry.Tag.SyntaxError.self) { try TargetURL(text) }
  }

  @Test func ofALongURLTheSchemeCounts() throws {
    let beginning = "https://h/"
    let longest = TargetURL.maximumLength - beginning.utf8.count
    #expect(try TargetURL(beginning + String(repeating: "a", count: longest)).hasHost)
    #expect(try TargetURL(beginning + String(repeating: "a", count: longest + 1)).text == "https:")
    // One whose escapes are too long, so that its text is the same URL.
    let escaped = try TargetURL(beginning + String(repeating: "é", count: longest / 4))
    #expect(escaped.text == "https:")
  }

  /// A URL crosses the socket as its spelling, which has to be the same URL there.
  @Test func aSpellingIsReadAsItself() throws {
    let parts = [
      ".", "..", "...", "a", "A", "%2E", "%2e", "%25", "%", "%00", "@", ":", ":443", "[::1]", "*",
      "é",
    ]
    for first in parts {
      for second in parts {
        for third in parts + [""] {
          let url = try TargetURL("https://\(first)\(second)\(third)/x")
          let again = try TargetURL(url.text)
          #expect(again.text == url.text)
          #expect(again.hasHost == url.hasHost)
        }
      }
    }
  }

  @Test(arguments: [
    ("https://a..", "https://a/"), ("https://a.b../", "https://a.b/"), ("https://.", "https://./"),
    ("https://...", "https://./"), ("https://a%2E%2e/", "https://a/"),
    ("https://a.../x", "https://a/x"), ("https://a..b/", "https://a..b/"),
  ])
  func dotsAtTheEndOfAHostAreLeftOut(_ text: String, _ kept: String) throws {
    #expect(try TargetURL(text).text == kept)
  }

  @Test func theBytesNeedNotBeUTF8() throws {
    #expect(try TargetURL(bytes: Array("http://h/".utf8) + [0xFF]).text == "http://h/%FF")
  }
}
