// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct LaunchParsingTests {
  @Test func launchingSaysWhetherATerminalIsNeeded() throws {
    let (bundle, diagnostics) = parse(
      json(
        "\"TRLaunch\": {\"Arguments\": [\"/bin/ed\", \"%f\"], \"Terminal\": true}, "
          + "\"CFBundleIconFile\": \"ed\""))
    #expect(diagnostics.allSatisfy { $0.severity == .note })
    #expect(try #require(bundle).isTerminal)
    #expect(try #require(bundle).iconName == "ed")
  }

  @Test func argumentsThatAShellWouldRunAreAnError() throws {
    let (bundle, diagnostics) = parse(
      json("\"TRLaunch\": {\"Arguments\": [\"/bin/sh\", \"-c\", \"-e\", \"%f\"]}"))
    #expect(diagnostics.map(\.code).contains(.invalidArguments))
    #expect(try #require(bundle).launchArguments.isEmpty)
  }
}
