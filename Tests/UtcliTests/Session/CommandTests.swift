// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Every command answers as its golden file says")
struct CommandTests {
  /// The golden file, and the words of the command line.
  static let questions: [(name: String, words: [String])] = [
    ("queries/type-of-one", ["type-of", "photo.jpg"]),
    (
      "queries/type-of-several",
      ["type-of", "photo.jpg", "a.ts", "folder", "Tool.app", "link.txt", "x.qqq"]
    ),
    ("queries/type-of-followed", ["type-of", "-L", "link.txt", "Makefile"]),
    (
      "queries/type-of-mime",
      ["type-of", "--mime", "photo.jpg", "a.ts", "Makefile", "Tool.app", "x.qqq"]
    ),
    ("queries/type-of-missing", ["type-of", "photo.jpg", "missing.jpg"]),
    ("queries/type-of-url", ["type-of", "--name-only", "file:///tmp/a%20photo.JPG"]),
    ("queries/info", ["info", ".md", "image/jpeg", "org.bistro.menu"]),
    ("queries/info-unknown", ["info", ".zzz", "public.jpg", "public.jpeg", "photo.jpg"]),
    ("queries/info-tie", ["info", ".ts"]),
    ("queries/icon", ["icon", "photo.jpg"]),
    ("queries/icon-several", ["icon", "image/jpeg", ".zzz", "missing.jpg", "org.bistro.menu"]),
    ("queries/icon-no-theme", ["icon", "--theme", "no-such-theme", "photo.jpg"]),
    ("queries/icon-size", ["icon", "--size", "0", "photo.jpg"]),
    ("queries/info-dynamic", ["info", "dyn.ah62d4rv4ge8042pwrrwg875s"]),
    ("queries/info-german", ["info", "org.bistro.menu", "--locale", "de_DE.UTF-8"]),
    ("queries/types", ["types"]),
    ("queries/types-extension", ["types", "--extension", "ts"]),
    ("queries/types-mime", ["types", "--mime", "IMAGE/JPEG; q=1"]),
    ("queries/types-scheme", ["types", "--scheme", "mailto"]),
    ("queries/types-tag", ["types", "--tag", "com.apple.ostype=JPEG"]),
    ("queries/types-conforming", ["types", "--extension", "ts", "--conforming-to", "public.text"]),
    ("queries/types-unknown", ["types", "--extension", "qqq"]),
    ("reasons/why-extension", ["why", ".ts"]),
    ("reasons/why-type", ["why", "public.jpeg", "org.bistro.menu"]),
    ("reasons/why-file", ["why", "photo.jpg", "link.txt", "missing"]),
    ("reasons/why-name", ["why", "--name-only", "./Makefile", "./holiday.tar.qqq"]),
    ("hierarchy/conforms", ["conforms", "public.jpeg", "public.content"]),
    ("hierarchy/conforms-not", ["conforms", "public.jpeg", "public.text"]),
    ("hierarchy/supertypes", ["supertypes", "public.jpeg"]),
    ("hierarchy/subtypes", ["subtypes", "public.text"]),
    ("hierarchy/tree", ["tree", "public.directory"]),
    ("hierarchy/tree-depth", ["tree", "public.data", "--depth", "1"]),
    ("hierarchy/tree-depth-wrong", ["tree", "public.data", "--depth", "many"]),
    ("queries/search", ["search", "text"]),
    ("queries/search-nothing", ["search", "zeppelin"]),
    ("queries/extensions", ["extensions", "public.text"]),
    ("queries/name-changed", ["name", "puppy.jpg", "public.plain-text"]),
    ("queries/name-kept", ["name", "puppy.jpg", "public.image"]),
    (
      "queries/negotiate",
      [
        "negotiate", "--offer", "public.jpeg,public.json", "--accept", "public.text,public.jpeg",
      ]
    ),
    (
      "queries/negotiate-nothing",
      ["negotiate", "--offer", "public.jpeg", "--accept", "public.text"]
    ),
    ("queries/dyn-encode", ["dyn", "encode", "markdown"]),
    ("queries/dyn-encode-ostype", ["dyn", "encode", "--ostype", "ABC", "--no-supertype"]),
    ("queries/dyn-decode", ["dyn", "decode", "dyn.ah62d4rv4ge8042pwrrwg875s"]),
    ("declarations/lint", ["lint", "good.json", "bad.json", "typo.json"]),
    ("declarations/bundles", ["bundles"]),
    ("declarations/doctor", ["doctor"]),
  ]

