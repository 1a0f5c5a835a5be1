// SPDX-License-Identifier: MIT

/// The contents of a new database: empty, or the readable rows of a damaged one.
struct StoreContents {
  var bindings: [BindingRow] = []
  /// In order of their numbers.
  var changes: [ChangeRow] = []
  /// `nil` if none were ever recorded.
  var known: [KnownRow]?
  /// The notices that are not acknowledged, earlier ones first.
  var notices: [StoreNotice] = []
  /// The highest number that a change is known to have had.
  var lastChange: Int64 = 0
}

extension StoreContents {
  /// Reads the intact rows of a damaged database.
  ///
  /// Every table is read from both ends, so that a bad page in the middle loses only its own rows.
  /// A row is intact if its checksum is right.
  static func salvage(_ location: StoreLocation) -> StoreContents {
    var contents = StoreContents()
    if (try? StoreFiles.status(location.database))??.kind == .regular,
      let connection = try? SQLiteConnection(location.database, .reading, timeout: 1_000)
    {
      Schema.completeFirst(connection)
      contents.readBindings(connection)
      contents.readChanges(connection)
      contents.readKnown(connection)
      contents.readNotices(connection)
    }
    contents.lastChange = max(contents.lastChange, contents.changes.last?.number ?? 0)
    // Its bindings are complete.
    if let copy = SecondCopy(of: location), copy.lastChange >= contents.lastChange {
      contents.bindings = copy.bindings
      contents.known = copy.known ?? contents.known
      contents.lastChange = copy.lastChange
    }
    return contents
  }

  private mutating func readBindings(_ connection: SQLiteConnection) {
    var found: [[UInt8]: BindingRow] = [:]
    func take(_ values: [SQLiteConnection.Value]) {
      guard let row = BindingRow.read(values)?.row else { return }
      found[row.slot.key] = row
    }
    try? connection.forEachRow(
      """
      SELECT subject, role, kind, never, target, origin, path, seen, sum FROM bindings NOT INDEXED
      ORDER BY rowid
      """, [], take)
    try? connection.forEachRow(
      """
      SELECT subject, role, kind, never, target, origin, path, seen, sum FROM bindings NOT INDEXED
      ORDER BY rowid DESC
      """, [], take)
    bindings = found.values.sorted { $0.slot.precedes($1.slot) }
  }

  private mutating func readChanges(_ connection: SQLiteConnection) {
    var edits: [Int64: [Int64: [SQLiteConnection.Value]]] = [:]
    func takeEdit(_ values: [SQLiteConnection.Value]) {
      guard let change = values[0].integer, let position = values[1].integer else { return }
      edits[change, default: [:]][position] = Array(values[1...])
    }
    try? connection.forEachRow(
      """
      SELECT change, position, subject, role, kind, never, target_before, origin_before,
        path_before, seen_before, target_after, origin_after, path_after, seen_after, sum
      FROM edits NOT INDEXED ORDER BY rowid
      """, [], takeEdit)
    try? connection.forEachRow(
      """
      SELECT change, position, subject, role, kind, never, target_before, origin_before,
        path_before, seen_before, target_after, origin_after, path_after, seen_after, sum
      FROM edits NOT INDEXED ORDER BY rowid DESC
      """, [], takeEdit)
    var found: [Int64: ChangeRow] = [:]
    var last = lastChange
    func take(_ values: [SQLiteConnection.Value]) {
      guard let number = values[0].integer else { return }
      let rows = (edits[number] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      guard let row = ChangeRow(values, edits: rows) else { return }
      found[number] = row
      last = max(last, number)
    }
    try? connection.forEachRow(
      """
      SELECT number, time, uid, program, action, undoes, undone_by, edits, files, sum FROM changes
      ORDER BY number
      """, [], take)
    try? connection.forEachRow(
      """
      SELECT number, time, uid, program, action, undoes, undone_by, edits, files, sum FROM changes
      ORDER BY number DESC
      """, [], take)
    changes = found.values.sorted { $0.number < $1.number }
    lastChange = last
  }

  private mutating func readKnown(_ connection: SQLiteConnection) {
    var found: [[UInt8]: KnownRow] = [:]
    func take(_ values: [SQLiteConnection.Value]) {
      guard let row = KnownRow(values) else { return }
      found[Array("\(row.bundle)\0\(row.origin)\0\(row.path)".utf8)] = row
    }
    try? connection.forEachRow(
      "SELECT bundle, origin, path, since, sum FROM known_applications NOT INDEXED ORDER BY rowid",
      [], take)
    try? connection.forEachRow(
      """
      SELECT bundle, origin, path, since, sum FROM known_applications NOT INDEXED
      ORDER BY rowid DESC
      """, [], take)
    let isRecorded = try? connection.rows("SELECT 1 FROM facts WHERE name = 'known-recorded'")
    if !found.isEmpty || isRecorded == [[.integer(1)]] {
      known = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
  }

  private mutating func readNotices(_ connection: SQLiteConnection) {
    var found: [StoreNotice] = []
    try? connection.forEachRow(
      """
      SELECT number, time, kind, message, file FROM notices WHERE acknowledged = 0 ORDER BY number
      """
    ) { values in
      guard let number = values[0].integer, let time = values[1].integer,
        let kind = values[2].text.flatMap({ StoreNotice.Kind(rawValue: $0) }),
        let message = values[3].text
      else { return }
      found.append(
        StoreNotice(
          number: number, time: time, kind: kind, message: message, file: values[4].text))
    }
    notices = found
  }
}
