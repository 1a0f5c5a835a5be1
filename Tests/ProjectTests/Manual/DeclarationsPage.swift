// SPDX-License-Identifier: MIT

import Foundation

@testable import TypeRegistry

/// typed-declarations(5): the keys, the limits, and a sample.
enum DeclarationsPage {
  /// The sample that the page shows, which another test lints.
  static let sample = "Tests/Data/Samples/restaurant.json"

  static func page() throws -> ManualPage {
    var page = ManualPage(
      "typed-declarations", section: 5, summary: "declarations of types and applications")
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      A bundle is one file that declares types and the claims of an application, with the \
      keys of Apple's Info.plist. It is JSON in a file NAME.json, or a property list (XML or binary) \
      in a file NAME.plist; or Info.plist, Info.json or Contents/Info.plist in a directory NAME, \
      which may hold translations in LANGUAGE.lproj/InfoPlist.strings. It is installed by copying it to one of the directories \
      below, or registered by 'utcli register'. Nothing else has to be run.

      'utcli lint FILE' checks a file, and shows how to mend it. Unknown keys are reported; keys of \
      Apple's that have no effect here are not.

      The directory decides how far a bundle is trusted. Of several declarations of one type the \
      exported one is in effect; then the one of the more trusted directory; then of a bundle in \
      the type's own domain; then of the higher version.
      """)
    page.section("KEYS OF A BUNDLE")
    keys(DeclarationKeys.bundle, &page)
    page.section("KEYS OF A TYPE")
    keys(DeclarationKeys.type, &page)
    page.subsection("Members of UTTypeIcons")
    keys(DeclarationKeys.icons, &page)
    page.section("CONTENT RULES")
    page.paragraphs(
      """
      'TRContentRules' is an array of rules, of which each is one test, or has alternatives in 'Matches'. Bytes at an offset are \
      compared, or a fact that is found in the structure of the file. Contents are read where the name of a file leaves its type open. \
      The facts of a text, and its outermost element, are found in its first \(grouped(TextSample.maximumBytes)) bytes.
      """)
    page.literal(
      """
      "TRContentRules": [
        {"Text": "MENU", "Priority": 60},
        {"Matches": [
          {"Offset": [0, 64], "Bytes": "89 4D 00", "Matches": [{"Offset": -4, "Text": "soup"}]},
          {"Fact": "ZIPMember", "Value": ["menu.xml", "courses/*"]}
        ]},
        {"RootElement": {"Namespace": "https://example.org/menu", "Name": "menu"}}
      ]
      """)
    page.macro("Pp")
    keys(DeclarationKeys.contentRule, &page)
    page.subsection("Facts")
    page.list(ContentFactMeanings.all.map { ("Cm \($0.name)", $0.meaning) })
    page.section("KEYS OF A SUPPLEMENT")
    keys(DeclarationKeys.supplement, &page)
    page.section("TAG CLASSES")
    page.list(
      TagClass.wellKnown.map { tagClass in
        ("Cm \(ManualPage.argument(tagClass.text))", classMeanings[tagClass.text] ?? "")
      })
    page.macro("Pp")
    page.paragraphs("A bundle may use classes of its own, which are spelt like type identifiers.")
    page.section("KEYS OF A DOCUMENT TYPE")
    keys(DeclarationKeys.documentType, &page)
    page.section("KEYS OF A URL TYPE")
    keys(DeclarationKeys.urlType, &page)
    page.section("LAUNCH")
    keys(DeclarationKeys.launch, &page)
    page.section("SITE CHOICES")
    page.paragraphs(
      """
      Each member of 'TRDefaultHandlers' names a type, an extension with its dot, a MIME type, all of a kind ('image/*'), a \
      scheme with its colon, or a pattern of URLs ('https://*.example.org/*'). Its value is the identifier of an application, or an object with these \
      members, or an array of these:
      """)
    page.macro("Pp")
    keys(DeclarationKeys.siteChoice, &page)
    page.section("LIMITS")
    page.paragraphs(
      "A file that exceeds a limit is refused, with a diagnostic that names the limit. It has at most:"
    )
    page.macro("Pp")
    page.list(limits.map { ("\(Self.grouped($0.value))", "\($0.meaning).") })
    page.section("FILES")
    page.list([
      ("Pa /usr/share/typed/declarations", "Declarations of the distribution's packages (system)."),
      (
        "Pa /usr/local/share/typed/declarations",
        "Declarations of the administrator (local), and typed/declarations in the other directories "
          + "of XDG_DATA_DIRS."
      ),
      ("Pa \\(ti/.local/share/typed/declarations", "Declarations of one user (user)."),
    ])
    page.macro("Pp")
    page.paragraphs(
      "A directory that users other than root can change is trusted no further than a user's.")
    page.section("EXAMPLES")
    page.paragraphs(
      """
      An application that owns a type, its menus, and reads the type of another vendor. Its menus \
      have a translation:
      """)
    page.literal(
      try String(contentsOfFile: "\(SwiftSource.root)/\(sample)", encoding: .utf8)
        .trimmingCharacters(in: .newlines))
    page.macro("Pp")
    page.paragraphs("Check it, see its effect, and install it:")
    page.literal(
      """
      utcli lint restaurant.json
      utcli register --dry-run restaurant.json
      cp restaurant.json ~/.local/share/typed/declarations
      """)
    page.seeAlso([
      ("utcli", 1), ("utcli-lint", 1), ("utcli-register", 1), ("org.typeregistry", 7),
      ("typed", 8),
    ])
    return page
  }

  private static let classMeanings = [
    "public.filename-extension": "Extensions without the dot: jpeg, tar.gz.",
    "public.mime-type": "MIME types without parameters: image/jpeg.",
    "public.url-scheme": "Schemes of URLs without the colon: https.",
    "com.apple.ostype": "Type codes of four bytes: JPEG.",
    "com.apple.nspboard-type": "Types of older pasteboards.",
    "org.freedesktop.filename-glob":
      "Patterns for whole names, compared without case: Makefile, README*.",
    "org.freedesktop.case-sensitive-glob":
      "Patterns and names that are compared with case: *.C, core. *.c, in lower case, is an extension.",
  ]

  /// Whether every class has a meaning.
  static var explainsEveryClass: Bool {
    Set(TagClass.wellKnown.map(\.text)) == Set(classMeanings.keys)
  }

  private static let limits: [(value: Int, meaning: String)] = [
    (DeclarationLimits.maximumFileBytes, "bytes"),
    (DeclarationLimits.maximumDepth, "levels of nested values"),
    (DeclarationLimits.maximumValues, "values and names of members"),
    (DeclarationLimits.maximumTypesPerBundle, "types and supplements"),
    (DeclarationLimits.maximumTagsPerType, "tags of one type"),
    (DeclarationLimits.maximumParentsPerType, "direct supertypes of one type"),
    (DeclarationLimits.maximumContentRules, "rules about the contents of one type's files"),
    (DeclarationLimits.maximumContentDepth, "levels of nested tests in one of these"),
    (DeclarationLimits.maximumMagicMatches, "tests in all of these"),
    (DeclarationLimits.maximumMagicExtent, "bytes from the start of a file in which they look"),
    (DeclarationLimits.maximumEndExtent, "bytes at its end in which they look"),
    (DeclarationLimits.maximumClaimsPerBundle, "document types and URL types"),
    (DeclarationLimits.maximumSubjectsPerClaim, "types, schemes or tags in one of these"),
    (DeclarationLimits.maximumSubjectsPerBundle, "types, schemes and tags in all of these"),
    (DeclarationLimits.maximumSiteBindings, "choices for the site"),
    (DeclarationLimits.maximumLaunchArguments, "arguments of a program"),
    (DeclarationLimits.maximumLaunchBytes, "bytes of arguments in all"),
    (DeclarationLimits.maximumProgramDirectories, "directories of programs"),
    (DeclarationLimits.maximumTextBytes, "bytes of a name, description or version"),
    (DeclarationLimits.maximumLocalizations, "languages of a bundle's directory"),
  ]

  private static func keys(_ rows: [DeclarationKeys.Row], _ page: inout ManualPage) {
    page.list(
      rows.compactMap { row in
        row.meaning.map { ("Cm \(row.key) Pq Em \(row.form)", $0) }
      })
    let silent = rows.filter { $0.meaning == nil }.map(\.key)
    guard !silent.isEmpty else { return }
    page.macro("Pp")
    page.paragraphs("Accepted, without effect here: \(silent.joined(separator: ", ")).")
  }

  private static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
    return String(digits)
  }
}
