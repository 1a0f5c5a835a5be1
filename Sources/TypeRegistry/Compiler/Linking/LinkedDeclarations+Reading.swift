// SPDX-License-Identifier: MIT

internal import StrictJSON

// Reads the texts and types of linked declarations, by their numbers.

extension LinkedDeclarations {
  /// The subject of an association of a bundle: a type, or the tag that no type has.
  func subject(ofAssociation subject: UnitSubject, of bundle: Int) -> LinkedSubject {
    guard subject.kind == UnitSubject.type else {
      return subject.kind == UnitSubject.tag
        ? .tag(number(ofTag: subject.number, of: bundle)) : .everything
    }
    return meaning(ofIdentifier: identifiers.number(subject.number, of: bundle))
  }

  /// The type that an identifier of a list means, or the MIME type in it that no type has.
  func meaning(ofIdentifier number: IdentifierTable.Number) -> LinkedSubject {
    links?.undeclaredMIMEType(number).map { .tag($0) } ?? .type(meaning(of: number))
  }

  /// The record of a declaration.
  func record(of declaration: LinkedDeclaration) -> UnitDeclaration {
    bundles[Int(declaration.bundle)].unit.declarations[Int(declaration.record)]
  }

  /// The parents of a declaration, in declared order, or those that a supplement adds.
  func parents(of said: some LinkedReferences) -> ArraySlice<IdentifierTable.Number> {
    run(said.references, said.parents)
  }

  /// The tags of a declaration, in declared order, or those that a supplement adds.
  func tags(of said: some LinkedReferences) -> ArraySlice<TagTable.Number> {
    run(said.references + said.parents, said.tags)
  }

  /// The tags that mean the type of a declaration on Linux.
  func preferredTags(of declaration: LinkedDeclaration) -> ArraySlice<TagTable.Number> {
    run(
      declaration.references + declaration.parents + declaration.tags, declaration.preferredTags)
  }

  /// The MIME type on Linux that a declaration marks.
  func mimeType(of declaration: LinkedDeclaration) -> TagTable.Number? {
    let local = record(of: declaration).mimeType
    return usesFreedesktop && local != 0
      ? number(ofTag: local - 1, of: Int(declaration.bundle)) : nil
  }

  /// The MIME type that a MIME package calls a known type by.
  func mimeType(of supplement: LinkedSupplement) -> TagTable.Number? {
    guard supplement.declaration >= 0 else { return nil }
    let bundle = Int(supplement.bundle)
    let local = bundles[bundle].unit.declarations[Int(supplement.declaration)].mimeType
    return local == 0 ? nil : number(ofTag: local - 1, of: bundle)
  }

  /// The weights of patterns among these tags, where they are not the usual one.
  func weights(of said: some LinkedReferences) -> [TagTable.Number: UInt16] {
    var found: [TagTable.Number: UInt16] = [:]
    if weights.isEmpty { return found }
    let start = said.references + said.parents
    for index in start..<start + said.tags {
      if let weight = weights[index] { found[references[Int(index)]] = weight }
    }
    return found
  }

  private func run(_ start: Int32, _ count: Int32) -> ArraySlice<Int32> {
    references[Int(start)..<Int(start + count)]
  }

  /// The location of a declaration; `nil` in a binary property list.
  func location(of declaration: LinkedDeclaration) -> SourceLocation? {
    let record = record(of: declaration)
    return DeclarationUnit.location(record.line, record.column)
  }
}
