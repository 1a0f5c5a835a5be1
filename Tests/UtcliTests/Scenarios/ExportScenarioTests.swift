// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

private func isInstalled(_ program: String) -> Bool {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
}

/// What is exported, as other programs see it, and as it is read again.
@Suite struct ExportScenarioTests {
  private let installation: Installation
  private let target: String

  init() throws {
    installation = try Installation(core: .shipped)
    target = installation.root + "/data"
    installation.environment["XDG_DATA_HOME"] = installation.home + "/.local/share"
  }

  private func declareBistro() throws {
    try installation.write(
      """
      {"CFBundleIdentifier": "org.bistro.restaurant", "CFBundleName": "Restaurant",
       "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.bistro.menu", "UTTypeDescription": "Menu",
         "UTTypeConformsTo": ["public.json", "public.content"], "UTTypeIconName": "bistro-menu",
         "UTTypeTagSpecification": {"public.filename-extension": ["bistromenu"],
           "com.apple.ostype": ["MENU"], "org.freedesktop.filename-glob": ["bistrofile"],
           "org.freedesktop.case-sensitive-glob": ["*.Bistro"]}},
        {"UTTypeIdentifier": "org.bistro.bill", "UTTypeDescription": "Bill",
         "UTTypeConformsTo": ["public.plain-text"],
         "UTTypeTagSpecification": {"public.filename-extension": ["bistrobill"],
           "public.mime-type": ["application/x-bistro-bill"]}}],
       "CFBundleDocumentTypes": [{"LSItemContentTypes": ["org.bistro.menu", "org.bistro.bill"]}],
       "CFBundleURLTypes": [{"CFBundleURLSchemes": ["bistro"]}],
       "TRLaunch": {"Arguments": ["/bin/echo", "100%", "a $b", "--file=%f"]},
       "TRLocalizedStrings": {"de": {"Bill": "Rechnung", "Restaurant": "Gasthaus"}}}
      """, to: "\(installation.declarations)/bistro.json")
  }

  @Test func filesAreWrittenAndSaid() throws {
    try declareBistro()
    let outcome = try installation.run("export", "freedesktop", target)
    #expect(
      outcome.text == """
        \(target)/mime/packages/typeregistry.xml\tmime-package\t2
        \(target)/applications/org.bistro.restaurant.desktop\tdesktop-entry\t3

        """)
    #expect(outcome.status == 0 && outcome.errorText.contains("update-mime-database"))
    let json = try installation.run("export", "freedesktop", target, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    let files = try #require(object?["files"] as? [[String: Any]])
    #expect(files.compactMap { $0["kind"] as? String } == ["mime-package", "desktop-entry"])
    #expect(files[0]["types"] as? [String] == ["org.bistro.bill", "org.bistro.menu"])
    // Nothing is left beside the files.
    let names = try installation.shell("find '\(target)' -type f | sort").text
    #expect(names.split(separator: "\n").count == 2, "\(names)")
  }

  @Test func filesOfOthersAreReplacedOnlyOnDemand() throws {
    try declareBistro()
    let entry = "data/applications/org.bistro.restaurant.desktop"
    try installation.write("[Desktop Entry]\nType=Application\nName=a\nExec=a\n", to: entry)
    let refused = try installation.run("export", "freedesktop", target)
    #expect(refused.status == 1 && refused.errorText.contains("nothing is written"))
    #expect(try installation.shell("find '\(target)' -name '*.xml'").text.isEmpty)
    #expect(try installation.run("export", "freedesktop", target, "--force").status == 0)
    #expect(try installation.run("export", "freedesktop", target).status == 0)
  }

  @Test(arguments: [
    (["export", "kde", "x"], 2), (["export", "freedesktop"], 2),
    (["export", "freedesktop", "x"], 1), (["export", "freedesktop", "x", "org.example.none"], 1),
    (["export", "freedesktop", "x", "a..b"], 3),
    (["export", "freedesktop", "x", "--bundle", "none"], 1),
    (["export", "freedesktop", "x", "public.png", "--core"], 2),
    (["export", "freedesktop", "x", "--name", "../x"], 2),
    (["export", "freedesktop", "x", "--beyond", "x"], 2),
    (["export", "nginx", "--beyond", "x"], 2), (["export", "mime-package", "public.png"], 2),
    (["export", "mime-package", "--core"], 2), (["export", "mime-package", "--json"], 2),
    (["export", "mime-package", "--beyond", "none"], 1),
    (["export", "mime-package", "--beyond", "/"], 1),
  ]) func aWrongRequestWritesNothing(_ words: [String], _ status: Int) throws {
    let outcome = try installation.run(words)
    #expect(outcome.status == Int32(status) && outcome.text.isEmpty, "\(outcome.errorText)")
    #expect(try installation.shell("ls").text.isEmpty)
  }

  @Test func oneTypeOrBundleIsExportedAlone() throws {
    try declareBistro()
    try installation.declare("org.example.other", extension: "otherkind")
    _ = try installation.run(
      "export", "freedesktop", target, "org.bistro.bill", "public.swift-source")
    let types = try installation.shell("grep -o 'mime-type type=.*' \(target)/mime/packages/*.xml")
      .text
    #expect(types.contains("application/x-bistro-bill") && types.contains("swift"), "\(types)")
    #expect(!types.contains("org.bistro.menu"))
    let outcome = try installation.run(
      "export", "freedesktop", target, "--bundle", "org.bistro.restaurant")
    #expect(outcome.text.contains("/mime/packages/org.bistro.restaurant.xml\tmime-package\t2\n"))
  }

