// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct LaunchFailureTests {
  private static let failures: [(LaunchFailure, String)] = [
    (.cannotStart(.notAbsolute), "cannot be started: its program is a relative path"),
    (.holdsNUL, "has a NUL among its arguments"),
    (.takesNoFiles, "has no placeholder for files in its arguments"),
    (.takesNoURLs, "takes files but no URLs"),
    (
      .runsNames(argument: "rm %f"),
      "is not started: the name of a file could run as a command in its argument 'rm %f'"
    ),
    (.noTerminal, "needs a terminal, and none was found"),
    (
      .refusedTerminal("/usr/bin/term"),
      "needs a terminal, and '/usr/bin/term' does not pass on every name unchanged"
    ),
  ]

  @Test(arguments: failures)
  func aFailureHasWordsThatFollowTheName(_ failure: LaunchFailure, _ words: String) {
    #expect(failure.description == words)
  }
}
