// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Why a request cannot be met, in words.
@Suite struct BindingRequestTests {
  private static let type = TypeIdentifier.test("public.jpeg")

  private static func lacking(_ others: [TypeIdentifier]) -> BindingProblem {
    .typeLacksTag(type, .test(.filenameExtension, "png"), others: others)
  }

  private static let problems: [(BindingProblem, String, String?)] = [
    (
      .noSuchApplication("org.test.a", nearest: []), "application 'org.test.a' not found", nil
    ),
    (
      .noSuchApplication("org.test.a", nearest: ["org.test.b", "org.test.c"]),
      "application 'org.test.a' not found", "did you mean 'org.test.b' or 'org.test.c'?"
    ),
    (
      .cannotStart("org.test.a", .notExecutable),
      "'org.test.a' cannot be started: its program is not executable",
      "make its program executable, as 'chmod +x' does"
    ),
    (
      .cannotStart("org.test.a", .notFound),
      "'org.test.a' cannot be started: its program was not found", "install its program"
    ),
    (
      .roleCannotBeChosen(.quickLookGenerator),
      "no handler can be chosen for the role 'QLGenerator'",
      "choose 'editor', 'viewer' or 'shell', or leave the role out"
    ),
    (
      lacking([]), "'public.jpeg' does not have the extension 'png'",
      "no declared type has it; a supplement ('TRTypeSupplements') adds it to one"
    ),
    (
      lacking([.test("public.png")]), "'public.jpeg' does not have the extension 'png'",
      "the only type with it is 'public.png'"
    ),
    (
      lacking([.test("public.png"), .test("org.test.png")]),
      "'public.jpeg' does not have the extension 'png'",
      "types with it: 'public.png', 'org.test.png'"
    ),
    (
      .notATag(.family(type)),
      "'public.jpeg' and its subtypes is not a tag, and only a tag can mean a type",
      "name an extension such as '.ts'"
    ),
  ]

  @Test(arguments: problems)
  func aProblemHasWordsAndAdvice(_ problem: BindingProblem, _ words: String, _ hint: String?) {
    #expect(problem.description == words)
    #expect(problem.hint == hint)
  }
}
