// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

@Suite struct DeclarationSearchPathTests {
  private func described(
    _ environment: Environment, includesUser: Bool = true,
    formats: Set<TypeRegistry.Bundle.Kind> = [.declarations]
  ) -> [String] {
    DeclarationSearchPath(
      core: FilePath("/opt/core"), environment: environment, includesUser: includesUser
    ).directories.filter { formats.contains($0.format) }.map { "\($0.origin) \($0.path)" }
  }

  @Test func followsFreedesktopsDirectories() {
    let formats: Set<TypeRegistry.Bundle.Kind> = [.mimePackage, .desktopEntry]
    #expect(
      described(
        Environment(home: "/home/ada", dataDirectories: "/srv/nowhere:/usr/share"),
        formats: formats
      ) == [
        "system /usr/share/mime/packages", "system /usr/share/applications",
        "local /srv/nowhere/mime/packages", "local /srv/nowhere/applications",
        "local /var/lib/flatpak/exports/share/mime/packages",
        "local /var/lib/flatpak/exports/share/applications",
        "local /var/lib/snapd/desktop/mime/packages", "local /var/lib/snapd/desktop/applications",
        "user /home/ada/.local/share/mime/packages", "user /home/ada/.local/share/applications",
        "user /home/ada/.local/share/flatpak/exports/share/mime/packages",
        "user /home/ada/.local/share/flatpak/exports/share/applications",
      ])
    // Only what the variable names: /usr/share is not among it.
    #expect(
      described(Environment(dataDirectories: "/srv/nowhere"), formats: formats) == [
        "local /srv/nowhere/mime/packages", "local /srv/nowhere/applications",
      ])
    var environment = Environment(home: "/home/ada")
    environment.usesFreedesktop = false
    #expect(described(environment, formats: formats).isEmpty)
    #expect(described(Environment(declarations: "/srv/nowhere"), formats: formats).isEmpty)
  }

  /// The order of the "Association between MIME types and applications" specification, 1.0.1.
  @Test func listsOfApplicationsAreInTheOrderOfTheSpecification() {
    var environment = Environment(home: "/h", dataHome: "/d", dataDirectories: "/s1:/s2")
    environment.configDirectories = Array("/c1:relative:/c2".utf8)
    environment.currentDesktop = Array("KDE:Plasma:../x:".utf8)
    func lists(_ environment: Environment, includesUser: Bool = true) -> [String] {
      DeclarationSearchPath(core: nil, environment: environment, includesUser: includesUser)
        .directories.filter { $0.format == .associations }.sorted { $0.level < $1.level }
        .map { "\($0.origin) \($0.path)" }
    }
    #expect(
      lists(environment) == [
        "user /h/.config", "local /c1", "local /c2", "user /d/applications",
        "user /d/flatpak/exports/share/applications", "local /s1/applications",
        "local /s2/applications",
      ])
    #expect(lists(environment, includesUser: false).first == "local /c1")
    let path = DeclarationSearchPath(core: nil, environment: environment)
    let names = ["kde-mimeapps.list", "plasma-mimeapps.list", "mimeapps.list"]
    for directory in path.directories where directory.format == .associations {
      let isData = directory.path.description.hasSuffix("/applications")
      #expect(directory.names == names + (isData ? ["defaults.list"] : []))
      let entries = path.directories.first {
        $0.format == .desktopEntry && $0.path == directory.path
      }
      // Desktop entries have the rank of the lists beside them.
      #expect(isData ? entries?.level == directory.level : entries == nil)
    }
    environment.configHome = Array("/config/".utf8)
    #expect(lists(environment).first == "user /config")
    environment.usesFreedesktop = false
    #expect(lists(environment) == [])
  }

  /// The directories of applications, in the order in which their claims count.
  @Test func directoriesHaveTheOrderOfTheVariables() {
    func ordered(_ environment: Environment, _ format: TypeRegistry.Bundle.Kind) -> [String] {
      let directories = DeclarationSearchPath(core: nil, environment: environment).directories
        .filter { $0.format == format }.sorted { $0.level < $1.level }
      // No two share a place.
      #expect(Set(directories.map(\.level)).count == directories.count)
      return directories.map { directory in
        directory.path.description.replacingOccurrences(
          of: "/" + (format.subdirectory ?? ""), with: "")
      }
    }
    let exported = "/var/lib/flatpak/exports/share"
    var environment = Environment(home: "/h", dataDirectories: "\(exported):/n/local/:/usr/share")
    let user = ["/h/.local/share", "/h/.local/share/flatpak/exports/share"]
    #expect(
      ordered(environment, .desktopEntry)
        == user + [exported, "/n/local", "/usr/share", "/var/lib/snapd/desktop"])
    #expect(
      ordered(environment, .declarations) == [user[0], exported, "/n/local", "/usr/share"])
    environment.usesFreedesktop = false
    #expect(
      ordered(environment, .declarations) == [user[0], exported, "/n/local", "/usr/share"])
    // What a service without the session's variable adds comes after the directory of the system.
    #expect(
      ordered(Environment(home: "/h", dataDirectories: "/usr/share:/n/local"), .desktopEntry)
        == user + ["/usr/share", exported, "/var/lib/snapd/desktop", "/n/local"])
    // It is searched also where the variable does not name it, and is the last one then.
    #expect(
      ordered(Environment(dataDirectories: "/n/a:/n/b"), .declarations)
        == ["/n/a", "/n/b", "/usr/share"])
    let pinned = DeclarationSearchPath(
      core: nil, environment: Environment(declarations: "local=/b:system=/a:user=/c"))
    #expect(
      pinned.directories.sorted { $0.level < $1.level }.map(\.path.description)
        == ["/b", "/a", "/c"])
  }

  @Test func followsTheDefaults() {
    #expect(
      described(Environment(home: "/home/ada")) == [
        "core /opt/core",
        "system /usr/share/typed/declarations",
        "local /usr/local/share/typed/declarations",
        "user /home/ada/.local/share/typed/declarations",
      ])
  }

  @Test func hasNoUserLayerWithoutHome() {
    #expect(!described(Environment()).contains { $0.hasPrefix("user") })
    #expect(
      !described(Environment(home: "/h"), includesUser: false).contains { $0.hasPrefix("user") })
  }

  @Test func followsTheVariables() throws {
    let directory = try TemporaryDirectory()
    try directory.write("typed/declarations/menu.json", json())
    let environment = Environment(
      home: "/home/ada", dataHome: "/data/",
      dataDirectories: "/usr/share/:/usr/local/share:\(directory.path)")
    #expect(
      described(environment) == [
        "core /opt/core",
        "system /usr/share/typed/declarations",
        "local /usr/local/share/typed/declarations",
        // Other users can write to it, or to a directory above it.
        "user \(directory.path)/typed/declarations",
        "user /data/typed/declarations",
      ])
  }

  @Test func ignoresRelativeDirectories() {
    let path = DeclarationSearchPath(
      core: nil,
      environment: Environment(
        home: "/h", dataHome: "data", dataDirectories: "share:/usr/share", declarations: nil))
    #expect(
      path.directories.filter { $0.format == .declarations }.map(\.path.description) == [
        "/usr/share/typed/declarations", "/h/.local/share/typed/declarations",
      ])
    #expect(path.diagnostics.map(\.code) == [.ignoredSearchPath, .ignoredSearchPath])
  }

  @Test func isReplacedByOneVariable() {
    #expect(described(Environment(home: "/h", declarations: "")) == ["core /opt/core"])
    let environment = Environment(
      home: "/h", declarations: "user=/a:/tmp/b:system=/c:local=/d:rel:core=/e:x=/f")
    #expect(
      described(environment) == [
        "core /opt/core", "system /c", "local /d", "user /a", "user /tmp/b",
      ])
    let diagnostics = DeclarationSearchPath(core: nil, environment: environment).diagnostics
    // 'rel' and 'x=/f'; the caller takes the core.
    #expect(diagnostics.map(\.code) == [.ignoredSearchPath, .ignoredSearchPath])
  }

  @Test func trustsOnlyRootAlongTheWholePath() throws {
    #expect(DeclarationSearchPath.isRootOnly(try #require(FilePath("/usr/share"))))
    #expect(DeclarationSearchPath.isRootOnly(try #require(FilePath("/usr/share/not/there"))))
    #expect(!DeclarationSearchPath.isRootOnly(try #require(FilePath("/tmp"))))
    #expect(!DeclarationSearchPath.isRootOnly(try #require(FilePath("/tmp/not/there"))))
    #expect(!DeclarationSearchPath.isRootOnly(try #require(FilePath("usr/share"))))
  }

  @Test func hasEveryPrefixOnce() throws {
    let path = try #require(FilePath("/a//b/c/"))
    #expect(path.prefixes.map(\.description) == ["/", "/a", "/a//b", "/a//b/c"])
    #expect(path.withoutTrailingSlashes.description == "/a//b/c")
    #expect(String(decoding: path.name, as: UTF8.self) == "c")
  }

  /// Elements that are empty have no effect, and none at all is `/etc/xdg`.
  @Test(arguments: [
    ("/c1::/c2:", ["local /c1", "local /c2"]), (":", []), ("", ["local /etc/xdg"]),
    ("relative:/c3/", ["local /c3"]),
  ])
  func directoriesOfConfigurationMayBeEmpty(_ variable: String, _ expected: [String]) {
    var environment = Environment(dataDirectories: "/s1")
    environment.configDirectories = Array(variable.utf8)
    let lists = described(environment, formats: [.associations])
    #expect(lists.filter { !$0.hasSuffix("/applications") } == expected)
  }
}
