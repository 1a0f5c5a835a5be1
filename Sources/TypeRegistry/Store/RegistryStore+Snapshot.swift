// SPDX-License-Identifier: MIT

extension RegistryStore {
  /// The longest log, in bytes, that is not written to the database by ``settle()``.
  static let longLog: UInt64 = 1 << 20

  /// Does the work after changes that no caller has to wait for.
  ///
  /// Writes a long log to the database, so that it does not grow without limit, and the snapshot
  /// that one-shot programs read. A command calls it before it ends, a daemon after it has replied.
  /// Without it nothing is lost, but look-ups of other programs are slower. Steps that fail,
  /// because another process has a lock or the disk is full, are left for the next call.
  package func settle() {
    settle(emptyingLog: false)
  }

  /// Settles, writes the whole log to the database, and closes the store.
  ///
  /// A daemon calls it before it ends; afterwards the database alone holds everything.
  package func close() {
    settle(emptyingLog: true)
    connection = nil
    lostConnection = StoreError(.io, location.database, "the store was closed")
  }

  private func settle(emptyingLog: Bool) {
    guard mode == .writing, writeProblem == nil, let connection else { return }
    guard openFiles?.problem() == nil else { return }
    connection.wait(0)
    defer { connection.wait(timeout) }
    do throws(StoreError) {
      let log = try StoreFiles.status(location.writeAheadLog)?.stamp.size ?? 0
      if log > (emptyingLog ? 0 : Self.longLog) {
        try run("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
      }
      guard BindingSnapshot.open(location) == nil else { return }
      // Under the lock no process commits between reading the stamps and renaming the snapshot.
      try run("BEGIN IMMEDIATE", on: connection)
      defer { if connection.isInTransaction { try? connection.run("ROLLBACK") } }
      try StoreFiles.write(try snapshotBytes(of: connection), to: location.snapshot)
    } catch {
      // A missing snapshot or a long log does no harm; but a failed checkpoint may mean a failed
      // disk, and then this connection is not used again.
      if error.isDoubtful { dropConnection(error) }
    }
  }

  /// The bytes of a snapshot of the present database, in the format of ``BindingSnapshot``.
  private func snapshotBytes(of connection: SQLiteConnection) throws(StoreError) -> [UInt8] {
    let bindings = try storedBindings(of: connection).map(\.row)
    let known = try storedKnown(of: connection)
    let rows = bindings.map(SnapshotRow.init) + known.map(SnapshotRow.init)
    let (index, texts) = Self.indexAndTexts(of: rows)
    var head: [UInt8] = []
    head.append(littleEndian: UInt64(schema.version))
    head.append(littleEndian: UInt64(bitPattern: try lastChange(of: connection)))
    head.append(littleEndian: UInt64(bindings.count) | UInt64(known.count) << 32)
    head.append(
      littleEndian: try noticesAndFlags(
        of: connection, hasTagChoices: bindings.contains { $0.slot.kind == "type" }))
    head.append(littleEndian: UInt64(BindingSnapshot.headLength + index.count + texts.count))
    let stamps = StoreFingerprint(of: location).words ?? (database: .init(), log: .init())
    for word in stamps.database.all + stamps.log.all { head.append(littleEndian: word) }
    head += index
    var bytes: [UInt8] = []
    bytes.append(littleEndian: BindingSnapshot.magic)
    bytes.append(littleEndian: StoreText.hash(head))
    return bytes + head + texts
  }

  private func noticesAndFlags(
    of connection: SQLiteConnection, hasTagChoices: Bool
  ) throws(StoreError) -> UInt64 {
    let notices = try rows("SELECT count(*) FROM notices WHERE acknowledged = 0", of: connection)
    let hasKnown = try isKnownRecorded(in: connection)
    return UInt64(notices.first?.first?.integer ?? 0) | (hasKnown ? 1 << 32 : 0)
      | (hasTagChoices ? 1 << 33 : 0)
  }

  /// The index of `rows`, and their texts, whose offsets count from the start of the snapshot.
  private static func indexAndTexts(of rows: [SnapshotRow]) -> (index: [UInt8], texts: [UInt8]) {
    // Rows of one subject keep their order.
    let order = rows.indices.sorted { (rows[$0].hash, $0) < (rows[$1].hash, $1) }
    let start = BindingSnapshot.headLength + rows.count * BindingSnapshot.entryLength
    var texts: [UInt8] = []
    var index: [UInt8] = []
    var bytes: [UInt8] = []
    for row in order.map({ rows[$0] }) {
      bytes.removeAll(keepingCapacity: true)
      for text in row.texts {
        bytes.append(littleEndian: UInt32(text.utf8.count))
        bytes += text.utf8
      }
      index.append(littleEndian: row.hash)
      index.append(littleEndian: UInt64(start + texts.count) | UInt64(bytes.count) << 32)
      index.append(littleEndian: StoreText.hash(bytes))
      texts += bytes
    }
    return (index, texts)
  }
}

/// A row of a snapshot: the hash of its key, and its texts.
private struct SnapshotRow {
  var hash: UInt64
  var texts: [String]

  init(_ row: BindingRow) {
    hash = StoreText.hash(Array(row.slot.subject.utf8))
    texts = row.fields
  }

  init(_ row: KnownRow) {
    let key = [row.bundle, row.origin, row.path]
    hash = StoreText.hash(StoreText.joined(key))
    texts = key + ["\(row.since)"]
  }
}
