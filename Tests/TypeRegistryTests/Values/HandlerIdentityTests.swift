// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct HandlerIdentityTests {
  /// The location decides, and of an application that was awaited the identifier as it is written.
  @Test(arguments: [
    ("org.a", "/a", "ORG.A", "/a", true), ("org.a", "/a", "org.a", "/b", false),
    ("org.a", "", "org.a", "", true), ("org.a", "", "ORG.A", "", false),
    ("org.a", "", "org.b", "", false), ("org.a", "", "org.a", "/a", false),
  ])
  func equalOnesAreOneInASet(
    _ bundle: String, _ path: String, _ other: String, _ otherPath: String, _ isEqual: Bool
  ) {
    let identities = [
      HandlerIdentity(bundle: bundle, origin: .user, path: path),
      HandlerIdentity(bundle: other, origin: .user, path: otherPath),
    ]
    #expect((identities[0] == identities[1]) == isEqual)
    #expect(Set(identities).count == (isEqual ? 1 : 2))
  }
}
