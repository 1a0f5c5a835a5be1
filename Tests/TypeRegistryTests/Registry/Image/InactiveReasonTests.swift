// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct InactiveReasonTests {
  @Test(arguments: [
    (InactiveReason.imported, "an exported declaration takes precedence over an imported one"),
    (.lessTrusted, "a more trusted origin takes precedence"),
    (
      .foreignBundle,
      "a bundle that shares its first two labels with the type takes precedence"
    ),
    (.lowerVersion, "the higher bundle version takes precedence"),
    (
      .laterBundle,
      "all else is equal, so the order of bundle identifiers and paths decides"
    ),
    (.laterInFile, "the same file declares the type earlier"),
    (
      .notOwner,
      "an export replaces a more trusted import only if bundle and type share their first two labels"
    ),
    (
      .narrowsTrusted,
      "it narrows a more trusted declaration: it lacks tags or supertypes of it"
    ),
    (.dynamic, "identifiers that begin with 'dyn.' are made from tags and cannot be declared"),
  ])
  func isExplained(_ reason: InactiveReason, _ explanation: String) {
    #expect(reason.explanation == explanation)
  }

  @Test func hasAWordForPrograms() {
    #expect(
      InactiveReason.allCases.map(\.word) == [
        "imported", "lessTrusted", "foreignBundle", "lowerVersion", "laterBundle", "laterInFile",
        "notOwner", "narrowsTrusted", "dynamic",
      ])
  }
}
