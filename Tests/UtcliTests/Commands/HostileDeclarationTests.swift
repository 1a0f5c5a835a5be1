// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@Suite("A hostile declaration file gets a diagnostic and affects no other file")
struct HostileDeclarationTests {
  /// A line of shell that writes a bad file, and the code that `doctor` prints for it.
  static let attacks: [(line: String, code: String)] = [
    ("truncate -s 1G bad.json", "file-too-long"),
    ("head -c 1048577 /dev/zero >bad.json", "file-too-long"),
    ("mkfifo bad.json", "not-a-regular-file"),
    ("mkdir bad.json", "not-a-regular-file"),
    ("ln -s /dev/zero bad.json", "not-a-regular-file"),
    ("ln -s bad.json bad.json", "untrusted-link"),
    ("ln -s /nowhere bad.json", "file-missing"),
    (": >bad.json", ""),
    ("yes '[' | head -n 100000 | tr -d '\\n' >bad.json", ""),
    ("yes '<array>' | head -n 100000 >bad.plist", ""),
    ("yes '{\"a\":' | head -n 65 | tr -d '\\n' >bad.json", ""),
    ("printf '{\"CFBundleIdentifier\": \"a.\\377b\"}' >bad.json", ""),
    ("printf '{\"CFBundleIdentifier\": \"a.b\", \"CFBundleIdentifier\": \"c.d\"}' >bad.json", ""),
    (
      "printf '<!DOCTYPE p [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><plist><string>&c;</string>"
        + "</plist>' >bad.plist", ""
    ),
    (
      "printf '<!DOCTYPE p SYSTEM \"file:///etc/passwd\"><plist><string>&x;</string></plist>' "
        + ">bad.plist", ""
    ),
  ]

  @Test(arguments: attacks)
  func isNamedWhileTheOthersLoad(_ line: String, _ code: String) throws {
    let installation = try Installation()
    try installation.declare("org.test.good", extension: "good")
    let made = try installation.shell("cd \(installation.declarations) && \(line)")
    #expect(made.status == 0, "\(made.errorText)")
    let outcome = try installation.run("doctor")
    let finding = try #require(outcome.lines.first { $0.contains("/bad.") }, "\(outcome.text)")
    #expect(finding.contains(": error: "), "\(finding)")
    #expect(finding.hasSuffix(code.isEmpty ? "]" : "[\(code)]"), "\(finding)")
    #expect(outcome.status == 3)
    #expect(try installation.typeOf("x.good") == "org.test.good")
    #expect(try installation.typeOf("x.jpg") == "public.jpeg")
  }

  @Test
  func anUnreadableFileIsReadOnceItIsReadable() throws {
    // Root can read every file.
    guard geteuid() != 0 else { return }
    let installation = try Installation()
    let path = try installation.declare("org.test.b", extension: "bbb")
    unsafe chmod(path, 0)
    #expect(try installation.run("doctor").text.contains("[file-unreadable]"))
    #expect(try installation.typeOf("x.bbb").hasPrefix("dyn."))
    unsafe chmod(path, 0o600)
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
  }

  @Test
  func aCycleLosesOneEdgeAndIsShownWhole() throws {
    let installation = try Installation()
    for (name, parent) in [("a", "b"), ("b", "c"), ("c", "a")] {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.test.bundle-\(name)", "UTExportedTypeDeclarations": [{
          "UTTypeIdentifier": "org.test.\(name)",
          "UTTypeConformsTo": ["org.test.\(parent)", "public.data"]}]}
        """, to: "\(installation.declarations)/\(name).json")
    }
    let outcome = try installation.run("doctor")
    let finding = try #require(
      outcome.lines.first { $0.contains("[conformance-cycle]") }, "\(outcome.text)")
    for name in ["org.test.a", "org.test.b", "org.test.c"] { #expect(finding.contains(name)) }
    #expect(outcome.status == 3)
    #expect(try installation.run("conforms", "org.test.a", "public.data").status == 0)
  }

  @Test
  func aDescriptionCannotActOnATerminal() throws {
    let installation = try Installation()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.test.bundle", "UTExportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.test.a", "UTTypeConformsTo": "public.data",
        "UTTypeDescription": "\\u001b]0;owned\\u0007\\u202e\\u200b"}]}
      """, to: "\(installation.declarations)/a.json")
    for command in ["info org.test.a", "tree public.data", "search org.test", "why org.test.a"] {
      // Without the colours of the program's own.
      let outcome = try installation.shell(
        "NO_COLOR=1 script -qec 'utcli \(command)' /dev/null </dev/null")
      #expect(!outcome.output.contains(0x1B) && !outcome.output.contains(0x07), "\(command)")
      #expect(!outcome.text.unicodeScalars.contains("\u{202E}"), "\(command)")
      let piped = try installation.shell("utcli \(command)")
      #expect(!piped.output.contains(0x1B), "\(command)")
    }
  }
}
