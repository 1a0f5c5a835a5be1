// SPDX-License-Identifier: MIT

extension DeclarationUnit {
  /// Whether every number in the unit is one of something that the unit has, and its identifiers are in
  /// byte order: whether it may have come from ``UnitWriter``.
  ///
  /// To be asked before a unit from a file is compiled: the compiler and ``declaredTypes(ofFileAt:)`` rely on
  /// it. Reading a number or text of a unit is safe in any case.
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
    areRulesSound(magic, matches: magicMatches.count)
      && areRulesSound(trees, matches: treeMatches.count)
      && (0..<rootElements.count).allSatisfy {
        rootElements[$0].declaration < UInt32(declarations.count)
      }
  }

  private func areRulesSound(_ rules: ImageSection<UnitMagic>, matches: Int) -> Bool {
    (0..<rules.count).allSatisfy { index in
      let rule = rules[index]
      return rule.declaration < UInt32(declarations.count)
        && isRun(rule.matches, rule.count, of: matches)
    }
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
    (0..<claims.count).allSatisfy {
      isRun(claims[$0].subjects, claims[$0].subjectCount, of: subjects.count)
    } && (0..<subjects.count).allSatisfy { isSound(subjects[$0]) }
      && (0..<associations.count).allSatisfy {
        isSound(associations[$0].subject) && isText(associations[$0].handler)
      }
      && (0..<programDirectories.count).allSatisfy { isText(programDirectories[$0].path) }
      && (0..<siteBindings.count).allSatisfy { isSound(siteBindings[$0].subject) }
  }

  private func isSound(_ subject: UnitSubject) -> Bool {
    switch subject.kind {
    case UnitSubject.type, UnitSubject.family: isIdentifier(subject.number)
    case UnitSubject.tag: isTag(subject.number)
    default: true
    }
  }
}
