// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite("What a desktop entry says besides what is compiled")
struct DesktopEntryDetailsTests {
  private func actions(
    _ text: String, in languages: LanguageList = .none
  ) throws -> [ApplicationAction] {
    let directory = try TemporaryDirectory()
    try directory.write("a.desktop", Array(text.utf8))
    let identity = HandlerIdentity(
      bundle: "a", origin: .user, path: directory.path + "/a.desktop")
    return LaunchApplication(
      identity: identity, name: "App", arguments: ["/opt/app/bin/app", "%f"]
    )
    .readActions(in: languages)
  }

  private static let entry = """
    [Desktop Entry]
    Type=Application
    Name=App
    Exec=app %f
    Actions=first;second;;first;none;empty;shell;
    [Desktop Action first]
    Name=First
    Name[sr@latin]=Prvi
    Name[pt_BR]=Primeiro
    Exec=app --first %F
    [Desktop Action second]
    Name=Second
    Name[de.UTF-8]=Zweites
    Icon=icon
    Exec=/bin/true %c %i
    [Desktop Action empty]
    Name=
    Exec=/bin/true
    [Desktop Action shell]
    Name=Shell
    Exec=sh -c "view %f"
    [Desktop Action unlisted]
    Name=Unlisted
    Exec=/bin/true
    """

  @Test func thoseThatAreListedAndCanBeStarted() throws {
    #expect(
      try actions(Self.entry) == [
        ApplicationAction(
          identifier: "first", name: "First", iconName: nil,
          arguments: ["/opt/app/bin/app", "--first", "%F"]),
        ApplicationAction(
          identifier: "second", name: "Second", iconName: "icon",
          arguments: ["/bin/true", "App", "--icon", "icon"]),
      ])
  }

  @Test(arguments: [
    ("pt_BR.UTF-8", ["Primeiro", "Second"]), ("sr_RS@latin", ["Prvi", "Second"]),
    ("de_AT", ["First", "Zweites"]), ("fr:de", ["First", "Zweites"]), ("C", ["First", "Second"]),
  ])
  func theirNamesAreInTheLanguageOfTheCaller(_ locale: String, _ names: [String]) throws {
    #expect(try actions(Self.entry, in: LanguageList(locale)).map(\.name) == names)
  }

  @Test(arguments: ["", "[Desktop Entry]\n", "[Desktop Entry]\nActions=\n", "\u{0}\u{1}[[[\n=;"])
  func otherFilesHaveNone(_ text: String) throws {
    #expect(try actions(text) == [])
  }

  @Test func anActionWithoutAProgramIsNone() throws {
    let entry = "[Desktop Entry]\nType=Application\nName=App\nExec=app\nActions=a;\n"
    let action = "[Desktop Action a]\nName=A\nIcon=\n"
    #expect(try actions(entry + action).isEmpty)
    // An empty icon is none.
    let found = try #require(try actions(entry + action + "Exec=/bin/true\n").first)
    #expect(found.identifier == "a" && found.iconName == nil)
  }

  @Test(arguments: ["/nowhere/a.desktop", "/nowhere/a.json", "/a\0.desktop"])
  func anApplicationWithoutAnEntryHasNoActions(_ path: String) {
    let application = LaunchApplication(
      identity: HandlerIdentity(bundle: "a", origin: .user, path: path), name: "App",
      arguments: ["/bin/true"])
    #expect(application.readActions().isEmpty)
  }
}
