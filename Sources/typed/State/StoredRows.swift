// SPDX-License-Identifier: MIT

internal import Synchronization
internal import TypeRegistry

/// All rows of the store that answers depend on, of one moment.
struct StoredRows: Sendable {
  /// All bindings, in byte order of their subjects.
  var bindings: [Binding] = []
  /// The applications that need no confirmation; `nil` if unknown.
  var known: [HandlerIdentity]?
  /// The first row that is damaged; `nil` if none is.
  var damage: StoreError?
  /// Whether the bindings are those of the second copy.
  var usesSecondCopy = false
  /// The number of the last change; the rows include all changes up to it.
  var lastChange: Int64 = 0
  /// Differs from that of all other rows that this process has read.
  let number: Int

  private static let reads = Atomic(0)

  /// No rows.
  init() {
    number = Self.reads.add(1, ordering: .relaxed).newValue
  }

  /// The rows of a store.
  init(of store: RegistryStore) throws(StoreError) {
    self.init()
    // First, so that no change up to it is missing.
    lastChange = try store.lastChange()
    bindings = try store.bindings()
    known = try store.knownApplications().map { Array($0) }
    damage = store.rowDamage.first
    usesSecondCopy = store.usesSecondCopy
  }
}
