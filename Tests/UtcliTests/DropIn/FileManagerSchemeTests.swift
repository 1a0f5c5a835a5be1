// SPDX-License-Identifier: MIT

import Testing

@testable import utcli

/// The schemes in descriptions of GVfs's mounts.
@Suite struct FileManagerSchemeTests {
  private static let texts: [(String, Set<String>)] = [
    ("", []), ("[Mount]\n", []), ("[Mount]\nType=ftp\n", ["ftp"]),
    ("Type=a\nScheme=B\n", ["b"]), ("Type = a\nSchemeAliases = C;d\n", ["a", "c", "d"]),
    ("Scheme=a\nSchemeAliases=\n", ["a"]), ("SchemeAliases=x\nOther\n", ["x"]),
  ]

  @Test(arguments: texts)
  func areItsOwnOrItsTypeAndTheAliases(_ text: String, _ schemes: Set<String>) {
    #expect(FileManagerScheme.schemes(in: text) == schemes)
  }

  @Test(arguments: ["file", "http", "https", "mailto"])
  func neverIncludeThoseOfFilesOfTheWebAndOfMail(_ scheme: String) {
    #expect(!FileManagerScheme.isShown(scheme))
  }
}
