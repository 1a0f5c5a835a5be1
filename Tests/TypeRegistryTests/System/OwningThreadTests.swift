// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TypeRegistry

@Suite struct OwningThreadTests {
  #if DEBUG
    @Test func anotherThreadEndsTheProcess() async {
      await #expect(processExitsWith: .failure) {
        let thread = OwningThread()
        TypeRegistry.Thread.run(on: 2) { thread.check() }
      }
    }
  #endif

  @Test func itsOwnThreadMayUseIt() async {
    await #expect(processExitsWith: .success) {
      OwningThread().check()
    }
  }
}
