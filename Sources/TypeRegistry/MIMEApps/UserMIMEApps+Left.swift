// SPDX-License-Identifier: MIT

// The entries of the written list that decide although a change removed or undid a choice. Only a client writes the
// list, and one that is not ours may not know that.

extension UserMIMEApps {
  /// Finds the edits of the list that a change lacks to be undone whole, except of entries that were changed since.
  ///
  /// - Returns: None also if the list cannot be changed.
  package func findEditsLeft(toUndo change: BindingChange) -> [MIMEAppsEdit] {
    guard !change.entryEdits.isEmpty else { return [] }
    return findEdits { _ = $0.apply(change.entryEdits.reversed().map(\.inverse)) }
  }

  /// Finds the edits of the list that a change lacks which removed choices of applications.
  ///
  /// - Returns: None also if the list cannot be changed.
  package func findEditsLeft(
    toRemove choices: BindingChange, in registry: CompiledRegistry
  ) -> [MIMEAppsEdit] {
    let removed = choices.edits.filter { $0.after == nil }.map(\.slot)
    let subjects = Set(
      removed.filter { $0.kind == .handler && $0.role == nil }
        .map { MIMEAppsEntries.subject(ofEntriesFor: $0.subject) })
    guard !subjects.isEmpty else { return [] }
    return findEdits { document in
      for key in document.keys(of: .defaults) where !document.hasTooManyEdits {
        guard let subject = MIMEAppsParser.subject(ofKey: key).map(registry.target(of:)),
          subjects.contains(subject)
        else { continue }
        document.set(.defaults, key, to: nil)
      }
    }
  }

  private func findEdits(_ change: (inout MIMEAppsDocument) -> Void) -> [MIMEAppsEdit] {
    guard let contents = try? DeclarationReader.read(written),
      var document = MIMEAppsDocument(contents.bytes)
    else { return [] }
    change(&document)
    return document.hasTooManyEdits ? [] : document.edits
  }
}
