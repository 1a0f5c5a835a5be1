// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct ExecLineTests {
  private static func line(_ text: String) -> ExecLine {
    ExecLine(text, name: "My Editor", iconName: "editor")
  }

  @Test(arguments: [
    ("editor", ["editor"]),
    ("  editor \t %F ", ["editor", "%F"]),
    ("\"editor\"", ["editor"]),
    ("\"/opt/My Editor/run\" %f", ["/opt/My Editor/run", "%f"]),
    (#"editor "a \"b\" \`c\` \$d \\e""#, ["editor", #"a "b" `c` $d \e"#]),
    (#"editor "a\nb""#, ["editor", #"a\nb"#]),
    ("editor 'a \\ \"b\" $c'", ["editor", #"a \ "b" $c"#]),
    (#"editor a\ b \"c"#, ["editor", "a b", "\"c"]),
    ("editor \"\" ''", ["editor", "", ""]),
    ("env PREFIX=\"/home/a b\"/x wine", ["env", "PREFIX=/home/a b/x", "wine"]),
    ("editor a#b", ["editor", "a#b"]),
    ("editor a~", ["editor", "a~"]),
    ("editor -- Éè", ["editor", "--", "Éè"]),
    ("editor a\nb", ["editor", "a", "b"]),
    ("editor \"a\\\nb\"", ["editor", "ab"]),
  ])
  func splitsWordsAsGLibDoes(_ text: String, _ expected: [String]) {
    let line = Self.line(text)
    #expect(line.arguments == expected)
    #expect(line.problems.isEmpty)
  }

  @Test(arguments: [
    ("editor %f", ["editor", "%f"]), ("editor %u", ["editor", "%u"]),
    ("editor %U -x", ["editor", "%U", "-x"]), ("editor \"%F\"", ["editor", "%F"]),
    ("editor --file=%f", ["editor", "--file=%f"]), ("editor -o%u", ["editor", "-o%u"]),
    ("vlc cdda://%f", ["vlc", "cdda://%f"]), ("dd if=%f", ["dd", "if=%f"]),
    ("editor %i", ["editor", "--icon", "editor"]), ("editor a%ib", ["editor", "ab"]),
    ("editor -t %c", ["editor", "-t", "My Editor"]),
    ("editor --title=%c:", ["editor", "--title=My Editor:"]),
    ("editor %k", ["editor", "%k"]), ("editor --entry=%k", ["editor", "--entry=%k"]),
    ("date +%%Y", ["date", "+%Y"]), ("editor 100%", ["editor", "100%"]),
    ("editor %", ["editor", "%"]), ("editor 100%%", ["editor", "100%"]),
    ("sh -c \"exec editor \\\"\\$@\\\"\" sh %F", ["sh", "-c", "exec editor \"$@\"", "sh", "%F"]),
    ("tar -c %f", ["tar", "-c", "%f"]),
    (
      "flatpak run --file-forwarding a.b @@u %U @@",
      ["flatpak", "run", "--file-forwarding", "a.b", "@@u", "%U", "@@"]
    ),
  ])
  func replacesFieldCodes(_ text: String, _ expected: [String]) {
    let line = Self.line(text)
    #expect(line.arguments == expected)
    #expect(line.problems.isEmpty)
  }

  @Test func leavesOutACodeWithoutValue() {
    let line = ExecLine("editor %i %c x", name: "", iconName: nil)
    #expect(line.arguments == ["editor", "x"])
  }

  @Test(arguments: [
    ("editor %d %F", ["editor", "%F"], ExecLine.Problem.deprecatedCode("%d"), 7),
    ("editor a%mb", ["editor", "ab"], .deprecatedCode("%m"), 7),
    ("editor %x %F", ["editor", "%F"], .unknownCode("%x"), 7),
    ("editor > log", ["editor", ">", "log"], .unquoted(">"), 7),
    ("editor $HOME/a", ["editor", "$HOME/a"], .unquoted("$"), 7),
    ("editor ~/a", ["editor", "~/a"], .unquoted("~"), 7),
    ("editor x # rest", ["editor", "x"], .unquoted("#"), 9),
    ("editor;reboot", ["editor;reboot"], .unquoted(";"), 6),
  ])
  func reportsWhatHasNoMeaning(
    _ text: String, _ expected: [String], _ problem: ExecLine.Problem, _ offset: Int
  ) {
    let line = Self.line(text)
    #expect(line.arguments == expected)
    #expect(line.problems.map(\.problem) == [problem])
    #expect(line.problems.map(\.offset) == [offset])
  }

  @Test(arguments: [
    ("", ExecLine.Problem.empty), ("   ", .empty), ("\"\" x", .empty), ("%f", .empty),
    ("%i", .empty), ("%F editor", .empty),
    ("editor \"a", .unfinished), ("editor 'a", .unfinished), ("editor a\\", .unfinished),
    ("editor \"a\\", .unfinished),
    ("sh -c \"view %f\"", .codeInText("view %f")),
    ("sh -c \"view '%f'\"", .codeInText("view '%f'")),
    ("editor %f.bak", .codeInText("%f.bak")), ("editor a%f", .codeInText("a%f")),
    ("editor %f%f", .codeInText("%f%f")), ("editor \"x y=%f\"", .codeInText("x y=%f")),
    ("editor \"$(x)=%f\"", .codeInText("$(x)=%f")),
    ("editor %%f", .looksLikeCode("%f")), ("editor --x=%%U", .looksLikeCode("--x=%U")),
    ("sh -c %f", .script("%f")), ("/bin/bash -lc %F", .script("%F")),
    ("env A=b sh -xc %u", .script("%u")), ("busybox sh -c %U", .script("%U")),
    ("sh -ce %f", .script("%f")), ("sh -c -- %f", .script("%f")),
    ("bash -c -e %f", .script("%f")), ("env sh -c -e %f", .script("%f")),
    ("su -c %f", .script("%f")), ("sh -c file=%f", .script("file=%f")),
  ])
  func givesNoArgumentsWhereFilesCouldBecomeCommands(
    _ text: String, _ problem: ExecLine.Problem
  ) {
    let line = Self.line(text)
    #expect(line.arguments.isEmpty)
    #expect(line.problems.map(\.problem).contains(problem))
    #expect(problem.isFatal)
  }

  @Test func acceptsArgumentsUpToTheLimits() {
    let most = DeclarationLimits.maximumLaunchArguments
    let words = Array(repeating: "a", count: most).joined(separator: " ")
    #expect(Self.line(words).arguments.count == most)
    #expect(Self.line(words + " a").problems.map(\.problem) == [.tooLong])
    let bytes = String(repeating: "a", count: DeclarationLimits.maximumLaunchBytes)
    #expect(Self.line(bytes).arguments == [bytes])
    #expect(Self.line(bytes + "a").arguments.isEmpty)
  }

  /// No bytes give a vector in which something other than a whole argument or the end of an option
  /// is replaced.
  @Test func everyLineGivesAVectorThatIsSafeToStart() {
    let pieces = [
      "%f", "%F", "%u", "%U", "%k", "%c", "%i", "%%", "%d", "%x", "%", " ", " ", "\"", "'", "\\",
      "a",
      "-", "=", "://", "sh", "-c", " sh -c ", "-e", "$", ";", "\n", "#", "é",
    ]
    var random = SeededRandom(seed: 20_260)
    for _ in 0..<propertyCases(2_000) {
      let text = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
      let line = Self.line(text)
      #expect(line.arguments.isEmpty == line.problems.contains { $0.problem.isFatal }, "\(text)")
      for argument in line.arguments {
        guard let placeholder = LaunchPlaceholder(argument) else { continue }
        #expect(placeholder.prefix.utf8.allSatisfy { $0 > 0x20 && !"\"'\\$;%#`".utf8.contains($0) })
        #expect(argument == placeholder.prefix + argument.suffix(2))
      }
      #expect(LaunchScript.index(in: line.arguments) == nil, "\(text)")
    }
  }
}
