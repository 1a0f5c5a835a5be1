// SPDX-License-Identifier: MIT

internal import SystemBase

/// The bindings of a store as its snapshot has them, all of them checked.
///
/// A snapshot that exists includes every change that this program made (``BindingSnapshot``). So it
/// speaks for the database where that is gone, damaged, or has lost its log.
struct SecondCopy {
  /// In byte order of their slots.
  let bindings: [BindingRow]
  /// `nil` if none were ever recorded.
  let known: [KnownRow]?
  /// The number of the last change that is included.
  let lastChange: Int64

  /// The copy of a store; `nil` if there is none, or it is damaged or empty.
  init?(of location: StoreLocation) {
    guard let snapshot = BindingSnapshot.open(location, comparingStamps: false) else { return nil }
    self.init(snapshot)
  }

  /// The copy that a snapshot is; `nil` if it is damaged or empty.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows.
  init?(_ snapshot: BindingSnapshot) {
    guard 1..<StoreText.highestNumber ~= snapshot.lastChange, let rows = snapshot.all() else {
      return nil
    }
    bindings = rows.bindings
    known = snapshot.hasKnown ? rows.known : nil
    lastChange = snapshot.lastChange
  }

  /// The bindings of a subject, by role and kind.
  func bindings(of subject: Binding.Subject) -> [Binding] {
    let text = SlotRow.text(of: subject)
    return bindings.filter { $0.slot.subject.utf8.elementsEqual(text.utf8) }.compactMap(\.binding)
  }
}

extension StoreContents {
  /// The contents of a new database that gets its bindings from the second copy of a lost one.
  ///
  /// They are a change of their own, which can be undone.
  init(bringingBack copy: SecondCopy) {
    bindings = copy.bindings
    known = copy.known
    lastChange = copy.lastChange
    guard !copy.bindings.isEmpty else { return }
    lastChange += 1
    var row = ChangeRow(
      action: .apply, author: .recovery, time: WallClock.seconds,
      edits: copy.bindings.map { EditRow(slot: $0.slot, before: nil, after: $0.choice) })
    row.number = lastChange
    changes = [row]
  }
}
