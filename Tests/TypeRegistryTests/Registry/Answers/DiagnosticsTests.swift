// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct DiagnosticsTests {
  @Test func diagnosticsAreReadAsTheyWereWritten() {
    let given: [Diagnostic] = [
      Diagnostic(
        .error, .invalidJSON, path: "/a", position: .location(SourceLocation(line: 3, column: 9)),
        message: "m", hint: "h"),
      Diagnostic(.warning, .oddCase, path: "/b", position: .keyPath("a.b[0]"), message: "n"),
      Diagnostic(.warning, .oddCase, path: "/c", message: String(repeating: "long", count: 100)),
    ]
    #expect(RegistryCompiler.compile([], diagnostics: given).registry.diagnostics == given)
  }
}
