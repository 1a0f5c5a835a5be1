// SPDX-License-Identifier: MIT

internal import SystemBase

/// Makes choices twice: in the store, and in the user's `mimeapps.list`, which other programs
/// read.
///
/// The list is written by the client and not by the daemon: it is the user's file, and a program that has no
/// daemon writes it in the same way. It is written first, because then a crash in between leaves a newer
/// entry, which is in effect, and not a choice that no other program knows. If the store refuses the choice,
/// the change of the list is undone.
///
/// ```swift
/// let client = EmbeddedClient(loading: .current)
/// let request = BindingRequest(
///   .type(try TypeIdentifier("public.png")), .handler(bundle: "org.example.editor"))
/// let outcome = try ChoiceWriter(client, over: client.registry, environment: .current)
///   .change([request], as: .bind, dryRun: true)
/// ```
public struct ChoiceWriter {
  /// The result of a change.
  public struct Outcome: Sendable {
    /// The change; `nil` if nothing is to change.
    public var change: BindingChange?
    /// The parts of the change that the list cannot express, and the reasons if it was not written.
    public var notes: [String]
    /// The notes on requests that are missing in the list; empty also if no list is used.
    public var unlisted: [String] = []
    /// Whether the list has all requests, or no list is used.
    public var isListed: Bool { unlisted.isEmpty }

    /// A result of known parts.
    public init(change: BindingChange?, notes: [String] = []) {
      self.change = change
      self.notes = notes
    }
  }

  private let client: any HandlerClient
  let registry: CompiledRegistry
  let lists: UserMIMEApps?
  /// Whether a subject that a list cannot name is written as the MIME types that it covers.
  private let expands: Bool

  /// A writer for the user of a client.
  ///
  /// - Parameters:
  ///   - client: The client whose bindings are changed.
  ///   - registry: A registry with the types and applications of the client's.
  ///   - environment: The variables with the location of the list.
  ///   - expands: Whether a subject that a list cannot name, such as a type with its subtypes, is written as
  ///     the MIME types that it covers.
  public init(
    _ client: any HandlerClient, over registry: CompiledRegistry, environment: Environment,
    expands: Bool = false
  ) {
    self.client = client
    self.registry = registry
    self.expands = expands
    // Without any file of freedesktop's, no program reads the list.
    lists = registry.hasDesktopFiles ? UserMIMEApps(environment) : nil
  }

  /// Carries out requests, all of them or none, as one change.
  ///
  /// - Parameters:
  ///   - requests: The requests, later ones replacing earlier ones about the same slot.
  ///   - action: The name of the change in the history: bind, unbind or apply.
  ///   - dryRun: Whether to report the change without making it.
  /// - Returns: The change, and its parts that the list does not have.
  /// - Throws: ``RegistryClientError``; then nothing has changed.
  public func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(RegistryClientError) -> Outcome {
    guard let lists else {
      return Outcome(change: try client.change(requests, as: action, dryRun: dryRun))
    }
    return try change(requests, as: action, dryRun: dryRun, in: lists) { document in
      var plan = MIMEAppsPlan(document, over: registry, expands: expands)
      plan.add(requests, isExact: action == .apply)
      return plan
    }
  }

