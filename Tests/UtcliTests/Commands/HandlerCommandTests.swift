// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Every command about handlers answers as its golden file has it")
struct HandlerCommandTests {
  /// The golden file, the commands that run before, and the words of the command line.
  static let questions: [(name: String, before: [[String]], words: [String])] = [
    ("handlers/handlers", [], ["handlers", "photo.jpg"]),
    ("handlers/handlers-several", [], ["handlers", "public.image", ".md", "web:", "missing.jpg"]),
    ("handlers/handlers-role", [], ["handlers", "photo.jpg", "--role", "viewer"]),
    ("handlers/default", [], ["default", "photo.jpg"]),
    ("handlers/default-several", [], ["default", "photo.jpg", ".ts", "web:"]),
    ("choices/default-set", [], ["default", "set", "photo.jpg", "org.bistro.show"]),
    (
      "choices/default-set-dry",
      [], ["default", "set", "public.image", "org.bistro.show", "--and-subtypes", "--dry-run"]
    ),
    (
      "choices/default-set-overruled",
      [["default", "set", "--only-extension", ".jpg", "org.bistro.paint"]],
      ["default", "set", "photo.jpg", "org.bistro.show"]
    ),
    (
      "choices/default-set-extension",
      [["default", "set", "--only-extension", ".jpg", "org.bistro.paint"]],
      ["default", "set", ".jpg", "org.bistro.show"]
    ),
    ("choices/default-set-web", [], ["default", "set", "https:", "org.bistro.web"]),
    (
      "choices/default-set-unknown", [],
      ["default", "set", "--only-extension", ".jpg", "org.bistro.shwo"]
    ),
    (
      "choices/default-set-broken", [],
      ["default", "set", "--only-extension", ".jpg", "org.bistro.gone"]
    ),
    (
      "choices/default-set-file",
      [], ["default", "set", "photo.jpg", "org.bistro.show", "--this-file", "--dry-run"]
    ),
    (
      "choices/default-unset", [["default", "set", "photo.jpg", "org.bistro.show"]],
      ["default", "unset", "photo.jpg"]
    ),
    ("choices/never", [], ["never", "public.image", "org.bistro.paint"]),
    (
      "choices/never-undo", [["never", "public.image", "org.bistro.paint"]],
      ["never", "unset", "public.image", "org.bistro.paint"]
    ),
    ("choices/prefer", [], ["prefer", ".ts", "com.microsoft.typescript"]),
    ("choices/prefer-wrong", [], ["prefer", ".ts", "public.jpeg"]),
    (
      "choices/prefer-none", [["prefer", ".ts", "com.microsoft.typescript"]],
      ["prefer", "unset", ".ts"]
    ),
    ("reasons/why-handlers", [], ["why", "photo.jpg"]),
    (
      "reasons/why-choice",
      [
        ["default", "set", "public.image", "org.bistro.paint", "--and-subtypes"],
        ["never", "public.jpeg", "org.bistro.show"],
      ], ["why", "public.jpeg"]
    ),
    ("reasons/why-scheme", [], ["why", "web:", "nothing:"]),
    ("handlers/apps", [], ["apps"]),
    ("handlers/apps-one", [], ["apps", "org.bistro.Paint"]),
    ("choices/apps-set-default", [], ["apps", "--set-default", "org.bistro.paint"]),
    (
      "choices/apps-set-default-all", [["default", "set", "public.image", "org.bistro.paint"]],
      ["apps", "--set-default", "org.bistro.show", "--all", "--only-unchosen", "--dry-run"]
    ),
    ("choices/history", choices, ["history"]),
    ("choices/undo", choices, ["undo"]),
    ("choices/undo-dry", choices, ["undo", "1", "--dry-run"]),
    (
      "choices/undo-changed",
      choices + [["default", "set", "--only-extension", ".jpg", "org.bistro.show"]],
      ["undo", "1"]
    ),
    ("choices/undo-nothing", [], ["undo"]),
    ("choices/undo-unknown", choices, ["undo", "7"]),
    ("choices/dump", choices, ["dump"]),
    ("choices/apply", [], ["apply", "settings.txt"]),
    ("choices/apply-wrong", [], ["apply", "wrong.txt"]),
    ("choices/apply-missing", [], ["apply", "missing.txt"]),
    ("choices/apply-json-wrong", [], ["apply", "wrong.json"]),
    ("declarations/register", [], ["register", "--dry-run", "new.json"]),
    (
      "declarations/register-system", [],
      ["register", "--dry-run", "new.json", "--origin", "system"]
    ),
    ("declarations/register-wrong", [], ["register", "--dry-run", "broken.json"]),
    ("declarations/register-unusable", [], ["register", "--dry-run", "unusable.json"]),
    (
      "choices/default-set-no-file",
      [], ["default", "set", "public.jpeg", "org.bistro.show", "--this-file"]
    ),
    ("reasons/why-role", [], ["why", "public.jpeg", "--role", "viewer"]),
    ("declarations/register-for-good", [], ["register", "new.json"]),
    ("declarations/register-again", [["register", "new.json"]], ["register", "./new.json"]),
    ("declarations/register-broken", [], ["register", "broken.json"]),
    ("declarations/register-missing", [], ["register", "no-such.json"]),
    ("declarations/register-origin", [], ["register", "new.json", "--origin", "local"]),
    ("declarations/unregister", [["register", "new.json"]], ["unregister", "new.json"]),
    (
      "declarations/unregister-path", [["register", "new.json"]],
      ["unregister", "./new.json", "--dry-run"]
    ),
    ("declarations/gc-nothing", [["register", "new.json"]], ["gc"]),
  ]

