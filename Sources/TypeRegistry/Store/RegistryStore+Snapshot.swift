// SPDX-License-Identifier: MIT

extension RegistryStore {
  /// The longest log, in bytes, that is left as it is.
  static let longLog: UInt64 = 1 << 20

  /// Does what a change leaves to be done, when nobody waits for it.
  ///
  /// Writes a long log into the database, so that it does not grow without end, and the snapshot
  /// from which one-shot programs read. Call it after changes: a command before it ends, a daemon
  /// when it has replied. Nothing is lost without it, look-ups of other programs are slower. What
  /// cannot be done now, because another process is at work or the disk is full, is left for the
  /// next time.
  public func settle() {
    settle(emptyingLog: false)
  }

  /// Settles, writes the whole log into the database, and closes the store.
  ///
  /// A daemon does so at its end; afterwards the database alone holds everything.
  public func close() {
    settle(emptyingLog: true)
    connection = nil
    lostConnection = StoreError(.io, place.database, "the store was closed")
  }

  private func settle(emptyingLog: Bool) {
    guard mode == .writing, writeProblem == nil, let connection else { return }
    guard openFiles?.problem(in: place) == nil else { return }
    connection.wait(0)
    defer { connection.wait(timeout) }
    do throws(StoreError) {
      let log = try StoreFiles.status(place.writeAheadLog)?.stamp.size ?? 0
      if log > (emptyingLog ? 0 : Self.longLog) {
        try run("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
      }
      guard BindingSnapshot.open(place) == nil else { return }
      // The lock keeps others from committing between the look at the stamps and the new name.
      try run("BEGIN IMMEDIATE", on: connection)
      defer { if connection.isInTransaction { try? connection.run("ROLLBACK") } }
      try StoreFiles.write(try snapshotBytes(of: connection), to: place.snapshot)
    } catch {
      // A snapshot is a convenience, and a log may wait; but a failed checkpoint may mean a failed
      // disk, and then this connection is not to be relied on.
      if error.isDoubtful { dropConnection(error) }
    }
  }

  /// The bytes of a snapshot of the database as it is now.
  private func snapshotBytes(of connection: SQLiteConnection) throws(StoreError) -> [UInt8] {
    let bindings = try storedBindings(of: connection)
    let known = try storedKnown(of: connection)
    let notices = try rows(
      "SELECT count(*) FROM notices WHERE acknowledged = 0", of: connection)
    var rows = bindings.map { row in
      (hash: StoreText.hash(Array(row.slot.subject.utf8)), texts: row.fields)
    }
    rows += known.map { row in
      let texts = [row.bundle, row.origin, row.path]
      return (
        hash: StoreText.hash(StoreText.joined(texts)), texts: texts + ["\(row.since)"]
      )
    }
    // Rows of one subject keep their order: those that stand first stay first.
    let order = rows.indices.sorted { (rows[$0].hash, $0) < (rows[$1].hash, $1) }

    var texts: [UInt8] = []
    var index: [UInt8] = []
    let start = BindingSnapshot.headLength + rows.count * BindingSnapshot.entryLength
    for place in order {
      var row: [UInt8] = []
      for text in rows[place].texts {
        row.append(littleEndian: UInt32(text.utf8.count))
        row += text.utf8
      }
      index.append(littleEndian: rows[place].hash)
      index.append(littleEndian: UInt64(start + texts.count) | UInt64(row.count) << 32)
      index.append(littleEndian: StoreText.hash(row))
      texts += row
    }
    var head: [UInt8] = []
    head.append(littleEndian: UInt64(schema.version))
    head.append(littleEndian: UInt64(bitPattern: try lastChange(of: connection)))
    head.append(littleEndian: UInt64(bindings.count) | UInt64(known.count) << 32)
    let hasKnown = try isKnownRecorded(in: connection)
    let hasTagChoices = bindings.contains { $0.slot.kind == "type" }
    head.append(
      littleEndian: UInt64(notices.first?.first?.integer ?? 0) | (hasKnown ? 1 << 32 : 0)
        | (hasTagChoices ? 1 << 33 : 0))
    head.append(littleEndian: UInt64(start + texts.count))
    let stamps = StoreFingerprint(of: place).words ?? (.init(), .init())
    for word in stamps.database.all + stamps.log.all { head.append(littleEndian: word) }
    head += index
    var bytes: [UInt8] = []
    bytes.append(littleEndian: BindingSnapshot.magic)
    bytes.append(littleEndian: StoreText.hash(head))
    return bytes + head + texts
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
