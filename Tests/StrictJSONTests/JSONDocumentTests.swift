// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Test func readsAnObject() throws {
  let document = try JSONDocument(parsing: Array(#"{"a":[1,"x"]}"#.utf8))
  #expect(document.root["a"]?[1]?.string == "x")
}
