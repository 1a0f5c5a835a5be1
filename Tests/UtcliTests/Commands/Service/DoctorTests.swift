// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("What is missing or not read is said where it matters")
struct DoctorTests {
  // MARK: - doctor

  @Test
  func aWarningAboutOneBundleIsNotAFailure() throws {
    let installation = try Installation()
    try installation.write(
      LintTests.claiming("public.nothing-like-it"), to: "\(installation.declarations)/a.json")
    let outcome = try installation.run("doctor")
    #expect(outcome.text.contains("[undeclared-type]"))
    #expect(outcome.errorText == "utcli: 1 warning\n")
    #expect(outcome.status == 0)
    #expect(try installation.run("doctor", "--strict").status == 3)
    try installation.write("{", to: "\(installation.declarations)/b.json")
    let failure = try installation.run("doctor")
    #expect(failure.status == 3)
    #expect(failure.text.contains("\n  hint: close the object with '}'\n"))
  }

  @Test
  func findingsAreGroupedByFileAndCounted() throws {
    let installation = try Installation()
    let names = (1...5).map { "org.missing.type\($0)" }.map { "\"\($0)\"" }
    for file in ["a", "b"] {
      try installation.write(
        """
        {"CFBundleIdentifier": "org.acme.\(file)", "CFBundleDocumentTypes": [
          {"LSItemContentTypes": [\(names.joined(separator: ", "))]}],
        "UTExportedTypeDeclarations": [
          {"UTTypeIdentifier": "org.acme.t\(file)", "UTTypeConformsTo": ["org.missing.parent"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
        """, to: "\(installation.declarations)/\(file).json")
    }
    let findings = try installation.run("doctor").lines.filter { $0.contains(".json:") }
    let files = findings.map { $0.contains("/a.json:") ? "a" : "b" }
    #expect(files == Array(repeating: "a", count: 5) + Array(repeating: "b", count: 5))
    #expect(findings.count { $0.hasSuffix(": 2 more [undeclared-type]") } == 2)
  }

  // MARK: - .desktop files

  /// An installation with two applications that only other programs know.
  private func installationWithDesktopFiles() throws -> Installation {
    let installation = try Installation()
    installation.environment["TYPED_FREEDESKTOP"] = "0"
    try installation.write("[Desktop Entry]\n", to: "data/applications/a.desktop")
    try installation.write("[Desktop Entry]\n", to: "home/.local/share/applications/b.desktop")
    try installation.write("", to: "data/applications/mimeinfo.cache")
    try installation.write("", to: "work/a.jpg")
    return installation
  }

  static let sentence = ".desktop files: 2 found, not read: TYPED_FREEDESKTOP is 0"

  @Test(arguments: [
    ["apps"], ["open", "a.jpg"], ["default", ".jpg"], ["handlers", ".jpg"], ["why", ".jpg"],
  ])
  func anAnswerWithoutAnApplicationNamesWhatWasNotRead(_ words: [String]) throws {
    let installation = try installationWithDesktopFiles()
    let outcome = try installation.run(words)
    #expect(outcome.errorText.hasSuffix("utcli: note: \(Self.sentence)\n"), "\(outcome.errorText)")
    let json = try installation.run(words + ["--json"])
    #expect(json.errorText.contains(#"{"note":"\#(Self.sentence)""#), "\(json.errorText)")
    // It is said once, and not where an application was found.
    let several = try installation.run("open", "a.jpg", "a.jpg")
    #expect(several.errorText.components(separatedBy: Self.sentence).count == 2)
    try installation.write(
      LintTests.claiming("public.jpeg"), to: "\(installation.declarations)/o.json")
    let answered = try installation.run(words[0] == "open" ? words + ["--print"] : words)
    #expect(!answered.errorText.contains(".desktop"), "\(answered.errorText)")
  }

