// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TypeRegistry

/// Files of icons in small themes of its own.
@Suite final class IconFinderTests {
  private let directory: TemporaryDirectory
  private var root: String { directory.path }

  init() throws { directory = try TemporaryDirectory() }

  /// Finds icons in `data`, then `more`, below the directory of the test.
  private var finder: IconFinder {
    IconFinder(
      Environment(
        home: root + "/home", dataHome: root + "/home/data",
        dataDirectories: "\(root)/data:\(root)/more"))
  }

  private func write(_ path: String, _ text: String = "") throws {
    let url = URL(fileURLWithPath: "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes a theme whose directories are given as PATH to the lines about it.
  private func theme(
    _ name: String, inherits: String? = nil, in data: String = "data",
    _ directories: KeyValuePairs<String, String>
  ) throws {
    var text = "[Icon Theme]\nName=\(name)\n"
    if let inherits { text += "Inherits=\(inherits)\n" }
    text += "Directories=\(directories.map(\.key).joined(separator: ","))\n"
    for (path, lines) in directories { text += "[\(path)]\n\(lines)\n" }
    try write("\(data)/icons/\(name)/index.theme", text)
  }

  /// The path of what is found, below the directory of the test.
  private func found(
    _ names: [String], size: Int = 48, scale: Int = 1, theme: String = "a",
    prefersSymbolic: Bool = false
  ) -> String? {
    finder.file(
      named: names, size: size, scale: scale, theme: theme, prefersSymbolic: prefersSymbolic
    )
    .map { String($0.dropFirst(root.count + 1)) }
  }

  @Test func theNearestSizeIsFound() throws {
    try theme(
      "a",
      [
        "16": "Size=16\nType=Fixed", "32": "Size=32\nType=Threshold\nThreshold=4",
        "48@2": "Size=48\nScale=2\nType=Fixed",
        "any": "Size=128\nType=Scalable\nMinSize=64\nMaxSize=512",
      ])
    for directory in ["16", "32", "48@2"] { try write("data/icons/a/\(directory)/x.png") }
    try write("data/icons/a/any/x.svg")
    for (size, scale, expected) in [
      (16, 1, "16/x.png"), (20, 1, "16/x.png"), (28, 1, "32/x.png"), (36, 1, "32/x.png"),
      (64, 1, "any/x.svg"), (500, 1, "any/x.svg"), (5_000, 1, "any/x.svg"), (48, 2, "48@2/x.png"),
      (44, 1, "32/x.png"), (8_192, 16, "any/x.svg"),
    ] {
      #expect(
        found(["x"], size: size, scale: scale) == "data/icons/a/\(expected)", "\(size)@\(scale)")
    }
  }

  @Test func aThemeIsSearchedWholeBeforeThoseThatItInheritsFrom() throws {
    try theme("a", inherits: "b,c", ["d": "Size=48"])
    try theme("b", inherits: "e", ["d": "Size=48"])
    try theme("c", ["d": "Size=48"])
    try theme("e", ["d": "Size=48"])
    try theme("hicolor", ["d": "Size=48"])
    for (theme, names) in [
      ("a", ["general"]), ("b", ["in-b"]), ("c", ["special", "in-c"]), ("e", ["in-c"]),
      ("hicolor", ["last", "in-b"]),
    ] {
      for name in names { try write("data/icons/\(theme)/d/\(name).png") }
    }
    try write("data/icons/loose.svg")
    try write("more/pixmaps/pixmap.xpm")
    #expect(found(["special", "general"]) == "data/icons/a/d/general.png")
    #expect(found(["special"]) == "data/icons/c/d/special.png")
    #expect(found(["in-b"]) == "data/icons/b/d/in-b.png")
    // What the first parent inherits comes before the second one.
    #expect(found(["in-c"]) == "data/icons/e/d/in-c.png")
    #expect(found(["last"]) == "data/icons/hicolor/d/last.png")
    #expect(found(["none", "loose"]) == "data/icons/loose.svg")
    #expect(found(["pixmap"]) == "more/pixmaps/pixmap.xpm")
    #expect(found(["none"]) == nil)
    #expect(found(["last"], theme: "no-such-theme") == "data/icons/hicolor/d/last.png")
    #expect(finder.hasTheme("a") && !finder.hasTheme("no-such-theme"))
  }

  @Test func aThemeMayBeInSeveralDirectories() throws {
    try theme("a", in: "more", ["d": "Size=48"])
    try write("more/icons/a/d/x.png")
    try write("data/icons/a/d/x.svg")
    try write("home/.icons/a/d/own.png")
    try write("home/data/icons/a/d/y.svg")
    try write("home/.icons/a/d/y.png")
    #expect(found(["x"]) == "data/icons/a/d/x.svg")
    #expect(found(["own"]) == "home/.icons/a/d/own.png")
    #expect(found(["y"]) == "home/data/icons/a/d/y.svg")
  }

  @Test func aSymbolicIconIsFoundIfThereIsOne() throws {
    try theme("a", ["d": "Size=48"])
    try write("data/icons/a/d/special.png")
    try write("data/icons/a/d/general.png")
    try write("data/icons/a/d/general-symbolic.svg")
    #expect(found(["special", "general"]) == "data/icons/a/d/special.png")
    #expect(
      found(["special", "general"], prefersSymbolic: true) == "data/icons/a/d/general-symbolic.svg")
    #expect(found(["special"], prefersSymbolic: true) == "data/icons/a/d/special.png")
  }