  private static let choices = [
    ["default", "set", "--only-extension", ".jpg", "org.bistro.paint"],
    ["never", "public.text", "org.bistro.show"],
    ["prefer", ".ts", "com.microsoft.typescript"],
    ["default", "set", "http:", "org.bistro.web", "--role", "viewer"],
  ]

  @Test(arguments: questions)
  func answersInTextAndJSON(_ name: String, _ before: [[String]], _ words: [String]) throws {
    for (form, suffix) in [([], ".text"), (["--json"], ".json-lines")] {
      let installation = try Self.installation()
      for earlier in before {
        let outcome = try installation.run(earlier)
        try #require(outcome.status == 0, "\(outcome.errorText)")
      }
      try expectGolden(installation.transcript(words + form), name + suffix)
    }
  }

  @Test(
    arguments: [
      "handlers", "default", "never", "prefer", "why", "apps", "history", "undo", "dump", "apply",
      "register", "unregister", "gc",
    ])
  func helpIsComplete(_ command: String) throws {
    let installation = try Installation()
    try expectGolden(installation.transcript(["help", command]), "help/help-\(command).text")
  }

  @Test(arguments: [
    ("true", true), ("/bin/true", true), ("bin/true", false), ("no-such-program", false),
    ("/nowhere/program", false),
  ])
  func lintLooksForAProgramAsTheRegistryDoes(_ program: String, _ isThere: Bool) throws {
    let installation = try Installation()
    let text = """
      {
        "CFBundleIdentifier": "org.bistro.a",
        "CFBundleDocumentTypes": [
          { "CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.jpeg"] }
        ],
        "TRLaunch": { "Arguments": ["\(program)", "%F"] }
      }
      """
    try installation.write(text, to: "work/a.json")
    let lint = try installation.run("lint", "a.json")
    #expect(lint.text.contains("program-missing") != isThere, "\(lint.text)")
    try installation.write(text, to: "\(installation.declarations)/a.json")
    #expect(try installation.run("handlers", "public.jpeg").lines.count == (isThere ? 1 : 0))
  }

  /// Three applications that can be started, one that cannot, and some files.
  static func installation(core: Installation.Core = .small) throws -> Installation {
    let installation = try CommandTests.installation(core: core)
    func application(_ name: String, _ program: String, _ claims: String) throws {
      try installation.write(
        """
        {
          "CFBundleIdentifier": "org.bistro.\(name)",
          "CFBundleName": "\(name)",
          "CFBundleVersion": "1.0",
          \(claims),
          "TRLaunch": { "Arguments": ["\(program)", "%F"] }
        }
        """, to: "\(installation.declarations)/\(name).json")
    }
    try application(
      "Paint", "/bin/true",
      """
      "CFBundleDocumentTypes": [
        { "CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.image"] },
        { "CFBundleTypeRole": "Viewer", "LSItemContentTypes": ["public.text"] }
      ]
      """)
    try application(
      "Show", "/bin/true",
      """
      "CFBundleDocumentTypes": [
        { "CFBundleTypeRole": "Viewer", "LSItemContentTypes": ["public.jpeg", "public.text"],
          "LSHandlerRank": "Alternate" }
      ]
      """)
    try application(
      "Web", "/bin/true",
      """
      "CFBundleURLTypes": [{ "CFBundleURLSchemes": ["http", "https", "web"] }]
      """)
    try application(
      "Gone", "/nowhere/program",
      """
      "CFBundleDocumentTypes": [
        { "CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.jpeg"] }
      ]
      """)
    try installation.write(
      """
      {
        "CFBundleIdentifier": "org.newcomer.broken",
        "CFBundleDocumentTypes": [
          { "CFBundleTypeRole": "Editor", "LSItemContentTypes": ["public.jpeg", "public..jpeg"] }
        ],
        "TRLaunch": { "Arguments": ["true", "x"] }
      }
      """, to: "work/broken.json")
    try installation.write(
      """
      { "CFBundleIdentifier": 5 }
      """, to: "work/unusable.json")
    try installation.write(
      """
      # what opens what
      org.bistro.paint  public.image  all
      org.bistro.show   .jpg          viewer
      org.bistro.show   text/plain    all
      org.bistro.web    web
      """, to: "work/settings.txt")
    try installation.write(
      """
      org.bistro.paint  public..image  all
      org.bistro.show   .jpg           painter
      org.bistro.show
      """, to: "work/wrong.txt")
    try installation.write(
      "org.bistro.paint .jpg all\norg.bistro.shwo .txt all\norg.bistro.gone .md all\n",
      to: "work/missing.txt")
    try installation.write(
      """
      {"bindings": [
        {"type": "public.jpeg", "handle": "org.bistro.show"},
        {"type": "public.jpeg"},
        {"type": "public.jpeg", "extension": "jpg", "handler": "org.bistro.show"}
      ]}
      """, to: "work/wrong.json")
    try installation.write(
      """
      {
        "CFBundleIdentifier": "org.newcomer.view",
        "UTExportedTypeDeclarations": [{
          "UTTypeIdentifier": "org.newcomer.drawing", "UTTypeConformsTo": "public.image",
          "UTTypeTagSpecification": { "public.filename-extension": ["drawing", "jpg"] }
        }],
        "CFBundleDocumentTypes": [
          { "CFBundleTypeRole": "Viewer", "LSItemContentTypes": ["public.jpeg", "public.movie"] },
          { "CFBundleTypeRole": "Editor", "LSItemContentTypes": "org.newcomer.drawing",
            "LSHandlerRank": "Owner" }
        ],
        "TRLaunch": { "Arguments": ["/bin/true", "%F"] }
      }
      """, to: "work/new.json")
    return installation
  }
}
