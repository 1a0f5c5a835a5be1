// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct TerminalEmulatorTests {
  /// Nothing is known of how an unknown program passes words on.
  @Test func anUnknownProgramHasNoSeparator() {
    let named = TerminalEmulator(named: "some-other-program")
    #expect(named.separator == ["-e"] && named.isSeparator("-e"))
    #expect(named.unknown.separator.isEmpty && !named.unknown.isSeparator("-e"))
    #expect(named.unknown.name == named.name)
  }
}
