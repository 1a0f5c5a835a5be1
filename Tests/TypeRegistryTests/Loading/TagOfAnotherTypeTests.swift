// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct TagOfAnotherTypeTests {
  private static func read(
    _ message: String, _ code: Diagnostic.Code = .tagOfAnotherType
  ) -> TagOfAnotherType? {
    TagOfAnotherType(Diagnostic(.note, code, path: "a.json", message: message))
  }

  @Test(arguments: [".jpg", "image/jpeg", ".it's"])
  func isReadFromTheMessageThatItWrites(_ spelling: String) {
    let tag = TagOfAnotherType(spelling: spelling, meaning: "public.jpeg", type: "org.a.b")
    #expect(tag.message == "'\(spelling)' means 'public.jpeg', not 'org.a.b'")
    #expect(Self.read(tag.message) == tag)
  }

  /// A finding of another kind, and words of another version.
  @Test func otherFindingsAreNone() {
    let message = "'.jpg' means 'public.jpeg', not 'org.a.b'"
    #expect(Self.read(message, .fileMissing) == nil)
    #expect(Self.read("'.jpg' means 'public.jpeg'") == nil)
    #expect(Self.read("'.jpg' is 'public.jpeg', not 'org.a.b'") == nil)
    #expect(Self.read("") == nil)
  }
}