  @Test func themesThatInheritFromEachOtherEnd() throws {
    try theme("a", inherits: "b,a,hicolor", ["d": "Size=48"])
    try theme("b", inherits: "a,b", ["d": "Size=48"])
    try theme("hicolor", inherits: "a,hicolor", ["d": "Size=48"])
    try write("data/icons/hicolor/d/x.png")
    #expect(found(["x"]) == "data/icons/hicolor/d/x.png")
    // A chain is cut, and hicolor is searched all the same.
    for number in 0..<100 {
      try theme("chain\(number)", inherits: "chain\(number + 1)", ["d": "Size=48"])
    }
    try write("data/icons/chain20/d/near.png")
    try write("data/icons/chain90/d/far.png")
    #expect(found(["near"], theme: "chain0") == "data/icons/chain20/d/near.png")
    #expect(found(["far"], theme: "chain0") == nil)
    #expect(found(["x"], theme: "chain0") == "data/icons/hicolor/d/x.png")
  }

  @Test func nothingOutsideOfAThemeIsFound() throws {
    try write("data/icons/x.txt")
    try write("data/outside/x.png")
    try write("data/icons/outside/x.png")
    try theme(
      "a", inherits: "../outside,/etc,..,,.",
      [
        "../outside": "Size=48", "../../outside": "Size=48", "/\(root)/data/outside": "Size=48",
        "d/../../outside": "Size=48", ".": "Size=48", "d": "Size=48",
      ])
    try write("data/icons/a/d/in.png")
    #expect(found(["in"]) == "data/icons/a/d/in.png")
    #expect(found(["x"]) == nil)
    #expect(found(["../d/in", "d/in", "../../outside/x", "..", ""]) == nil)
    #expect(finder.file(named: ["in"], theme: "../icons/a") == nil)
    #expect(!finder.hasTheme("../icons/a") && !finder.hasTheme(".."))
  }

  @Test func onlyRegularFilesAreFoundAndRead() throws {
    try theme("a", ["d": "Size=48"])
    try FileManager.default.createDirectory(
      atPath: root + "/data/icons/a/d/x.png", withIntermediateDirectories: true)
    unsafe try #require(mkfifo(root + "/data/icons/a/d/y.png", 0o600) == 0)
    try write("data/icons/a/d/x.svg")
    #expect(found(["x"]) == "data/icons/a/d/x.svg")
    #expect(found(["y"]) == nil)
    // Reading a pipe would never end.
    try FileManager.default.createDirectory(
      atPath: root + "/data/icons/pipe", withIntermediateDirectories: true)
    unsafe try #require(mkfifo(root + "/data/icons/pipe/index.theme", 0o600) == 0)
    #expect(!finder.hasTheme("pipe"))
  }

