// SPDX-License-Identifier: MIT

import Testing
import Varlink

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("unix:/run/a", "/run/a"), ("unix:/run/a;mode=0660;x", "/run/a"),
    ("/run/a;b%20", "/run/a;b%20"),
    ("./a", "./a"), ("unix:a", "a"), ("unix:/run/a%20b%3B%25", "/run/a b;%"),
    ("unix:/r%C3%a9", "/ré"),
  ])
  func readsPaths(_ text: String, _ path: String) throws {
    #expect(try SocketAddress(text).description == path)
  }

  @Test(arguments: [
    ("", SocketAddress.AddressError.noPath), ("unix:", .noPath), ("unix:;mode=1", .noPath),
    ("unix:@a", .abstractSocket), ("tcp:localhost:1", .unknownTransport),
    ("a", .unknownTransport), ("unix:/a%", .invalidEscape), ("unix:/a%2", .invalidEscape),
    ("unix:/a%zz", .invalidEscape), ("unix:/a%00", .invalidEscape),
    ("/a\0b", .invalidEscape),
  ])
  func refusesOtherThings(_ text: String, _ error: SocketAddress.AddressError) {
    #expect(throws: error) { try SocketAddress(text) }
  }

  @Test(arguments: [
    ("a", "a"), ("run/a", "run/a"), ("./a", "./a"), ("../a:b", "../a:b"),
    ("/run/a%20", "/run/a%20"),
    ("unix:/run/a%20", "/run/a "), ("unix:run/a", "run/a"),
  ])
  func aWordMayBeARelativePath(_ word: String, _ path: String) throws {
    #expect(try SocketAddress(word: Array(word.utf8)).description == path)
  }

  @Test(arguments: [
    ("", SocketAddress.AddressError.noPath), ("tcp:1", .unknownTransport),
    ("a:b/c", .unknownTransport), ("unix:@a", .abstractSocket), ("a\0b", .invalidEscape),
  ])
  func aWordIsRefused(_ word: String, _ error: SocketAddress.AddressError) {
    #expect(throws: error) { try SocketAddress(word: Array(word.utf8)) }
    #expect(!error.reason.isEmpty)
  }

  @Test func acceptsAPathOf107Bytes() throws {
    let path = "/" + String(repeating: "p", count: 106)
    #expect(try SocketAddress(path).path.count == 107)
    #expect(throws: SocketAddress.AddressError.tooLong(limit: 107)) {
      try SocketAddress(path + "p")
    }
    #expect(throws: SocketAddress.AddressError.tooLong(limit: 107)) {
      try SocketAddress("unix:" + path + "%70")
    }
  }
}
