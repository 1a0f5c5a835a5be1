// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct LaunchProgramTests {
  @Test func aProgramIsFoundByItsPathOrInFixedDirectories() throws {
    let absolute = LaunchProgram.locate(["/bin/sh", "%f"])
    #expect(absolute.program == .present("/bin/sh"))
    let named = LaunchProgram.locate(["sh"])
    guard case .present(let path) = named.program else {
      Issue.record("'sh' was not found")
      return
    }
    #expect(path.hasSuffix("/bin/sh"))
    #expect(named.found?.path.description == path)
    #expect(!named.inputs.contains { $0.path.description == path })
  }

  @Test func aFileThatIsFoundAndNoProgramIsAnInputOfItsOwn() {
    let search = LaunchProgram.locate(["/etc/passwd"])
    #expect(search.found == nil)
    #expect(search.inputs.map(\.path.description) == ["/etc/passwd"])
    #expect(!LaunchProgram.isPresent("/etc/passwd"))
    #expect(LaunchProgram.isPresent("/bin/sh"))
    #expect(!LaunchProgram.isPresent("/no/such/program"))
    #expect(!LaunchProgram.isPresent(""))
  }

  @Test(arguments: [
    ([], LaunchProblem.noArguments), (["./sh"], .notAbsolute), (["bin/sh"], .notAbsolute),
    (["no-such-program-anywhere"], .notFoundByName), (["/no/such/program"], .notFound),
    (["/etc/passwd"], .notExecutable), (["/bin"], .notFound),
  ])
  func aFileThatIsNotAProgramIsMissing(_ arguments: [String], _ reason: LaunchProblem) {
    #expect(LaunchProgram.locate(arguments).program == .missing(reason))
  }
}