  @Test(arguments: [
    "", "[Icon Theme]", "[Icon Theme]\nDirectories=d", "[Icon Theme]\nDirectories=d\n[d]\nSize=x",
    "[Icon Theme]\nDirectories=d\n[d]\nSize=0", "[Icon Theme]\nDirectories=d\n[d]\nSize=-48",
    "[Icon Theme]\nDirectories=d\n[d]\nSize=99999999999999999999",
    "[d]\nSize=48", "\u{0}\u{1}[", "Directories=d\n[d]\nSize=48",
  ])
  func anIndexThatSaysTooLittleHasNoDirectories(_ text: String) {
    #expect(IconTheme(Array(text.utf8))?.directories.isEmpty ?? true)
  }

  @Test func sizesDoNotOverflow() throws {
    let text = """
      [Icon Theme]
      Directories=a,b,c
      [a]
      Size=8192
      Scale=8192
      MinSize=8192
      MaxSize=1
      Type=Scalable
      [b]
      Size=1
      Threshold=8192
      [c]
      Size=8192
      Scale=0
      Type=Fixed
      """
    let theme = try #require(IconTheme(Array(text.utf8)))
    #expect(theme.directories.map(\.path) == ["a", "b", "c"])
    #expect(theme.directories(nearestToSize: 1 << 16, scale: 1 << 8).count == 3)
  }

  // The variables of this process are other tests', too.
  @Test(
    .enabled(if: Environment.variable("XDG_CONFIG_HOME") == nil),
    .enabled(if: Environment.variable("XDG_CURRENT_DESKTOP") == nil))
  func theThemeOfTheDesktopIsThatOfItsSettings() throws {
    try theme("a", ["d": "Size=48"])
    try theme("Adwaita", ["d": "Size=48"])
    try write("data/icons/a/d/x.png")
    try write("data/icons/Adwaita/d/x.png")
    let usual = finder.file(named: ["x"])
    #expect(usual?.hasSuffix("/Adwaita/d/x.png") == true)
    try write("home/.config/gtk-3.0/settings.ini", "[Settings]\ngtk-icon-theme-name=a\n")
    let chosen = finder.file(named: ["x"])
    #expect(chosen?.hasSuffix("/a/d/x.png") == true)
  }

  /// Which of two settings decides on a desktop: KDE's own comes first there, and last elsewhere.
  @Test(arguments: [("KDE", "plasma"), ("ubuntu:KDE", "plasma"), ("GNOME", "gtk"), (nil, "gtk")])
  func theSettingsOfTheDesktopDecide(_ desktop: String?, _ expected: String) throws {
    for name in ["plasma", "gtk"] {
      try theme(name, ["d": "Size=48"])
      try write("data/icons/\(name)/d/x.png")
    }
    try write("home/config/kdeglobals", "[Icons]\nTheme[de]=gtk\nTheme=plasma\n")
    try write("home/config/gtk-4.0/settings.ini", "[Settings]\ngtk-icon-theme-name=../gtk\n")
    try write("home/config/gtk-3.0/settings.ini", "[Settings]\ngtk-icon-theme-name=gtk\n")
    var environment = Environment(home: root + "/home", dataDirectories: root + "/data")
    environment.configHome = Array((root + "/home/config").utf8)
    environment.currentDesktop = desktop.map { Array($0.utf8) }
    let found = IconFinder(environment).file(named: ["x"])
    #expect(found == "\(root)/data/icons/\(expected)/d/x.png")
  }

  /// Variables that are empty or relative are as if they were not set.
  @Test(arguments: [nil, "", "relative", "data"])
  func aRelativeDirectoryIsNotSearched(_ dataHome: String?) throws {
    try theme("a", in: "home/.local/share", ["d": "Size=48"])
    try write("home/.local/share/icons/a/d/x.png")
    var environment = Environment(home: root + "/home", dataHome: dataHome, dataDirectories: "")
    environment.configHome = dataHome.map { Array($0.utf8) }
    let finder = IconFinder(environment)
    #expect(
      finder.file(named: ["x"], theme: "a") == root + "/home/.local/share/icons/a/d/x.png")
    environment.home = Array("home".utf8)
    #expect(IconFinder(environment).file(named: ["x"], theme: "a") == nil)
    environment.home = nil
    #expect(!IconFinder(environment).hasTheme("a"))
  }
}
