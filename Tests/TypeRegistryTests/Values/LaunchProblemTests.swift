// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct LaunchProblemTests {
  @Test func problemsHaveWords() {
    #expect(
      LaunchProblem.allCases.map(\.name) == [
        "noArguments", "notAbsolute", "notFound", "notExecutable", "notFoundByName",
      ])
    #expect(LaunchProblem.notFound.words == "cannot be started: its program was not found")
    #expect(
      LaunchProblem.notFoundByName.cause.hasPrefix("its program was not found ")
        && LaunchProblem.notFoundByName.cause != LaunchProblem.notFound.cause)
  }
}
