// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct UserEntriesTests {
  private let subject = Binding.Subject.type(.test("public.png"))

  private func entries(_ count: Int, last: String = "z") -> UserEntries {
    var entries = UserEntries()
    for number in 0..<count {
      for kind in [AssociationRecord.default, AssociationRecord.added, AssociationRecord.removed] {
        entries.add(kind, subject, handler: "org.test.application\(number)", line: 1)
      }
    }
    entries.add(AssociationRecord.default, subject, handler: last, line: 2)
    return entries
  }

  @Test func anEntryForAnotherCaseIsAnotherEntry() throws {
    var binding = Binding.test(subject, to: "rec-f")
    binding.seenEntry = "rec-f;"
    #expect(entries(0, last: "rec-f").agrees(with: binding))
    #expect(!entries(0, last: "rec-F").agrees(with: binding))
  }

  @Test func manyApplicationsOfOneEntryTakeLinearTime() {
    #expect(Growth.ofFourfold(2_000) { _ = entries($0) } < 9)
  }

  /// What a binding keeps of a long entry is short, and different if the entry changes.
  @Test func longEntriesAreKeptByTheirHash() throws {
    let slot = Binding.Slot(subject: subject, kind: .handler)
    #expect(entries(1).text(for: slot) == "org.test.application0;|z;")
    let long = try #require(entries(1_000).text(for: slot))
    #expect(long.utf8.count < 64)
    #expect(long == entries(1_000).text(for: slot))
    #expect(long != entries(1_000, last: "y").text(for: slot))
  }
}