  @Test(arguments: questions)
  func answersInTextAndJSON(_ name: String, _ words: [String]) throws {
    let installation = try Self.installation()
    // The first call compiles the registry, the second reads the image; `doctor` prints which.
    try installation.run("types")
    try expectGolden(installation.transcript(words), name + ".text")
    try expectGolden(installation.transcript(words + ["--json"]), name + ".json-lines")
  }

  @Test(arguments: [nil, "type-of", "dyn"])
  func helpGoesToStandardOutput(_ command: String?) throws {
    let installation = try Installation()
    let words = ["help"] + (command.map { [$0] } ?? [])
    try expectGolden(installation.transcript(words), "help/\(words.joined(separator: "-")).text")
    #expect(try installation.run([command, "--help"].compactMap { $0 }).status == 0)
    let help = try installation.run([command, "-h"].compactMap { $0 })
    #expect(help.output == (try installation.run(words).output))
  }

  @Test
  func helpIsJSONWhereThatIsWanted() throws {
    let installation = try Installation()
    func document(_ words: String...) throws -> [String: Any] {
      let outcome = try installation.run(words + ["--json"])
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output))
      #expect(outcome.status == 0)
      return try #require(object as? [String: Any], "\(outcome.text)")
    }
    let commands = try #require(try document("help")["commands"] as? [[String: Any]])
    let names = commands.compactMap { $0["name"] as? String }
    #expect(names.count == commands.count && names.contains("type-of") && names.contains("reload"))
    #expect(try document("--help")["commands"] != nil)
    for name in names {
      let help = try document("help", name)
      let options = try #require(help["options"] as? [[String: Any]])
      #expect(help["name"] as? String == name)
      #expect(options.contains { $0["name"] as? String == "--json" })
      // Each option is listed once.
      let optionNames = options.compactMap { $0["name"] as? String }
      #expect(Set(optionNames).count == optionNames.count)
      #expect(
        try installation.run(name, "--help", "--json").output
          == installation.run(
            "help", name, "--json"
          ).output)
    }
  }

  @Test(arguments: [("undo", false), ("image", false), ("type-of", false), ("info", true)])
  func optionsAreListedWhereTheyWork(_ command: String, _ hasLanguage: Bool) throws {
    #expect(try Installation().run("help", command).text.contains("--locale") == hasLanguage)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "Speisekarte"), (["LANG": "C"], "Restaurant Menu"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "fr"], "Carte"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "xx:fr_FR:de"], "Carte"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": ""], "Speisekarte"),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"], "Carte"),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], "Carte"),
    (["LANG": "fr", "LC_ALL": "C", "LANGUAGE": "de"], "Restaurant Menu"),
    (["LANG": "POSIX", "LANGUAGE": "de"], "Restaurant Menu"),
    (["LANGUAGE": "de"], "Restaurant Menu"),
  ])
  func theLanguageIsThatOfOtherPrograms(_ variables: [String: String], _ text: String) throws {
    let installation = try Self.installation()
    let path = "\(installation.declarations)/restaurant.json"
    let bundle = try String(contentsOfFile: path, encoding: .utf8)
    try installation.write(
      bundle.replacingOccurrences(
        of: "\"Speisekarte\" }", with: "\"Speisekarte\" }, \"fr\": {\"Restaurant Menu\": \"Carte\"}"
      ),
      to: path)
    installation.environment["LC_ALL"] = nil
    installation.environment.merge(variables) { $1 }
    let outcome = try installation.run("info", "org.bistro.menu")
    #expect(outcome.lines.contains("description\t\(text)"), "\(outcome.text)")
  }

  @Test(arguments: [
    (["version"], "utcli "), (["-v"], "utcli "), (["tags", "public.jpeg"], "extension\tjp"),
  ])
  func wordsOfOtherToolsAreUnderstood(_ words: [String], _ beginning: String) throws {
    let outcome = try Installation().run(words)
    #expect(outcome.text.hasPrefix(beginning))
    #expect(outcome.status == 0)
  }

  @Test(arguments: [("list", "'utcli default'"), ("set-default", "'utcli default set'")])
  func wordsOfOtherToolsAreAnswered(_ word: String, _ hint: String) throws {
    let outcome = try Installation().run(word)
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains(hint))
  }

  @Test
  func theBareNameGreetsOnStandardError() throws {
    let outcome = try Installation().run()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains("utcli type-of FILE"))
  }

  /// A home with a bundle in it, and a directory with some files.
  static func installation(core: Installation.Core = .small) throws -> Installation {
    let installation = try Installation(core: core)
    try installation.write(
      """
      {
        "CFBundleIdentifier": "org.bistro.restaurant",
        "CFBundleVersion": "3.1",
        "UTExportedTypeDeclarations": [{
          "UTTypeIdentifier": "org.bistro.menu",
          "UTTypeDescription": "Restaurant Menu",
          "UTTypeConformsTo": ["public.json", "public.content"],
          "UTTypeTagSpecification": { "public.filename-extension": ["menu"] }
        }],
        "TRLocalizedStrings": { "de": { "Restaurant Menu": "Speisekarte" } }
      }
      """, to: "\(installation.declarations)/restaurant.json")
    for name in ["photo.jpg", "a.ts", "Makefile", "x.qqq"] {
      try installation.write("", to: "work/\(name)")
    }
    try installation.write("", to: "work/folder/a")
    try installation.write("", to: "work/Tool.app/a")
    try installation.write(
      Installation.bundle("org.bistro.wine", extension: "wine"), to: "work/good.json")
    try installation.write("{\"CFBundleIdentifier\": \"a.b\",}", to: "work/bad.json")
    try installation.write(
      "{\"CFBundleIdentifier\": \"a.b\", \"UTExportedTypeDeclaration\": []}",
      to: "work/typo.json")
    _ = try installation.shell("ln -s photo.jpg link.txt")
    return installation
  }
}

@Suite("The shipped core gives the promised answers")
struct PromisedAnswerTests {
  @Test(arguments: [
    (["types", "--extension", "ts"], "public.mpeg-2-transport-stream"),
    (["types", "--mime", "IMAGE/JPEG; q=1"], "public.jpeg"),
    (
      ["dyn", "decode", "dyn.ah62d4rv4ge8042pwrrwg875s"],
      "conforms-to=public.data:public.filename-extension=markdown"
    ),
    (
      ["conforms", "public.jpeg", "public.content"],
      "yes\tpublic.jpeg -> public.image -> public.content"
    ),
    (["tree", "--all", "public.image"], "public.image\timage"),
    (["name", "puppy.jpg", "public.plain-text"], "puppy.jpg.txt"),
    (["name", "puppy.jpg", "public.image"], "puppy.jpg"),
    (["info", ".md"], "identifier\tnet.daringfireball.markdown"),
  ])
  func beginsWith(_ words: [String], _ line: String) throws {
    let installation = try Installation()
    let outcome = try ChildProcess.run(
      [Installation.builtProgram] + words, environment: installation.environment,
      directory: installation.root)
    #expect(outcome.lines.first == line)
    #expect(outcome.status == 0)
  }
}
