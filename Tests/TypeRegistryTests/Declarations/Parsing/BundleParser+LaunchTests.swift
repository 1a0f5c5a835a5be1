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

  @Test(arguments: [256, 257]) func theNumberOfArgumentsIsLimited(_ count: Int) throws {
    let words = [String](repeating: "\"a\"", count: count).joined(separator: ",")
    let (bundle, diagnostics) = parse(json("\"TRLaunch\": {\"Arguments\": [\(words)]}"))
    #expect(try #require(bundle).launchArguments.count == (count == 256 ? count : 0))
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(
      errors.map(\.message) == (count == 256 ? [] : ["'Arguments' has more than 256 elements"]))
  }

  @Test func oneStringIsAProgramWithoutArguments() throws {
    let (bundle, diagnostics) = parse(json("\"TRLaunch\": {\"Arguments\": \"bistro\"}"))
    #expect(diagnostics.allSatisfy { $0.code == .emptyBundle })
    #expect(try #require(bundle).launchArguments == ["bistro"])
  }

  @Test func allArgumentsAreLeftOutWithAVariableThatIsNotReplaced() throws {
    let (bundle, _) = parse(json("\"TRLaunch\": {\"Arguments\": [\"bistro\", \"$(FILE)\"]}"))
    #expect(try #require(bundle).launchArguments.isEmpty)
  }
}
