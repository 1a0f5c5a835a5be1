// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Session {
  /// The table of the registry that answers.
  ///
  /// - Parameter isSelected: Whether the extensions of a type are wanted.
  /// - Returns: All answers are of one registry, with one set of choices.
  /// - Throws: ``Failure`` if the registry does not answer, or changes all the time.
  /// - Complexity: A fixed number of queries; one more for each MIME type that
  ///   several types have.
  func typeTable(selecting isSelected: (TypeInformation) -> Bool) throws(Failure) -> TypeTable {
    var source = try tableSource()
    // A daemon may load another registry between two answers, and the table names the one that it is of.
    for _ in 0..<Self.mostReadings {
      let table = try typeTable(of: source, selecting: isSelected)
      let present = try tableSource()
      if present == source { return table }
      source = present
    }
    throw Failure(
      .unreachable, "the registry changes while it is read", hint: "try again in a moment")
  }

  private static let mostReadings = 3

  private func tableSource() throws(Failure) -> TypeTable.Source {
    let status = try ask { try $0.status() }
    let bindings = try ask { try $0.bindings() }
    return TypeTable.Source(
      digest: status.digest,
      choices: bindings.filter { binding in
        if case .type = binding.choice { true } else { false }
      })
  }

  private func typeTable(
    of source: TypeTable.Source, selecting isSelected: (TypeInformation) -> Bool
  ) throws(Failure) -> TypeTable {
    let types = try ask { try $0.information(on: $0.declaredTypes(conformingTo: nil), in: .none) }
      .compactMap(\.self)
    var holders: [Tag: [TypeIdentifier]] = [:]
    for type in types {
      for tag in type.tags { holders[tag, default: []].append(type.identifier) }
    }
    let extensions = holders.keys.filter { $0.tagClass == .filenameExtension }.sorted()
    // The beginning of a name that no declaration can name, since it would be a part of the digest.
    let names = extensions.map { FileQuery(name: Array("\(source.digest).\($0.value)".utf8)) }
    let answers = try ask { try $0.fileTypes(names) }
    var meanings: [Tag: TypeIdentifier] = [:]
    for (tag, types) in holders where tag.tagClass == .mimeType {
      meanings[tag] =
        types.count == 1
        ? types[0]
        : try ask { try $0.usualTypes(tag: tag) }.types.first
    }
    return TypeTable(
      types, answers: Dictionary(zip(extensions, answers)) { first, _ in first },
      meanings: meanings, source: source, selecting: isSelected)
  }
}
