// SPDX-License-Identifier: MIT

package import StrictJSON

extension BindingChange: WireValue {
  /// Writes the change.
  package func writeMembers(to writer: inout JSONWriter) {
    writeHead(to: &writer)
    writer.array("edits", edits)
  }

  /// Writes the members before the edits.
  ///
  /// - Parameters:
  ///   - writer: Where they are written.
  ///   - entries: Whether to write the edits of `mimeapps.list`: once for each change.
  package func writeHead(to writer: inout JSONWriter, entries: Bool = true) {
    writer.member("number", Int(number))
    writer.member("time", Int(time))
    writer.member("user", Int(author.uid))
    writer.member("program", author.program)
    writer.member("action", action.name)
    if case .undo(let number) = action { writer.member("undoes", Int(number)) }
    if let undoneBy { writer.member("undoneBy", Int(undoneBy)) }
    guard entries else { return }
    if !entryEdits.isEmpty { writer.member("entries", MIMEAppsEdit.text(of: entryEdits)) }
    if !entriesLeft.isEmpty { writer.member("entriesLeft", MIMEAppsEdit.text(of: entriesLeft)) }
  }

  /// Adds the edits of the next part of the same change.
  ///
  /// - Returns: Whether it is a part of the same change.
  mutating func append(_ part: BindingChange) -> Bool {
    edits += part.edits
    return part.number == number && part.time == time
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let action: Action
    switch try answer.string("action") {
    case Action.bind.name: action = .bind
    case Action.unbind.name: action = .unbind
    case Action.apply.name: action = .apply
    case Action.undo(0).name: action = .undo(Int64(try answer.count("undoes")))
    default: throw InvalidAnswer("action")
    }
    func edits(_ key: String) throws(InvalidAnswer) -> [MIMEAppsEdit] {
      guard let edits = MIMEAppsEdit.edits(of: try answer.optionalString(key) ?? "") else {
        throw InvalidAnswer(key)
      }
      return edits
    }
    let entries = try edits("entries")
    guard let user = UInt32(exactly: try answer.count("user")) else { throw InvalidAnswer("user") }
    self.init(
      number: Int64(try answer.count("number")), time: try answer.integer("time"),
      author: Author(uid: user, program: try answer.string("program")), action: action,
      edits: try answer.objects("edits", Edit.init(_:)), entryEdits: entries,
      undoneBy: try answer.optionalCount("undoneBy").map { Int64($0) })
    entriesLeft = try edits("entriesLeft")
  }
}

extension BindingChange.Edit: WireValue {
  /// Writes the binding before and the one after.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("before", before)
    writer.member("after", after)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let before = try answer.optionalObject("before").map(Binding.init(_:))
    let after = try answer.optionalObject("after").map(Binding.init(_:))
    guard let slot = (after ?? before)?.slot else { throw InvalidAnswer("edits") }
    self.init(slot: slot, before: before, after: after)
  }
}

/// Writes a change in one or several parts of bounded length; each has its head and some edits, the first one
/// also the edits of `mimeapps.list`.
package struct BindingChangeParts: Sendable {
  private let change: BindingChange
  private var next = 0
  /// The length of the part so far; `nil` between two parts.
  private var length: Int?

  package init(_ change: BindingChange) {
    self.change = change
  }

  /// The number of edits that are written in one step.
  private static let editsPerStep = 16

  /// Writes the next edits.
  ///
  /// - Parameters:
  ///   - writer: Where a value can be written, or where the last step has stopped in one.
  ///   - limit: The length after which the part ends, and the change continues in another one.
  /// - Returns: Whether the part is at its end.
  package mutating func writeNext(to writer: inout JSONWriter, atMost limit: Int) -> Bool {
    let start = writer.bytes.count - (length ?? 0)
    if length == nil {
      writer.beginObject()
      change.writeHead(to: &writer, entries: next == 0)
      writer.name("edits")
      writer.beginArray()
      // One at least, however long the head is: each part is nearer to the end.
      if next < change.edits.count {
        change.edits[next].write(to: &writer)
        next += 1
      }
    }
    let end = min(next + Self.editsPerStep, change.edits.count)
    while next < end, writer.bytes.count - start <= limit {
      change.edits[next].write(to: &writer)
      next += 1
    }
    if next < change.edits.count, writer.bytes.count - start <= limit {
      length = writer.bytes.count - start
      return false
    }
    length = nil
    writer.endArray()
    if !isAtEnd { writer.member("continues", true) }
    writer.endObject()
    return true
  }

  /// Whether all edits have been written.
  package var isAtEnd: Bool { next == change.edits.count && length == nil }
}
