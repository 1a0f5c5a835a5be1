// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct MIMEAppsEntriesTests {
  private let subject = Binding.Subject.type(.test("public.png"))

  private func line(_ number: UInt32, of list: String = "mimeapps.list") -> MIMEAppsEntries.Line {
    MIMEAppsEntries.Line(list: list, level: list == "mimeapps.list" ? 1 : 0, number: number)
  }

  private func entries(_ count: Int, last: String = "z") -> MIMEAppsEntries {
    var entries = MIMEAppsEntries()
    for number in 0..<count {
      for kind in [AssociationRecord.default, AssociationRecord.added, AssociationRecord.removed] {
        entries.add(kind, subject, handler: "org.test.application\(number)", at: line(1))
      }
    }
    entries.add(AssociationRecord.default, subject, handler: last, at: line(2))
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
    #expect(entries(1).text(for: slot) == "\nmimeapps.list\torg.test.application0;|z;")
    let long = try #require(entries(1_000).text(for: slot))
    #expect(long.utf8.count < 64)
    #expect(long == entries(1_000).text(for: slot))
    #expect(long != entries(1_000, last: "y").text(for: slot))
  }

  // MARK: - By list

  /// The lists that a session reads, each with one application as the default.
  private func reading(_ defaults: (list: String, application: String)...) -> MIMEAppsEntries {
    var entries = MIMEAppsEntries()
    for (number, said) in defaults.enumerated() {
      entries.add(
        AssociationRecord.default, subject, handler: said.application,
        at: MIMEAppsEntries.Line(list: said.list, level: number, number: 2))
    }
    return entries
  }

  private func chosen(_ application: String, seeing entries: MIMEAppsEntries) -> Binding {
    var binding = Binding.test(subject, to: application)
    binding.seenEntry = entries.text(for: binding.slot)
    return binding
  }

  @Test func aListThatIsNotReadNowIsNotCompared() {
    let both = reading(("gnome-mimeapps.list", "b"), ("mimeapps.list", "a"))
    let binding = chosen("mine", seeing: both)
    #expect(both.agrees(with: binding))
    #expect(reading(("mimeapps.list", "a")).agrees(with: binding))
    #expect(!reading(("mimeapps.list", "c")).agrees(with: binding))
    #expect(!reading(("mimeapps.list", "mine2")).agrees(with: binding))
    #expect(reading(("mimeapps.list", "mine")).agrees(with: binding))
    // Its entry is gone.
    #expect(!reading().agrees(with: binding))
    #expect(
      !reading(("gnome-mimeapps.list", "c"), ("mimeapps.list", "a")).agrees(with: binding))
  }

  @Test func aListThatAppearsIsANewerChoice() {
    let binding = chosen("mine", seeing: reading(("mimeapps.list", "a")))
    #expect(
      !reading(("gnome-mimeapps.list", "b"), ("mimeapps.list", "a")).agrees(with: binding))
  }

  /// Its entries may be older than the choice; other lists are compared as ever.
  @Test func aListThatCouldNotBeReadIsNotCompared() {
    var unread = reading(("gnome-mimeapps.list", "b"))
    unread.addUnread("mimeapps.list")
    let binding = chosen("mine", seeing: unread)
    #expect(binding.seenEntry == "\ngnome-mimeapps.list\tb;\nmimeapps.list\t?")
    #expect(unread.agrees(with: binding))
    for application in ["a", "mine", "b"] {
      let read = reading(("gnome-mimeapps.list", "b"), ("mimeapps.list", application))
      #expect(read.agrees(with: binding))
    }
    #expect(!reading(("gnome-mimeapps.list", "c"), ("mimeapps.list", "a")).agrees(with: binding))
  }

  /// What was said in the list that is written is forgotten, even if a list of the same name in another
  /// directory says it now.
  @Test func aListOfAnotherDirectorySpeaksForItself() {
    func saying(_ kind: UInt8, at levels: Int...) -> MIMEAppsEntries {
      var entries = MIMEAppsEntries()
      for level in levels {
        entries.add(
          kind, subject, handler: "org.test.a",
          at: MIMEAppsEntries.Line(list: "mimeapps.list", level: level, number: 2))
      }
      return entries
    }
    let (written, other) = (0, MIMEAppsLevel.usersData)
    for (kind, choice) in [
      (AssociationRecord.removed, Binding.Choice.never(bundle: "org.test.a")),
      (
        AssociationRecord.default,
        .handler(HandlerIdentity(bundle: "org.test.b", origin: .user, path: ""))
      ),
    ] {
      var binding = Binding(subject, choice)
      binding.seenEntry = saying(kind, at: written).text(for: binding.slot)
      #expect(saying(kind, at: written).agrees(with: binding))
      #expect(!saying(kind, at: other).agrees(with: binding))
      #expect(!saying(kind, at: written, other).agrees(with: binding))
    }
  }

  /// Bindings of an earlier version keep the text of all lists together.
  @Test func whatWasKeptOfAllListsIsComparedWithAll() {
    var binding = Binding.test(subject, to: "mine")
    binding.seenEntry = "b;|a;"
    #expect(reading(("gnome-mimeapps.list", "b"), ("mimeapps.list", "a")).agrees(with: binding))
    #expect(!reading(("mimeapps.list", "a")).agrees(with: binding))
    binding.seenEntry = ""
    #expect(reading().agrees(with: binding))
    #expect(!reading(("mimeapps.list", "a")).agrees(with: binding))
  }
}
