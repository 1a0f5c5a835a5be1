// SPDX-License-Identifier: MIT

internal import SystemBase

extension RegistryStore {
  // MARK: - Applications

  /// The applications that were installed when they were first recorded, or confirmed later.
  ///
  /// - Returns: `nil` if none were recorded yet; the caller then records the installed ones by
  ///   ``addKnown(_:)``.
  package func knownApplications() throws(StoreError) -> Set<HandlerIdentity>? {
    let connection = try readable()
    if let secondCopy { return secondCopy.known.map { Set($0.compactMap(\.application)) } }
    guard let connection, try isKnownRecorded(in: connection) else { return nil }
    return Set(try storedKnown(of: connection).compactMap(\.application))
  }

  /// Records applications as known, in addition to those that are.
  package func addKnown(_ applications: some Sequence<HandlerIdentity>) throws(StoreError) {
    var texts: [KnownRow] = []
    for application in applications {
      let row = KnownRow(application, since: WallClock.seconds)
      guard row.application == application else {
        throw StoreError(
          .unstorable, location.database,
          "the application \(StoreText.shown(.text(row.bundle))) cannot be kept as it is")
      }
      texts.append(row)
    }
    try change { connection throws(StoreError) in
      var changed = false
      if try !isKnownRecorded(in: connection) {
        try run(
          "INSERT INTO facts (name, value) VALUES ('known-recorded', ?)",
          [.integer(WallClock.seconds)], on: connection)
        changed = true
      }
      for row in texts {
        let found = try rows(
          "SELECT 1 FROM known_applications WHERE bundle = ? AND origin = ? AND path = ?",
          [.text(row.bundle), .text(row.origin), .text(row.path)], of: connection)
        if found.isEmpty {
          try insert(row, into: connection)
          changed = true
        }
      }
      return ((), changed)
    }
  }

  /// Makes a change that changes nothing, to find out whether changes are possible.
  package func rehearse() throws(StoreError) {
    try change { connection throws(StoreError) in
      try run("UPDATE facts SET value = value", on: connection)
      return ((), true)
    }
  }

  func isKnownRecorded(in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM facts WHERE name = 'known-recorded'", of: connection).isEmpty
  }

  func insert(_ row: KnownRow, into connection: SQLiteConnection) throws(StoreError) {
    try run(
      """
      INSERT INTO known_applications (bundle, origin, path, since, sum) VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(row.bundle), .text(row.origin), .text(row.path), .integer(row.since),
        .integer(row.sum),
      ], on: connection)
  }

  /// The undamaged rows of all known applications.
  func storedKnown(of connection: SQLiteConnection) throws(StoreError) -> [KnownRow] {
    try rows(
      """
      SELECT bundle, origin, path, since, sum FROM known_applications
      ORDER BY bundle, origin, path
      """, of: connection
    ).compactMap { values in
      let row = KnownRow(values)
      if row == nil {
        note("the known application \(StoreText.shown(values.first)) is not what was written")
      }
      return row
    }
  }

  // MARK: - Notices

  /// The notices that are not acknowledged, oldest first.
  package func notices() throws(StoreError) -> [StoreNotice] {
    guard let connection = try readable() else { return [] }
    return try rows(
      """
      SELECT number, time, kind, message, file FROM notices WHERE acknowledged = 0 ORDER BY number
      """, of: connection
    ).map { values in
      // A damaged notice is returned all the same: a notice is never left out.
      StoreNotice(
        number: values[0].integer ?? 0, time: values[1].integer ?? 0,
        kind: values[2].text.flatMap { StoreNotice.Kind(rawValue: $0) } ?? .damaged,
        message: values[3].text ?? "the text of this notice cannot be read",
        file: values[4].text)
    }
  }

  /// Acknowledges a notice.
  ///
  /// - Parameter number: The notice; `nil` is all of them.
  /// - Returns: Whether there was one to acknowledge.
  /// - Throws: ``StoreError``.
  @discardableResult
  package func acknowledge(_ number: Int64? = nil) throws(StoreError) -> Bool {
    try change { connection throws(StoreError) in
      let open = try rows(
        "SELECT number FROM notices WHERE acknowledged = 0 AND (?1 IS NULL OR number = ?1)",
        [number.map { .integer($0) } ?? .null], of: connection)
      guard !open.isEmpty else { return (false, false) }
      try run(
        """
        UPDATE notices SET acknowledged = ?2
        WHERE acknowledged = 0 AND (?1 IS NULL OR number = ?1)
        """, [number.map { .integer($0) } ?? .null, .integer(max(1, WallClock.seconds))],
        on: connection)
      return (true, true)
    }
  }
}
