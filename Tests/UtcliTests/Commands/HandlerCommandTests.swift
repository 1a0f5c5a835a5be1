// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("Every command about handlers answers as its golden file has it")
struct HandlerCommandTests {
  /// A name for the golden file, what is done before, and the words of the command line.
  static let questions: [(name: String, before: [[String]], words: [String])] = [
    ("handlers", [], ["handlers", "photo.jpg"]),
    ("handlers-several", [], ["handlers", "public.image", ".md", "web:", "missing.jpg"]),
    ("handlers-role", [], ["handlers", "photo.jpg", "--role", "viewer"]),
    ("default", [], ["default", "photo.jpg"]),
    ("default-several", [], ["default", "photo.jpg", ".ts", "web:"]),
    ("default-set", [], ["default", "set", "photo.jpg", "org.bistro.show"]),
    (
      "default-set-dry",
      [], ["default", "set", "public.image", "org.bistro.show", "--and-subtypes", "--dry-run"]
    ),
    (
      "default-set-overruled", [["default", "set", ".jpg", "org.bistro.paint"]],
      ["default", "set", "photo.jpg", "org.bistro.show"]
    ),
    ("default-set-web", [], ["default", "set", "https:", "org.bistro.web"]),
    ("default-set-unknown", [], ["default", "set", ".jpg", "org.bistro.shwo"]),
    ("default-set-broken", [], ["default", "set", ".jpg", "org.bistro.gone"]),
    (
      "default-set-file",
      [], ["default", "set", "photo.jpg", "org.bistro.show", "--this-file", "--dry-run"]
    ),
    (
      "default-unset", [["default", "set", "photo.jpg", "org.bistro.show"]],
      ["default", "unset", "photo.jpg"]
    ),
    ("never", [], ["never", "public.image", "org.bistro.paint"]),
    (
      "never-undo", [["never", "public.image", "org.bistro.paint"]],
      ["never", "public.image", "org.bistro.paint", "--undo"]
    ),
    ("prefer", [], ["prefer", ".ts", "com.microsoft.typescript"]),
    ("prefer-wrong", [], ["prefer", ".ts", "public.jpeg"]),
    (
      "prefer-none", [["prefer", ".ts", "com.microsoft.typescript"]], ["prefer", ".ts", "--none"]
    ),
    ("why-handlers", [], ["why", "photo.jpg"]),
    (
      "why-choice",
      [
        ["default", "set", "public.image", "org.bistro.paint", "--and-subtypes"],
        ["never", "public.jpeg", "org.bistro.show"],
      ], ["why", "public.jpeg"]
    ),
    ("why-scheme", [], ["why", "web:", "nothing:"]),
    ("apps", [], ["apps"]),
    ("apps-one", [], ["apps", "org.bistro.Paint"]),
    ("apps-set-default", [], ["apps", "--set-default", "org.bistro.paint"]),
    (
      "apps-set-default-all", [["default", "set", "public.image", "org.bistro.paint"]],
      ["apps", "--set-default", "org.bistro.show", "--all", "--only-unchosen", "--dry-run"]
    ),
    ("history", choices, ["history"]),
    ("undo", choices, ["undo"]),
    ("undo-dry", choices, ["undo", "1", "--dry-run"]),
    (
      "undo-changed", choices + [["default", "set", ".jpg", "org.bistro.show"]], ["undo", "1"]
    ),
    ("undo-nothing", [], ["undo"]),
    ("undo-unknown", choices, ["undo", "7"]),
    ("dump", choices, ["dump"]),
    ("apply", [], ["apply", "settings.txt"]),
    ("apply-wrong", [], ["apply", "wrong.txt"]),
    ("apply-missing", [], ["apply", "missing.txt"]),
    ("apply-json-wrong", [], ["apply", "wrong.json"]),
    ("register", [], ["register", "--dry-run", "new.json"]),
    ("register-system", [], ["register", "--dry-run", "new.json", "--origin", "system"]),
    ("register-wrong", [], ["register", "--dry-run", "broken.json"]),
    ("register-unusable", [], ["register", "--dry-run", "unusable.json"]),
    (
      "default-set-no-file",
      [], ["default", "set", "public.jpeg", "org.bistro.show", "--this-file"]
    ),
    ("why-role", [], ["why", "public.jpeg", "--role", "viewer"]),
    ("register-for-good", [], ["register", "new.json"]),
  ]

  private static let choices = [
    ["default", "set", ".jpg", "org.bistro.paint"],
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
      try expectGolden(installation.transcript(words + form), "handlers/" + name + suffix)
    }
  }

  @Test(
    arguments: [
      "handlers", "default", "never", "prefer", "why", "apps", "history", "undo", "dump", "apply",
      "register",
    ])
  func helpIsComplete(_ command: String) throws {
    let installation = try Installation()
    try expectGolden(installation.transcript(["help", command]), "handlers/help-\(command).text")
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
        {"kind": "type", "subject": "public.jpeg", "handle": "org.bistro.show"},
        {"kind": "type", "subject": "public.jpeg"},
        {"kind": "thing", "subject": "public.jpeg", "handler": "org.bistro.show"}
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
