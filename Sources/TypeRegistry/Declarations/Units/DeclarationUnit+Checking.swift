// SPDX-License-Identifier: MIT

extension DeclarationUnit {
  /// Whether every number in the unit is one of something that the unit has, and its identifiers are in
  /// byte order: whether it may have come from ``UnitWriter``.
  ///
  /// To be asked before a unit from a file is compiled. Reading a unit is safe in any case, but the
  /// compiler relies on this.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package var isSound: Bool {
    areTextsSound && areTypesSound && areContentsSound && areClaimsSound
  }

  private func isText(_ number: UInt32) -> Bool { number < UInt32(strings.count) }
  private func isIdentifier(_ number: UInt32) -> Bool { number < UInt32(identifiers.count) }
  private func isTag(_ number: UInt32) -> Bool { number < UInt32(tags.count) }

  private func isRun(_ start: UInt32, _ count: UInt32, of all: Int) -> Bool {
    UInt64(start) + UInt64(count) <= UInt64(all)
  }

  private var areTextsSound: Bool {
    guard strings.count > 0 || bundle == nil && findings.count == 0 else { return false }
    for index in 0..<identifiers.count {
      let text = bytes(of: identifiers[index])
      guard text.count == Int(identifiers[index].count), text.count <= TypeIdentifier.maximumLength,
        index == 0 || bytes(of: identifiers[index - 1]).order(text) == .before
      else { return false }
    }
    for index in 0..<tagClasses.count where !isText(tagClasses[index]) { return false }
    for index in 0..<tags.count {
      let tag = tags[index]
      guard tag.tagClass < UInt32(tagClasses.count), tag.text.count > 0,
        tag.text.count <= UInt32(Tag.maximumLength), bytes(of: tag.text).count == tag.text.count
      else { return false }
    }
    return true
  }

  private var areTypesSound: Bool {
    for index in 0..<declarations.count {
      let record = declarations[index]
      guard isIdentifier(record.identifier),
        areReferencesSound(
          record.references, parents: record.parents, tags: record.tags,
          preferredTags: record.preferredTags),
        record.mimeType == 0 || isTag(record.mimeType - 1)
      else { return false }
    }
    for index in 0..<weights.count {
      let record = weights[index]
      guard record.declaration < UInt32(declarations.count),
        record.tag < declarations[record.declaration].tags
      else { return false }
    }
    for index in 0..<supplements.count {
      let record = supplements[index]
      guard isIdentifier(record.identifier),
        areReferencesSound(record.references, parents: record.parents, tags: record.tags)
      else { return false }
    }
    return true
  }

  private var areContentsSound: Bool {
    for index in 0..<magic.count {
      let record = magic[index]
      guard record.declaration < UInt32(declarations.count),
        isRun(record.matches, record.count, of: magicMatches.count)
      else { return false }
    }
    for index in 0..<trees.count {
      let record = trees[index]
      guard record.declaration < UInt32(declarations.count),
        isRun(record.matches, record.count, of: treeMatches.count)
      else { return false }
    }
    for index in 0..<rootElements.count
    where rootElements[index].declaration >= UInt32(declarations.count) { return false }
    return true
  }

  private func areReferencesSound(
    _ start: UInt32, parents: UInt32, tags: UInt32, preferredTags: UInt32 = 0
  ) -> Bool {
    let (count, overflow) = parents.addingReportingOverflow(tags)
    let (all, isMore) = count.addingReportingOverflow(preferredTags)
    guard !overflow, !isMore, isRun(start, all, of: references.count) else { return false }
    for index in start..<start + parents where !isIdentifier(references[index]) { return false }
    for index in start + parents..<start + all where !isTag(references[index]) { return false }
    return true
  }

  private var areClaimsSound: Bool {
    for index in 0..<claims.count
    where !isRun(claims[index].subjects, claims[index].subjectCount, of: subjects.count) {
      return false
    }
    for index in 0..<subjects.count where !isSound(subjects[index]) { return false }
    for index in 0..<associations.count
    where !isSound(associations[index].subject) || !isText(associations[index].handler) {
      return false
    }
    for index in 0..<programDirectories.count where !isText(programDirectories[index].path) {
      return false
    }
    for index in 0..<siteBindings.count where !isSound(siteBindings[index].subject) {
      return false
    }
    return true
  }

  private func isSound(_ subject: UnitSubject) -> Bool {
    switch subject.kind {
    case UnitSubject.type, UnitSubject.family: isIdentifier(subject.number)
    case UnitSubject.tag: isTag(subject.number)
    default: true
    }
  }
}