  @Test func theCoreIsExportedBeyondADatabase() throws {
    try declareBistro()
    let database = installation.root + "/mime"
    try installation.write(
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="text/x-other"><comment>other</comment><glob pattern="*.nix"/></mime-type>
      </mime-info>
      """, to: "mime/packages/other.xml")
    let words = ["export", "mime-package", "--beyond", database]
    let text = try installation.run(words).text
    #expect(text.contains("Written by 'utcli export mime-package'"))
    #expect(text.contains(#"<glob pattern="*.jpeg" weight="5"/>"#))
    #expect(!text.contains(#""*.nix""#) && !text.contains("bistro"))
    // A package has what a directory has that holds it alone, and its own text is not one of a database.
    let file = database + "/packages/typeregistry.xml"
    let written = try installation.run(words + ["-o", file])
    #expect(written.text.hasPrefix("\(file)\tmime-package\t"), "\(written.errorText)")
    #expect(try installation.run(words).text == text)
    #expect(
      try installation.run(
        "export", "mime-package", "--beyond", database + "/packages/other.xml"
      ).text == text)
    #expect(try installation.run(words + ["-o", database + "/packages/other.xml"]).status == 1)
  }

  /// The facts of types, without where they are declared and without generated names.
  private func facts(_ types: [String]) throws -> [[String: String]] {
    let outcome = try installation.run(["info", "--json", "--locale", "de"] + types)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let answers = try #require(object?["types"] as? [[String: Any]], "\(outcome.errorText)")
    return try answers.map { answer in
      var facts: [String: String] = [:]
      for key in [
        "type", "identifier", "description", "icon", "parents", "supertypes", "tags", "icons",
      ] {
        guard var value = answer[key] else { continue }
        if let list = value as? [Any] {
          value = try list.map { element in
            String(
              decoding: try JSONSerialization.data(
                withJSONObject: element, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self)
          }.filter { !$0.contains("x-uti.") }.sorted()
        }
        facts[key] = "\(value)"
      }
      return facts
    }
  }

  @Test(
    .enabled(if: isInstalled("update-mime-database"), "needs update-mime-database"))
  func aRoundTripGivesTheSameTypes() throws {
    try declareBistro()
    let types = ["org.bistro.menu", "org.bistro.bill"]
    let before = try facts(types)
    #expect(before.count == 2 && before[0]["description"] == "Menu")
    let names = ["a.bistromenu", "BISTROFILE", "a.Bistro", "a.bistrobill"]
    let answers = try installation.run(["type-of", "--name-only"] + names).text
    #expect(try installation.run("export", "freedesktop", target).status == 0)
    let update = try installation.shell("update-mime-database '\(target)/mime'")
    #expect(update.status == 0 && update.errorText.isEmpty, "\(update.errorText)")
    _ = try installation.shell("rm -r '\(installation.declarations)'")
    #expect(try facts(types) == before)
    #expect(try installation.run(["type-of", "--name-only"] + names).text == answers)
    // The applications are there, too.
    #expect(
      try installation.run("handlers", "--name-only", "a.bistrobill").text
        .hasPrefix("org.bistro.restaurant\t"))
    #expect(try installation.run("handlers", "bistro:").text.hasPrefix("org.bistro.restaurant\t"))
  }

  @Test(
    .enabled(
      if: isInstalled("update-mime-database") && isInstalled("gio"),
      "needs update-mime-database and gio"))
  func otherProgramsSeeTypesAndApplications() throws {
    try declareBistro()
    #expect(try installation.run("export", "freedesktop", target).status == 0)
    let programs = """
      update-mime-database '\(target)/mime' && update-desktop-database '\(target)/applications'
      """
    #expect(try installation.shell(programs).status == 0)
    installation.environment["XDG_DATA_HOME"] = target
    installation.environment["XDG_DATA_DIRS"] = "/usr/share"
    for (name, type) in [
      ("a.bistromenu", "application/x-uti.org.bistro.menu"),
      ("a.bistrobill", "application/x-bistro-bill"),
      ("bistrofile", "application/x-uti.org.bistro.menu"),
      ("a.Bistro", "application/x-uti.org.bistro.menu"),
    ] {
      try installation.write("x", to: "work/\(name)")
      let seen = try installation.shell(
        "gio info -a standard::content-type,standard::icon '\(name)'"
      ).text
      #expect(seen.contains("standard::content-type: \(type)\n"), "\(name): \(seen)")
    }
    for type in ["application/x-bistro-bill", "x-scheme-handler/bistro"] {
      let handlers = try installation.shell("gio mime \(type)").text
      #expect(handlers.contains("org.bistro.restaurant.desktop"), "\(handlers)")
    }
    // It does not wait for the application; the pipe ends when the application does.
    let launched = try installation.shell(
      "gio launch '\(target)/applications/org.bistro.restaurant.desktop' a.bistrobill | cat"
    ).text
    #expect(launched == "100% a $b --file=\(installation.root)/work/a.bistrobill\n")
  }

  @Test(
    .enabled(if: isInstalled("desktop-file-validate"), "needs desktop-file-validate"))
  func entriesAreValid() throws {
    try declareBistro()
    _ = try installation.run("export", "freedesktop", target)
    let outcome = try installation.shell("desktop-file-validate '\(target)'/applications/*.desktop")
    #expect(
      outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty, "\(outcome.text)")
  }
}
