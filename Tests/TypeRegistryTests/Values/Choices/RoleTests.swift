// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct RoleTests {
  @Test(arguments: [
    ("Editor", Role.editor), ("editor", .editor), ("VIEWER", .viewer), ("sHELL", .shell),
    ("qlgenerator", .quickLookGenerator), ("QLGenerator", .quickLookGenerator), ("NONE", .none),
  ])
  func isNamedInAnyCase(_ name: String, _ role: Role) {
    #expect(Role(named: name) == role)
  }

  @Test(arguments: ["", "Edit", "Editor ", "Vıewer", "all"])
  func isNotGuessed(_ name: String) {
    #expect(Role(named: name) == nil)
  }
}