  @Test
  func doctorCountsDesktopFiles() throws {
    let installation = try installationWithDesktopFiles()
    #expect(
      try installation.run("doctor").lines.contains(
        "desktop-files\t2 found, not read: TYPED_FREEDESKTOP is 0"))
    #expect(try installation.doctor()["desktopFiles"] as? Int == 2)
    #expect(!(try Installation().run("doctor").text.contains("desktop-files")))
  }

  // MARK: - The core

  @Test
  func aMissingCoreIsSaidWithOneFileOfTheUser() throws {
    let installation = try Installation()
    try installation.declare("org.test.a", extension: "aaa")
    let core = installation.root + "/elsewhere"
    try FileManager.default.moveItem(atPath: installation.core, toPath: core)
    installation.environment["TYPED_DECLARATIONS"] = "core=\(core)"
    let named = try installation.run("type-of", "--name-only", "a.jpg")
    #expect(named.lines == ["public.jpeg"])
    #expect(named.errorText.isEmpty)
    #expect(try installation.doctor()["core"] as? String == core)
    installation.environment["TYPED_DECLARATIONS"] =
      "core=\(core)-missing:\(installation.declarations)"
    for words in [["type-of", "--name-only", "a.jpg"], ["info", "org.test.a"], ["bundles"]] {
      let outcome = try installation.run(words)
      #expect(outcome.errorText.contains("TYPED_DECLARATIONS names does not exist"))
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
    #expect(try installation.doctor()["core"] as? String == core + "-missing")
  }

  @Test
  func aCoreThatIsNotUsedIsReported() throws {
    let installation = try Installation()
    installation.environment["TYPED_DECLARATIONS"] = "core=\(installation.core):core=/elsewhere"
    #expect(try installation.run("doctor").text.contains("core=/elsewhere: warning: a second core"))
    installation.environment["TYPED_DECLARATIONS"] = "core=relative"
    #expect(try installation.run("doctor").text.contains("relative directory 'relative'"))
  }

  // MARK: - Others

  /// A finding without a line, and the number of sleeping bundles.
  @Test
  func aRegisteredFileThatIsGoneSleeps() throws {
    let installation = try Installation()
    let path = try installation.write(LintTests.claiming("public.jpeg"), to: "work/a.json")
    #expect(try installation.run("register", "a.json").status == 0)
    #expect(try !installation.run("status").text.contains("sleeping"))
    try FileManager.default.removeItem(atPath: path)
    #expect(try installation.run("status").lines.contains("sleeping\t1"))
    let doctor = try installation.run("doctor")
    #expect(
      doctor.lines.contains { line in
        line.hasPrefix("\(path): warning: registered bundle '")
          && line.hasSuffix("' sleeps: there is no file at the path [registered-bundle-missing]")
      }, "\(doctor.text)")
    #expect(
      doctor.lines.contains(
        "problem\tsleeping-registration\t1\t'utcli gc' removes registrations whose file is gone"))
  }

  @Test
  func noNoticeHasNoHeadingOnATerminal() throws {
    let installation = try Installation()
    let outcome = try installation.onTerminal("utcli doctor --acknowledge; echo status $?")
    #expect(outcome.text == "status 0\r\n")
  }

  @Test
  func aClaimOnEveryFileSaysSoInJSON() throws {
    let installation = try Installation()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.acme.all", "CFBundleDocumentTypes": [
        {"CFBundleTypeExtensions": ["*"]}], "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/a.json")
    let text = try installation.run("apps", "--json", "org.acme.all").text
    #expect(text.contains(#""claims":[{"everything":true,"role":"Viewer""#), "\(text)")
  }

  @Test
  func aPartOfAnOSTypeIsNotFound() throws {
    let installation = try Installation(core: .shipped)
    let found = try installation.run("search", "PDF").lines
    #expect(found.first == "com.adobe.pdf\tPDF document")
    #expect(!found.contains { $0.hasSuffix("\tFinder") })
    // 'ppdf' itself is still one of its tags.
    #expect(try installation.run("search", "ppdf").lines.contains { $0.hasSuffix("\tFinder") })
  }
}
