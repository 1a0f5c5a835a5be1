// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct FileKindTests {
  @Test(arguments: FileKind.allCases)
  func typeIsWellFormedAndPublic(_ kind: FileKind) throws {
    let identifier = kind.typeIdentifier
    #expect(try TypeIdentifier(identifier.text) == identifier)
    #expect(identifier.isPublic)
  }

  @Test func kindsHaveDifferentTypes() {
    #expect(Set(FileKind.allCases.map(\.typeIdentifier)).count == FileKind.allCases.count)
  }
}
