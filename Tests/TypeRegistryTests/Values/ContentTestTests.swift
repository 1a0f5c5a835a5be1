// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct ContentTestTests {
  @Test func hasTheFactTheFormAndTheCase() {
    for form in [ContentTest.Form.whole, .ends, .part] {
      let test = ContentTest(.line, form, ignoresCase: form == .part)
      #expect(test.fact == .line && test.form == form)
      #expect(test.ignoresCase == (form == .part))
    }
    #expect(ContentTest.bytes.fact == nil && ContentTest.bytesFromEnd.fact == nil)
  }

  /// An image that is damaged may have a number that is not a form.
  @Test func anUnknownFormIsTheWholeText() {
    #expect(ContentTest(rawValue: 0x30).form == .whole)
  }
}
