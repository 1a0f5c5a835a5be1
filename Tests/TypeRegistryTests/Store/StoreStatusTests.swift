// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct StoreStatusTests {
  @Test func aStoreThatCannotBeOpenedHasAProblem() throws {
    let location = try #require(StoreLocation(directory: "/nowhere/typed"))
    let error = StoreError(.busy, path: "/nowhere/typed", message: "is locked")
    let status = StoreStatus(of: location, error)
    #expect(status.path == "/nowhere/typed/registry.sqlite")
    #expect(status.bindingCount == 0 && status.lastChange == 0 && status.notices.isEmpty)
    #expect(status.problem == "/nowhere/typed: is locked" && status.hint == "try again")
  }
}
