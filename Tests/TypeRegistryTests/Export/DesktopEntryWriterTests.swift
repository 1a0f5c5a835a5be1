// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct DesktopEntryWriterTests {
  private static func lines(_ writer: DesktopEntryWriter) -> [String] {
    String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  @Test func everyFactOfAnApplicationHasItsKey() {
    var bundle = Bundle(
      identifier: "org.bistro.app", name: "Bistro", path: "/a", origin: .user,
      launchArguments: ["bistro", "%F"], isTerminal: true, iconName: "bistro",
      localizedStrings: ["vi": ["Bistro": "Quán"], "de": ["Bistro": "Gasthaus"], "fr": [:]])
    bundle.tryProgram = "/opt/bistro"
    bundle.workingDirectory = "/opt/a b"
    bundle.isNotDisplayed = true
    bundle.weight = -2
    let writer = DesktopEntryWriter(bundle, mimeTypes: ["a/b", "x-scheme-handler/bistro"])
    #expect(
      Self.lines(writer) == [
        "# Written by 'utcli export freedesktop', which replaces this file", "[Desktop Entry]",
        "Type=Application", "Version=1.0", "Name=Bistro", "Name[de]=Gasthaus", "Name[vi]=Quán",
        "Icon=bistro", "Exec=bistro %F", "TryExec=/opt/bistro", "Path=/opt/a b", "Terminal=true",
        "NoDisplay=true", "InitialPreference=-2", "MimeType=a/b;x-scheme-handler/bistro;",
      ])
    #expect(writer.losses.isEmpty)
    let (read, diagnostics) = DesktopEntryParser.parse(
      writer.bytes, path: "/a.desktop", identifier: "org.bistro.app", origin: .user)
    #expect(diagnostics.filter { $0.severity != .note }.isEmpty, "\(diagnostics)")
    #expect(read?.workingDirectory == "/opt/a b" && read?.isNotDisplayed == true)
    #expect(read?.tryProgram == "/opt/bistro" && read?.weight == -2)
  }

  @Test(arguments: [
    ("a", "a"), (" a", "\\sa"), ("a ", "a\\s"), (" ", "\\s"), ("  ", "\\s\\s"), ("a b", "a b"),
    ("a\tb\nc\rd\\e", "a\\tb\\nc\\rd\\\\e"), ("a;b", "a;b"),
  ])
  func aValueHasTheEscapesOfTheFormat(_ name: String, _ value: String) {
    let bundle = Bundle(
      identifier: "org.bistro.app", name: name, path: "/a", origin: .user,
      launchArguments: ["bistro", "%f"])
    let writer = DesktopEntryWriter(bundle, mimeTypes: [])
    #expect(Self.lines(writer).contains("Name=\(value)"))
    let (read, _) = DesktopEntryParser.parse(
      writer.bytes, path: "/a.desktop", identifier: "org.bistro.app", origin: .user)
    #expect(read?.name == name)
  }

  @Test func anElementOfAListHasNoSemicolon() {
    let bundle = Bundle(
      identifier: "org.bistro.app", path: "/a", origin: .user, launchArguments: ["bistro", "%f"])
    let lines = Self.lines(DesktopEntryWriter(bundle, mimeTypes: ["a/b;c", "d/e"]))
    #expect(lines.last == "MimeType=a/b\\;c;d/e;")
    #expect(lines.contains("Name=org.bistro.app"))
  }

  @Test(arguments: [
    (["a", "%f"], []), (["a", "%F", "--x=%u"], ["has several arguments for files"]),
    (["a=b", "%f"], ["has '=' in its program's name"]), (["a", "b=c", "%f"], []),
  ])
  func whatACommandLineCannotHoldIsSaid(_ arguments: [String], _ losses: [String]) {
    let bundle = Bundle(
      identifier: "org.bistro.app", path: "/a", origin: .user, launchArguments: arguments)
    let found = DesktopEntryWriter(bundle, mimeTypes: []).losses
    #expect(found.count == losses.count)
    #expect(zip(found, losses).allSatisfy { $0.hasPrefix($1) }, "\(found)")
  }
}