  /// Carries out requests in the store, and a plan in the list, as one change.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - action: The name of the change in the history.
  ///   - dryRun: Whether to report the change without making it.
  ///   - lists: Where the list is.
  ///   - planned: Returns the changed list; called again if another program has changed it.
  /// - Returns: The change, and its parts that the list does not have.
  /// - Throws: ``RegistryClientError``; then nothing has changed.
  func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    in lists: UserMIMEApps, _ planned: (MIMEAppsDocument) -> MIMEAppsPlan
  ) throws(RegistryClientError) -> Outcome {
    let preview = try client.change(requests, as: action, dryRun: true)
    return try writing(lists) { attempt throws(RegistryClientError) in
      var outcome = Outcome(change: preview)
      var problem: String?
      if let original = document(lists, &problem) {
        let plan = planned(original.document)
        outcome.unlisted = plan.notes
        outcome.notes = plan.notes + lists.contradictions(to: plan.chosen)
        if dryRun {
          if !plan.document.edits.isEmpty, !plan.document.hasTooManyEdits {
            outcome.change = try client.change(
              requests, as: action, dryRun: true, entryEdits: plan.document.edits)
          }
          return outcome
        }
        let attempted = try write(
          plan.document, over: original, lists, attempt, &outcome.notes
        ) { edits throws(RegistryClientError) in
          try client.change(requests, as: action, dryRun: false, entryEdits: edits)
        }
        switch attempted {
        case .made(let change):
          outcome.change = change
          return outcome
        case .outdated: return nil
        case .unwritten(let reason): problem = reason
        }
      }
      if let problem {
        let note =
          "'\(lists.written)' is not written, so other programs will not see this choice: \(problem)"
        outcome.notes.append(note)
        outcome.unlisted.append(note)
      }
      if !dryRun { outcome.change = try client.change(requests, as: action, dryRun: false) }
      return outcome
    }
  }

  /// Undoes the change of a number, or the last one that is not undone and is not an undo.
  ///
  /// A change whose entries cannot be restored in the list is not undone, and can be undone later: only it has
  /// the former entries.
  ///
  /// - Parameters:
  ///   - number: The change's number.
  ///   - dryRun: Whether to report the change without making it.
  /// - Returns: The result, and why the list still has some of the change, if it has.
  /// - Throws: ``RegistryClientError``, also if the list cannot be written; then nothing has changed.
  public func undo(
    _ number: Int64?, dryRun: Bool
  ) throws(RegistryClientError) -> (outcome: UndoOutcome, notes: [String], unlisted: [String]) {
    let preview = try client.undo(number, dryRun: true)
    guard case .undone(let change) = preview, case .undo(let undone) = change.action, !dryRun else {
      return (preview, [], [])
    }
    guard let lists, !change.entryEdits.isEmpty else {
      return (try client.undo(undone, dryRun: false), [], [])
    }
    return try writing(lists) { attempt throws(RegistryClientError) in
      var problem: String?
      if let original = document(lists, &problem) {
        var document = original.document
        let unlisted = document.apply(change.entryEdits).map { edit in
          "'\(edit.key)' of '[\(edit.group.rawValue)]' in '\(lists.written)' was changed since, and "
            + "is left unchanged"
        }
        var notes = unlisted
        let attempted = try write(document, over: original, lists, attempt, &notes) {
          edits throws(RegistryClientError) in
          try client.undo(undone, dryRun: false, entryEdits: edits)
        }
        switch attempted {
        case .made(let outcome): return (outcome, notes, unlisted)
        case .outdated: return nil
        case .unwritten(let reason): problem = reason
        }
      }
      throw .store(
        problem: "change \(undone) is not undone, because its entries in '\(lists.written)' cannot "
          + "be restored: \(problem ?? UserMIMEApps.wrongForm)",
        hint: "make the list writable and undo again; --no-mimeapps undoes the choice alone")
    }
  }

  // MARK: - The list

  /// The user's list, and its file's stamp; `nil` if there is no file.
  private struct Original {
    var document: MIMEAppsDocument
    var stamp: FileStamp?

    var expectation: FileReplacement.Expectation { stamp.map { .stamp($0) } ?? .missing }
  }

  /// One attempt to write the list.
  private struct Attempt {
    /// Whether another program keeps the directory locked.
    var isContended: Bool
    /// Whether a list that other programs change all the time is not written.
    var isLast: Bool
  }

  /// The result of an attempt to write the list, and then to change the store.
  private enum Attempted<Result> {
    /// The store is changed, and so is the list, if it has edits.
    case made(Result)
    /// Nothing is changed: another program has changed the list since it was read.
    case outdated
    /// Nothing is changed: the list cannot be written, for this reason.
    case unwritten(String)
  }

  /// How often a list that another program changes meanwhile is read and written again.
  private static let mostAttempts = 100

  /// Calls `body`, and again whenever it returns `nil` because another program has changed the list
  /// since it was read.
  ///
  /// Only our own programs take turns by a lock.
  private func writing<Result>(
    _ lists: UserMIMEApps, _ body: (Attempt) throws(RegistryClientError) -> Result?
  ) throws(RegistryClientError) -> Result {
    try FileReplacement.locking(lists.written) { isContended throws(RegistryClientError) in
      var count = 1
      while true {
        let attempt = Attempt(isContended: isContended, isLast: count >= Self.mostAttempts)
        if let result = try body(attempt) { return result }
        count += 1
      }
    }
  }

  /// The user's list; `nil` if it cannot be changed, for the reason in `problem`.
  private func document(_ lists: UserMIMEApps, _ problem: inout String?) -> Original? {
    do throws(SystemError) {
      _ = try FileStatus(of: lists.written)
    } catch {
      if error.isMissing { return Original(document: MIMEAppsDocument()) }
    }
    do throws(Diagnostic) {
      let contents = try Self.contents(lists)
      if let document = MIMEAppsDocument(contents.bytes) {
        return Original(document: document, stamp: contents.stamp)
      }
      problem = UserMIMEApps.wrongForm
    } catch {
      problem = error.message
    }
    return nil
  }

  /// The list's contents; waits for a program that is replacing it.
  private static func contents(_ lists: UserMIMEApps) throws(Diagnostic) -> FileContents {
    for _ in 1..<mostAttempts {
      do throws(Diagnostic) {
        return try DeclarationReader.read(lists.written)
      } catch {
        guard error.code == .fileChanged else { throw error }
      }
    }
    return try DeclarationReader.read(lists.written)
  }

  /// Writes a changed list, and then carries out the change of the store.
  ///
  /// - Parameters:
  ///   - document: The list with its changes.
  ///   - original: The list that was read.
  ///   - lists: Where it is.
  ///   - attempt: Which attempt this is.
  ///   - notes: Gets a note if changes of other programs may be lost.
  ///   - change: Changes the store, which keeps the edits of the list; not called if the list cannot be written.
  /// - Returns: The result of `change`, or why it was not called.
  /// - Throws: The error of `change`; then the list is taken back.
  private func write<Result>(
    _ document: MIMEAppsDocument, over original: Original, _ lists: UserMIMEApps,
    _ attempt: Attempt, _ notes: inout [String],
    then change: ([MIMEAppsEdit]) throws(RegistryClientError) -> Result
  ) throws(RegistryClientError) -> Attempted<Result> {
    guard !document.edits.isEmpty else { return .made(try change([])) }
    if document.hasTooManyEdits {
      return .unwritten(
        "its entries are more than the \(MIMEAppsEdit.maximumTextLength >> 10) KiB that one change "
          + "keeps; choose types with fewer subtypes, one at a time")
    }
    do throws(FileReplacement.Problem) {
      try FileReplacement.replace(
        lists.written, with: document.bytes, expecting: original.expectation)
    } catch {
      return error == .changed && !attempt.isLast ? .outdated : .unwritten("\(error)")
    }
    if attempt.isContended {
      notes.append(
        "'\(lists.written)' was written although another program keeps its directory locked; "
          + "changes of that program at the same time may be lost")
    }
    let result: Result
    do throws(RegistryClientError) {
      try client.refresh()
      result = try change(document.edits)
    } catch {
      takeBack(document, to: original, lists)
      try? client.refresh()
      throw error
    }
    writeAgain(document, lists)
    return .made(result)
  }

  /// Repeats the changes that another program has overwritten with a list that it had read before them.
  ///
  /// Only entries with the value from before the change are written again; any other value is a newer choice.
  private func writeAgain(_ written: MIMEAppsDocument, _ lists: UserMIMEApps) {
    for _ in 0..<Self.mostAttempts {
      guard let present = try? Self.contents(lists), present.bytes != written.bytes,
        var document = MIMEAppsDocument(present.bytes)
      else { return }
      _ = document.apply(written.edits)
      guard !document.edits.isEmpty else { return }
      do throws(FileReplacement.Problem) {
        try FileReplacement.replace(
          lists.written, with: document.bytes, expecting: .stamp(present.stamp))
        try? client.refresh()
        return
      } catch {
        if error != .changed { return }
      }
    }
  }

  /// Undoes the changes of the list, except entries that another program has changed since.
  private func takeBack(
    _ written: MIMEAppsDocument, to original: Original, _ lists: UserMIMEApps
  ) {
    for _ in 0..<Self.mostAttempts {
      do throws(FileReplacement.Problem) {
        return try takeBackOnce(written, to: original, lists)
      } catch {
        if error != .changed { return }
      }
    }
  }

  private func takeBackOnce(
    _ written: MIMEAppsDocument, to original: Original, _ lists: UserMIMEApps
  ) throws(FileReplacement.Problem) {
    guard let present = try? DeclarationReader.read(lists.written) else { return }
    if present.bytes == written.bytes {
      guard original.stamp != nil else { return try FileReplacement.remove(lists.written) }
      return try FileReplacement.replace(
        lists.written, with: original.document.bytes, expecting: .stamp(present.stamp))
    }
    guard var document = MIMEAppsDocument(present.bytes) else { return }
    _ = document.apply(written.edits.reversed().map(\.inverse))
    guard !document.edits.isEmpty else { return }
    try FileReplacement.replace(
      lists.written, with: document.bytes, expecting: .stamp(present.stamp))
  }
}

extension CompiledRegistry {
  /// Whether the registry was made from desktop entries or lists of applications, too.
  package var hasDesktopFiles: Bool {
    associations.count > 0
      || effectiveBundles.contains {
        let kind = bundleRecords[$0].flags >> BundleRecord.kindShift
        return UInt8(truncatingIfNeeded: kind) == Bundle.Kind.desktopEntry.rawValue
      }
  }
}
