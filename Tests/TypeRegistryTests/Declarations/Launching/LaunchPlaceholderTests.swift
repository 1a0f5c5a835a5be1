// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct LaunchPlaceholderTests {
  @Test(arguments: [
    ("%f", "", LaunchPlaceholder.Kind.file), ("%F", "", .files), ("%u", "", .url),
    ("%U", "", .urls), ("%k", "", .declaration), ("--file=%f", "--file=", .file),
    ("-o%F", "-o", .file), ("if=%U", "if=", .url), ("cdda://%f", "cdda://", .file),
    ("file:%u", "file:", .url), ("--entry=%k", "--entry=", .declaration),
  ])
  func isTheEndOfAnOptionOrAddress(
    _ argument: String, _ prefix: String, _ kind: LaunchPlaceholder.Kind
  ) throws {
    let placeholder = try #require(LaunchPlaceholder(argument))
    #expect(placeholder.prefix == prefix)
    #expect(placeholder.kind == kind)
  }

  @Test(arguments: [
    "", "%", "f", "%i", "%c", "%x", "%%", "%%f", "a%f", "a/%f", "%f ", " %f", "%f%f", "-x y%f",
    "a b=%f", "$(a)=%f", "'=%f", "é=%f", "x;y=%f", "`a`:%f", "--a=%f.bak", "=%%f",
  ])
  func isTextAnywhereElse(_ argument: String) {
    #expect(LaunchPlaceholder(argument) == nil)
  }
}
